"""The closed form on every serial mechanism of the exact corpus, whose answers were computed elsewhere."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.compare import error_of_samples
from support.corpus import answers, files_for, name_of, needs_corpus
from support.links import links_only

import heft
from heft import minimal
from heft.chains.dh import check_serial

CASES = files_for(check_serial)


@needs_corpus
def test_there_are_enough():
    assert len(CASES) >= 28


@needs_corpus
@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_count_and_torques(path: Path):
    expected = answers(name_of(path))["cases"]
    robot = links_only(heft.load(path))
    mlc = minimal.combinations(robot)
    assert len(mlc.theorem) == len(mlc) == expected["links/gravity"]["n_base"]
    assert mlc.residual < 1e-10
    still = minimal.combinations(robot.with_gravity((0, 0, 0)))
    assert len(still) == expected["links/nogravity"]["n_base"]
    wrench = np.random.default_rng(1).standard_normal((5, 6))
    for found in (mlc, still):
        state = found.robot.random_state(0, 5)
        tau = heft.inverse_dynamics(found.robot, *state, wrenches={robot.body_names[-1]: wrench})
        assert error_of_samples(minimal.inverse_dynamics(found, *state, tip=wrench), tau) < 1e-10
