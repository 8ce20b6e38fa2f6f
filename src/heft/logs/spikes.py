"""Spikes of efforts: single samples that depart from both neighbours and are back at once.

A drive, a sensor or a recorder makes them, by a bit that flipped or a message that was misread. What a robot does is
seen in several samples; a reversal of friction is a step, on whose other side the effort stays. With

    d_k = x_k - (x_{k-1} + x_{k+1}) / 2

a sample is a spike if |d_k| is far beyond what d usually is, far beyond the span of the samples around it, and not
small in its channel. Where there are many, they are the nature of the channel, and none is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from heft.arrays import Array, Ints
from heft.logs.journal import Journal
from heft.text import counted

USUAL = 20.0
"""A spike departs by so many robust standard deviations of all departures."""

AROUND, SPAN = 5, 5.0
"""And by so many times the span of as many samples on each side; noise alone departs by less than twice that."""

MATTERS = 0.5
"""And by this share of what its channel spans, of which the outermost hundredths do not count."""

RARE = 0.01
"""The largest share of a channel's samples that are spikes."""


def without_spikes(effort: Array, names: Sequence[str], journal: Journal) -> None:
    """Mark spikes of efforts (n, nv) as missing, in place, and say how many there were at which coordinate."""
    for sentence in marked(effort, names, "The efforts", journal):
        journal.warn(sentence)


def marked(effort: Array, names: Sequence[str], what: str, journal: Journal | None = None) -> Iterator[str]:
    """Mark spikes of channels (n, k) as missing, in place, and yield a sentence on them, if there are any.

    Args:
        effort: the channels.
        names: of them.
        what: they are.
        journal: gets a step for each, if given.
    """
    found = {name: spikes(column) for name, column in zip(names, effort.T, strict=True)}
    largest = {}
    for k, (name, at) in enumerate(found.items()):
        if len(at):
            largest[name] = float(np.max(np.abs(effort[at, k])))
            effort[at, k] = np.nan
            if journal is not None:
                journal.step("spikes", joint=name, samples=len(at))
    if largest:
        each = [f"{len(found[name])} at '{name}', of up to {size:.3g}" for name, size in largest.items()]
        yield (
            f"{what} have spikes, {counted(sum(map(len, found.values())), 'single sample')} far from both "
            f"neighbours: {'; '.join(each)}. They are left out."
        )


def spikes(x: Array) -> Ints:
    """Return which samples of a channel (n,) are spikes; none if they are too many to be damage."""
    measured = np.flatnonzero(np.isfinite(x))
    return measured[_among(x[measured])]


def _among(x: Array) -> Ints:
    """Return which of the measured samples (n,) of a channel are spikes."""
    nothing = np.zeros(0, np.int64)
    if len(x) < 2 * AROUND + 3:
        return nothing
    size = np.abs(_departures(x))
    usual = 1.4826 * float(np.median(size))
    low, high = np.quantile(x, (0.01, 0.99))
    beside = np.maximum(np.append(0.0, size[:-1]), np.append(size[1:], 0.0))  # of a spike, half as large
    large = size > max(USUAL * usual, MATTERS * float(high - low))
    suspects = np.flatnonzero(large & ~(size <= beside)) + 1
    if not 0 < len(suspects) <= RARE * len(x):
        return nothing
    others = x.copy()
    others[suspects] = np.nan
    return np.array([k for k in suspects.tolist() if size[k - 1] > SPAN * _span(others, k)], np.int64)


def _departures(x: Array) -> Array:
    """Return (n - 2,) by how much each sample but the first and the last departs from the mean of its neighbours."""
    return x[1:-1] - (x[:-2] + x[2:]) / 2


def _span(x: Array, k: int) -> float:
    """Return what the samples around one span; infinite where too few of them are there."""
    near = x[max(k - AROUND, 0) : k + AROUND + 1]
    near = near[np.isfinite(near)]
    return float(np.ptp(near)) if len(near) > AROUND else np.inf
