"""Where the motion ends and the noise begins: the cut-off frequency from a spectrum.

A measured position is a smooth motion, whose spectrum falls steeply, on a floor of quantisation, noise and vibration.
Seen as acceleration (times f^4) the motion still falls but the floor rises, so that there is a valley between them:
below it differentiation shows the motion, above it only noise is amplified.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.logs.fourier import power_density
from heft.logs.low_pass import HIGHEST
from heft.logs.stamps import Segments

STRONG = 1e5
"""A power this many times the noise floor is motion; the valley is searched at higher frequencies."""

BINS_PER_OCTAVE = 3
"""The spectrum is averaged over such bins, so that the gaps between the harmonics of an excitation are not valleys."""

FLAT = 2.0
"""The valley begins where the spectrum is at most this many times its lowest value."""

ABOVE_VALLEY = 1.5
"""The cut-off frequency is this many times that of the valley, so that what is below the valley passes unchanged."""


def cutoff_and_floor(x: Array, rate: float) -> tuple[float, float]:
    """Return the cut-off frequency of a signal (n,) [Hz], and the density of its noise [unit²/Hz].

    The density is the median of the upper part of the spectrum (Welch's, Hann windows, trend removed).

    Args:
        x: positions.
        rate: sampling rate [Hz].
    """
    length = min(len(x), max(64, 2 ** int(np.log2(max(len(x) / 4, 1)))))
    f, density = power_density(x, rate, length, degree=1)
    nyquist = rate / 2
    floor = float(np.median(density[(f > 0.6 * nyquist) & (f < 0.95 * nyquist)]))
    octaves = np.floor(BINS_PER_OCTAVE * np.log2(f[1:] / f[1])).astype(int)
    count = np.maximum(np.bincount(octaves), 1)
    there = np.bincount(octaves) > 0
    mean = (np.bincount(octaves, density[1:]) / count)[there]
    centre = (np.bincount(octaves, f[1:]) / count)[there]
    strong = np.flatnonzero(mean > STRONG * floor)
    first = int(strong[-1]) + 1 if len(strong) else 0
    last = int(np.searchsorted(centre, 0.7 * nyquist))
    if first >= last or not floor:
        return HIGHEST * nyquist, floor
    acceleration = (mean * centre**4)[first:last]
    valley = centre[first + int(np.argmax(acceleration <= FLAT * acceleration.min()))]
    return float(min(ABOVE_VALLEY * valley, HIGHEST * nyquist)), floor


def longest(segments: Segments) -> slice:
    """Return the longest segment."""
    return slice(*max(segments, key=lambda segment: segment[1] - segment[0]))
