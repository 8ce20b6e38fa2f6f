"""An interval of least squares reaches the physically consistent estimate, where that is all it lacks."""

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal
from support.motions import drives, motion_of, wave

import heft
from heft import identify
from heft.estimation import identify as stages
from heft.estimation.uncertainty import quantile

ROBOT = heft.load("zoo:ur10e")
FRICTION = ("viscous", "coulomb", "offset")


def run(coulomb: float, seed: int = 3):
    """A run in which something the model lacks pushes the elbow along: more than its friction, if `coulomb` < 0."""
    q, qd, qdd = wave(ROBOT, seed, 3000, 200.0)
    tau = heft.inverse_dynamics(ROBOT, q, qd, qdd) + drives(qd, qdd)
    tau += 0.05 * np.random.default_rng(seed).standard_normal(tau.shape)
    tau[:, 2] += coulomb * np.sign(qd[:, 2])
    return motion_of(ROBOT, q, qd, qdd, tau)


def found(motion, **options):
    return identify(ROBOT, motion, friction=FRICTION, held_out=0, **options)


def without(monkeypatch, motion, **options):
    """The same identification without what consistency adds to its intervals."""
    with monkeypatch.context() as patch:
        patch.setattr(stages, "inconsistency", lambda fit, result, covariance, freedom: np.zeros_like(covariance))
        return found(motion, **options)


def test_the_interval_of_a_friction_that_cannot_be_reaches_one_that_can(monkeypatch):
    motion = run(-4.0)
    now, before = found(motion), without(monkeypatch, motion)
    k = now.base.names.index("elbow.coulomb")
    assert_array_equal(now.base_values, before.base_values)
    assert before.base_values[k] + 10 * before.base_deviation[k] < 0  # certain of what is impossible
    reach = quantile(now.base_freedom[k]) * now.base_deviation[k]
    assert_allclose(reach, -now.base_values[k], rtol=1e-6)  # the nearest friction that is consistent is none
    assert -1e-6 < now.base.reduce(now.values)[k] < 0.1
    assert np.all(now.base_deviation >= before.base_deviation * (1 - 1e-12))


def test_a_fit_that_is_consistent_keeps_its_intervals(monkeypatch):
    motion = run(0.0)
    now, before = found(motion), without(monkeypatch, motion)
    moved = np.abs(now.base.reduce(now.values) - now.base_values)
    assert np.all(moved < quantile(now.base_freedom) * before.base_deviation)
    assert_array_equal(now.covariance, before.covariance)


def test_what_a_prior_moves_does_not_widen_intervals(monkeypatch):
    motion = run(-4.0)
    # beside a spring the file decides what is consistent
    options = {"springs": {"elbow": (0.5, 0.2, 1.0)}}
    assert_array_equal(found(motion, **options).covariance, without(monkeypatch, motion, **options).covariance)
    # both priors have the same intervals: those of the data and of consistency alone
    assert_allclose(found(motion).covariance, found(motion, prior="euclidean").covariance, rtol=1e-9, atol=1e-12)
