"""Efforts that come more seldom than positions are used where they are new; rounded and slow ones are taken whole."""

import re
from dataclasses import replace

import numpy as np
import pytest
from support.logs import arm_in, heavier, measured

import heft
from heft.errors import FormatError
from heft.logs.journal import Journal
from heft.logs.seldom_efforts import at_efforts


@pytest.fixture(scope="module")
def arm(tmp_path_factory):
    return heft.load(arm_in(tmp_path_factory.mktemp("seldom")))


@pytest.fixture(scope="module")
def log(arm):
    return measured(heavier(arm), 1, 2400)


def empty(log, at):
    effort = np.full_like(log.effort, np.nan)
    effort[at] = log.effort[at]
    return replace(log, effort=effort)


def held(log, at):
    return replace(
        log, effort=log.effort[np.maximum.accumulate(np.where(np.isin(np.arange(log.n), at), range(log.n), 0))]
    )


def every(samples):
    return np.arange(0, 2400, samples)


def jittering(samples):
    """Two clocks: a sample more or less between efforts."""
    steps = samples + np.random.default_rng(3).integers(-1, 2, 2400 // samples)
    return np.append(0, np.cumsum(steps[np.cumsum(steps) < 2400]))


@pytest.mark.parametrize("at", [every(5), every(20), jittering(6)], ids=["5", "20", "about 6"])
@pytest.mark.parametrize(("spoilt", "words"), [(empty, "have efforts"), (held, "are repeated in between")])
def test_efforts_at_a_lower_rate_are_named_and_used(arm, log, spoilt, words, at):
    """Held ones were called late by half the time that they are held, and sparse ones were called missing."""
    seldom = spoilt(log, at)
    warnings = " ".join(heft.clean(arm, seldom).warnings)
    assert f"Only {len(at)} of 2400 samples" in warnings
    assert words in warnings
    assert "stuck" not in warnings
    test = measured(heavier(arm), 3, 1600)
    good, found = (heft.identify(arm, each, friction="viscous,coulomb") for each in (log, seldom))
    assert not found.doubts
    assert found.validate(test).filtered.overall.rmse < 1.5 * good.validate(test).filtered.overall.rmse


def test_torques_that_a_controller_held_are_right_with_the_remedy_of_the_warning(arm, log):
    """Held from the middle of what they stand for, they are early by half of that time."""
    early = held(log, every(10))
    early = replace(early, effort=np.vstack([early.effort[5:], early.effort[-1:].repeat(5, axis=0)]))
    assert "import the log with late = -5 for the effort" in " ".join(heft.clean(arm, early).warnings)
    in_time = replace(early, effort=np.vstack([np.full((5, 3), np.nan), early.effort[:-5]]))
    test = measured(heavier(arm), 3, 1600)
    found = [heft.identify(arm, each, friction="viscous,coulomb") for each in (log, early, in_time)]
    good, wrong, right = (each.validate(test).filtered.overall.rmse for each in found)
    assert right < 1.5 * good < wrong


def test_a_lag_is_given_in_samples_of_the_log(arm, log):
    late = replace(log, effort=np.vstack([log.effort[:1].repeat(10, axis=0), log.effort[:-10]]))
    found = heft.identify(arm, held(late, every(5)), friction="viscous,coulomb")
    (samples,) = re.findall(r"with late = (\d+) for the effort in its map", found.doubts[0])
    assert 8 <= int(samples) <= 12  # of the ten; in samples with efforts they are two


def test_both_are_the_same_log(arm, log):
    motions = [heft.clean(arm, spoilt(log, every(5))) for spoilt in (empty, held)]
    np.testing.assert_array_equal(motions[0].effort, motions[1].effort)
    np.testing.assert_array_equal(motions[0].qdd, motions[1].qdd)


@pytest.mark.parametrize("step", [0.05, 0.5, 5.0])
def test_rounded_efforts_are_taken_whole(log, step):
    rounded = replace(log, effort=step * np.round(log.effort / step))
    assert at_efforts(rounded, Journal()) is rounded


def test_slow_efforts_that_are_rounded_are_taken_whole(log):
    """Without noise, one joint, and so coarse that a value stays for dozens of samples."""
    wave = 2 * np.round(10 * np.sin(np.linspace(0, 30, log.n)))[:, None] * [1.0, 0.0, 0.0]
    slow = replace(log, effort=wave)
    assert at_efforts(slow, Journal()) is slow


def test_efforts_of_a_part_of_a_log_are_used(arm, log):
    motion = heft.clean(arm, empty(log, np.arange(1500, 2400)))
    assert "Only 900 of 2400 samples have efforts" in " ".join(motion.warnings)
    assert motion.measured.all()


def test_a_joint_with_few_efforts_does_not_take_those_of_others(arm, log):
    effort = np.array(log.effort)
    effort[np.arange(log.n) % 10 != 0, 2] = np.nan
    motion = heft.clean(arm, replace(log, effort=effort))
    assert motion.measured.tolist() == [True, True, False]
    assert motion.n > 2000


def test_efforts_in_different_samples_are_refused_with_the_reason(arm, log):
    effort = np.full_like(log.effort, np.nan)
    for k in range(3):
        effort[k::5, k] = log.effort[k::5, k]
    with pytest.raises(FormatError, match=r"'waist' in 20 % of all, .* those of 'elbow'.*Interpolate the efforts"):
        heft.clean(arm, replace(log, effort=effort))


def test_too_few_efforts_are_refused_with_the_reason(arm, log):
    with pytest.raises(FormatError, match=r"Only 24 of 2400 samples have efforts.* at least 32 are needed"):
        heft.clean(arm, empty(log, every(100)))
