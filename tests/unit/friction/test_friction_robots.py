"""Joint friction: viscous qd + coulomb sign(qd) + offset, through gears too."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import heft
from heft.friction import coefficients
from heft.robot.exact import Number
from heft.robot.joint import Friction, Mimic
from heft.robot.model import Robot
from heft.robot.zoo import planar_n


def rubbing(*frictions: Friction, mimic: Mimic | None = None) -> Robot:
    """A planar chain whose joints rub; the last of them may follow another."""
    robot = planar_n(len(frictions))
    joints = [replace(b.joint, friction=f) for b, f in zip(robot.bodies, frictions, strict=True)]
    joints[-1] = replace(joints[-1], mimic=mimic)
    return replace(robot, bodies=tuple(replace(b, joint=j) for b, j in zip(robot.bodies, joints, strict=True)))


def test_three_terms():
    robot = rubbing(Friction(0.5, 0.25, 0.1), Friction(viscous=2.0))
    assert np.allclose(heft.friction_torque(robot, np.array([2.0, -3.0])), [1.0 + 0.25 + 0.1, -6.0])
    assert np.allclose(heft.friction_torque(robot, np.array([-2.0, 0.0])), [-1.0 - 0.25 + 0.1, 0.0])
    assert np.allclose(heft.friction_torque(robot, np.zeros(2)), [0.1, 0.0])


def test_batches():
    robot = rubbing(Friction(1.0, 1.0), Friction(0.0, 0.5))
    qd = np.random.default_rng(0).standard_normal((7, 2))
    each = np.array([heft.friction_torque(robot, row) for row in qd])
    assert np.array_equal(heft.friction_torque(robot, qd), each)


@pytest.mark.parametrize("multiplier", [3, -3])
def test_a_follower_rubs_on_the_coordinate_that_it_follows(multiplier: int):
    """It moves m times as fast, and its torque counts m times: viscous m^2, Coulomb |m|, offset m."""
    robot = rubbing(Friction(1.0, 2.0, 4.0), Friction(0.1, 0.2, 0.4), mimic=Mimic("joint1", Number.parse(multiplier)))
    assert robot.nv == 1
    assert np.allclose(coefficients(robot)[:, 0], [1.0 + 0.9, 2.0 + 0.6, 4.0 + 0.4 * multiplier])
    qd, own = 0.7, multiplier * 0.7
    lost = (1.0 * qd + 2.0 * np.sign(qd) + 4.0) * qd + (0.1 * own + 0.2 * np.sign(own) + 0.4) * own
    assert heft.friction_torque(robot, np.array([qd]))[0] * qd == pytest.approx(lost)


def test_friction_counts_only_when_asked():
    robot = rubbing(Friction(0.5, 0.25, 0.1), Friction(2.0, 0.1))
    q, qd, qdd = robot.random_state(0, 4)
    bare, with_friction = (heft.inverse_dynamics(robot, q, qd, qdd, friction=flag) for flag in (False, True))
    assert np.allclose(with_friction - bare, heft.friction_torque(robot, qd), rtol=1e-12)
    assert np.allclose(heft.forward_dynamics(robot, q, qd, with_friction, friction=True), qdd, rtol=1e-9)
    assert np.allclose(heft.forward_dynamics(robot, q, qd, bare), qdd, rtol=1e-9)
    assert not np.allclose(heft.bias_forces(robot, q, qd), heft.inverse_dynamics(robot, q, qd, 0 * qdd, friction=True))


def test_friction_takes_energy():
    robot = rubbing(Friction(0.5, 0.25), Friction(2.0, 0.1))
    qd = np.random.default_rng(1).standard_normal((50, 2))
    assert np.all(np.sum(heft.friction_torque(robot, qd) * qd, axis=1) > 0)
