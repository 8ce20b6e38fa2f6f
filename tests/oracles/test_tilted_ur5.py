"""A UR5 on a base tilted by 3 degrees: found within its interval, with noise, and suggested."""

from __future__ import annotations

import numpy as np
import pytest
from support.example_robots import PATHS
from support.motions import drives, wave

import heft
from heft.estimation.tilt_rows import Gravity

UR5 = PATHS.get("ur_description/urdf/ur5_robot.urdf")
pytestmark = pytest.mark.skipif(UR5 is None, reason="example-robot-data is not installed")

RATE, SAMPLES = 200.0, 3000


def runs(robot: heft.Robot, degrees: tuple[float, float], noise: float, seed: int) -> list[heft.Log]:
    truth = robot.with_gravity(Gravity.of(robot).turned(np.radians(degrees)).tolist())
    rng, logs = np.random.default_rng(seed), []
    for k in (0, 1):
        q, qd, qdd = wave(truth, 10 * seed + k, SAMPLES, RATE, 0.5)
        tau = heft.inverse_dynamics(truth, q, qd, qdd) + drives(qd, qdd) + noise * rng.standard_normal(q.shape)
        q = q + 2e-6 * rng.standard_normal(q.shape)
        logs.append(heft.Log(np.arange(SAMPLES) / RATE, tuple(robot.joint_names), q, effort=tau))
    return logs


@pytest.mark.parametrize("noise", [0.3, 2.0])
def test_three_degrees_are_found(noise: float) -> None:
    robot = heft.load(str(UR5))
    logs = runs(robot, (3.0, 0.0), noise, seed=5)
    found = heft.identify(robot, logs, base_tilt=True).base_tilt
    assert found is not None
    for (_, degrees, half), true in zip(found.rows(), (3.0, 0.0), strict=True):
        assert abs(degrees - true) <= half < 1.5
    plain = heft.identify(robot, logs)
    assert any("look as if the base were tilted" in text for text in (*plain.doubts, *plain.warnings))


@pytest.mark.parametrize("degrees", [(0.0, 0.0), (0.3, 0.2)])
def test_nothing_is_suggested_for_a_level_base(degrees: tuple[float, float]) -> None:
    robot = heft.load(str(UR5))
    plain = heft.identify(robot, runs(robot, degrees, 0.3, seed=6))
    assert not any("look as if the base were tilted" in text for text in (*plain.doubts, *plain.warnings))
