"""Contacts within a log are named with time and joints and left out; recordings without one are left whole."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.logs import arm_in, heavier, measured

import heft
from heft.estimation.estimate import Estimate

PLAIN = {"friction": "viscous,coulomb,offset", "cleaning": heft.Cleaning(cutoff=10.0, velocity_threshold=0.05)}


@pytest.fixture(scope="module")
def arm(tmp_path_factory: pytest.TempPathFactory) -> heft.Robot:
    return heft.load(arm_in(tmp_path_factory.mktemp("pushes")))


@pytest.fixture(scope="module")
def logs(arm: heft.Robot) -> list[heft.Log]:
    return [measured(heavier(arm), seed) for seed in (1, 2, 4)]


@pytest.fixture(scope="module")
def clean(arm: heft.Robot, logs: list[heft.Log]) -> Estimate:
    """What is found from the sound logs, the last of them held out."""
    return heft.identify(arm, logs, **PLAIN)


@pytest.fixture(scope="module")
def clean_alone(arm: heft.Robot, logs: list[heft.Log]) -> Estimate:
    """What is found from all of the first log."""
    return heft.identify(arm, logs[0], **PLAIN | {"held_out": 0.0})


@pytest.fixture(scope="module")
def clean_first(arm: heft.Robot, logs: list[heft.Log]) -> Estimate:
    """What is found from the first log, its end held out."""
    return heft.identify(arm, logs[0], **PLAIN)


def pushed(arm: heft.Robot, log: heft.Log, start: float, stop: float, newtons: float) -> heft.Log:
    """A force against the hand between two times."""
    assert log.effort is not None
    point = np.zeros((3, 10))
    point[-1, :4] = newtons / 9.81, 0.0, 0.0, 0.1 * newtons / 9.81
    force = heft.gravity_forces(arm.with_parameters(point).with_gravity([5.0, 5.0, 6.8]), log.q)
    return replace(log, effort=log.effort + force * ((log.t >= start) & (log.t < stop))[:, None])


def said(found: Estimate) -> list[str]:
    return [text for text in found.warnings if "acted on the robot" in text]


def error(found: Estimate, arm: heft.Robot) -> float:
    return found.validate(measured(heavier(arm), 3)).filtered.overall.rmse


@pytest.mark.parametrize(("seconds", "newtons"), [(0.3, 30.0), (1.0, 30.0)])
def test_a_push_is_named_and_left_out(
    arm: heft.Robot, logs: list[heft.Log], clean: Estimate, seconds: float, newtons: float
):
    found = heft.identify(arm, [pushed(arm, logs[0], 5.0, 5.0 + seconds, newtons), *logs[1:]], **PLAIN)
    (text,) = said(found)
    start, stop = (float(word) for word in text.split(" from ")[1].split(" s: there")[0].split(" to "))
    assert 4.0 < start < 5.0
    assert 5.0 + seconds - 0.1 < stop < 6.0 + seconds
    assert "at joints '" in text
    assert found.runs is not None
    assert [len(motion.segments) for motion in found.runs.fitted] == [2, 1]
    assert error(found, arm) < 1.1 * error(clean, arm)
    assert not found.doubts


@pytest.mark.parametrize("seconds", [1.0, 1.5])
def test_a_push_within_a_single_short_log_is_left_out(
    arm: heft.Robot, logs: list[heft.Log], clean_alone: Estimate, seconds: float
):
    """It draws the parameters to itself, so that all of the log fits worse and nothing stands out."""
    found = heft.identify(arm, pushed(arm, logs[0], 5.0, 5.0 + seconds, 15.0), **PLAIN | {"held_out": 0.0})
    (text,) = said(found)
    start, stop = (float(word) for word in text.split(" from ")[1].split(" s: there")[0].split(" to "))
    assert 4.0 < start < 5.0
    assert 5.0 + seconds - 0.1 < stop < 6.0 + seconds
    assert error(found, arm) < 1.5 * error(clean_alone, arm)
    assert not said(clean_alone)
    assert not found.doubts


def test_nothing_is_left_out_of_what_is_held_out(arm: heft.Robot, logs: list[heft.Log], clean: Estimate):
    """It is what the estimate is judged by."""
    found = heft.identify(arm, [*logs[:2], pushed(arm, logs[2], 5.0, 6.0, 30.0)], **PLAIN)
    assert found.runs is not None
    assert clean.runs is not None
    assert found.runs.held_out[0].segments == clean.runs.held_out[0].segments
    assert found.held_out is not None
    assert clean.held_out is not None
    assert found.held_out.overall.rmse > 2 * clean.held_out.overall.rmse


def test_nothing_is_left_out_of_sound_logs(
    arm: heft.Robot, logs: list[heft.Log], clean: Estimate, clean_first: Estimate
):
    """Nor where the model lacks friction, which is large in every joint now and then."""
    assert said(clean) == []
    assert said(heft.identify(arm, logs, **PLAIN | {"friction": "viscous"})) == []
    assert said(clean_first) == []


def test_nothing_is_left_out_of_an_exact_log():
    """Where only rounding and the ends of filters are left, some windows are far beyond the others."""
    robot, t = heft.load("zoo:double_pendulum"), np.arange(0, 10, 0.01)[:, None]
    w = np.array([2.0, 3.1])
    q, qd, qdd = np.sin(w * t), w * np.cos(w * t), -(w**2) * np.sin(w * t)
    log = heft.Log(t[:, 0], tuple(robot.joint_names), q, effort=heft.inverse_dynamics(robot, q, qd, qdd))
    assert said(heft.identify(robot, log, friction="viscous,coulomb,offset")) == []


@pytest.mark.parametrize("rest", [0.5, 0.86])
def test_the_fast_part_of_a_log_is_not_a_push(arm: heft.Robot, rest: float):
    """Where the model errs in proportion to the torques of the motion, residuals are large in fast motion alone."""
    true, t = heavier(arm), np.arange(0, 60, 0.005)
    rate = np.where(t < 60 * (1 - rest), 1.0, 0.1)
    phase = np.cumsum(np.convolve(rate, np.full(100, 0.01), "same")) * 0.005
    w = np.array([4.1, 5.9, 7.3])
    q = 0.8 * np.sin(w * phase[:, None] + [0.0, 1.0, 2.0])
    qd = np.gradient(q, t, axis=0)
    qdd = np.gradient(qd, t, axis=0)
    moving = heft.inverse_dynamics(true, q, qd, qdd)
    ripple = 0.3 * (moving - heft.gravity_forces(true, q)) * np.sin(23 * q)
    noise = 0.02 * np.random.default_rng(0).standard_normal(q.shape)
    log = heft.Log(t, tuple(arm.joint_names), q, effort=moving + ripple + 0.3 * qd + noise)
    assert said(heft.identify(arm, log, **PLAIN)) == []


def test_a_load_for_a_third_of_a_log_is_not_left_out(arm: heft.Robot, logs: list[heft.Log], clean: Estimate):
    """What lasts may be the model that is wrong: the estimate is not to be relied on."""
    found = heft.identify(arm, [pushed(arm, logs[0], 3.0, 9.0, 15.0), *logs[1:]], **PLAIN)
    assert said(found) == []
    (doubt,) = [text for text in found.doubts if "acted on the robot" in text]
    assert "none are left out" in doubt
    assert found.runs is not None
    assert clean.runs is not None
    assert found.runs.fitted[0].segments == clean.runs.fitted[0].segments


def test_efforts_and_positions_that_are_copies_are_a_reason_for_doubt(
    arm: heft.Robot, logs: list[heft.Log], clean_first: Estimate
):
    log = logs[0]
    assert log.effort is not None
    twice = {"positions": replace(log, q=log.q[:, [0, 1, 1]]), "efforts": replace(log, effort=log.effort[:, [0, 0, 2]])}
    for what, joints in (("positions", "'elbow' and 'wrist'"), ("efforts", "'waist' and 'elbow'")):
        found = heft.identify(arm, twice[what], **PLAIN)
        assert f"The {what} of joints {joints} are the same in every sample" in found.doubts[0]
    assert not any("copy" in text for text in clean_first.doubts)


@pytest.mark.parametrize(("factor", "words"), [(2.0, "too far apart"), (0.5, "too close together")])
def test_a_wrong_rate_is_suspected_beside_the_robot_file(
    arm: heft.Robot, logs: list[heft.Log], clean: Estimate, factor: float, words: str
):
    """Without recorded velocities, from gravity and inertia alone."""
    wrong = [replace(log, t=factor * log.t) for log in logs]
    options = PLAIN | {"cleaning": heft.Cleaning(cutoff=10.0 / factor, velocity_threshold=0.05)}
    found = heft.identify(arm, wrong, **options)
    (said,) = [text for text in found.doubts if "The time stamps may be" in text]
    assert words in said
    assert "Recorded velocities would show" in said
    assert float(said.split(" be ")[1].split(" times")[0]) == pytest.approx(2.0, rel=0.15)
    assert not any("The time stamps may be" in text for text in (*clean.doubts, *clean.warnings))


def test_inertias_of_a_file_that_are_wrong_are_not_stamps_where_velocities_were_recorded(
    arm: heft.Robot, logs: list[heft.Log]
):
    """The factors are those of stamps twice too far apart, but recorded velocities confirm the stamps."""
    fast = [replace(log, t=2 * log.t, qd=np.gradient(log.q, 2 * log.t, axis=0)) for log in logs]
    options = PLAIN | {"cleaning": heft.Cleaning(cutoff=5.0, velocity_threshold=0.05)}
    found = heft.identify(arm, fast, **options)
    assert not any("The time stamps may be" in text for text in found.doubts)
    (said,) = [text for text in found.warnings if "The time stamps may be" in text]
    assert "The recorded velocities agree with the time stamps" in said
