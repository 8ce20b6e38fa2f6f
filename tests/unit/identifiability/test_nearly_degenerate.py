"""Mechanisms whose axes are nearly parallel: floats must follow the ranks that exact arithmetic has proved."""

from __future__ import annotations

import numpy as np
import pytest
from identifiability import mechanism  # of benchmarks/

import heft


@pytest.mark.parametrize("seed", [*range(6), 56])
def test_coefficients_follow_proved_ranks(seed):
    """A span of the 56th that loses a direction in floats leaves a singular system."""
    robot = mechanism("near-degenerate angles", seed)
    verdict = heft.identifiability(robot, method="exact", snap=0.0)
    assert np.linalg.matrix_rank(verdict.reduction.matrix) == verdict.n_base
    Y = heft.torque_regressor(robot, *robot.random_state(0, 50)).reshape(-1, verdict.reduction.matrix.shape[1])
    reduced = Y[:, verdict.reduction.columns] @ verdict.reduction.matrix
    assert np.allclose(reduced, Y, rtol=0, atol=1e-6 * np.abs(Y).max())
