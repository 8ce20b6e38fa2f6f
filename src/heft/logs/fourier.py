"""Filters, convolutions and power spectra by fast Fourier transforms.

They are a few lines each with NumPy; `scipy.signal`, which has them too, takes longer to import than most logs take to
be cleaned.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from heft.arrays import Array

_ODD = tuple(3**i * 5**j for i in range(5) for j in range(4))


@lru_cache(maxsize=256)
def fast_length(n: int) -> int:
    """Return the smallest number from n on that is a power of two times a few threes and fives."""
    return min(odd << max(0, (-(-n // odd) - 1).bit_length()) for odd in _ODD)


def zero_phase(x: Array, rate: float, cutoff: float, order: int) -> Array:
    """Return a signal (n,), filtered by a Butterworth low-pass forward and backward, so that nothing is delayed.

    Both passes together multiply the component of frequency f by 1 / (1 + (tan(pi f / rate) / tan(pi f_c / rate))^2k),
    where k is the order of one. The signal goes on beyond its ends as its reflection in the end points, until the
    filter has forgotten it, and the line between the ends of that passes unchanged: constants stay exactly constant.

    Args:
        x: the signal.
        rate: sampling rate [Hz].
        cutoff: f_c, where the gain of both passes together is one half [Hz].
        order: order of one pass.
    """
    n, pad = len(x), min(len(x) - 1, int(3 * rate / min(cutoff, rate / 2 - cutoff)) + 1)
    longer = np.concatenate([2 * x[0] - x[pad:0:-1], x, 2 * x[-1] - x[-2 : -pad - 2 : -1]])
    line = longer[0] + (longer[-1] - longer[0]) * np.linspace(0.0, 1.0, len(longer))
    m = fast_length(len(longer))
    with np.errstate(over="ignore"):
        ratio = np.tan(np.pi * np.fft.rfftfreq(m)) / np.tan(np.pi * cutoff / rate)
        gain = 1 / (1 + np.abs(ratio) ** (2 * order))
    return (np.fft.irfft(gain * np.fft.rfft(longer - line, m), m)[: len(longer)] + line)[pad : pad + n]


def correlated(x: Array, g: Array) -> Array:
    """Return sum_s g(s) x(t + s) for a signal (n,) and a window of 2 h + 1 samples, s from -h to h; zero beyond x."""
    m = fast_length(len(x) + len(g) - 1)
    whole = np.fft.irfft(np.fft.rfft(x, m) * np.fft.rfft(g[::-1], m), m)
    return whole[len(g) // 2 : len(g) // 2 + len(x)]


def power_density(x: Array, rate: float, length: int, degree: int = 0) -> tuple[Array, Array]:
    """Return frequencies [Hz] and the power density [unit²/Hz] of a signal (n,): the mean over windows (Welch).

    Windows are Hann's and overlap by half. From each a polynomial is taken off.

    Args:
        x: the signal.
        rate: sampling rate [Hz].
        length: samples of a window.
        degree: of the polynomial, 0 or 1.
    """
    windows = np.lib.stride_tricks.sliding_window_view(x, length)[:: length - length // 2]
    trend, _ = np.linalg.qr(np.vander(np.linspace(-1.0, 1.0, length), degree + 1))
    hann = np.sin(np.pi * np.arange(length) / length) ** 2 if length > 1 else np.ones(1)
    components = np.fft.rfft(hann * (windows - windows @ trend @ trend.T))
    density = np.mean(np.abs(components) ** 2, axis=0) / (rate * np.sum(hann**2))
    density[1 : (length + 1) // 2] *= 2  # frequencies that stand for their negative, too
    return rate / length * np.arange(len(density), dtype=float), density
