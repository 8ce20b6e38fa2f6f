"""Cleaning: what comes out is the motion that went in, whatever the log is like; bad logs are refused in words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import heft
from heft import Cleaning, Log
from heft.errors import FormatError
from heft.logs.cleaning_options import per_coordinate
from heft.logs.regression_filter import RegressionFilter

ROBOT = heft.load("zoo:double_pendulum")
ARM = heft.load("zoo:puma560")


def truth(t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Two joints that swing between 0.5 Hz and 2 Hz, at rest for half a second at both ends."""
    w = 2 * np.pi * np.array([[0.5, 1.3], [0.7, 2.0]])
    a = np.array([[0.6, 0.3], [0.5, 0.2]])
    phase = t[:, None, None] * w
    return (a * np.sin(phase)).sum(2), (a * w * np.cos(phase)).sum(2), (-a * w**2 * np.sin(phase)).sum(2)


def log(t: np.ndarray, noise: float = 0.0, seed: int = 0, **changes: object) -> Log:
    q, qd, qdd = truth(t)
    rng = np.random.default_rng(seed)
    effort = heft.inverse_dynamics(ROBOT, q, qd, qdd)
    values: dict = {"q": q + noise * rng.standard_normal(q.shape), "effort": effort} | changes
    return Log(t, ("shoulder", "elbow"), **values)


def off(motion: heft.Motion) -> tuple[float, float, float]:
    """Root mean square errors of q, qd and qdd, relative to their size."""
    q, qd, qdd = truth(motion.t)
    pairs = ((motion.q, q), (motion.qd, qd), (motion.qdd, qdd))
    return tuple(float(np.sqrt(np.mean((x - y) ** 2) / np.mean(y**2))) for x, y in pairs)  # type: ignore[return-value]


EVEN = np.arange(6000) / 500


def uneven(seed: int) -> np.ndarray:
    return EVEN + 0.3 / 500 * np.random.default_rng(seed).uniform(-1, 1, len(EVEN))


def test_noisy_positions_on_uneven_stamps():
    """1e-4 rad of noise: naive differences would be off by 0.3 rad/s2 x 1e2; here accelerations are good to 2 %."""
    motion = heft.clean(ROBOT, log(uneven(1), noise=1e-4))
    q, qd, qdd = off(motion)
    assert q < 2e-4
    assert qd < 2e-3
    assert qdd < 2e-2
    naive = np.diff(log(uneven(1), noise=1e-4).q, 2, axis=0) * 500**2
    assert np.std(naive) > 20 * np.std(truth(EVEN)[2])


def test_without_noise_little_is_lost():
    """What is left comes from the ends, where the filter has to guess; inside nothing is."""
    motion = heft.clean(ROBOT, log(EVEN))
    assert max(off(motion)) < 3e-5
    assert np.max(np.abs(motion.qdd - truth(motion.t)[2])[40:-40]) < 1e-6 * np.max(np.abs(motion.qdd))


def test_stamps_taken_for_even_would_be_worse():
    t = uneven(2)
    right = heft.clean(ROBOT, log(t))
    q, _, _ = truth(t)
    wrong = heft.clean(ROBOT, Log(EVEN, ("shoulder", "elbow"), q))
    assert off(right)[2] < 0.05 * off(wrong)[2]


def test_quantised_positions():
    step = 1e-3
    motion = heft.clean(ROBOT, log(EVEN, q=step * np.round(truth(EVEN)[0] / step)))
    assert off(motion)[2] < 0.05
    assert any("multiples of 0.001" in note for note in motion.notes)
    assert motion.warnings == ()


def test_the_cut_off_is_between_motion_and_noise():
    motion = heft.clean(ROBOT, log(EVEN, noise=1e-4))
    (found,) = [step["cutoff"] for step in motion.steps if step["step"] == "low-pass"]
    assert all(2.0 < f < 40 for f in found)
    assert heft.clean(ROBOT, log(EVEN, noise=1e-4), Cleaning(cutoff=12.5)).cleaning.cutoff == 12.5


@settings(max_examples=10)
@given(seed=st.integers(0, 100), jitter=st.booleans(), noise=st.sampled_from([0.0, 1e-5, 1e-3]))
def test_what_was_chosen_gives_the_same_motion_again(seed: int, jitter: bool, noise: float):
    given_log = log(uneven(seed) if jitter else EVEN, noise, seed)
    once = heft.clean(ROBOT, given_log)
    again = heft.clean(ROBOT, given_log, Cleaning.from_dict(once.to_dict()["cleaning"]))
    for name in ("t", "q", "qd", "qdd", "effort"):
        np.testing.assert_array_equal(getattr(once, name), getattr(again, name))
    assert once.cleaning == again.cleaning
    assert again.segments == once.segments


def test_gaps_make_segments():
    keep = np.ones(len(EVEN), bool)
    keep[2000:2100] = False
    motion = heft.clean(ROBOT, log(EVEN[keep]))
    assert len(motion.segments) == 2
    for a, b in motion.segments:
        assert np.ptp(np.diff(motion.t[a:b])) < 1e-9
    assert max(off(motion)) < 1e-4
    assert len(motion.filtered(motion.q)) == len(motion.kept)


def test_doubled_backward_and_missing_samples():
    t = np.array(EVEN)
    t[500], t[900] = t[499], t[880]
    q = truth(EVEN)[0]
    q[1200:1202] = np.nan
    motion = heft.clean(ROBOT, log(t, q=q))
    assert motion.steps[0] == {"step": "samples", "given": 6000, "kept": 5996, "bad_stamps": 2, "missing_numbers": 2}
    assert off(motion)[2] < 1e-3


def test_rest_at_both_ends_leaves():
    t = np.arange(5000) / 500
    s = np.clip((t - 2) / 5, 0, 1)
    bump = np.sin(np.pi * s) ** 4
    q = np.stack([bump, 0.5 * bump], 1) + 1e-6 * np.random.default_rng(0).standard_normal((5000, 2))
    motion = heft.clean(ROBOT, Log(t, ("shoulder", "elbow"), q))
    assert 2.0 < motion.t[0] < 3.0
    assert 6.0 < motion.t[-1] < 7.0
    whole = heft.clean(ROBOT, Log(t, ("shoulder", "elbow"), q), Cleaning(trim=False))
    assert whole.t[0] < 0.5


def test_angles_that_wrap_are_unwrapped():
    q = 5 * truth(EVEN)[0]
    wrapped = np.mod(q + np.pi, 2 * np.pi) - np.pi
    assert np.max(np.abs(q)) > np.pi
    motion = heft.clean(ROBOT, log(EVEN, q=wrapped))
    assert any("jumps by a turn" in warning for warning in motion.warnings)
    assert np.max(np.abs(motion.qd - 5 * truth(motion.t)[1])) < 1e-4


# -- recorded velocities --------------------------------------------------------------------------


def sources(motion: heft.Motion) -> list[str]:
    return next(step["source"] for step in motion.steps if step["step"] == "velocities")


def test_good_velocities_are_used():
    motion = heft.clean(ROBOT, log(EVEN, noise=1e-4, qd=truth(EVEN)[1]))
    assert sources(motion) == ["recorded", "recorded"]
    assert off(motion)[1] < 1e-4


@pytest.mark.parametrize("samples", [4.5, -2.0, 0.5])
def test_late_velocities_are_shifted(samples: float):
    late = truth(EVEN - samples / 500)[1]
    motion = heft.clean(ROBOT, log(EVEN, noise=1e-5, qd=late))
    assert sources(motion) == ["recorded", "recorded"]
    assert np.array(motion.cleaning.velocity_lag) * 500 == pytest.approx([samples, samples], abs=0.05)
    way = "late" if samples > 0 else "early"
    assert any(f"'shoulder' is {abs(samples):.1f} samples" in note and way in note for note in motion.notes)
    assert motion.warnings == ()
    assert off(motion)[1] < 1e-3


def test_a_lag_is_not_read_as_a_scale():
    """Two joints at a fiftieth of the rate: a scale estimated without the rest of the lag is off by half a percent."""
    motion = heft.clean(ROBOT, log(EVEN, noise=1e-6, qd=1.03 * truth(EVEN - 3.5 / 500)[1]))
    compared = next(step["compared"] for step in motion.steps if step["step"] == "recorded velocities")
    assert [each["scale"] for each in compared] == pytest.approx([1.03, 1.03], abs=1e-3)
    assert [each["lag"] for each in compared] == pytest.approx([3.5, 3.5], abs=0.02)
    assert any("3.5 samples (7 ms) late and 1.03 times" in note for note in motion.notes)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda v: v * [1, -1], "'elbow' has the opposite sign"),
        (lambda v: v[:, ::-1], "'elbow' follows the position of 'shoulder'"),
        (lambda v: v * [57.29578, 1], "'shoulder' is 57.3 times too large: degrees per second"),
        (lambda v: v * [1, 2], "'elbow' is 2 times the derivative"),
        (lambda v: np.random.default_rng(0).standard_normal(v.shape), "does not follow its position"),
    ],
)
def test_wrong_velocities_are_told(change, words: str):
    motion = heft.clean(ROBOT, log(EVEN, noise=1e-5, qd=change(truth(EVEN)[1])))
    assert any(words in warning for warning in motion.warnings), motion.warnings


# -- efforts --------------------------------------------------------------------------------------


def test_torque_all_zero_is_told():
    motion = heft.clean(ROBOT, log(EVEN, effort=np.zeros((6000, 2))))
    assert not motion.measured.any()
    with pytest.raises(FormatError, match="all zero"):
        motion.require_effort()


def test_a_dead_channel_is_not_measured_and_a_passive_joint_is():
    effort = np.stack([np.sin(EVEN), np.zeros(6000)], 1)
    motion = heft.clean(ROBOT, log(EVEN, effort=effort))
    assert motion.measured.tolist() == [True, False]
    assert any("elbow never changes" in warning for warning in motion.warnings)
    passive = heft.clean(ROBOT, log(EVEN, effort=effort), Cleaning(passive=("elbow",)))
    assert passive.measured.tolist() == [True, True]
    passive.require_effort()


def test_the_velocity_threshold_is_kept():
    motion = heft.clean(ROBOT, log(EVEN), Cleaning(velocity_threshold=(0.5, 1.0)))
    np.testing.assert_array_equal(motion.velocity_threshold, [0.5, 1.0])
    assert motion.to_dict()["velocity_threshold"] == [0.5, 1.0]


# -- the regression's filter ----------------------------------------------------------------------


@given(
    half=st.integers(0, 12),
    factor=st.integers(1, 9),
    n=st.integers(0, 80),
    size=st.integers(1, 60),
    seed=st.integers(0, 9),
)
def test_filter_is_the_sum_it_says_and_tiles_make_the_whole(half: int, factor: int, n: int, size: int, seed: int):
    rng = np.random.default_rng(seed)
    taps = rng.random(2 * half + 1)
    regression = RegressionFilter(taps + taps[::-1], factor, 1.0)
    rows = rng.random((n, 2, 3))
    windows = range(0, n - 2 * half, factor)
    plain = [np.tensordot(regression.taps, rows[k : k + 2 * half + 1], (0, 0)) for k in windows]
    np.testing.assert_allclose(regression.apply(rows), np.reshape(plain, (-1, 2, 3)), atol=1e-12)
    tiles = [regression.apply(rows[part]) for part in regression.tiles(0, n, size)]
    np.testing.assert_allclose(np.concatenate([np.empty((0, 2, 3)), *tiles]), regression.apply(rows), atol=1e-12)
    assert len(regression.kept(0, n)) == len(plain)


@settings(max_examples=20)
@given(seed=st.integers(0, 1000))
def test_filtering_both_sides_commutes_with_the_regression(seed: int):
    """The filter of Y x is the filter of Y, times x: what was true stays true, for any parameters."""
    motion = MOTION
    x = np.random.default_rng(seed).standard_normal(20)
    Y = REGRESSOR
    left, right = motion.filtered(Y @ x), motion.filtered(Y) @ x
    np.testing.assert_allclose(left, right, atol=1e-12 * np.max(np.abs(right)))


MOTION = heft.clean(ROBOT, log(EVEN, noise=1e-5))
REGRESSOR = heft.torque_regressor(ROBOT, MOTION.q, MOTION.qd, MOTION.qdd)


def test_regression_finds_the_robot():
    """Torques with strong white noise, positions with some: the torques come back within their standard errors."""
    rng = np.random.default_rng(5)
    t = np.arange(30000) / 500
    made = log(t, noise=1e-5)
    assert made.effort is not None
    motion = heft.clean(ROBOT, log(t, noise=1e-5, effort=made.effort + 0.5 * rng.standard_normal((30000, 2))))
    assert motion.regression_filter is not None
    Y = heft.torque_regressor(ROBOT, motion.q, motion.qd, motion.qdd)
    A, b = motion.filtered(Y).reshape(-1, Y.shape[2]), motion.filtered(motion.effort).ravel()
    x = np.linalg.lstsq(A, b, rcond=1e-10)[0]
    clean_torque = A @ ROBOT.parameter_vector
    sigma = 0.5 * np.linalg.norm(motion.regression_filter.taps)
    error = np.sqrt(np.mean((A @ x - clean_torque) ** 2))
    assert error < 3 * sigma * np.sqrt(np.linalg.matrix_rank(A, tol=1e-8 * np.linalg.norm(A)) / len(b))


def test_provenance_is_ready_for_json():
    import json

    facts = json.loads(json.dumps(MOTION.to_dict()))
    assert facts["steps"][0]["step"] == "samples"
    assert facts["regression_filter"]["factor"] == MOTION.cleaning.decimation


# -- bad logs -------------------------------------------------------------------------------------


def puma_log(q: np.ndarray, joints: tuple[str, ...] = tuple(ARM.joint_names)) -> Log:
    return Log(np.arange(len(q)) / 100, joints, q)


def puma_motion(n: int = 1000) -> np.ndarray:
    t = np.arange(n)[:, None] / 100
    return 0.5 * np.sin(t * np.arange(1, 7)) + 0.2


def test_another_robots_log():
    with pytest.raises(FormatError, match="log of another robot"):
        heft.clean(ARM, log(EVEN))


def test_a_joint_is_missing():
    with pytest.raises(FormatError, match=f"no positions of '{ARM.joint_names[5]}'"):
        heft.clean(ARM, puma_log(puma_motion()[:, :5], tuple(ARM.joint_names[:5])))


def test_degrees_are_told():
    from dataclasses import replace

    from heft.robot.joint import Limits

    bodies = [replace(b, joint=replace(b.joint, limits=Limits(-2.8, 2.8))) for b in ARM.bodies]
    limited = replace(ARM, bodies=tuple(bodies))
    heft.clean(limited, puma_log(puma_motion()))
    with pytest.raises(FormatError, match=r'degrees, not as radians.*unit = "deg"'):
        heft.clean(limited, puma_log(np.degrees(puma_motion())))


def test_three_samples():
    with pytest.raises(FormatError, match="It has 3 samples"):
        heft.clean(ARM, puma_log(puma_motion(3)))


def test_a_storm_of_nan():
    q = puma_motion()
    q[np.random.default_rng(0).random(q.shape) < 0.4] = np.nan
    with pytest.raises(FormatError, match="lack a number"):
        heft.clean(ARM, puma_log(q))


@pytest.mark.parametrize("back", [0.1, 1.0, 5.0])
def test_a_clock_that_is_set_back_splits_a_log(back):
    """By some samples, by some time, and to the beginning, as where several runs are in one file."""
    t, q = np.arange(1500) / 100, puma_motion(1500)
    t[500:] -= back
    t[1000:] -= back
    motion = heft.clean(ARM, Log(t, tuple(ARM.joint_names), q))
    (said,) = [text for text in motion.warnings if "clock" in text]
    assert f"set back by {back:.4g} s at sample 500, by {back:.4g} s at sample 1000" in said
    assert len(motion.segments) == 3
    plain = heft.clean(ARM, Log(np.arange(1500) / 100, tuple(ARM.joint_names), q), motion.cleaning)
    assert all(b - a > 300 for a, b in motion.segments)
    assert np.max(np.abs(motion.qd)) < 1.1 * np.max(np.abs(plain.qd))


def test_samples_that_come_late_are_put_in_order():
    """A block of samples that was delivered after the next one covers no time twice: no clock was set back."""
    t, q = np.arange(1500) / 100, puma_motion(1500)
    order = np.r_[0:600, 640:680, 600:640, 680:1500]
    motion = heft.clean(ARM, Log(t[order], tuple(ARM.joint_names), q[order]))
    assert not [text for text in motion.warnings if "clock" in text]
    assert [text for text in motion.warnings if "40 of 1500 samples are left out" in text]


def test_nothing_moves():
    q = 0.1 + 1e-6 * np.random.default_rng(0).standard_normal((1000, 6))
    with pytest.raises(FormatError, match="No joint moves"):
        heft.clean(ARM, puma_log(q))
    with pytest.raises(FormatError, match="No joint moves"):
        heft.clean(ARM, puma_log(np.zeros((1000, 6))))


def test_numbers_per_coordinate():
    assert per_coordinate(2.0, 3, "x").tolist() == [2, 2, 2]
    with pytest.raises(heft.HeftError, match="'x' has 2 numbers"):
        per_coordinate((1.0, 2.0), 3, "x")
