"""Efforts that are wrong by the same factor at all joints fit any logs; the robot file shows them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.motions import noisy_run

import heft
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.findings import common_scale as common_scale_module
from heft.estimation.findings.common_scale import common_scale, small_alike
from heft.logs.motion import Motion

FILES = ("zoo:panda", "zoo:ur10e", "zoo:puma560")


def run(name: str, factor: float, spread: float = 0.3, seed: int = 1) -> tuple[heft.Robot, Motion]:
    """Return a robot file, and a run of a robot whose links are some tens of percent heavier or lighter."""
    robot = heft.load(name)
    masses = np.exp(np.random.default_rng(seed).normal(0, spread, (robot.n_bodies, 1)))
    motion = noisy_run(robot.with_parameters(robot.parameters * masses), seed, n=2000)
    return robot, replace(motion, effort=factor * motion.effort)


@pytest.mark.parametrize("factor", [2.2, 0.45, 6.0])
@pytest.mark.parametrize("name", FILES[:2])
def test_a_common_factor_is_named(name: str, factor: float):
    robot, motion = run(name, factor, 0.1)
    (said,) = common_scale(base_of(model_of(robot)), [motion])
    assert float(said.split()[3]) == pytest.approx(factor, rel=0.25)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", FILES)
def test_rough_files_are_not_accused(name: str, seed: int):
    robot, motion = run(name, 1.0, 0.4, seed)
    assert not [*common_scale(base_of(model_of(robot)), [motion])]


def test_identify_does_not_rely_on_it():
    robot, motion = run("zoo:panda", 2.0)
    other = replace(noisy_run(robot, 3, n=2000), effort=2 * noisy_run(robot, 3, n=2000).effort)
    found = heft.identify(robot, [motion, other], friction=("viscous", "coulomb", "offset"))
    assert found.doubts[0].startswith("The efforts are")
    assert "at all joints alike" in found.doubts[0]
    assert "far from the robot file" not in " ".join(found.warnings)


@pytest.mark.parametrize(("factor", "words"), [(1e-3, "Are they in kN m?"), (0.02, "another unit"), (0.07, "0.07")])
def test_small_efforts_of_all_joints_are_another_unit_and_do_not_cancel(factor: float, words: str):
    robot, motion = run("zoo:ur10e", factor, 0.1)
    found = heft.identify(robot, motion, friction=("viscous", "coulomb", "offset"), held_out=0)
    assert words in found.doubts[0]
    assert not any("almost no effort" in text or "All efforts" in text for text in (*found.doubts, *found.warnings))


def test_of_two_joints_both_must_be_small():
    robot = heft.load("zoo:double_pendulum")
    sound = noisy_run(robot, 2, n=2000)
    base = base_of(model_of(robot))
    assert small_alike(base, [replace(sound, effort=1e-3 * sound.effort)])
    assert not small_alike(base, [replace(sound, effort=sound.effort * [1e-3, 1.0])])


@pytest.mark.parametrize("factor", [0.4, 1.0, 2.0])
def test_a_joint_without_effort_is_named_whatever_the_efforts_of_the_others_are(factor: float):
    """Its effort is not in another unit, however far the masses of the file are off."""
    robot, motion = run("zoo:ur10e", factor)
    effort = np.array(motion.effort)
    effort[:, 2] = 0.01 * np.random.default_rng(2).standard_normal(motion.n)
    found = heft.identify(robot, replace(motion, effort=effort), friction=("viscous", "coulomb", "offset"), held_out=0)
    assert found.doubts[0].startswith("Joint 'elbow' has almost no effort")


@pytest.mark.parametrize(("correlation", "named"), [(0.97, True), (0.7, False)])
def test_noise_of_the_positions_is_not_a_factor_of_the_efforts(monkeypatch, correlation: float, named: bool):
    """It makes what is predicted too large, so that efforts seem small beside it, and both are less alike."""
    robot, motion = run("zoo:ur10e", 1.0)
    factors = np.array([0.47, 0.5, 0.53])
    found = factors, np.ones(3), factors / correlation
    monkeypatch.setattr(common_scale_module, "effort_factors", lambda *_, **__: found)
    assert bool([*common_scale(base_of(model_of(robot)), [motion])]) == named
