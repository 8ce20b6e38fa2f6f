"""Identification against a plant that is not ours: MuJoCo makes the efforts of a UR5 and of a quadruped.

Intervals must cover the truth as often as they say; `benchmarks/intervals.py` counts over many seeds.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

pytest.importorskip("mujoco")

from intervals import PLANTS

from heft.estimation.estimate import Estimate


@cache
def estimate(name: str, seed: int) -> Estimate:
    return PLANTS[name].estimate(seed)


@pytest.mark.parametrize(("name", "n_base", "seeds"), [("ur5", 58, 4), ("a1", 142, 2)])
def test_intervals_cover_the_truth(name, n_base, seeds):
    away = np.abs([PLANTS[name].misses_of(estimate(name, seed)) for seed in range(seeds)])
    assert away.shape == (seeds, n_base)
    # true intervals: 95 %, within the scatter of some 250 draws, which are not independent
    assert 0.90 < np.mean(away <= 1) < 0.99


@pytest.mark.parametrize("name", ["ur5", "a1"])
def test_the_identified_robot_predicts_mujoco(name):
    plant = PLANTS[name]
    q, qd, qdd, tau = plant.motion(99)
    predicted = estimate(name, 0).predict(q, qd, qdd)
    assert np.all(np.linalg.norm(predicted - tau, axis=0) < 0.02 * np.linalg.norm(tau, axis=0))
