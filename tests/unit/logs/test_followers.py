"""The effort of a joint that follows another counts in the effort of the coordinate that they share."""

from dataclasses import replace

import numpy as np
import pytest
from support.motions import wave
from support.small_robots import body, mechanism

import heft

INERTIA = {"mass": 1, "com": [0.1, 0, 0], "about_com": [0.01, 0.02, 0.02]}


def turn(name, **more):
    return {"type": "revolute", "axis": [0, 1, 0], "name": name} | more


@pytest.fixture(scope="module")
def robot():
    mimic = {"joint": "leader", "multiplier": -2, "offset": 0.1}
    return mechanism(
        body("a", None, turn("leader"), inertia=INERTIA),
        body("b", "a", turn("follower", mimic=mimic), placement={"xyz": ["1/5", 0, 0]}, inertia=INERTIA),
        body("c", "b", turn("tip"), placement={"xyz": ["1/5", 0, 0]}, inertia=INERTIA),
    )


@pytest.fixture(scope="module")
def log(robot):
    """Two drives share the work: the sum is what the dynamics ask for."""
    q, qd, qdd = wave(robot, 1, 2000, 200.0)
    tau = heft.inverse_dynamics(robot, q, qd, qdd)
    t = np.arange(len(q)) / 200
    share = 3 * np.sin(2 * t)
    positions = np.column_stack([q[:, 0], 0.1 - 2 * q[:, 0], q[:, 1]])
    efforts = np.column_stack([tau[:, 0] + 2 * share, share, tau[:, 1]])
    return heft.Log(t, ("leader", "follower", "tip"), positions, effort=efforts)


def with_follower(log, effort, **more):
    efforts = np.array(log.effort)
    efforts[:, 1] = effort
    return replace(log, effort=efforts, **more)


def of_leader(robot, log):
    motion = heft.clean(robot, log)
    return np.interp(log.t[100:-100], motion.t, motion.effort[:, 0]), motion


def test_the_efforts_of_leader_and_follower_add_up(robot, log):
    effort, motion = of_leader(robot, log)
    np.testing.assert_allclose(effort, (log.effort[:, 0] - 2 * log.effort[:, 1])[100:-100], atol=1e-6)
    assert any("'follower', which follows 'leader'" in text and "counts -2 times" in text for text in motion.notes)
    assert heft.validate(robot, log).overall.relative_percent < 1


@pytest.mark.parametrize("effort", [np.nan, 0.0], ids=["none", "zero"])
def test_a_follower_without_a_drive_changes_nothing(robot, log, effort):
    found, motion = of_leader(robot, with_follower(log, effort))
    np.testing.assert_allclose(found, log.effort[100:-100, 0], atol=1e-6)
    assert not any("'follower'" in text for text in (*motion.warnings, *motion.notes))


@pytest.mark.parametrize("digits", [15, 2])
def test_a_copy_of_the_leader_is_named_and_not_added(robot, log, digits):
    """Files have few digits: a copy that was rounded differs from the leader by half a step."""
    found, motion = of_leader(robot, with_follower(log, np.round(-0.5 * log.effort[:, 0], digits)))
    np.testing.assert_allclose(found, log.effort[100:-100, 0], atol=1e-6)
    assert any("is not used. It is a multiple of that joint's" in text for text in motion.warnings)


def test_efforts_that_are_nearly_alike_are_measured(robot, log):
    noise = 0.02 * np.random.default_rng(1).standard_normal(log.n)
    _, motion = of_leader(robot, with_follower(log, np.round(-0.5 * log.effort[:, 0] + noise, 2)))
    assert not any("is not used" in text for text in motion.warnings)


@pytest.mark.parametrize(("place", "words"), [(1, "It is missing in most samples"), (0, "That joint has no effort")])
def test_efforts_that_are_mostly_missing_are_named_and_take_none_of_the_other(robot, log, place, words):
    effort = np.array(log.effort)
    effort[np.arange(log.n) % 10 != 0, place] = np.nan
    motion = heft.clean(robot, replace(log, effort=effort))
    assert any(f"is not used. {words}" in text for text in motion.warnings)
    assert motion.measured.tolist() == [place == 1, True]


def test_currents_are_named_and_not_added(robot, log):
    found, motion = of_leader(robot, replace(log, effort_kind="motor_current"))
    np.testing.assert_allclose(found, log.effort[100:-100, 0], atol=1e-6)
    assert any("is not used. Torques of motors and currents" in text for text in motion.warnings)
