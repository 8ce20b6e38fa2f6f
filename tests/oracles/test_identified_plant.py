"""Identification against a plant that is not ours: MuJoCo makes a UR5's torques; intervals must cover the truth."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("mujoco")

PATH = Path(__file__).parents[2] / "benchmarks" / "coverage.py"


@pytest.fixture(scope="module")
def coverage():
    spec = importlib.util.spec_from_file_location("coverage_benchmark", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def plant(coverage):
    return coverage.Plant()


def test_intervals_cover_the_truth(plant):
    hits = np.array([plant.covered(seed) for seed in range(5)])
    assert hits.shape[1] == plant.n_base
    # 5 seeds of some fifty base parameters: 95 % within the scatter of that many, which are not independent
    assert 0.90 < hits.mean() < 0.99


def test_the_identified_robot_predicts_mujoco(plant):
    estimate = plant.estimate(0)
    q, qd, qdd, tau = plant.motion(99)
    predicted = estimate.predict(q, qd, qdd)
    assert np.all(np.linalg.norm(predicted - tau, axis=0) < 0.02 * np.linalg.norm(tau, axis=0))
