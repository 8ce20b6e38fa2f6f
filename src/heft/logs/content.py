"""The content of runs as hashes, and runs that share it: the same samples are found under any name, in any format.

Only measured numbers count, not time stamps, names of files or metadata. Two runs are the same if their contents are
equal and their segments overlap, so that the two halves of one run are two.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from heft.arrays import Array


@dataclass(frozen=True)
class KnownRun:
    """What a run is recognised by, also when nothing else is left of it, as in saved information.

    Attributes:
        name: of its file, or what it is called.
        content: the hash of its samples.
        segments: (start, stop) of the stretches that were used.
    """

    name: str
    content: str
    segments: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> KnownRun:
        """Return the run of which `Motion.to_dict` gave these facts."""
        segments = tuple((int(a), int(b)) for a, b in facts.get("segments", ()))
        return cls((facts.get("source") or {}).get("path", "a log"), facts.get("content", ""), segments)


def content_of(columns: Iterable[tuple[str, Array]]) -> str:
    """Return a hash of named columns of numbers, in hexadecimal digits; their order does not matter."""
    total = hashlib.blake2b(digest_size=16)
    for name, values in sorted(columns, key=lambda column: column[0]):
        total.update(f"{name}:{len(values)}:".encode())
        total.update(np.ascontiguousarray(values, "<f8").data)
    return total.hexdigest()


def same_samples(one: KnownRun, other: KnownRun) -> bool:
    """Return whether two runs have samples in common: the same content, in segments that overlap."""
    if not one.content or one.content != other.content:
        return False
    return any(a < d and c < b for a, b in one.segments for c, d in other.segments)


def first_repeated(runs: Sequence[KnownRun], others: Sequence[KnownRun] = ()) -> tuple[KnownRun, KnownRun] | None:
    """Return the first of some runs that repeats another or an earlier one, after that one; None if none does."""
    seen = list(others)
    for run in runs:
        for before in seen:
            if same_samples(before, run):
                return before, run
        seen.append(run)
    return None
