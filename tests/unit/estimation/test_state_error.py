"""Errors of the model that repeat themselves with the state of a joint are in the intervals, and nothing else is."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.motions import DRIVES, drives, motion_of, noisy_run

import heft
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.estimators import estimator
from heft.estimation.evidence import Evidence
from heft.estimation.spread import long_blocks
from heft.estimation.state_error import _alike, _likeliest, repeated, states_of
from heft.estimation.uncertainty import determined_directions, quantile

PENDULUM, ARM = heft.load("zoo:double_pendulum"), heft.load("zoo:ur10e")
BASE = base_of(model_of(PENDULUM))
LINKS = np.array([not name.endswith(("viscous", "coulomb", "offset")) for name in BASE.names])
RATE = 200.0


def periodic(seed: int, ripple: float, n: int = 2000, noise: float = 0.02):
    """Ten seconds of a pendulum that swings six times in the same way, with a ripple in its gears."""
    rng = np.random.default_rng(seed)
    t, w = np.arange(n)[:, None] / RATE, 2 * np.pi * 0.6
    q, qd, qdd = np.zeros((3, n, 2))
    for harmonic in (1, 2, 3):
        a, phase = rng.uniform(0.1, 0.6, 2) / harmonic, rng.uniform(0, 2 * np.pi, 2)
        q += a * np.sin(harmonic * w * t + phase)
        qd += a * harmonic * w * np.cos(harmonic * w * t + phase)
        qdd -= a * (harmonic * w) ** 2 * np.sin(harmonic * w * t + phase)
    tau = heft.inverse_dynamics(PENDULUM, q, qd, qdd) + drives(qd, qdd)
    tau += ripple * np.sin(15 * q + rng.uniform(0, 2 * np.pi, 2)) + noise * rng.standard_normal(tau.shape)
    return motion_of(PENDULUM, q, qd, qdd, tau)


def truth() -> np.ndarray:
    armature = [DRIVES["armature"] if column.kind == "armature" else 0.0 for column in BASE.model.extra]
    return BASE.reduce(np.concatenate([PENDULUM.parameter_vector, armature]))


def identified(motion, name: str = "weighted"):
    how, evidence = estimator(name), Evidence.of(BASE, [motion])
    fit = how.fit(evidence)
    return how, evidence, fit, how.spread(evidence, fit)


@pytest.mark.parametrize("name", ["weighted", "huber", "covariance", "instrumental", "output-error"])
def test_a_ripple_that_every_swing_repeats_is_in_the_interval(name):
    whole, blocks = [], []
    for seed in range(12):
        how, evidence, fit, found = identified(periodic(seed, 0.3), name)
        away, t = np.abs(fit.values - truth())[LINKS], quantile(found.freedom)[LINKS]
        of_blocks = how.scatter(fit, long_blocks([*how.stretches(evidence, fit)]))
        whole.append(away < t * np.sqrt(np.diag(found.covariance))[LINKS])
        blocks.append(away < t * np.sqrt(np.diag(of_blocks))[LINKS])
    assert np.mean(blocks) < 0.5  # every block errs in the same way
    assert np.mean(whole) > 0.85  # not quite 0.95: what is smooth, the parameters absorb


def test_without_an_error_intervals_stay_as_they_are():
    wider = []
    for seed in range(12):
        how, evidence, fit, _ = identified(periodic(seed, 0.0))
        parts = [*how.stretches(evidence, fit)]
        L, _ = determined_directions(fit.scales, np.sum([part.information for part in parts], axis=0))
        error = np.diag(repeated(L, [part.sums for part in parts]))
        wider.append(np.max(error / np.diag(how.scatter(fit, parts))))
    assert np.mean(np.array(wider) > 0) < 0.25  # two joints, each one time in twenty by chance
    assert np.median(wider) == 0


def test_the_size_of_a_function_is_found_beside_noise():
    rng = np.random.default_rng(0)
    states = rng.standard_normal((200, 3))
    K, H = _alike(states), np.linalg.qr(rng.standard_normal((200, 12)))[0]
    root = np.linalg.cholesky(K + 1e-9 * np.eye(200))
    sizes = []
    for _ in range(20):
        e = 2.0 * root @ rng.standard_normal(200) + rng.standard_normal(200)
        sizes.append(_likeliest(H, e - H @ (H.T @ e), K))
    assert np.median(sizes) == pytest.approx(4.0, rel=0.3)
    noise = [_likeliest(H, e - H @ (H.T @ e), K) for e in rng.standard_normal((100, 200))]
    assert np.mean(np.array(noise) > 0) < 0.1


def test_states_alike_have_errors_alike():
    K = _alike(np.array([[0.0, 1.0, 2.0], [0.0, 1.0, 2.0], [1.0, -1.0, 0.0]]))
    assert_allclose(K[0, 1], 1.0)
    assert K[0, 2] < 1e-3


def test_sums_of_stretches_are_those_of_their_rows():
    evidence = Evidence.of(BASE, [periodic(0, 0.3)])
    fit = estimator("weighted").fit(evidence)
    short = [*evidence.stretches(fit.values, fit.weights)]
    joined = short[0].joined(short[1]).sums
    motion, rows = evidence.motions[0], int(short[0].sums.counts[0])
    assert_allclose(joined.counts, 2 * rows)
    assert_allclose(joined.states, states_of(PENDULUM, motion, np.arange(2 * rows)).sum(axis=-1))


def test_with_one_row_in_a_stretch_sums_are_its_score():
    motion = periodic(0, 0.3, n=100)
    evidence = Evidence.of(BASE, [motion])
    fit = estimator("weighted").fit(evidence)
    for part in evidence.stretches(fit.values, fit.weights):
        assert_allclose(part.sums.rows * part.sums.errors[:, None], part.scores, atol=1e-12)


def test_quaternions_are_not_positions_of_a_coordinate():
    robot = heft.load("zoo:double_pendulum", base="floating")
    q, qd, qdd = robot.random_state(0, 5)
    motion = motion_of(robot, q, qd, qdd, np.zeros_like(qd))
    states = states_of(robot, motion, np.array([1, 3]))
    assert states.shape == (robot.nv, 3, 2)
    assert not np.any(states[:6, 0])
    assert_allclose(states[6:, 0], q[[1, 3], 7:].T)
    assert_allclose(states[:, 1:], np.stack([qd[[1, 3]].T, qdd[[1, 3]].T], axis=1))


def test_noise_alone_of_an_arm_has_no_function_of_the_state():
    base, how, found = base_of(model_of(ARM)), estimator("weighted"), []
    for seed in range(3):
        evidence = Evidence.of(base, [noisy_run(ARM, seed)])
        fit = how.fit(evidence)
        parts = [*how.stretches(evidence, fit)]
        L, _ = determined_directions(fit.scales, np.sum([part.information for part in parts], axis=0))
        error = np.diag(repeated(L, [part.sums for part in parts]))
        found.append(np.sqrt(1 + error / np.diag(how.scatter(fit, parts))))
    assert np.median(found) < 1.05
