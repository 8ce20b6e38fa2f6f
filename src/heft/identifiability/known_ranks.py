"""Fields that hand ranks on: one remembers those it decides, one takes those that another has proved.

A prime field proves the ranks of a robot's geometry but does not know its coefficients as real numbers. Floats do, if
they need not decide the ranks: the recursion runs in both, asks for ranks in the same order, and gets the proved ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from heft.identifiability.field import Echelon, Field, Matrix

Ranks = list[Any]
"""The decisions of one run in their order: a rank, or the pivot columns of an echelon form."""


class _Wrapper:
    """A field in all that a subclass does not do itself."""

    def __init__(self, field: Field) -> None:
        self._field = field
        for name in dir(field):
            if not name.startswith("_") and not hasattr(self, name):
                setattr(self, name, getattr(field, name))


class _Recorded(_Wrapper):
    def __init__(self, field: Field, ranks: Ranks) -> None:
        super().__init__(field)
        self._ranks = ranks

    def basis(self, *parts: Matrix) -> Matrix:
        span = self._field.basis(*parts)
        self._ranks.append(span.shape[1])
        return span

    def ctrb(self, generators: Sequence[Matrix], *parts: Matrix) -> Matrix:
        span = self._field.ctrb(generators, *parts)
        self._ranks.append(span.shape[1])
        return span

    def conditions(self, *columns: Matrix) -> Echelon:
        rows, pivots = self._field.conditions(*columns)
        self._ranks.append(pivots)
        return rows, pivots


class _Replayed(_Wrapper):
    def __init__(self, field: Field, ranks: Ranks) -> None:
        super().__init__(field)
        self._ranks = iter(ranks)

    def basis(self, *parts: Matrix) -> Matrix:
        return self._field.basis(*parts, rank=next(self._ranks))

    def ctrb(self, generators: Sequence[Matrix], *parts: Matrix) -> Matrix:
        return self._field.ctrb(generators, *parts, rank=next(self._ranks))

    def conditions(self, *columns: Matrix) -> Echelon:
        return self._field.conditions(*columns, pivots=next(self._ranks))


def recorded(field: Field, ranks: Ranks) -> Field:
    """Return the field, made to append every rank that it decides to `ranks`."""
    return cast(Field, _Recorded(field, ranks))


def replayed(field: Field, ranks: Ranks) -> Field:
    """Return the field, made to take its ranks from those that another field decided in the same run."""
    return cast(Field, _Replayed(field, ranks))
