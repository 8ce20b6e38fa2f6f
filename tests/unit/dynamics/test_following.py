"""A simulated robot that follows a motion."""

from __future__ import annotations

import numpy as np
import pytest
from support.small_arm import small_arm

import heft
from heft.dynamics.following import following
from heft.dynamics.simulation import simulate

DT, STEPS = 1e-3, 1000


@pytest.fixture
def motion() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    t = DT / 2 * np.arange(2 * STEPS + 1)[:, None]
    w = np.array([2.0, 3.0, 4.0])
    return 0.5 * (1 - np.cos(w * t)), 0.5 * w * np.sin(w * t), 0.5 * w**2 * np.cos(w * t)


def test_torques_of_the_same_robot_make_it_follow_exactly(motion):
    robot, (q, qd, qdd) = small_arm(), motion
    law = following(robot, DT / 2, q, qd, heft.inverse_dynamics(robot, q, qd, qdd))
    path = simulate(robot, STEPS * DT, q0=q[0], qd0=qd[0], tau=law, dt=DT)
    assert np.abs(path.q - q[::2]).max() < 1e-6


def test_a_heavier_robot_lags_behind_and_does_not_run_away(motion):
    robot, (q, qd, qdd) = small_arm(), motion
    heavy = robot.with_parameters(1.3 * robot.parameters)
    law = following(heavy, DT / 2, q, qd, heft.inverse_dynamics(robot, q, qd, qdd))
    path = simulate(heavy, STEPS * DT, q0=q[0], qd0=qd[0], tau=law, dt=DT)
    assert 1e-3 < np.abs(path.q - q[::2]).max() < 0.1
