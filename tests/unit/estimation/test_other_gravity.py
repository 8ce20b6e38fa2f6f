"""`heft.validate` names gravity of another direction at robots that slide; counterweights and wrong masses are none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.motions import wave
from support.small_robots import body, mechanism

import heft
from heft.estimation.tilt_rows import Gravity
from heft.logs.log import Log
from heft.robot.model import Robot

AXES = {"x": [1, 0, 0], "y": [0, 1, 0], "z": [0, 0, 1]}
KINDS = ("x y z", "x y", "x y turn")


def inertia(mass: float) -> dict[str, object]:
    return {"mass": mass, "com": [0.1, 0.05, -0.1], "about_com": [0.1, 0.1, 0.1]}


def gantry(names: str, masses: tuple[float, ...] = (40, 15, 8)) -> Robot:
    """Return bodies on joints that slide, the last of which may turn about z."""
    bodies, parent = [], None
    for name, mass in zip(names.split(), masses, strict=False):
        kind = "prismatic" if name in AXES else "revolute"
        joint = {"type": kind, "axis": AXES.get(name, [0, 0, 1]), "name": name}
        bodies.append(body(f"on_{name}", parent, joint, inertia=inertia(mass)))
        parent = f"on_{name}"
    return mechanism(*bodies)


def log(truth: Robot, degrees: tuple[float, float], braked: int | None = None) -> Log:
    """Return a log of a tilted robot; a brake may hold one of its joints, whose drive then gives nothing."""
    tilted = truth.with_gravity(Gravity.of(truth).turned(np.radians(degrees)).tolist())
    q, qd, qdd = wave(truth, 1, 2400, 200.0, 0.5)
    rng = np.random.default_rng(1)
    free = np.arange(truth.nv) != braked
    q, qd, qdd = q * free, qd * free, qdd * free
    tau = free * (heft.inverse_dynamics(tilted, q, qd, qdd) + 8 * qd + 6 * np.sign(qd))
    tau += 0.5 * rng.standard_normal(q.shape)
    positions = q + 1e-6 * free * rng.standard_normal(q.shape)
    return Log(np.arange(len(q)) / 200, tuple(truth.joint_names), positions, effort=tau)


def said(robot: Robot, *runs: Log) -> tuple[str, str]:
    found = heft.validate(robot, runs)
    return " ".join(found.doubts), " ".join(text for text in found.warnings if "gravity" in text)


@pytest.mark.parametrize("names", KINDS)
@pytest.mark.parametrize("degrees", [(90, 0), (30, 0), (0, -60)])
def test_another_mounting_is_a_doubt(names, degrees):
    doubts, _ = said(gantry(names), log(gantry(names), degrees))
    seems, option = doubts.split(": with the masses of the file")[0].split(" --gravity ")
    assert seems == "The robot seems to be mounted differently from its file, with gravity as in"
    true = Gravity.of(gantry(names)).turned(np.radians(degrees))
    np.testing.assert_allclose([float(g) for g in option.split()], true, atol=0.5)


@pytest.mark.parametrize("names", KINDS)
def test_a_small_tilt_is_a_warning(names):
    doubts, warnings = said(gantry(names), log(gantry(names), (10, 0)))
    assert not doubts
    assert warnings.startswith("The residuals look as if the base were tilted, by about 10.0 deg, with gravity as in")


@pytest.mark.parametrize("names", KINDS)
def test_nothing_is_said_of_a_level_base_and_rough_masses(names):
    for masses in ((40, 15, 8), (60, 22, 12), (45, 10, 9)):
        assert said(gantry(names), log(gantry(names, masses), (0, 0))) == ("", "")


def test_a_counterweight_is_no_other_gravity():
    """It takes half or all of the weight off the vertical joint: gravity would have another length."""
    run = log(gantry("x y z"), (0, 0))
    for share in (0.5, 1.0):
        effort = np.array(run.effort)
        effort[:, 2] -= share * 8 * 9.81
        assert said(gantry("x y z"), replace(run, effort=effort)) == ("", "")


@pytest.mark.parametrize("degrees", [(0, 0), (30, 0)])
def test_a_joint_that_a_brake_holds_in_one_log_counts_in_the_others_alone(degrees):
    """The brake carries its weight, so its drive says nothing of gravity there."""
    robot = gantry("x y z")
    doubts, warnings = said(robot, log(robot, degrees, braked=2), log(robot, degrees))
    assert ("mounted differently" in doubts) == any(degrees)
    assert warnings == ""
