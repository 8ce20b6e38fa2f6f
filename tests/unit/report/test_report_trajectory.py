"""A motion's summary: its energy, and when it should have stayed the same."""

from __future__ import annotations

import numpy as np
import pytest

from heft.dynamics.simulation import Trajectory
from heft.report.trajectory import TrajectorySummary, extremes, summary
from heft.report.words import render
from heft.robot.load import load
from heft.robot.model import Robot


def still(robot: Robot, n: int = 3, **changes: np.ndarray) -> Trajectory:
    zero = np.zeros((n, robot.nv))
    columns = {"q": np.tile(robot.neutral, (n, 1)), "qd": zero, "qdd": zero, "tau": zero} | changes
    return Trajectory(robot, 0.1 * np.arange(n), **columns)


def test_extremes():
    (entry,) = extremes(np.array([[1.0], [-2.0], [3.0], [0.5]]), ["a"])
    assert entry == {"name": "a", "start": 1.0, "end": 0.5, "min": -2.0, "max": 3.0}


def test_rest_keeps_its_energy():
    facts = TrajectorySummary(still(load("zoo:furuta")), friction=True).to_dict()["energy"]
    assert facts["conserved"]
    assert facts["change"] == 0
    assert facts["relative_drift"] is None


def test_torque_and_friction_do_work():
    robot = load("zoo:furuta")
    pushed = still(robot, tau=np.ones((3, 2)))
    assert not TrajectorySummary(pushed, friction=False).conserved
    moving = still(robot, qd=np.ones((3, 2)))
    assert TrajectorySummary(moving, friction=False).conserved
    assert not TrajectorySummary(moving, friction=True).conserved
    assert TrajectorySummary(still(load("zoo:panda"), qd=np.ones((3, 7))), friction=True).conserved


def test_drift_is_relative_to_the_kinetic_energy():
    robot = load("zoo:cartpole").with_gravity((0, 0, 0))
    qd = np.array([[1.0, 0.0], [1.5, 0.0], [2.0, 0.0]])
    facts = TrajectorySummary(still(robot, qd=qd), friction=False).to_dict()["energy"]
    assert facts["relative_drift"] == pytest.approx(0.75)
    assert "0.75 of the largest kinetic energy" in render(
        *summary(TrajectorySummary(still(robot, qd=qd), friction=False))
    )


def test_energy_of_a_long_motion_is_sampled_from_end_to_end():
    robot = load("zoo:cartpole")
    qd = np.linspace(0, 1, 5000)[:, None] * np.array([1.0, 0.0])
    kinetic, potential = TrajectorySummary(still(robot, 5000, qd=qd), friction=False).energies
    assert len(kinetic) == len(potential) == 1000
    assert kinetic[0] == 0
    assert kinetic[-1] == kinetic.max()


def test_quaternions_have_no_speed_of_their_own():
    text = render(*summary(TrajectorySummary(still(load("zoo:cheetah3_torso_leg")), friction=True)))
    row = next(line for line in text.splitlines() if line.startswith("root_joint.qw"))
    assert row.split()[:6] == ["root_joint.qw", "1", "1", "1", "1", "-"]
