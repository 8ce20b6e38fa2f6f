"""Single samples that nothing measures: 1e30 in a channel of a few radians, or infinity.

A damaged row, a bit that flipped or a message that was half read makes them. One is enough to hide all other samples
of a channel, so they are left out and counted. Shocks do not count: what does must be far beyond everything
else in the channel, and beyond what any robot does.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from heft.arrays import Array
from heft.logs.journal import Journal

BEYOND = {"q": 1e4, "qd": 1e5, "effort": 1e7}
"""[rad, m; per second; N m, N, A or mA] No robot is found there."""

FAR = 100.0
"""An impossible sample is this many times further from the median than the others of its channel."""

RARE = 0.01
"""Impossible samples are at most this share of a channel, and at least one; if more are so large, it is the unit."""


def without_impossible(channels: Mapping[str, tuple[Array, list[str]]], journal: Journal) -> None:
    """Mark impossible numbers as missing, in place, and say how many there were.

    Args:
        channels: by a key of `BEYOND`, samples (n, k) and the names of their columns.
        journal: gets a warning that names the columns.
    """
    for kind, (values, names) in channels.items():
        for k, name in enumerate(names):
            x = values[:, k]
            bad = _impossible(x, BEYOND[kind])
            count = int(np.count_nonzero(bad))
            if not count:
                continue
            worst = float(x[bad][np.argmax(np.abs(x[bad]))])
            x[bad] = np.nan
            label = {"q": "position", "qd": "velocity"}.get(kind, kind)
            journal.step("impossible numbers", channel=kind, joint=name, samples=count)
            are = "1 number is" if count == 1 else f"{count} numbers are"
            out = "the sample is left out" if count == 1 else "the samples are left out"
            journal.warn(f"{are} impossible in the {label} of '{name}', such as {worst:.3g}; {out}.")


def _impossible(x: Array, beyond: float) -> np.ndarray:
    """Return which samples (n,) are impossible; none where a channel has too many to be damage."""
    there = ~np.isnan(x)
    suspects = there & (~(np.abs(x) <= beyond))
    count = int(np.count_nonzero(suspects))
    if not count or count > max(1.0, RARE * len(x)) or count == np.count_nonzero(there):
        return np.zeros(len(x), bool)
    others = x[there & ~suspects]
    middle = float(np.median(others))
    reach = max(float(np.max(np.abs(others - middle))), np.finfo(float).tiny)
    return suspects & ~(np.abs(x - middle) <= FAR * reach)
