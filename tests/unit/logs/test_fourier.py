"""Filters and spectra by Fourier transforms, beside those of SciPy."""

import numpy as np
import pytest
from scipy import signal

from heft.logs.fourier import correlated, fast_length, power_density, zero_phase
from heft.logs.regression_filter import _taps


def walk(n: int) -> np.ndarray:
    return np.cumsum(np.random.default_rng(n).standard_normal(n))


@pytest.mark.parametrize("cutoff", [1.0, 10.0, 40.0])
@pytest.mark.parametrize("order", [2, 4])
def test_a_filter_forward_and_backward(cutoff: float, order: int):
    x = walk(4000)
    other = signal.sosfiltfilt(signal.butter(order, cutoff, fs=100.0, output="sos"), x, padlen=600)
    assert np.allclose(zero_phase(x, 100.0, cutoff, order)[800:-800], other[800:-800], rtol=0, atol=1e-10)
    assert np.max(np.abs(zero_phase(x, 100.0, cutoff, order) - other)) < 1e-3 * np.std(x)


def test_what_a_filter_leaves_unchanged():
    still = np.full(50, -1.0)
    assert np.array_equal(zero_phase(still, 100.0, 5.0, 4), still)
    ramp = np.linspace(-3.0, 5.0, 77)
    assert np.allclose(zero_phase(ramp, 100.0, 5.0, 4), ramp, rtol=0, atol=1e-13)
    for short in (walk(1), walk(2)):
        assert zero_phase(short, 100.0, 5.0, 4).shape == short.shape


@pytest.mark.parametrize("n", [40, 63, 64, 1000])
@pytest.mark.parametrize(("degree", "detrend"), [(0, "constant"), (1, "linear")])
def test_power_densities(n: int, degree: int, detrend: str):
    x = walk(n)
    for length in (min(n, 63), min(n, 64)):
        f, density = power_density(x, 250.0, length, degree)
        there, other = signal.welch(x, 250.0, nperseg=length, detrend=detrend)
        assert np.allclose(f, there)
        assert np.allclose(density, other, rtol=1e-9, atol=1e-14 * other.max())


def test_correlations():
    x, g = walk(100), walk(21)
    assert np.allclose(correlated(x, g), signal.correlate(x, g, mode="same"))


def test_taps_of_the_regression():
    assert np.allclose(_taps(100.0, 8.0, 5), signal.firwin(101, 8.0, fs=100.0), rtol=1e-12, atol=1e-15)


def test_fast_lengths():
    for n in [*range(1, 300), 4097, 100_003]:
        found = fast_length(n)
        assert n <= found < 2 * n
        for factor in (2, 3, 5):
            while found % factor == 0:
                found //= factor
        assert found == 1
