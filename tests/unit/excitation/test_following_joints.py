"""Joints that follow others (mimic): a motion keeps their limits of position, rates and effort too."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from support.small_arm import small_arm

import heft
from heft.errors import ArgumentError
from heft.excitation.all_joints import AllJoints
from heft.excitation.design import Design
from heft.excitation.excite import problem_for
from heft.excitation.linearised import linearised
from heft.excitation.motion_limits import limits_of, ranged
from heft.excitation.plan import Plan
from heft.excitation.verification import violations
from heft.robot.exact import Number
from heft.robot.joint import Friction, Limits, Mimic

QUICK = {"duration": 4.0, "harmonics": 3, "starts": 1, "collisions": False}
LOOSE = Limits(-10.0, 10.0, 100.0, 1e4)


def led(*, ratio: str = "2", offset: str = "0", limits: Limits = LOOSE, third: str | None = None) -> heft.Robot:
    """Three joints: joint2 follows joint1, and joint3 does so with another ratio if it is given."""
    robot, bodies = small_arm(), []
    for body, factor, start in zip(robot.bodies, (None, ratio, third), ("0", offset, "0"), strict=True):
        mimic = None if factor is None else Mimic("joint1", Number.parse(factor), Number.parse(start))
        changes: dict[str, Any] = {"mimic": mimic, "friction": Friction(0.3, 0.2, 0.1), "armature": 0.2}
        changes |= {"limits": limits if body.joint.name == "joint2" else body.joint.limits}
        bodies.append(replace(body, joint=replace(body.joint, **changes)))
    return replace(robot, bodies=tuple(bodies))


def every_joint(robot: heft.Robot, plan: Plan) -> tuple[np.ndarray, ...]:
    """Return positions, velocities, accelerations and efforts of every joint by the tree without ties."""
    states = plan.sample(np.linspace(0, plan.duration, 8011))
    free = replace(robot, bodies=tuple(replace(b, joint=replace(b.joint, mimic=None)) for b in robot.bodies))
    q, qd, qdd = (np.zeros((len(states[0]), free.nv)) for _ in range(3))
    for k, body in enumerate(robot.bodies):
        mimic = body.joint.mimic
        r = robot.v_index[body.joint.name if mimic is None else mimic.leader].start
        m, o = (1.0, 0.0) if mimic is None else (float(mimic.multiplier), float(mimic.offset))
        q[:, k], qd[:, k], qdd[:, k] = m * states[0][:, r] + o, m * states[1][:, r], m * states[2][:, r]
    return q, qd, qdd, heft.inverse_dynamics(free, q, qd, qdd) + heft.friction_torque(free, qd)


@pytest.mark.parametrize(("ratio", "offset"), [("2", "0"), ("-3/2", "1/20"), ("2", "-1/10")])
def test_a_motion_keeps_the_range_and_the_speed_of_a_follower(ratio: str, offset: str):
    limits = Limits(-0.2, 0.3, 0.8, 1e4)
    plan = heft.excite(robot := led(ratio=ratio, offset=offset, limits=limits), **QUICK)
    q, qd, _, _ = every_joint(robot, plan)
    assert -0.2 + 0.012 <= q[:, 1].min() < q[:, 1].max() <= 0.3 - 0.012  # five hundredths of the range are left free
    assert np.ptp(q[:, 1]) > 0.2
    assert np.abs(qd[:, 1]).max() <= 0.95 * 0.8 * (1 + 1e-9)


def test_accelerations_and_jerks_are_stated_for_followers_too():
    robot = led(third="-1/2")
    stated = {"acceleration": {"joint2": 0.5, "joint3": 3.0}, "velocity": {"joint3": 0.2}}
    joints = AllJoints.of(robot)
    limits = limits_of(joints, stated).of_coordinates(joints)
    assert limits.acceleration[0] == pytest.approx(0.25)
    assert limits.velocity[0] == pytest.approx(0.4)
    assert limits.jerk[0] == pytest.approx(2.5)  # as assumed, of what is left of the acceleration
    _, qd, qdd, _ = every_joint(robot, heft.excite(robot, **QUICK, limits=stated))
    assert np.abs(qdd[:, 1]).max() <= 0.5
    assert np.abs(qd[:, 2]).max() <= 0.2


def test_one_number_for_all_joints_does_not_widen_the_limits_of_followers():
    joints = AllJoints.of(led(limits=Limits(-0.2, 0.3, 0.8, 50.0)))
    found = limits_of(joints, {"lower": -2.0, "upper": 0.1, "velocity": 2.0, "effort": 20.0})
    assert (found.lower[1], found.upper[1], found.velocity[1], found.effort[1]) == (-0.2, 0.1, 0.8, 20.0)
    assert limits_of(joints, {"lower": {"joint2": -2.0}}).lower[1] == -2.0


def test_what_the_file_does_not_limit_of_a_follower_is_its_leaders():
    robot = led(ratio="-2", offset="1", limits=Limits(velocity=0.0, effort=0.0))
    joints = AllJoints.of(robot)
    found = limits_of(joints)
    alone = limits_of(AllJoints.of(small_arm()))
    kept = found.of_coordinates(joints)
    assert (found.lower[1], found.upper[1]) == (-3.0, 5.0)
    for kind in ("lower", "upper", "velocity", "acceleration", "jerk"):
        assert getattr(kept, kind)[0] == pytest.approx(getattr(alone, kind)[0])
    assert any("'joint2', moved by another joint: not limited" in line for line in found.assumptions)


def test_limits_without_a_common_position_are_refused_by_name():
    with pytest.raises(ArgumentError, match=r"'joint1'.*contradict.*'joint2', which is 2 q .5, may be from"):
        heft.excite(led(offset="5", limits=Limits(-0.2, 0.3, 1.0, 100.0)), **QUICK)
    with pytest.raises(ArgumentError, match=r"contradict.*'joint2', which is 0 q .5,"):
        heft.excite(led(ratio="0", offset="5", limits=Limits(-0.2, 0.3, 1.0, 100.0)), **QUICK)
    with pytest.raises(ArgumentError, match=r"cannot move within its limits and those of 'joint2', which follow it"):
        heft.excite(led(limits=Limits(0.3, 0.3, 1.0, 100.0)), **QUICK)


def test_a_follower_that_does_not_move_limits_no_rate():
    joints = AllJoints.of(led(ratio="0", offset="1/10", limits=Limits(-0.2, 0.3, 0.1, 100.0)))
    assert limits_of(joints).of_coordinates(joints).velocity[0] == 2.0


def test_the_effort_of_a_follower_counts_by_itself_and_with_its_leader():
    robot = led(ratio="1", limits=Limits(-2.0, 2.0, 2.0, 35.0))
    plan = heft.excite(robot, **QUICK, mass_error=0.0)
    tau = every_joint(robot, plan)[3]
    assert np.abs(tau[:, 1]).max() <= 0.8 * 35.0 * (1 + 1e-9)
    assert np.abs(tau[:, 1]).max() > 0.6 * 35.0
    assert np.abs(tau[:, 0]).max() <= 0.8 * 150.0
    assert np.abs(tau[:, 0] + tau[:, 1]).max() <= 0.8 * 150.0
    np.testing.assert_allclose(tau[:, 0] + tau[:, 1], heft_tau(robot, plan)[:, 0], atol=1e-9)


def heft_tau(robot: heft.Robot, plan: Plan) -> np.ndarray:
    """Return the torques of the coordinates at the times of `every_joint`."""
    q, qd, qdd = plan.sample(np.linspace(0, plan.duration, 8011))
    return heft.inverse_dynamics(robot, q, qd, qdd) + heft.friction_torque(robot, qd)


def test_postures_keep_the_limits_of_followers():
    robot = led(ratio="-1/2", offset="1/10", limits=Limits(-0.2, 0.3, 0.8, 90.0))
    plan = heft.excite(robot, static=4, hold=0.2, starts=1, collisions=False)
    q, qd, _, tau = every_joint(robot, plan)
    assert -0.2 <= q[:, 1].min() < q[:, 1].max() <= 0.3
    assert np.abs(qd[:, 1]).max() <= 0.8
    assert np.abs(tau[:, 1]).max() <= 0.8 * 90.0 * (1 + 1e-9)


def test_a_start_beyond_the_limits_of_a_follower_is_refused():
    robot = led(limits=Limits(-0.2, 0.3, 0.8, 1e4))
    with pytest.raises(ArgumentError, match=r"'joint1', 0.5, is beyond its limits and those of 'joint2'"):
        heft.excite(robot, **QUICK, q0={"joint1": 0.5})
    with pytest.raises(ArgumentError, match=r"'joint1', 0.5, is beyond its limits and those of 'joint2'"):
        heft.excite(robot, **QUICK, q0={"joint1": 0.5}, joints=["joint3"])


def test_a_follower_that_shall_move_by_itself_is_refused_with_its_leader():
    with pytest.raises(ArgumentError, match=r"'joint2' follows 'joint1' and cannot move by itself. Name 'joint1'"):
        heft.excite(led(), **QUICK, joints=["joint2", "joint3"])


def test_the_last_word_on_a_motion_names_the_follower():
    """By a motion of the coordinates whose own limits hold."""
    problem = problem_for(led(), Design(**QUICK))[0]
    tight = problem_for(led(limits=Limits(-0.2, 0.3, 0.8, 35.0)), Design(**QUICK))[0]
    curve = problem.curve(np.random.default_rng(0).standard_normal(problem.sizes.size)).shrunk(0.0)
    away = replace(curve, coefficients=curve.coefficients + 0.5 * (np.arange(len(curve.coefficients)) == 0)[:, None])
    assert not violations(problem, away)
    assert {(each.kind, each.name) for each in violations(tight, away)} == {("upper", "joint2")}


def test_the_slopes_of_efforts_of_followers():
    """The gradient of all limits, and their linearisation, against differences."""
    problem = problem_for(led(ratio="-3/2", offset="1/20", third="1/2"), Design(**QUICK, limits={"effort": 20.0}))[0]
    rng = np.random.default_rng(2)
    x = 0.4 * rng.standard_normal(problem.sizes.size)
    outlook = problem.outlook(x)
    assert outlook.tau.shape[1] == 1 + 3
    weights = {
        kind: np.where(np.abs(h + 1) > 1e-2, rng.uniform(0, 0.1, h.shape), 0) for kind, h in outlook.excess.items()
    }
    direction, step = rng.standard_normal(x.shape), 1e-6
    ahead, behind = (problem.outlook(x + sign * step * direction).excess for sign in (1, -1))
    slope = sum(float(np.sum(weights[kind] * (ahead[kind] - behind[kind]))) for kind in weights) / (2 * step)
    assert slope == pytest.approx(float(problem.limit_gradient(outlook, weights) @ direction), rel=1e-3)
    rows = linearised(problem, outlook, radius=10.0)
    slopes = (rows.at(ahead) - rows.at(behind)) / (2 * step)
    bent = np.abs(rows.at(ahead) + rows.at(behind) - 2 * rows.h) > 1e-9  # sizes have a kink at zero
    np.testing.assert_allclose((rows.A @ direction)[~bent], slopes[~bent], atol=1e-6)


def test_distances_are_looked_at_in_the_range_that_followers_leave():
    robot = ranged(led(limits=Limits(-0.2, 0.3, 0.8, 1e4)))
    limits = robot.joints[0].limits
    assert (limits.lower, limits.upper) == (-0.1, 0.15)
    wide = ranged(small_arm(), {"upper": 2.5, "lower": -1.0}).joints[0].limits
    assert (wide.lower, wide.upper) == (-2.0, 2.5)  # never narrower than the file's
