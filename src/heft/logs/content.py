"""The content of runs as hashes, and runs that share it: the same samples are found under any name, in any format.

Only measured numbers count, not time stamps, names of files or metadata. Two runs are the same if their contents are
equal and their segments overlap, so that the two halves of one run are two. A part of a run that was written to a file
of its own is recognised by its marks (`heft.logs.marks`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.logs.marks import from_json, shared


@dataclass(frozen=True)
class KnownRun:
    """What a run is recognised by, also when nothing else is left of it, as in saved information.

    Attributes:
        name: of its file, or what it is called.
        content: the hash of its samples.
        segments: (start, stop) of the stretches that were used.
        marks: samples by which parts of it are recognised, with their numbers.
    """

    name: str
    content: str
    segments: tuple[tuple[int, int], ...]
    marks: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> KnownRun:
        """Return the run of which `Motion.to_dict` gave these facts."""
        segments = tuple((int(a), int(b)) for a, b in facts.get("segments", ()))
        name = (facts.get("source") or {}).get("path", "a log")
        return cls(name, facts.get("content", ""), segments, from_json(facts.get("marks") or {}))


def content_of(columns: Iterable[tuple[str, Array]]) -> str:
    """Return a hash of named columns of numbers, in hexadecimal digits; their order does not matter."""
    total = hashlib.sha256()
    for name, values in sorted(columns, key=lambda column: column[0]):
        total.update(f"{name}:{len(values)}:".encode())
        total.update(np.ascontiguousarray(values, "<f8").data)
    return total.hexdigest()[:32]


def same_samples(one: KnownRun, other: KnownRun) -> bool:
    """Return whether two runs have samples in common: the same content in segments that overlap, or marks."""
    if one.content and one.content == other.content:
        return any(a < d and c < b for a, b in one.segments for c, d in other.segments)
    return bool(shared(one.marks, one.segments, other.marks, other.segments))


def shared_words(one: KnownRun, other: KnownRun) -> str:
    """Return in words which samples of the other run are those of one that has samples in common with it."""
    found = shared(one.marks, one.segments, other.marks, other.segments)
    if one.content == other.content or not found:
        return f"{other.name} has the same samples as {one.name}"
    return f"{other.name} has samples of {one.name}, about from its sample {found[0]} to {found[-1]}"


def first_repeated(runs: Sequence[KnownRun], others: Sequence[KnownRun] = ()) -> tuple[KnownRun, KnownRun] | None:
    """Return the first of some runs that repeats another or an earlier one, after that one; None if none does."""
    seen = list(others)
    for run in runs:
        for before in seen:
            if same_samples(before, run):
                return before, run
        seen.append(run)
    return None
