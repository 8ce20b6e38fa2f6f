"""Joints that slide: efforts without gravity, and springs that carry a weight that is the same in every position."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.motions import drives, motion_of, wave
from support.small_robots import body, mechanism

import heft
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.findings.common_scale import common_scale
from heft.estimation.findings.no_gravity import no_gravity
from heft.friction import DEFAULT_FRICTION
from heft.logs.motion import Motion
from heft.robot.model import Robot


def link(name: str, parent: str | None, kind: str, axis: list[int], mass: float, com: list[float], xyz: list[float]):
    inertia = {"mass": mass, "com": com, "about_com": np.diag(0.02 * mass * np.array([0.5, 1, 1])).tolist()}
    return body(name, parent, {"type": kind, "axis": axis}, placement={"xyz": xyz}, inertia=inertia)


CRANE = mechanism(
    link("rail", None, "prismatic", [1, 0, 0], 14.0, [0.02, 0, -0.05], [0, 0, 1.2]),
    link("boom", "rail", "revolute", [0, 1, 0], 6.0, [0.18, 0.02, 0.01], [0, 0.1, -0.1]),
    link("stick", "boom", "revolute", [0, 1, 0], 3.0, [0.14, -0.01, 0.02], [0.45, 0, 0]),
    link("spin", "stick", "revolute", [1, 0, 0], 1.1, [0.04, 0.03, 0.01], [0.3, 0, 0]),
)
SCARA = mechanism(
    link("one", None, "revolute", [0, 0, 1], 9.0, [0.15, 0.01, 0.05], [0, 0, 0.4]),
    link("two", "one", "revolute", [0, 0, 1], 5.0, [0.12, 0.01, 0.04], [0.35, 0, 0.05]),
    link("lift", "two", "prismatic", [0, 0, 1], 1.5, [0.005, 0, -0.1], [0.3, 0, 0]),
    link("roll", "lift", "revolute", [0, 0, 1], 0.8, [0.04, 0.01, -0.03], [0, 0, -0.2]),
)
LIFT = SCARA.joint_names[2]
SPRUNG = dict.fromkeys(SCARA.joint_names, DEFAULT_FRICTION) | {LIFT: (*DEFAULT_FRICTION, "spring")}


def run(robot: Robot, carried: float, *, pull: float = 0.0, pace: float = 1.0) -> Motion:
    """Return a run from whose efforts a part of the weight is missing, with a spring at sliding joints."""
    q, qd, qdd = wave(robot, 3, 3000, 100.0)
    slow = np.array([pace if joint.kind == "prismatic" else 1.0 for joint in robot.joints])
    q, qd, qdd = slow * q, slow * qd, slow * qdd
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + drives(qd, qdd)
    tau -= (1 - carried) * heft.gravity_forces(robot, q)
    tau += pull * q * [joint.kind == "prismatic" for joint in robot.joints]
    tau += 0.02 * np.random.default_rng(3).standard_normal(tau.shape)
    return motion_of(robot, q, qd, qdd, tau, rate=100.0)


def findings(robot: Robot, motion: Motion) -> list[str]:
    return [*no_gravity(base_of(model_of(robot)), [motion])]


@pytest.mark.parametrize("carried", [0.5, 1.0, 1.5])
def test_a_lift_that_carries_its_weight_is_silent(carried: float):
    assert findings(SCARA, run(SCARA, carried)) == []


@pytest.mark.parametrize("scale", [1.0, 1e-3])
def test_a_slow_lift_without_weight_is_named_if_other_joints_have_their_torques(scale: float):
    """Its inertia force is lost in the noise; efforts in another unit lack more than gravity."""
    slow = run(SCARA, 0.0, pace=0.001)
    said = findings(SCARA, replace(slow, effort=scale * slow.effort))
    assert [f"effort of joint '{LIFT}' seems to be without gravity" in text for text in said] == [True] * (scale == 1.0)
    assert not said or "times the other torques of the joints" in said[0]
    assert findings(SCARA, run(SCARA, 1.0, pace=0.001)) == []


def test_a_lift_without_weight_is_named():
    found = heft.identify(SCARA, run(SCARA, 0.0), held_out=0)
    assert f"effort of joint '{LIFT}' seems to be without gravity" in found.doubts[0]
    assert "give the joint 'spring' friction" in found.doubts[0]


def test_a_lift_that_turns_is_named_by_its_joint_where_an_option_is_recommended():
    """Its coordinates have names of their own, which --friction does not know."""
    spindle = mechanism(link("spindle", None, "cylindrical", [0, 0, 1], 3.0, [0.1, 0, 0], [0, 0, 0]))
    (joint,) = spindle.joint_names
    (said,) = findings(spindle, run(spindle, 0.0))
    assert f"effort of joint '{spindle.coordinate_names[1]}' seems to be without gravity" in said
    assert f"--friction {joint}=viscous,coulomb,offset,spring" in said
    assert joint != spindle.coordinate_names[1]


@pytest.mark.parametrize(("carried", "pull"), [(0.0, 0.0), (0.3, 100.0)])
def test_with_a_spring_the_lift_keeps_the_mass_of_the_file(carried: float, pull: float):
    """Mass and armature are one parameter there, and weight and offset another."""
    found = heft.identify(SCARA, run(SCARA, carried, pull=pull), friction=SPRUNG, held_out=0)
    masses = [SCARA.parameters[:, 0], found.robot.parameters[:, 0]]
    assert masses[1] == pytest.approx(masses[0], rel=0.05)
    assert not found.doubts
    assert not any("far from the robot file" in text for text in found.warnings)


def test_missing_gravity_is_not_taken_for_another_mounting():
    found = heft.identify(CRANE, run(CRANE, 0.0), held_out=0)
    assert "seem to be without gravity" in found.doubts[0]
    assert not any("mounted" in text for text in found.doubts)


def test_where_no_gravity_varies_a_common_factor_may_be_that_of_time_stamps():
    sound = run(SCARA, 1.0)
    fast = replace(sound, qd=sound.qd / 2, qdd=sound.qdd / 4)
    (said,) = common_scale(base_of(model_of(SCARA)), [fast])
    assert "the time stamps are 2 times too far apart: no torque of gravity tells" in said
