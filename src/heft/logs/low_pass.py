"""The low-pass filter of positions, velocities and commands."""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.logs.fourier import zero_phase
from heft.logs.stamps import Segments

HIGHEST = 0.9
"""The highest cut-off frequency, as a fraction of half the sampling rate; a signal that reaches it is not filtered."""


def low_pass(x: Array, rate: float, segments: Segments, cutoff: Array, order: int) -> Array:
    """Return columns x (n, k), low-pass filtered forward and backward (Butterworth), so that nothing is delayed.

    Args:
        x: the columns.
        rate: sampling rate [Hz].
        segments: each is filtered by itself.
        cutoff: (k,) frequencies at which the gain of both passes together is one half [Hz]; at `HIGHEST` of half the
            sampling rate or above, a column is not filtered.
        order: order of one pass.
    """
    out = np.array(x, float)
    for k, value in enumerate(cutoff):
        if value >= HIGHEST * rate / 2 - 1e-12:
            continue
        for a, b in segments:
            out[a:b, k] = zero_phase(out[a:b, k], rate, value, order)
    return out
