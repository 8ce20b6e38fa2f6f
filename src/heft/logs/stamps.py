"""Time stamps as they are recorded: repeated, decreasing, uneven, with gaps; and resampling to an even grid."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

import numpy as np

from heft.arrays import Array

if TYPE_CHECKING:
    from scipy.interpolate import BSpline

EVEN = 1e-3
"""Stamps are even if none is further than this fraction of a step from its place on the grid."""

BESIDE = 16
"""Samples on either side of a place where a clock was set back, over which stamps increase."""

AFTER = 10.0
"""[s] The pause, longer than any that is bridged, after which stamps go on where a clock was set back."""

Segments = tuple[tuple[int, int], ...]


def in_order(t: Array) -> np.ndarray:
    """Return the indices of the most samples that can be kept so that stamps are finite and increase strictly."""
    index = np.flatnonzero(np.isfinite(t))
    if np.all(np.diff(t[index]) > 0):
        return index
    return index[_longest_rise(t[index])]


def continued(t: Array) -> tuple[Array, list[tuple[int, float]]]:
    """Return stamps (n,) that go on after a pause wherever the clock was set back, and where that was.

    Each place is the number of the first sample after it, and by how much the clock went back [s]. It was set back, or
    another run begins, if stamps increase for some samples on both sides and cover the same time twice. Samples that
    only come late cover no time twice; they are put in order elsewhere.
    """
    back = (np.flatnonzero(np.diff(t) < 0) + 1).tolist()
    back = [k for k in back if k >= BESIDE and _rises(t[k - BESIDE : k]) and _rises(t[k : k + BESIDE])]
    places = [k for k in back if np.min(t[:k][t[:k] >= t[k]]) < np.max(t[k:][t[k:] <= t[k - 1]])]
    if not places:
        return t, []
    step, new, found = float(np.median(np.diff(t))), np.array(t, float), list[tuple[int, float]]()
    for k in places:
        found.append((k, float(t[k - 1] + step - t[k])))
        new[k:] += new[k - 1] - new[k] + max(AFTER, 1000 * step)
    return new, found


def _rises(t: Array) -> bool:
    return len(t) == BESIDE and bool(np.all(np.diff(t) > 0))


def _longest_rise(t: Array) -> np.ndarray:
    """Return the longest strictly increasing subsequence, by patience sorting; of equal stamps the first."""
    tails: list[float] = []
    ends: list[int] = []
    before = np.empty(len(t), int)
    for k, stamp in enumerate(t.tolist()):
        pile = bisect_left(tails, stamp)
        before[k] = ends[pile - 1] if pile else -1
        if pile == len(tails):
            tails.append(stamp)
            ends.append(k)
        elif stamp < tails[pile]:
            tails[pile], ends[pile] = stamp, k
    chain = []
    k = ends[-1] if ends else -1
    while k >= 0:
        chain.append(k)
        k = int(before[k])
    return np.array(chain[::-1], int)


def split(t: Array, gap: float) -> Segments:
    """Return (start, stop) of the stretches in which no step is longer than `gap` median steps."""
    steps = np.diff(t)
    breaks = np.flatnonzero(steps > gap * np.median(steps)) + 1 if len(steps) else np.array([], int)
    bounds = [0, *breaks.tolist(), len(t)]
    return tuple(pairwise(bounds))


def in_a_row(lengths: list[int]) -> Segments:
    """Return (start, stop) of pieces of given lengths, one after the other."""
    return tuple(pairwise([0, *accumulate(lengths)]))


def even_step(t: Array, segments: Segments) -> float | None:
    """Return the common step [s] of stamps that are evenly spaced within each segment, None if they are not."""
    steps = np.concatenate([np.diff(t[a:b]) for a, b in segments])
    if not len(steps):
        return None
    step = float(np.mean(steps))
    worst = max(float(np.max(np.abs(t[a:b] - t[a] - step * np.arange(b - a)))) for a, b in segments)
    return step if worst <= EVEN * step + 4 * np.spacing(float(np.max(np.abs(t)))) else None


def grid(t: Array, segments: Segments, step: float) -> tuple[Array, Segments]:
    """Return even stamps that cover each segment from its first stamp on, and the segments among them."""
    pieces = [t[a] + step * np.arange(int((t[b - 1] - t[a]) / step + 1e-9) + 1) for a, b in segments]
    return np.concatenate(pieces), in_a_row([len(piece) for piece in pieces])


BLOCK, MARGIN = 16384, 128
"""Samples that one spline is made for, and samples beyond them on either side that it also goes through."""


def splines(t: Array, x: Array, degree: int) -> Iterator[tuple[int, int, BSpline]]:
    """Yield start, stop and a spline through x (n, ...) that is exact between the stamps start .. stop.

    The influence of a sample on an interpolating spline falls by more than a third with every knot, so that beyond
    `MARGIN` knots it vanishes in double precision. A long log is interpolated in blocks: one spline through a million
    samples needs many times their memory.
    """
    from scipy.interpolate import make_interp_spline

    for start in range(0, len(t), BLOCK):
        stop = min(start + BLOCK, len(t))
        a, b = max(start - MARGIN, 0), min(stop + MARGIN, len(t))
        yield start, stop, make_interp_spline(t[a:b] - t[0], x[a:b], k=min(degree, b - a - 1))


def take(x: Array, segments: Segments) -> Array:
    """Return the rows of some segments, one after the other; the rows of a single segment are not copied."""
    parts = [x[a:b] for a, b in segments]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def resample(t: Array, x: Array, segments: Segments, to: Array, among: Segments, degree: int = 5) -> Array:
    """Return x (n, k) at other stamps by a spline through all samples, segment by segment; NaN columns stay NaN.

    The error of a spline of odd degree d through samples h apart is O(h^(d+1)), however uneven the stamps are.
    """
    there = np.flatnonzero(~np.isnan(x).any(axis=0))
    if not len(there):
        return np.broadcast_to(np.nan, (len(to), x.shape[1]))
    if len(there) == x.shape[1]:
        there = slice(None)
    out = np.full((len(to), x.shape[1]), np.nan)
    for (a, b), (c, d) in zip(segments, among, strict=True):
        for start, stop, spline in splines(t[a:b], x[a:b, there], degree):
            last = stop == b - a
            first, end = np.searchsorted(to[c:d], [t[a + start], np.inf if last else t[a + stop]])
            out[c + first : c + end, there] = spline(to[c + first : c + end] - t[a])
    return out


def later(t: Array, x: Array, lag: float) -> Array:
    """Return x (n, ...) as it is `lag` later [s], by a spline; at the end of its stamps its last value."""
    out = np.empty(x.shape)
    to = np.clip(t + lag, t[0], t[-1])
    for start, stop, spline in splines(t, x, 3):
        last = stop == len(t)
        first = 0 if start == 0 else int(np.searchsorted(to, t[start]))
        end = len(t) if last else int(np.searchsorted(to, t[stop]))
        out[first:end] = spline(to[first:end] - t[0])
    return out
