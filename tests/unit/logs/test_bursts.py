"""Stamps that nearly coincide, and single numbers that nothing measures: handled, counted, and no NumPy warning."""

import json
from dataclasses import replace

import numpy as np
import pytest
from support.logs import arm_in, heavier, measured

import heft
from heft.logs.bursts import spread

PLAIN = {"friction": "viscous,coulomb", "cleaning": heft.Cleaning(cutoff=10.0, velocity_threshold=0.05)}
EVEN = 0.01 * np.arange(400)


@pytest.fixture(scope="module")
def arm(tmp_path_factory):
    return heft.load(arm_in(tmp_path_factory.mktemp("bursts")))


@pytest.fixture(scope="module")
def log(arm):
    return measured(heavier(arm), 1, 1600)


@pytest.fixture(scope="module")
def good(arm, log):
    return heft.identify(arm, log, **PLAIN)


def near(found, good):
    """Whether an estimate is as good as that of the whole log."""
    ratio = found.held_out.filtered.overall.rmse / good.held_out.filtered.overall.rmse
    assert ratio < 1.1
    assert np.all(np.abs(found.base_values - good.base_values) < 4 * good.base_deviation)


def test_even_stamps_stay():
    t, kept, moved = spread(EVEN)
    assert t is EVEN
    assert kept.all()
    assert moved == 0


def test_a_stray_stamp_is_left_out():
    t, kept, moved = spread(np.insert(EVEN, 101, EVEN[100] + 1e-6))
    assert np.flatnonzero(~kept).tolist() == [101]
    assert moved == 0
    np.testing.assert_allclose(t[kept], EVEN)


def test_messages_that_waited_are_spread_over_their_pause():
    late = EVEN.copy()
    late[[100, 101, 102]] = EVEN[103] - 1e-5 * np.array([3, 2, 1])
    t, kept, moved = spread(late)
    assert kept.all()
    assert moved == 3
    np.testing.assert_allclose(t, EVEN, atol=1e-4)


def test_a_stamp_that_is_early_is_put_in_its_place():
    early = EVEN.copy()
    early[200] = EVEN[199] + 1e-6
    t, kept, moved = spread(early)
    assert kept.all()
    assert moved == 1
    np.testing.assert_allclose(t, EVEN, atol=1e-4)


def test_bursts_that_are_the_rule_have_the_clock_of_all():
    n = np.arange(400)
    t, kept, _ = spread(0.04 * (n // 4) + 1e-4 * (n % 4))
    assert kept.all()
    np.testing.assert_allclose(np.diff(t), 0.01, rtol=0.05)


def test_one_stamp_a_microsecond_after_its_neighbour_does_not_ruin_a_log(arm, log, good):
    at = 701
    stray = heft.Log(
        np.insert(log.t, at, log.t[at - 1] + 1e-6),
        log.joints,
        np.insert(log.q, at, log.q[at - 1] + 1e-4, axis=0),
        effort=np.insert(log.effort, at, log.effort[at - 1], axis=0),
    )
    found = heft.identify(arm, stray, **PLAIN)
    near(found, good)
    assert any("bursts" in text and "1 sample" in text for motion in found.runs.fitted for text in motion.notes)


def test_bursts_are_counted(arm, log, good):
    t = np.array(log.t)
    for k in range(50, 1550, 50):
        t[k : k + 3] = log.t[k + 3] - 1e-5 * np.array([3, 2, 1])
    found = heft.identify(arm, replace(log, t=t), **PLAIN)
    near(found, good)
    assert any("90 are moved to even steps" in text for text in found.warnings)


def test_a_result_from_bursts_can_be_written(arm, log):
    """Messages that a bus delivers five at a time: the counts of what was done are numbers of JSON."""
    k = np.arange(log.n)
    late = log.t[np.minimum(k // 5 * 5 + 4, log.n - 1)] + 1e-4 * (k % 5)
    found = heft.identify(arm, replace(log, t=late), **PLAIN)
    (step,) = [step for step in found.runs.fitted[0].steps if step["step"] == "bursts"]
    assert step["moved"] > log.n / 2
    assert json.loads(json.dumps(step)) == step


@pytest.mark.parametrize("bad", [1e30, -1e100, 1e300, np.inf, 1e12])
@pytest.mark.parametrize("signal", ["q", "effort"])
def test_one_impossible_number_is_named_and_left_out(arm, log, good, bad, signal):
    values = np.array(getattr(log, signal))
    values[800, 1] = bad
    found = heft.identify(arm, replace(log, **{signal: values}), **PLAIN)
    near(found, good)
    words = "1 number is impossible in the " + ("position" if signal == "q" else "effort") + " of 'elbow'"
    assert any(words in text for text in found.warnings)


def test_a_shock_is_kept(arm, log):
    effort = np.array(log.effort)
    effort[799:802, 1] = 2e3, 5e3, 1e3
    motion = heft.clean(arm, replace(log, effort=effort), PLAIN["cleaning"])
    assert np.max(motion.effort) == 5e3
    assert not any("impossible" in text or "spikes" in text for text in motion.warnings)
