"""Where the signal ends and the noise begins: the cut-off of a low-pass from a spectrum, and the low-pass.

A measured position is a smooth motion, whose spectrum falls steeply, on a flat floor of quantisation and noise. Below
the crossing differentiation gains, above it only noise is amplified, so that is where to cut.
"""

from __future__ import annotations

import numpy as np

from heft.logs.log import Array
from heft.logs.stamps import Segments

ABOVE_FLOOR = 4.0
"""How many times the noise floor the signal must be to be kept; in power."""

RUN = 4
"""So many neighbouring frequencies must be near the floor for the signal to have ended."""

HIGHEST = 0.9
"""A cut-off is never above this part of half the rate; a signal that reaches it is left as it is."""


def noise_floor(x: Array, rate: float) -> tuple[float, float]:
    """Return where a signal (n,) sinks into its noise [Hz], and the noise's density [unit²/Hz].

    The density is the median of the upper part of the spectrum (Welch's, Hann windows, trend removed).
    """
    from scipy.signal import welch

    length = min(len(x), max(64, 2 ** int(np.log2(max(len(x) / 4, 1)))))
    f, power = welch(x, fs=rate, nperseg=length, detrend="linear")
    nyquist = rate / 2
    floor = float(np.median(power[(f > 0.6 * nyquist) & (f < 0.95 * nyquist)]))
    inside = np.flatnonzero((f > 0) & (f <= HIGHEST * nyquist))
    quiet = power[inside] <= ABOVE_FLOOR * floor
    run = np.convolve(quiet, np.ones(RUN), "valid") == RUN
    if not run.any():
        return HIGHEST * nyquist, floor
    return float(f[inside[int(np.argmax(run))]]), floor


def longest(segments: Segments) -> slice:
    """Return the longest segment."""
    return slice(*max(segments, key=lambda segment: segment[1] - segment[0]))


def low_pass(x: Array, rate: float, segments: Segments, cutoff: Array, order: int) -> Array:
    """Return columns x (n, k) through a Butterworth low-pass forth and back, so that nothing is delayed.

    Args:
        x: the columns.
        rate: [Hz].
        segments: each is filtered by itself.
        cutoff: (k,) where the gain of both passes together is one half [Hz]; at `HIGHEST` of half the rate or above, a
            column is left as it is.
        order: of one pass.
    """
    from scipy.signal import butter, sosfiltfilt

    out = np.array(x, float)
    for value in np.unique(cutoff):
        if value >= HIGHEST * rate / 2 - 1e-12:
            continue
        columns = np.flatnonzero(cutoff == value)
        sections = butter(order, value / (rate / 2), output="sos")
        for a, b in segments:
            pad = min(b - a - 1, int(3 * rate / value) + 1)
            out[a:b, columns] = sosfiltfilt(sections, x[a:b][:, columns], axis=0, padlen=pad)
    return out


def regression_taps(rate: float, cutoff: float, factor: int) -> Array:
    """Return the taps of the symmetric low-pass before a decimation: half gain at `cutoff` [Hz], 20 factor + 1 taps."""
    from scipy.signal import firwin

    return np.asarray(firwin(20 * factor + 1, cutoff, fs=rate))
