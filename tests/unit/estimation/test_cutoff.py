"""The cut-off frequency is chosen by what predicts efforts, not by the spectrum alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.logs import RATE, arm_in, measured

import heft
from heft.logs import cutoff as cutoff_module
from heft.logs.cleaning import clean_together
from heft.logs.cutoff import _chosen, _clearly_best


@pytest.fixture(scope="module")
def robot(tmp_path_factory: pytest.TempPathFactory) -> heft.Robot:
    return heft.load(arm_in(tmp_path_factory.mktemp("arm")))


def shaken(robot: heft.Robot, seed: int) -> heft.Log:
    """Return a log whose positions vibrate at 10 to 16 Hz, unlike its torques: by the spectrum that is motion."""
    log, rng = measured(robot, seed), np.random.default_rng(seed)
    phase = 2 * np.pi * rng.random((3, robot.nv))
    tones = [np.sin(2 * np.pi * f * log.t[:, None] + phi) for f, phi in zip((10.0, 13.0, 16.0), phase, strict=True)]
    return replace(log, q=log.q + 3e-4 * np.sum(tones, axis=0))


def percent(robot: heft.Robot, cleaning: heft.Cleaning | None = None) -> tuple[float, heft.Estimate]:
    logs = [shaken(robot, seed) for seed in (1, 2)]
    estimate = heft.identify(robot, logs, held_out=0.0, cleaning=cleaning or heft.Cleaning())
    return estimate.validate(shaken(robot, 5)).overall.relative_percent, estimate


def test_it_is_lower_than_the_spectrum_says_where_that_predicts_better(robot: heft.Robot):
    spectral = clean_together(robot, [shaken(robot, seed) for seed in (1, 2)])[1].cutoff
    ours, estimate = percent(robot)
    theirs, _ = percent(robot, heft.Cleaning(cutoff=spectral))
    assert np.max(estimate.cleaning.cutoff) < 0.8 * np.max(spectral)
    assert ours < 0.7 * theirs


def test_it_predicts_other_logs_no_worse(robot: heft.Robot):
    """Smooth motion, with the little noise of a good encoder."""
    logs, other = [measured(robot, seed) for seed in (1, 2)], measured(robot, 3)
    spectral = heft.Cleaning(cutoff=clean_together(robot, logs)[1].cutoff)
    ours, theirs = (
        heft.identify(robot, logs, held_out=0.0, cleaning=cleaning).validate(other).overall.relative_percent
        for cleaning in (heft.Cleaning(), spectral)
    )
    assert ours <= theirs


def test_what_was_asked_for_is_kept(robot: heft.Robot):
    assert percent(robot, heft.Cleaning(cutoff=7.0))[1].cleaning.cutoff == 7.0


def test_the_held_out_log_has_no_say(robot: heft.Robot):
    logs = [measured(robot, 1), measured(robot, 2)]
    alone = heft.identify(robot, [*logs, measured(robot, 3)]).cleaning
    assert heft.identify(robot, [*logs, shaken(robot, 3)]).cleaning == alone


def test_motions_are_not_changed(robot: heft.Robot):
    motion = heft.clean(robot, shaken(robot, 1))
    estimate = heft.identify(robot, [motion], held_out=0.0)
    assert estimate.runs is not None
    np.testing.assert_array_equal(estimate.runs.fitted[0].qdd, motion.qdd)
    assert estimate.cleaning.cutoff == motion.cleaning.cutoff


def test_currents_are_judged_joint_by_joint(robot: heft.Robot):
    """A current per torque of its own in every joint, without which the joints do not fit together."""
    gains = np.array([0.1, 3.0, 20.0])
    logs = [shaken(robot, seed) for seed in (1, 2)]
    currents = [replace(log, effort=log.effort * gains, effort_kind="motor_current") for log in logs]
    torques, amperes = (heft.check(robot, each, held_out=0.0) for each in (logs, currents))
    assert torques.samples == amperes.samples


def test_within_one_standard_error_the_spectrum_wins():
    rng = np.random.default_rng(0)
    noise = rng.standard_normal((10, 2))
    clear = {1.0: np.ones((10, 2)), 0.5: np.full((10, 2), 0.6) + 0.01 * noise}
    assert _chosen(clear, clear[1.0]) == 0.5
    equal = {1.0: np.ones((10, 2)), 0.5: np.ones((10, 2)) + 0.01 * (noise - noise.mean(axis=0) - 1e-4)}
    assert _chosen(equal, equal[1.0]) == 1.0


def test_a_short_log_tries_only_what_it_can_filter(robot: heft.Robot):
    log = measured(robot, 1, 300)
    chosen = heft.identify(robot, log, held_out=0.0, friction=("viscous",)).cleaning.cutoff
    assert min(np.atleast_1d(chosen)) * 300 / RATE > 3


def test_one_frequency_for_all_must_be_clearly_better_by_a_tenth():
    """Losses of ten blocks; the noise of blocks is common to all candidates."""
    own, same = heft.Cleaning(cutoff=(6.0, 9.0)), heft.Cleaning(cutoff=(6.0, 6.0))
    noise = 0.1 + 0.02 * np.random.default_rng(0).standard_normal(10)
    assert _clearly_best([own, same], [noise, 0.8 * noise]) is same
    assert _clearly_best([own, same], [noise, 0.95 * noise]) is own
    assert _clearly_best([own, same], [noise, np.where(np.arange(10) == 0, 10.0, 0.0) * 0.8 * noise]) is own


def swinging(robot: heft.Robot, seed: int) -> heft.Log:
    """Return a log whose motion reaches as high as the filter does, because coarse encoders have so much noise."""
    rng, t = np.random.default_rng(seed), np.arange(6000) / 200
    w = 2 * np.pi * rng.uniform(0.2, 5.0, (60, robot.nv))
    size, angle = 0.25 * (2 * np.pi / w) ** 2, t[:, None, None] * w + rng.uniform(0, 2 * np.pi, w.shape)
    parts = size * np.sin(angle), size * w * np.cos(angle), -size * w**2 * np.sin(angle)
    q, qd, qdd = (part.sum(axis=1) for part in parts)
    effort = heft.inverse_dynamics(robot, q, qd, qdd) + 0.1 * qd
    q, effort = q + 0.03 * rng.standard_normal(q.shape), effort + 0.01 * rng.standard_normal(q.shape)
    return heft.Log(t, tuple(robot.joint_names), q, effort=effort)


def test_one_frequency_for_all_is_taken_where_the_filter_removes_motion(monkeypatch: pytest.MonkeyPatch):
    """The spectra of the two joints differ; what they remove then differs in the terms of an equation."""
    pendulum = heft.load("zoo:double_pendulum")
    logs, other = [swinging(pendulum, seed) for seed in (1, 2)], swinging(pendulum, 3)
    how = {"friction": "viscous", "armature": False, "held_out": 0.0}
    same = heft.identify(pendulum, logs, **how)
    monkeypatch.setattr(cutoff_module, "_clearly_best", lambda candidates, _: candidates[0])
    own = heft.identify(pendulum, logs, **how)
    assert len({*np.atleast_1d(same.cleaning.cutoff)}) == 1
    assert len({*np.atleast_1d(own.cleaning.cutoff)}) == 2
    errors = [each.validate(other).overall.relative_percent for each in (same, own)]
    assert errors[0] < 0.9 * errors[1]
