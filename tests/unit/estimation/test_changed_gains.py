"""A drive gain that changed between logs is named with joint, log and factor; friction that drifts is not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from support.motions import motion_of, noisy_run, wave

import heft
from heft.estimation.runs import name_of
from heft.logs.motion import Motion
from heft.robot.model import Robot

FIXED = ("viscous", "coulomb", "offset")


def times(motion: Motion, joint: int, factor: float) -> Motion:
    """Return a run with the efforts of one joint multiplied."""
    effort = np.array(motion.effort)
    effort[:, joint] *= factor
    return replace(motion, effort=effort)


def said(robot: Robot, runs: list[Motion], **options: Any) -> list[str]:
    found = heft.identify(robot, runs, friction=FIXED, **options)
    return [text for text in found.doubts if text.startswith("The efforts of '")]


@pytest.mark.parametrize("factor", [1.2, 2.0, 0.5])
@pytest.mark.parametrize(("name", "joint"), [("zoo:ur10e", 1), ("zoo:panda", 1), ("zoo:puma560", 1)])
@pytest.mark.parametrize("options", [{}, {"held_out": 0}], ids=["held out", "all"])
def test_the_gain_of_one_log_of_two_is_named(name: str, joint: int, factor: float, options: dict[str, Any]):
    robot = heft.load(name)
    (text,) = said(robot, [noisy_run(robot, 0, n=1500), times(noisy_run(robot, 1, n=1500), joint, factor)], **options)
    assert text.startswith(f"The efforts of '{robot.joint_names[joint]}' in ")
    found = float(text.split(" times as large")[0].split(" are ")[1])
    assert max(found, 1 / found) == pytest.approx(max(factor, 1 / factor), rel=0.05)
    assert "the logs agree" in text


@pytest.mark.parametrize("joint", [3, 5])
def test_a_gain_that_friction_of_its_own_would_hide_is_named(joint: int):
    """Joints nearer to the tip are hardly contradicted by others; one factor still explains more than friction."""
    robot = heft.load("zoo:panda")
    runs = [noisy_run(robot, 0, n=2000), times(noisy_run(robot, 1, n=2000), joint, 2.0)]
    (text,) = said(robot, runs, held_out=0)
    assert text.startswith(f"The efforts of '{robot.joint_names[joint]}' in ")


def test_of_three_logs_the_right_one_is_named():
    robot = heft.load("zoo:puma560")
    runs = [noisy_run(robot, seed, n=1500) for seed in range(3)]
    runs[1] = times(runs[1], 2, 1.3)
    (text,) = said(robot, runs)
    assert f"The efforts of 'joint3' in {name_of(runs[1])} are 1.3 times as large as in the other logs" in text


@pytest.mark.parametrize("name", ["zoo:ur10e", "zoo:panda", "zoo:puma560"])
def test_friction_that_drifts_is_not_a_gain(name: str):
    robot, runs = heft.load(name), []
    for seed, more in ((0, 1.0), (1, 1.6), (2, 1.0)):
        q, qd, qdd = wave(robot, seed, 1500, 200.0)
        tau = heft.inverse_dynamics(robot, q, qd, qdd) + more * (0.5 * qd + 0.4 * np.sign(qd)) + 0.2 * qdd
        tau += 0.1 * np.random.default_rng(seed).standard_normal(tau.shape)
        runs.append(motion_of(robot, q, qd, qdd, tau))
    assert said(robot, runs) == []


@pytest.mark.parametrize("name", ["zoo:ur10e", "zoo:panda", "zoo:puma560"])
def test_a_load_in_one_log_is_not_a_gain(name: str):
    robot = heft.load(name)
    more = robot.parameters.copy()
    more[-1] += heft.parameters.from_com(1.0, np.array([0.05, 0.0, 0.1]), 0.002 * np.eye(3))
    assert said(robot, [noisy_run(robot, 0, n=1500), noisy_run(robot.with_parameters(more), 1, n=1500)]) == []


@pytest.mark.parametrize("name", ["zoo:ur10e", "zoo:panda", "zoo:puma560"])
def test_logs_that_agree_are_silent(name: str):
    robot = heft.load(name)
    assert said(robot, [noisy_run(robot, seed, n=1500) for seed in range(3)]) == []
