"""Marks: single samples by which parts of a log are recognised in another file, after cutting, renaming or thinning.

A hash of the positions and efforts of each sample, rounded to four digits so that numbers written as text stay the
same, selects some of the samples: those whose hash ends in so many zero bits. The choice depends on the sample alone.
So two logs that share samples have marks in common wherever they were cut, and a longer log, of which fewer bits are
kept, has a part of the marks of a shorter one. Samples at rest and samples that occur twice do not count: they may be
alike by chance. Copies that were interpolated, filtered or converted to other units are not recognised.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from heft.arrays import Array

MANY, SPARSEST = 256, 8
"""About as many marks are kept of a log, and in long ones at least one in 2^SPARSEST samples."""

DIGITS = 4
FEW = 8
"""Marks, at least, that two logs must have in common and in step. Coarse encoders, and commands at their limits, make
single samples of different runs alike by chance, but not at instants that go on alike in both."""

IN_STEP, PAIRS = 2.0, 100
"""By how many samples instants may be out of step, and from how many pairs of instants the step is found."""

PART = 2**13
"""Samples hashed at a time: they stay in the cache, and long logs need no more memory than short ones."""

POWERS = 10.0 ** np.arange(-290, 291)
"""Powers of ten, of which computing one takes longer than all the rest of a hash."""

MIXED, SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)

Segments = Sequence[tuple[int, int]]


def marks_of(q: Array, effort: Array | None) -> dict[str, int]:
    """Return the marks of a log, eight hexadecimal digits each, with the number of their sample.

    Args:
        q: (n, j) positions.
        effort: (n, k), or None.
    """
    n = len(q)
    if n < 2 or not q.shape[1]:
        return {}
    bits = int(np.clip(np.log2(n / MANY), 0, SPARSEST)) if n > MANY else 0
    found = []
    for start in range(0, n, PART):
        codes = _codes(q[start : start + PART], None if effort is None else effort[start : start + PART])
        here = np.flatnonzero(codes & np.uint64(2**bits - 1) == 0)
        found.append((codes[here], start + here))
    codes, at = (np.concatenate(each) for each in zip(*found, strict=True))
    _, first, counts = np.unique(codes, return_index=True, return_counts=True)
    single = np.zeros(len(codes), bool)
    single[first[counts == 1]] = True
    moves = np.any(q[at] != q[np.maximum(at - 1, 0)], axis=1)
    return {f"{int(codes[k] >> SHIFT):08x}": int(at[k]) for k in np.flatnonzero(moves & single)}


def shared(one: Mapping[str, int], within: Segments, other: Mapping[str, int], inside: Segments) -> list[int]:
    """Return the samples of the other log that are marked in both, in segments that were used; none if they are few.

    Args:
        one: marks of a log.
        within: (start, stop) of the samples of it that were used.
        other: marks of another log.
        inside: the same of that one.
    """
    common = [
        (here, there)
        for mark, here in one.items()
        if (there := other.get(mark, -1)) >= 0 and _in(here, within, there, inside)
    ]
    found = _in_step(np.array(common, float)) if len(common) >= FEW else []
    return sorted(found) if len(found) >= max(FEW, len(common) / 2) else []


def _in_step(pairs: Array) -> list[int]:
    """Return the second instants of pairs (k, 2) that are on the line there = rate here + start, which rises.

    The rate is the median over pairs of pairs (Theil and Sen), which those that are alike by chance hardly move.
    """
    some = pairs[:: max(1, len(pairs) // PAIRS)]
    apart = some[:, None] - some[None]
    moved = apart[..., 0] > 0
    rate = float(np.median(apart[..., 1][moved] / apart[..., 0][moved])) if moved.any() else 0.0
    behind = pairs[:, 1] - rate * pairs[:, 0]
    near = np.abs(behind - np.median(behind)) <= IN_STEP
    return [int(there) for there in pairs[near, 1]] if rate > 0 else []


def placed(marks: Mapping[str, int], stamps: Array, t: Array) -> dict[str, int]:
    """Return marks with the numbers that their samples have at other stamps; those outside are left out.

    Args:
        marks: of a log.
        stamps: (n,) of that log [s].
        t: (m,) increasing stamps of what was made of it [s].
    """
    if not len(t):
        return {}
    step = float(np.median(np.diff(t))) if len(t) > 1 else 0.0
    when = stamps[np.fromiter(marks.values(), np.int64, len(marks))]
    at = np.clip(np.searchsorted(t, when), 0, len(t) - 1)
    at -= (at > 0) & (when - t[at - 1] < t[at] - when)
    near = np.abs(t[at] - when) <= step
    return {mark: place for mark, place, there in zip(marks, at.tolist(), near.tolist(), strict=True) if there}


def as_json(marks: Mapping[str, int]) -> dict[str, object]:
    """Return marks ready for JSON, in few characters."""
    return {"codes": "".join(marks), "samples": list(marks.values())}


def from_json(data: Mapping[str, object]) -> dict[str, int]:
    """Read what `as_json` gives; nothing of what is not that."""
    codes, samples = data.get("codes", ""), data.get("samples", ())
    if not isinstance(codes, str) or not isinstance(samples, Iterable):
        return {}
    return {codes[8 * k : 8 * k + 8]: int(at) for k, at in enumerate(samples)}


def _codes(q: Array, effort: Array | None) -> np.ndarray:
    """Return (n,) a hash of each sample."""
    codes = np.zeros(len(q), np.uint64)
    for column in (*q.T, *(effort.T if effort is not None else ())):
        codes = (codes ^ _rounded(column)) * MIXED
        codes ^= codes >> SHIFT
    return codes


def _rounded(column: Array) -> np.ndarray:
    """Return numbers rounded to some digits, each as an integer of its own."""
    known = np.where(np.isfinite(column), column, 0.0)
    size = np.floor(np.log10(np.maximum(np.abs(known), 1e-300))).astype(np.int64)
    digits = np.rint(known * POWERS[np.clip(DIGITS - 1 - size, -290, 290) + 290]).astype(np.int64)
    return (digits * 1024 + np.where(known == 0, 0, size)).view(np.uint64)


def _in(here: int, within: Segments, there: int, inside: Segments) -> bool:
    return any(a <= here < b for a, b in within) and any(a <= there < b for a, b in inside)
