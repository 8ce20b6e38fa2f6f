"""Huber's 95 % intervals contain the truth as often as they say, with heavy tails and with contaminated noise."""

import numpy as np
import pytest

import heft

SEEDS, ROWS, SIZE = 300, 160, 3

NOISES = {
    "heavy tails": lambda rng, n: rng.standard_t(3, n),
    "contaminated": lambda rng, n: rng.standard_normal(n) * np.where(rng.random(n) < 0.1, 10.0, 1.0),
}

SIGMAS = 3.3
"""Standard deviations of a count that one in a thousand exceeds; each parameter of each noise is one of six."""


@pytest.mark.parametrize("noise", NOISES)
def test_intervals_cover(noise):
    hits = np.zeros(SIZE)
    for seed in range(SEEDS):
        rng = np.random.default_rng(seed)
        A, x = rng.standard_normal((ROWS, SIZE)), rng.standard_normal(SIZE)
        low, high = heft.fit(A, A @ x + NOISES[noise](rng, ROWS), estimator="huber").intervals.T
        hits += (low <= x) & (x <= high)
    expected, scatter = 0.95 * SEEDS, np.sqrt(0.95 * 0.05 * SEEDS)
    assert np.all(np.abs(hits - expected) < SIGMAS * scatter), hits / SEEDS
