"""Generated inverse dynamics of every mechanism of the exact corpus that they can be generated for."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from support.compare import error_of_samples
from support.compiled import executed

import heft
from heft.export.chain import check_reach
from heft.export.generate import generate_code, program

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "oracle"


def within_reach(path: Path) -> bool:
    try:
        check_reach(heft.load(str(path)))
    except heft.HeftError:
        return False
    return True


CASES = [path for path in sorted(CORPUS.glob("*.mech.json")) if within_reach(path)]
needs_corpus = pytest.mark.skipif(not CASES, reason=f"no corpus in {CORPUS}")


@needs_corpus
def test_there_are_enough():
    names = {path.name.removesuffix(".mech.json") for path in CASES}
    assert len(names) >= 36
    assert names >= {"stanford_arm", "puma560", "scara"}


@needs_corpus
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name.removesuffix(".mech.json"))
def test_base_parameters_alone(path: Path):
    """The code has as many numbers of the links in it as the corpus counts, the right torques, no more operations."""
    answers = json.loads(path.with_name(path.name.replace(".mech.", ".expected.")).read_text())["cases"]
    robot = heft.load(str(path))
    robot = robot.with_parameters(np.random.default_rng(0).uniform(0.5, 1.5, len(robot.parameter_vector)))
    code = generate_code(robot, ["inverse-dynamics"], "python")
    assert code.parameters is not None
    assert len(code.parameters) == answers["links_rotors/gravity" if robot.rotors else "links/gravity"]["n_base"]
    assert f"these {len(code.parameters)} base parameters" in code.text
    state = robot.random_state(3, 4)
    found = executed(code)("inverse-dynamics", (robot.nv,), *state)
    assert error_of_samples(found, heft.inverse_dynamics(robot, *state)) < 1e-12
    if robot.nv <= 12:
        lean, plain = code.counts["inverse-dynamics"], program(robot, "inverse-dynamics").counts
        assert lean.multiplications <= plain.multiplications
        assert lean.additions <= plain.additions
