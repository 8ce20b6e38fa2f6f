"""What a file of saved information may hold: a head of JSON, and for each coordinate its columns and its factor."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from pydantic import Field

from heft.arrays import AnyArray, Array, Ints
from heft.errors import FormatError
from heft.logs.motion_schema import RunEntry
from heft.reading.npz import Npz
from heft.reading.schema import LARGEST, Checked, Line, Sensible, checked
from heft.reading.text import json_value

KIND, MAKE_AGAIN = "file of saved information", "Make it again from the logs."


Fact = bool | int | Sensible | Line | None
"""An entry of a fingerprint."""


class InformationHead(Checked):
    """The names, and where the information comes from."""

    format: Line
    names: list[Line]
    coordinates: list[Line]
    sources: list[RunEntry]
    fingerprint: dict[Line, dict[Line, list[Fact] | None]] = Field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class InformationArrays:
    """The arrays of a file; see `heft.estimation.information.Information`."""

    columns: tuple[Ints, ...]
    factors: tuple[Array, ...]
    counts: Ints


def head_in(file: Npz, where: str) -> InformationHead:
    """Return the head of a file.

    Raises:
        FormatError: it has none, or it is damaged.
    """
    if "head" not in file:
        raise FormatError(f"This is not a {KIND}, or it is damaged.", where=where, remedy=MAKE_AGAIN)
    head = checked(InformationHead, json_value(str(file["head"]).encode(), where, MAKE_AGAIN), KIND, where, MAKE_AGAIN)
    for names in (head.names, head.coordinates):
        if len(set(names)) < len(names):
            raise _damaged("A name occurs twice in it.", where)
    return head


def arrays_in(file: Npz, head: InformationHead, where: str) -> InformationArrays:
    """Return the arrays of a file, which fit its head.

    Raises:
        FormatError: one is missing, has another shape or type, or numbers that are not finite; names it.
    """
    columns, factors = [], []
    counts = _array(file, "counts", (len(head.coordinates),), "iu", where)
    if np.any(counts < 0):
        raise _damaged("A number of samples is negative.", where)
    for r in range(len(head.coordinates)):
        chosen = _array(file, f"columns.{r}", None, "iu", where)
        inside = np.all((chosen >= 0) & (chosen < len(head.names)))
        if not inside or len(set(chosen.tolist())) < len(chosen):
            raise _damaged(f"The array 'columns.{r}' does not name columns.", where)
        k = len(chosen) + 1
        factor = _array(file, f"factor.{r}", (k, k), "f", where)
        if not np.all(np.abs(factor) <= LARGEST) or np.any(np.tril(factor, -1)):
            raise _damaged(f"The array 'factor.{r}' is not a triangular factor.", where)
        columns.append(chosen.astype(np.int64))
        factors.append(factor.astype(float))
    return InformationArrays(tuple(columns), tuple(factors), counts.astype(np.int64))


def _array(file: Npz, name: str, shape: tuple[int, ...] | None, kinds: str, where: str) -> AnyArray:
    """Return an array of one of some kinds of numbers; without a shape it has one dimension."""
    if name not in file:
        raise _damaged(f"The array '{name}' is missing.", where)
    array = file[name]
    if array.dtype.kind not in kinds or (array.ndim != 1 if shape is None else array.shape != shape):
        raise _damaged(f"The array '{name}' has the wrong shape or type.", where)
    return array


def _damaged(what: str, where: str) -> FormatError:
    return FormatError(f"This {KIND} is damaged. {what}", where=where, remedy=MAKE_AGAIN)
