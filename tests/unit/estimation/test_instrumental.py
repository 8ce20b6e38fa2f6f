"""Instrumental variables: unbiased where noise of the positions attenuates least squares; the test that tells."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.motions import motion_of, noisy_run
from support.noisy_pendulum import FRICTION, RATE, driven, evidence_of, pendulum

import heft
from heft.errors import ArgumentError
from heft.estimation.estimators import estimator
from heft.estimation.estimators.instrumental import Pairs
from heft.estimation.instruments import instrumented
from heft.estimation.noise_bias import noise_bias

NOISE = 5e-3
"""[rad]: at a cut-off of 12 Hz an acceleration of the order of the motion's own."""


def errors(motion, *names: str) -> list[np.ndarray]:
    """Return how many standard deviations the estimates of some estimators are away from the truth."""
    (evidence, truth), found = evidence_of(motion), []
    for how in map(estimator, names):
        fit = how.fit(evidence)
        found.append((fit.values - truth) / np.sqrt(np.diag(how.spread(evidence, fit).noise)))
    return found


@pytest.mark.parametrize("velocities", ["positions", "recorded"])
def test_noise_of_the_instrument_is_independent_of_that_of_the_regressor(velocities):
    robot, rng, n = pendulum(), np.random.default_rng(0), 60_000
    t = np.arange(n) / RATE
    slow = np.column_stack([np.sin(0.6 * t), np.cos(0.7 * t)])

    def found(noise: float):
        q, qd = slow + noise * rng.standard_normal((n, 2)), np.gradient(slow, 1 / RATE, axis=0)
        recorded = qd + noise * rng.standard_normal((n, 2)) if velocities == "recorded" else None
        log = heft.Log(t, tuple(robot.joint_names), q, qd=recorded, effort=slow)
        return instrumented(
            robot, heft.clean(robot, log, heft.Cleaning(cutoff=10.0, velocities=velocities, trim=False))
        )

    noisy, exact = found(1e-3), found(1e-9)
    (a, b), (c, d) = noisy.motion.segments[0], exact.motion.segments[0]
    inner = replace(noisy.motion, segments=((max(a, c), min(b, d)),))
    assert inner.regression_filter is not None
    for one in ("q", "qd", "qdd"):
        for two in ("q", "qd", "qdd"):
            # the instrument of the exact motion may have another window: take trends out by the exact motion's own
            own = inner.filtered(getattr(noisy.motion, one) - getattr(exact.motion, one))[:, 0]
            other = inner.filtered(getattr(noisy.instrument, two))[:, 0]
            assert abs(own @ other) < 4 * np.linalg.norm(own) * np.std(other), (one, two)


def test_an_instrument_of_an_exact_motion_is_nearly_that_motion():
    robot = pendulum()
    t = np.arange(4000) / RATE
    q = np.column_stack([np.sin(t), np.cos(1.7 * t)])
    qd = np.column_stack([np.cos(t), -1.7 * np.sin(1.7 * t)])
    qdd = np.column_stack([-np.sin(t), -(1.7**2) * np.cos(1.7 * t)])
    found = instrumented(robot, motion_of(robot, q, qd, qdd, np.ones_like(q), RATE))
    assert np.all(found.strength > 0.97)
    (a, b) = found.motion.segments[0]
    assert b - a >= 0.7 * len(t)


def test_a_joint_at_rest_has_an_instrument_too():
    robot = pendulum()
    q = np.column_stack([np.sin(np.arange(4000) / RATE), np.full(4000, -1.0)])
    found = instrumented(robot, motion_of(robot, q, np.gradient(q, axis=0) * RATE, 0 * q, np.ones_like(q), RATE))
    assert np.all(np.isfinite(found.instrument.q))
    assert np.all(np.isfinite(found.instrument.qdd))
    assert np.allclose(found.instrument.q[slice(*found.motion.segments[0]), 1], -1.0)


def test_least_squares_is_attenuated_and_instrumental_variables_are_not():
    found = [errors(driven(seed, NOISE), "weighted", "instrumental") for seed in range(8)]
    least, instrumental = (np.array(each) for each in zip(*found, strict=True))
    assert np.abs(least.mean(axis=0)).max() > 10
    # the mean of eight deviations has a deviation of 0.35; six parameters
    assert np.abs(instrumental.mean(axis=0)).max() < 1.2
    assert np.mean(np.abs(instrumental) < 1.96) > 0.8


def test_without_noise_both_agree():
    evidence, truth = evidence_of(driven(0, 0.0, torque_noise=1e-4))
    for name in ("weighted", "instrumental"):
        assert np.allclose(estimator(name).fit(evidence).values, truth, atol=2e-3)


def test_the_test_finds_noise_and_nothing_else():
    for noise, expected in ((NOISE, True), (0.0, False)):
        evidence, truth = evidence_of(driven(1, noise))
        how = estimator("weighted")
        fit = how.fit(evidence)
        bias = noise_bias(evidence, fit, how)
        assert bool(bias.significant.any()) is expected
        covariance = how.spread(evidence, fit).covariance + bias.spread
        assert np.all(np.abs(fit.values - truth) < 2.6 * np.sqrt(np.diag(covariance)))
    assert noise_bias(evidence, fit, estimator("instrumental")) is None
    assert noise_bias(replace(evidence, earlier=True), fit, how) is None


def test_a_direction_that_one_stretch_of_time_decides_cannot_be_tested(monkeypatch: pytest.MonkeyPatch):
    def singular(fit, parts):
        raise np.linalg.LinAlgError("Singular matrix")

    (evidence, _), how = evidence_of(driven(1, NOISE)), estimator("weighted")
    fit = how.fit(evidence)
    assert noise_bias(evidence, fit, how) is not None
    monkeypatch.setattr("heft.estimation.noise_bias.without_each", singular)
    assert noise_bias(evidence, fit, how) is None


def test_the_test_rarely_finds_bias_where_there_is_none():
    """At a level of 5 % three or more of 16 seeds would be a chance of 4 %."""
    found = 0
    for seed in range(16):
        evidence, _ = evidence_of(driven(100 + seed, 0.0, seconds=20.0))
        how = estimator("weighted")
        found += bool(noise_bias(evidence, how.fit(evidence), how).significant.any())
    assert found <= 2


def test_identify_names_the_bias_and_widens_the_intervals():
    robot, options = pendulum(), {"friction": FRICTION, "armature": False, "held_out": 0}
    noisy = heft.identify(robot, driven(2, NOISE), **options)
    (sentence,) = (text for text in noisy.warnings if "instrumental variables" in text)
    for word in ("lower.Izz", "kg m2", "--estimator instrumental", "--cutoff"):
        assert word in sentence
    other = heft.identify(robot, driven(2, NOISE), estimator="instrumental", **options)
    assert not any("instrumental" in text for text in other.warnings)
    k = noisy.base.names.index("lower.Izz")
    assert noisy.base_deviation[k] > 2 * other.base_deviation[k]
    quiet = heft.identify(robot, driven(2, 0.0), **options)
    assert not any("instrumental" in text for text in quiet.warnings)


def test_the_factor_is_that_of_the_moments():
    evidence, _ = evidence_of(driven(3, NOISE, seconds=20.0))
    how = estimator("instrumental")
    fit = how.fit(evidence)
    ((part, own),) = [
        [sum(p.scores.sum(axis=0) for p in parts) for parts in zip(*each, strict=True)]
        for each in [list(Pairs.of(evidence).stretches(evidence, [(fit, "instruments"), (fit, "own")]))]
    ]
    # the moments of the instruments vanish, those of least squares do not
    assert np.linalg.norm(part * fit.scales) < 1e-6 * np.linalg.norm(own * fit.scales)


def test_runs_too_short_are_refused():
    robot = pendulum()
    short = noisy_run(robot, n=20)
    evidence, _ = evidence_of(short)
    with pytest.raises(ArgumentError, match="long enough"):
        estimator("instrumental").fit(evidence)
    assert noise_bias(evidence, estimator("weighted").fit(evidence), estimator("weighted")) is None
