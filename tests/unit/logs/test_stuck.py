"""Channels that repeat their last value while the robot moves are left out; rest and coarse sensors are not stuck."""

from dataclasses import replace

import numpy as np
import pytest
from support.logs import arm_in, heavier, measured

import heft
from heft.errors import FormatError

PLAIN = {"friction": "viscous,coulomb", "cleaning": heft.Cleaning(cutoff=10.0, velocity_threshold=0.05)}


@pytest.fixture(scope="module")
def arm(tmp_path_factory):
    return heft.load(arm_in(tmp_path_factory.mktemp("stuck")))


@pytest.fixture(scope="module")
def log(arm):
    return measured(heavier(arm), 1, 2400)


def held(x, *stretches, joints=slice(None)):
    """Return samples of which some stretches repeat their first one."""
    x = np.array(x)
    for a, b in stretches:
        x[a:b, joints] = x[a, joints]
    return x


def said(arm, log):
    return " ".join(text for text in heft.clean(arm, log).warnings if "stuck" in text)


def test_an_effort_that_stops_is_named_and_does_not_ruin_the_estimate(arm, log):
    stuck = replace(log, effort=held(log.effort, (1200, 1900), joints=1))
    assert "The effort of 'elbow' is stuck: 699 of 2400 samples" in said(arm, stuck)
    test = measured(heavier(arm), 3, 1600)
    residuals = [heft.identify(arm, each, **PLAIN).validate(test).filtered.overall.rmse for each in (log, stuck)]
    assert residuals[1] < 1.5 * residuals[0]


def test_a_log_that_is_mostly_stuck_is_refused(arm, log):
    with pytest.raises(FormatError, match="effort of 'waist' is stuck: 1999 of 2400"):
        heft.clean(arm, replace(log, effort=held(log.effort, (400, 2400))))


def test_a_recorder_that_stops_altogether_is_named(arm, log):
    frozen = replace(log, q=held(log.q, (1000, 1240)), effort=held(log.effort, (1000, 1240)))
    assert "Positions and efforts of all joints are stuck: 239 of 2400 samples" in said(arm, frozen)
    good = heft.identify(arm, log, **PLAIN)
    found = heft.identify(arm, frozen, **PLAIN)
    assert found.fitted.overall.relative_percent < 1.2 * good.fitted.overall.relative_percent


@pytest.mark.parametrize("noise", [0.0, 1e-5])
@pytest.mark.parametrize("stretches", [[(1000, 1240)], [(500, 700), (1000, 1240)]], ids=["once", "twice"])
def test_encoders_that_all_stop_while_efforts_go_on_are_named(arm, log, noise, stretches):
    """The positions may still be converted with noise."""
    q = held(log.q, *stretches) + noise * np.random.default_rng(0).standard_normal(log.q.shape)
    frozen, count = replace(log, q=q), sum(b - a - 1 for a, b in stretches)
    assert f"The positions of all joints are stuck, while efforts go on: {count} of 2400 samples" in said(arm, frozen)
    good = heft.identify(arm, log, **PLAIN)
    found = heft.identify(arm, frozen, **PLAIN)
    assert not found.doubts
    assert found.fitted.overall.relative_percent < 1.2 * good.fitted.overall.relative_percent


def test_a_pause_of_the_stamps_after_a_rest_is_not_stuck(arm, log):
    """The robot rests, the recorder pauses, and the robot is elsewhere."""
    q, effort = (np.concatenate([np.repeat(x[1200:1201], 300, axis=0), x[1500:]]) for x in (log.q, log.effort))
    t = np.concatenate([log.t[:300], log.t[1500:]])
    noise = 0.01 * np.random.default_rng(0).standard_normal(effort.shape)
    assert said(arm, replace(log, t=t, q=q, effort=effort + noise)) == ""


@pytest.mark.parametrize("step", [0.05, 0.5, 5.0])
def test_coarse_efforts_are_not_stuck(arm, log, step):
    assert said(arm, replace(log, effort=step * np.round(log.effort / step))) == ""


@pytest.mark.parametrize("samples", [2, 10, 40])
def test_efforts_that_come_more_seldom_are_not_stuck(arm, log, samples):
    slow = log.effort[np.arange(log.n) // samples * samples]
    assert said(arm, replace(log, effort=slow)) == ""


def test_rest_is_not_stuck(arm, log):
    """A robot that stops and starts again where it stood, with efforts of a simulator that has no noise."""
    q = np.concatenate([log.q[:1200], np.repeat(log.q[1200:1201], 300, axis=0), log.q[1200:]])
    effort = np.concatenate([log.effort[:1200], np.repeat(log.effort[1200:1201], 300, axis=0), log.effort[1200:]])
    rests = replace(log, t=0.005 * np.arange(len(q)), q=q, effort=effort)
    assert said(arm, rests) == ""


def zeros(arm, log):
    return " ".join(text for text in heft.clean(arm, log).warnings if "zero" in text)


def test_zeros_while_the_joint_moves_are_left_out(arm, log):
    """A drive that is off, or a recorder that has nothing to report; the joint's friction and weight say otherwise."""
    effort = np.array(log.effort)
    effort[600:1100, 1] = 0.0
    off = replace(log, effort=effort)
    words = "The effort of 'elbow' is zero: 499 of 2400 samples are exactly zero while it moves, from 3 to 5.495 s"
    assert words in zeros(arm, off)
    test = measured(heavier(arm), 3, 1600)
    residuals = [heft.identify(arm, each, **PLAIN).validate(test).filtered.overall.rmse for each in (log, off)]
    assert residuals[1] < 1.5 * residuals[0]


@pytest.mark.parametrize("step", [0.0, 2.0], ids=["fine", "coarse"])
def test_zeros_of_all_joints_at_once_are_left_out(arm, log, step):
    effort = np.array(log.effort)
    effort = step * np.round(effort / step) if step else effort
    effort[900:1700] = 0.0
    off = replace(log, effort=effort)
    assert "The efforts of all joints are zero: 799 of 2400 samples" in zeros(arm, off)
    assert zeros(arm, replace(log, effort=step * np.round(log.effort / step) if step else log.effort)) == ""


def test_a_log_that_is_mostly_zero_is_refused(arm, log):
    effort = np.array(log.effort)
    effort[900:] = 0.0
    with pytest.raises(FormatError, match="efforts of all joints are zero: 1499 of 2400"):
        heft.clean(arm, replace(log, effort=effort))


@pytest.mark.parametrize("stretch", [(1000, 1240), (2100, 2400)], ids=["for a while", "to the end"])
def test_an_encoder_that_stops_is_named_and_does_not_ruin_the_estimate(arm, log, stretch):
    stuck = replace(log, q=held(log.q, stretch, joints=1))
    count = stretch[1] - stretch[0] - 1
    assert f"The position of 'elbow' is stuck: {count} of 2400 samples" in said(arm, stuck)
    test = measured(heavier(arm), 3, 1600)
    residuals = [heft.identify(arm, each, **PLAIN).validate(test).filtered.overall.rmse for each in (log, stuck)]
    assert residuals[1] < 1.5 * residuals[0]


def test_a_joint_that_comes_to_rest_is_not_stuck(arm, log):
    """It brakes, is held for two seconds exactly where it is, and goes on, while the others move."""
    q = np.array(log.q)
    t = np.arange(len(q)) / 200
    pace = np.clip(np.abs(t - 6.0) - 1.0, 0.0, 0.5) / 0.5
    travelled = np.cumsum(pace) / 200
    q[:, 1] = np.interp(travelled, t, q[:, 1])
    assert np.any(np.diff(q[:, 1]) == 0)
    assert said(arm, replace(log, q=q)) == ""


def test_an_encoder_that_flickers_by_a_count_is_at_rest(arm, log):
    q, count = np.array(log.q), 1e-4
    q[:, 2] = 0.3
    q[500:900, 2] += count
    assert not said(arm, replace(log, q=q))
    q[1500:, 2] += 100 * count  # it moved while its encoder stood
    with pytest.raises(FormatError, match="position of 'wrist' is stuck"):
        heft.clean(arm, replace(log, q=q))


def test_efforts_that_round_to_zero_are_not_missing(arm, log):
    effort = log.effort - log.effort.mean(axis=0)
    step = 2 * effort.std(axis=0)
    coarse = step * np.round(effort / step)
    assert np.all(coarse == 0, axis=1).sum() > 50
    assert not any("are zero" in text for text in heft.clean(arm, replace(log, effort=coarse)).warnings)
    off = log.effort.copy()
    off[1000:1100] = 0.0
    assert any("efforts of all joints are zero" in text for text in heft.clean(arm, replace(log, effort=off)).warnings)
