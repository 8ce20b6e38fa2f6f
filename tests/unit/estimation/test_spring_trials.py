"""A spring that the robot file lacks is found by what it leaves in the residual, and does not become mass."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from support.motions import motion_of, wave

import heft
from heft.estimation.base import base_of, extended
from heft.estimation.columns import joint_column, model_of
from heft.friction import DEFAULT_FRICTION
from heft.logs.motion import Motion

ROBOT = heft.load("zoo:ur10e")
LIFT = 1
"""The joint that carries the whole arm."""


def run(torque=None, *, amplitude: float = 0.5, gravity: tuple[float, ...] | None = None) -> Motion:
    """Return a run of an arm that is as its file says, but for a torque that is a function of the lift's position."""
    q, qd, qdd = wave(ROBOT, 3, 3000, 100.0, amplitude=amplitude)
    machine = ROBOT if gravity is None else ROBOT.with_gravity(gravity)
    tau = heft.inverse_dynamics(machine, q, qd, qdd) + 2.0 * qd + 3.0 * np.sign(qd)
    if torque is not None:
        tau[:, LIFT] += torque(q[:, LIFT])
    tau += 0.3 * np.random.default_rng(3).standard_normal(tau.shape)
    return motion_of(ROBOT, q, qd, qdd, tau, rate=100.0)


def spring(q):
    return 100.0 * (q - 0.3)


@cache
def identified(friction: str = "auto") -> heft.Estimate:
    return heft.identify(ROBOT, run(spring), friction=friction, held_out=0)


def mass(estimate: heft.Estimate) -> float:
    return float(estimate.robot.parameters[LIFT, 0])


def balances(estimate: heft.Estimate) -> set[str]:
    """Return the columns of springs and counterbalances."""
    return {column.name for column in estimate.model.extra if column.is_spring}


def test_a_linear_spring_is_found_and_does_not_become_mass():
    estimate = identified()
    assert balances(estimate) == {"shoulder_lift.spring"}
    assert dict(zip(estimate.names, estimate.values, strict=True))["shoulder_lift.spring"] == pytest.approx(
        100, rel=0.1
    )
    assert mass(estimate) == pytest.approx(ROBOT.parameters[LIFT, 0], rel=0.1)
    assert not estimate.doubts
    assert any("'shoulder_lift' is a function of its position: a linear spring" in x for x in estimate.warnings)
    assert not any("far from the robot file" in text for text in estimate.warnings)
    assert estimate.friction_choice is not None
    first = estimate.friction_choice.trials[0]
    assert (first.joint, first.laws[-1], first.chosen) == ("shoulder_lift", "spring", True)


def test_without_it_the_joint_is_named_and_the_estimate_is_in_doubt():
    estimate = identified("viscous,coulomb,offset")
    assert mass(estimate) > 5 * ROBOT.parameters[LIFT, 0]
    assert "'shoulder_lift' is a function of its position" in estimate.doubts[0]
    assert "give the joint 'spring' friction: --friction" in estimate.doubts[0]


def test_a_counterbalance_of_another_shape_leaves_the_weight_to_the_link():
    """Its first harmonic is the gravity of the link, which the robot file tells from it."""
    estimate = heft.identify(ROBOT, run(lambda q: 60 * np.cos(q) + 40 * np.sin(2 * q)), held_out=0)
    assert {name.split(".")[1] for name in balances(estimate)} == {
        f"balance_{x}{k}" for x in ("cos", "sin") for k in (1, 2)
    }
    assert mass(estimate) == pytest.approx(ROBOT.parameters[LIFT, 0], rel=0.3)
    assert not any("far from the robot file" in text for text in estimate.warnings)


def test_no_spring_where_there_is_none():
    estimate = heft.identify(ROBOT, run(), held_out=0)
    assert not balances(estimate)
    assert not any("spring" in text for text in estimate.warnings)


def test_a_motion_that_does_not_tell_a_spring_from_gravity_gets_none_but_a_warning():
    estimate = heft.identify(ROBOT, run(spring, amplitude=0.1), held_out=0)
    assert not balances(estimate)
    assert "far from the robot file" in estimate.warnings[0]
    assert "--friction viscous,coulomb,offset,spring" in estimate.warnings[0]


def test_a_base_that_leans_is_not_a_spring():
    estimate = heft.identify(ROBOT, run(gravity=(9.81 * np.sin(0.2), 0.0, -9.81 * np.cos(0.2))), held_out=0)
    assert not balances(estimate)
    assert any("tilted" in text for text in (*estimate.doubts, *estimate.warnings))


def test_base_parameters_with_more_columns():
    base = base_of(model_of(ROBOT))
    wide = extended(base, [joint_column(ROBOT, LIFT, "spring")])
    friction = {
        name: (*DEFAULT_FRICTION, *(("spring",) if r == LIFT else ())) for r, name in enumerate(ROBOT.joint_names)
    }
    whole = base_of(model_of(ROBOT, friction))
    assert {*wide.names} == {*whole.names}
    assert len(wide.names) == len(base.names) + 1


def test_a_spring_on_a_robot_of_two_joints_is_named_and_not_taken():
    """Wrong stamps and other faults look like a spring there, so it is a possible cause."""
    pendulum = heft.load("zoo:double_pendulum")
    q, qd, qdd = wave(pendulum, 3, 3000, 100.0)
    tau = heft.inverse_dynamics(pendulum, q, qd, qdd) + 0.1 * qd + 0.2 * np.sign(qd)
    tau[:, 1] += 1.5 * np.std(tau[:, 1]) * (q[:, 1] - 0.2)
    tau += 0.02 * np.random.default_rng(3).standard_normal(tau.shape)
    estimate = heft.identify(pendulum, motion_of(pendulum, q, qd, qdd, tau, rate=100.0), held_out=0)
    assert not balances(estimate)
    (said,) = (text for text in estimate.warnings if "'elbow' is a function of its position" in text)
    assert "a linear spring" in said
    assert "give the joint 'spring' friction: --friction elbow=viscous,coulomb,offset,spring" in said
