"""Friction that the model leaves out is not called a lag of the efforts, and a lag beside it still is one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.motions import motion_of, noisy_run, wave

import heft
from heft.estimation.columns import model_of
from heft.estimation.findings.effort_lag import effort_lag
from heft.estimation.findings.left_out_friction import beside_friction, without_friction
from heft.friction import DEFAULT_FRICTION
from heft.logs.motion import Motion

FRICTION, LAG = "friction is the more likely cause", "Import the log again with late ="
LATE = 8
"""Samples by which efforts are late: 40 ms."""


def said(motion: Motion, name: str, friction: tuple[str, ...] | dict[str, tuple[str, ...]] = ()) -> tuple[str, str]:
    """Return the reasons not to rely on the logs, and the warnings, by a model with some friction or none."""
    model = model_of(heft.load(name), friction)
    grave, light = effort_lag(model, range(len(model.names)), [motion])
    return "\n".join(grave), "\n".join(light)


def late(motion: Motion) -> Motion:
    return replace(motion, effort=np.roll(motion.effort, LATE, axis=0))


def without(name: str) -> Motion:
    """Return a run of a robot without friction."""
    robot = heft.load(name)
    q, qd, qdd = wave(robot, 2, 3000, 200.0)
    tau = heft.inverse_dynamics(robot, q, qd, qdd)
    return motion_of(robot, q, qd, qdd, tau + 0.1 * np.random.default_rng(2).standard_normal(tau.shape))


@pytest.mark.parametrize("name", ["zoo:ur10e", "zoo:panda", "zoo:puma560", "zoo:scara"])
def test_friction_is_the_more_likely_cause(name: str):
    grave, light = said(noisy_run(heft.load(name), n=3000), name)
    assert grave == ""
    assert light.startswith("Without friction in the model, ")
    assert FRICTION in light
    assert LAG not in light


@pytest.mark.parametrize("name", ["zoo:ur10e", "zoo:panda", "zoo:puma560"])
def test_a_lag_is_named_beside_friction_that_is_left_out(name: str):
    grave, light = said(late(noisy_run(heft.load(name), n=3000)), name)
    assert f"{LAG} {LATE} for the effort" in grave
    assert FRICTION not in light


@pytest.mark.parametrize("name", ["zoo:puma560", "zoo:scara"])
def test_friction_with_memory_at_some_joints_does_not_hide_a_lag_of_all(name: str):
    """Its state follows a lag of its own joint; the others keep theirs, so that the lag is one of all."""
    robot = heft.load(name)
    held = robot.joint_names[robot.nv // 2 :]
    laws = dict.fromkeys(robot.joint_names, DEFAULT_FRICTION)
    laws |= dict.fromkeys(held, ("viscous", "hysteresis", "offset"))
    model = model_of(robot, laws, numbers={"hysteresis": dict.fromkeys(held, 0.03)})
    sound = noisy_run(robot, n=3000)
    assert effort_lag(model, range(len(model.names)), [sound]) == ([], [])
    (grave,), _ = effort_lag(model, range(len(model.names)), [late(sound)])
    assert f"{LAG} {LATE} for the effort" in grave


@pytest.mark.parametrize("name", ["zoo:ur10e", "zoo:panda"])
def test_a_lag_is_named_where_there_is_no_friction(name: str):
    motion = without(name)
    assert said(motion, name) == ("", "")
    grave, light = said(late(motion), name)
    assert f"{LAG} {LATE} for the effort" in grave
    assert FRICTION not in light


def test_friction_of_one_joint_that_is_left_out_is_named_there():
    robot = heft.load("zoo:puma560")
    laws: dict[str, tuple[str, ...]] = dict.fromkeys(robot.joint_names, ("viscous", "coulomb", "offset"))
    laws["joint2"] = ()
    grave, light = said(noisy_run(robot, n=3000), "zoo:puma560", laws)
    assert LAG not in grave + light
    assert not light or light.startswith("Without friction at 'joint2' in the model, ")
    assert without_friction(model_of(robot, laws)) == {1: "joint2"}


def test_joints_get_friction_and_keep_their_columns():
    model = model_of(heft.load("zoo:scara"), ())
    wide, columns = beside_friction(model, [3, 5], [0])
    assert [wide.names[k] for k in columns] == [model.names[3], model.names[5], "joint1.viscous", "joint1.coulomb"]
    assert without_friction(model_of(heft.load("zoo:scara"), ("quadratic",))) == {}
    assert len(without_friction(model_of(heft.load("zoo:scara"), ("offset", "spring")))) == 4


def test_identify_without_friction_names_it_and_no_lag():
    robot = heft.load("zoo:panda")
    found = heft.identify(robot, [noisy_run(robot, seed, n=2000) for seed in (0, 1)], friction=())
    every = "\n".join((*found.doubts, *found.warnings))
    assert FRICTION in every
    assert LAG not in every
