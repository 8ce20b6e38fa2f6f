"""Time stamps in a wrong unit or at a wrong rate are found, with the factor."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.logs import RATE, arm_in, measured

import heft
from heft.errors import FormatError


@pytest.fixture(scope="module")
def robot(tmp_path_factory: pytest.TempPathFactory) -> heft.Robot:
    return heft.load(arm_in(tmp_path_factory.mktemp("arm")))


@pytest.fixture(scope="module")
def log(robot: heft.Robot) -> heft.Log:
    log = measured(robot, 1)
    return replace(log, qd=np.gradient(log.q, 1 / RATE, axis=0))


def test_a_right_clock_is_silent(robot: heft.Robot, log: heft.Log):
    assert heft.clean(robot, log).warnings == ()
    assert heft.clean(robot, replace(log, qd=None)).warnings == ()


@pytest.mark.parametrize(
    ("factor", "words"),
    [
        (20.0, "20 times too far apart. The rate, or the unit of time, is wrong"),
        (0.05, "20 times too close together"),
        (1 / 60, "60 times too close together. They seem to be in minutes"),
        (150.0, "150 times too far apart"),
        (1.25, "1.25 times too far apart. The rate, or the unit of time, is wrong"),
        (0.9, "1.11 times too close together. The rate, or the unit of time, is wrong"),
    ],
)
def test_velocities_give_the_factor(robot: heft.Robot, log: heft.Log, factor: float, words: str):
    with pytest.raises(FormatError, match=words):
        heft.clean(robot, replace(log, t=factor * log.t))


def test_velocities_of_some_joints_that_are_somewhat_wrong_are_not_a_matter_of_time(robot: heft.Robot, log: heft.Log):
    assert log.qd is not None
    motion = heft.clean(robot, replace(log, qd=log.qd * [1.25, 1.25, 1.15]))
    assert any("is 1.25 times the derivative" in text for text in motion.warnings)


@pytest.mark.parametrize(("factor", "unit"), [(1e3, "ms"), (1e6, "us"), (1e9, "ns")])
def test_units_are_named(robot: heft.Robot, log: heft.Log, factor: float, unit: str):
    for each in (log, replace(log, qd=None)):
        with pytest.raises(FormatError, match=f"samples per second. The stamps seem to be in {unit}"):
            heft.clean(robot, replace(each, t=factor * log.t))


def test_milliseconds_at_a_high_rate(robot: heft.Robot, log: heft.Log):
    """At 2 kHz stamps in ms are a rate of 2 Hz, which could be."""
    fine = replace(log, t=log.t / 10, qd=log.qd * 10)
    with pytest.raises(FormatError, match=r"1000 times too far apart. They seem to be in ms"):
        heft.clean(robot, replace(fine, t=1e3 * fine.t))


def test_without_velocities_impossible_speeds_are_told(robot: heft.Robot, log: heft.Log):
    fast = heft.clean(robot, replace(log, qd=None, t=log.t / 60))
    assert any("times their velocity limits" in text for text in fast.warnings)


def test_positions_alone_may_be_asked_for(robot: heft.Robot, log: heft.Log):
    motion = heft.clean(robot, replace(log, t=20 * log.t), heft.Cleaning(velocities="positions"))
    assert set(motion.cleaning.velocities) == {"positions"}


def test_velocities_in_degrees_are_not_a_matter_of_time(robot: heft.Robot, log: heft.Log):
    assert log.qd is not None
    motion = heft.clean(robot, replace(log, qd=np.degrees(log.qd)))
    assert all("degrees per second" in text for text in motion.warnings)


def test_a_pendulum_in_milliseconds(tmp_path: Path):
    robot = heft.load("zoo:double_pendulum")
    t = np.arange(4000) / 500
    q = np.stack([np.sin(t * 3), 0.5 * np.sin(t * 5)], axis=1)
    log = heft.Log(1e3 * t, ("shoulder", "elbow"), q, qd=np.gradient(q, t, axis=0), effort=q)
    with pytest.raises(FormatError, match=r"0\.5 samples per second.* in ms"):
        heft.clean(robot, log)
