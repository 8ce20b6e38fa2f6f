"""Derivatives and resampling on uneven stamps: order of accuracy on analytic signals with jitter, and noise."""

from __future__ import annotations

import numpy as np
import pytest

import heft
from heft.logs import stamps
from heft.logs.derivatives import continuous, derivatives, first_derivative, velocities
from heft.logs.stamps import even_step, grid, in_order, resample, split


def jittered(n: int, seed: int, part: float = 0.3) -> np.ndarray:
    """Stamps of one second, each off by up to a part of a step."""
    step = 1 / (n - 1)
    t = step * np.arange(n)
    t[1:-1] += part * step * np.random.default_rng(seed).uniform(-1, 1, n - 2)
    return t


def errors(n: int) -> tuple[float, float, float]:
    t = jittered(n, 1)
    x, xd, xdd = np.sin(7 * t), 7 * np.cos(7 * t), -49 * np.sin(7 * t)
    first, second = derivatives(t, x)
    to, among = grid(t, ((0, n),), 1 / (n - 1))
    read = resample(t, x[:, None], ((0, n),), to, among)[:, 0]
    inner = slice(8, -8)
    return tuple(float(np.max(np.abs(e[inner]))) for e in (read - np.sin(7 * to), first - xd, second - xdd))  # type: ignore[return-value]


def test_order_of_accuracy_on_uneven_stamps():
    """Halving the step divides the errors by about 2^6, 2^5 and 2^4; jitter shakes that a little."""
    coarse, fine = errors(101), errors(401)
    orders = [np.log2(a / b) / 2 for a, b in zip(coarse, fine, strict=True)]
    assert orders[0] > 5.3
    assert orders[1] > 4.5
    assert orders[2] > 3.5
    assert fine[1] < 1e-7
    assert fine[2] < 1e-4


def test_better_than_differences_that_take_stamps_for_even():
    t = jittered(201, 2)
    x, xd = np.sin(7 * t), 7 * np.cos(7 * t)
    naive = np.gradient(x, t[1] - t[0])
    assert np.max(np.abs(derivatives(t, x)[0] - xd)[8:-8]) < 1e-4 * np.max(np.abs(naive - xd)[8:-8])


def test_noise_is_amplified_no_more_than_a_known_factor():
    """White noise s gives velocities of about 1.5 s/h and accelerations of about 5 s/h2, and not far more."""
    t = jittered(4001, 3)
    h = t[-1] / 4000
    noise = 1e-6 * np.random.default_rng(4).standard_normal(4001)
    first, second = derivatives(t, noise)
    assert 1.0 < np.std(first) * h / 1e-6 < 2.5
    assert 3.0 < np.std(second) * h**2 / 1e-6 < 9.0


def test_every_kind_of_joint_moves_as_simulated():
    """qd and qdd of a tumbling floating robot from its positions alone, against the simulation that made them."""
    robot = heft.load("zoo:cheetah3_torso_leg")
    assert robot.base == "floating"
    q0, qd0, _ = robot.random_state(3)
    path = heft.simulate(robot, 0.5, q0=q0, qd0=qd0, dt=1e-3)
    q = np.array(path.q)
    q[100:, :4] *= -1
    qd, qdd = velocities(robot, path.t, continuous(robot, q), ((0, len(path.t)),))
    inner = slice(10, -10)
    scale = np.max(np.abs(path.qdd))
    assert np.max(np.abs(qd - path.qd)[inner]) < 1e-7 * scale
    assert np.max(np.abs(qdd - path.qdd)[inner]) < 1e-5 * scale


def test_most_samples_in_order_are_kept():
    t = np.array([0.0, 1, 2, 2, 3, 99, 4, np.nan, 5, 4.5, 6])
    assert t[in_order(t)].tolist() in ([0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 4.5, 6])


def test_gaps_and_even_stamps():
    t = np.concatenate([np.arange(50), 60 + np.arange(30)]) * 0.01
    segments = split(t, 3.5)
    assert segments == ((0, 50), (50, 80))
    assert even_step(t, segments) == pytest.approx(0.01)
    assert even_step(np.append(t, t[-1] + 0.015), ((0, 50), (50, 81))) is None


def test_epoch_stamps_are_even():
    assert even_step(1.7e9 + np.arange(10000) / 1000, ((0, 10000),)) == pytest.approx(1e-3)


def test_blocks_of_time_change_nothing(monkeypatch):
    """A long log is taken in blocks: the derivatives are those of one spline through all samples, to rounding."""
    rng, n = np.random.default_rng(3), 3000
    t = np.cumsum(rng.uniform(0.8e-3, 1.2e-3, n))
    x = np.sin(np.outer(t, [3.0, 40.0])) + 1e-4 * rng.standard_normal((n, 2))
    whole = [*derivatives(t, x), first_derivative(t, x), stamps.resample(t, x, ((0, n),), t[:-1] + 4e-4, ((0, n - 1),))]
    monkeypatch.setattr(stamps, "BLOCK", 500)
    parts = [*derivatives(t, x), first_derivative(t, x), stamps.resample(t, x, ((0, n),), t[:-1] + 4e-4, ((0, n - 1),))]
    for one, other in zip(whole, parts, strict=True):
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-12 * np.max(np.abs(one)))
