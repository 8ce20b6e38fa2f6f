"""Generated inverse dynamics of every mechanism of the exact corpus that they can be generated for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.compare import error_of_samples
from support.compiled import executed
from support.corpus import answers, files_for, name_of, needs_corpus

import heft
from heft.chains.movers import check_movers
from heft.export.generate import generate_code, program

CASES = files_for(check_movers)


@needs_corpus
def test_there_are_enough():
    names = {name_of(path) for path in CASES}
    assert len(names) >= 36
    assert names >= {"stanford_arm", "puma560", "scara"}


@needs_corpus
@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_base_parameters_alone(path: Path):
    """The code has as many numbers of the links in it as the corpus counts, the right torques, no more operations."""
    cases = answers(name_of(path))["cases"]
    robot = heft.load(path)
    robot = robot.with_parameters(np.random.default_rng(0).uniform(0.5, 1.5, len(robot.parameter_vector)))
    code = generate_code(robot, ["inverse-dynamics"], "python")
    assert code.parameters is not None
    assert len(code.parameters) == cases["links_rotors/gravity" if robot.rotors else "links/gravity"]["n_base"]
    assert f"these {len(code.parameters)} base parameters" in code.text
    state = robot.random_state(3, 4)
    found = executed(code)("inverse-dynamics", (robot.nv,), *state)
    assert error_of_samples(found, heft.inverse_dynamics(robot, *state)) < 1e-12
    if robot.nv <= 12:
        lean, plain = code.counts["inverse-dynamics"], program(robot, "inverse-dynamics").counts
        assert lean.multiplications <= plain.multiplications
        assert lean.additions <= plain.additions
