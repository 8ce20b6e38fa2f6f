"""Bursts: samples whose stamps nearly coincide, as messages that waited and were delivered together have them.

A spline through two samples a microsecond apart carries their noise into everything around them, enlarged by the ratio
of the steps. The clock is estimated from the other steps. A burst after a pause that lacks just so many samples, or
before one, is spread evenly over that pause: these are samples that were stamped late or early. Of any other burst the
first sample is kept: the rest repeats it.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array, Bools, stretches

SHORT = 0.1
"""A step shorter than this share of the ordinary one is within a burst."""

LACKS = 0.5
"""A pause lacks the samples of a burst if it is at most so many steps too short for them."""


def spread(t: Array) -> tuple[Array, Bools, int]:
    """Return stamps without bursts (n,), which samples are kept (n,), and how many stamps were moved.

    Args:
        t: (n,) increasing stamps [s].
    """
    steps, kept = np.diff(t), np.ones(len(t), bool)
    if len(steps) < 2:
        return t, kept, 0
    step = _ordinary(steps)
    inside = steps < SHORT * step
    if not inside.any():
        return t, kept, 0
    moved, new = 0, np.array(t, float)
    for first, last in stretches(inside):  # samples first .. last are one burst
        size = last - first + 1
        before = new[first] - new[first - 1] if first else np.inf
        after = t[last + 1] - t[last] if last + 1 < len(t) else 0.0
        enough = (size - LACKS) * step
        if before >= enough:
            new[first : last + 1] = t[last] - min(before / size, step) * np.arange(size)[::-1]
            moved += size - 1
        elif after >= enough:
            new[first : last + 1] = t[first] + min(after / size, step) * np.arange(size)
            moved += size - 1
        else:
            kept[first + 1 : last + 1] = False
    return new, kept, moved


def _ordinary(steps: Array) -> float:
    """Return the step between samples that are not within a burst, also where most of the steps are within one."""
    long = steps[steps >= SHORT * np.quantile(steps, 0.9)]
    single, bursts = float(np.median(long)), len(steps) - len(long)
    # where bursts are the rule, a pause before each makes up for its samples
    return single if bursts < len(long) / 2 else single * len(long) / len(steps)
