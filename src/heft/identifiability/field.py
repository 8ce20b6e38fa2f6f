"""What RPNA needs of the numbers it computes with.

A field evaluates exact geometry, multiplies, and decides ranks. Matrices are NumPy arrays: of floats, of integers
modulo a prime, or of rationals (as objects). `reduce` brings entries back into the field after NumPy has added and
multiplied them.

Far from the base most spans are the whole space, and most joints are like an earlier one. The fields know both
shortcuts, so that the algorithm itself need not: a span that is the whole space is one identity matrix, known as such,
and what is made of a joint alone is remembered. Fields are equal if their numbers are the same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heft.arrays import Bools
from heft.identifiability.remembered import remembered
from heft.robot.exact import Number

Matrix = NDArray[Any]
Echelon = tuple[Matrix, tuple[int, ...]]
"""A reduced row echelon form without its zero rows, and its pivot columns."""


class Field(ABC):
    """Numbers that RPNA can run on.

    Attributes:
        name: how a certificate names it.
        half: the element 1/2.
        unit_axes: true where axes must have length one, for all numbers to be of one scale.
    """

    name: str
    half: Any
    unit_axes: bool = False

    def __init__(self) -> None:
        self._whole: dict[int, Matrix] = {}

    @abstractmethod
    def number(self, value: Number) -> Any:
        """Return an exact number as an element."""

    @abstractmethod
    def length(self, value: Number) -> Any:
        """Return an exact length [m] as an element, in the field's own unit of length."""

    @abstractmethod
    def cos_sin(self, angle: Number) -> tuple[Any, Any]:
        """Return the cosine and the sine of an exact angle [rad]."""

    @abstractmethod
    def root(self, square: Fraction) -> Any:
        """Return the square root of a positive rational."""

    @abstractmethod
    def over(self, value: Any) -> Any:
        """Return 1 / value."""

    @abstractmethod
    def array(self, rows: Any) -> Matrix:
        """Return nested elements as a matrix."""

    @abstractmethod
    def zeros(self, rows: int, columns: int) -> Matrix:
        """Return a matrix of zeros."""

    @abstractmethod
    def identity(self, size: int) -> Matrix:
        """Return the unit matrix, the basis of the whole space."""

    @abstractmethod
    def reduce(self, M: Matrix) -> Matrix:
        """Bring the entries back into the field."""

    @abstractmethod
    def product(self, A: Matrix, B: Matrix) -> Matrix:
        """Return A B, of any size."""

    @abstractmethod
    def nonzero(self, M: Matrix) -> Bools:
        """Return which entries are not zero."""

    @abstractmethod
    def _basis(self, M: Matrix, rank: int | None) -> Matrix: ...

    @abstractmethod
    def _ctrb(self, generators: Sequence[Matrix], seed: Matrix, rank: int | None) -> Matrix: ...

    @abstractmethod
    def _echelon(self, M: Matrix, pivots: tuple[int, ...] | None) -> Echelon: ...

    def whole(self, size: int) -> Matrix:
        """Return the basis of a whole space: one matrix, not to be written to, by which it is recognised."""
        if size not in self._whole:
            self._whole[size] = self.identity(size)
        return self._whole[size]

    def is_whole(self, span: Matrix) -> bool:
        """Return whether a span is known to be the whole space."""
        return span is self._whole.get(len(span))

    def transfer(self, transform: Matrix, span: Matrix) -> Matrix:
        """Return the image of a span under a transform that, if square, is invertible: it keeps the whole space."""
        if self.is_whole(span) and len(transform) == len(span):
            return span
        return self.reduce(transform @ span)

    def image(self, M: Matrix, span: Matrix) -> Matrix:
        """Return M times the basis of a span; M itself if that is the whole space."""
        return M if self.is_whole(span) else self.product(M, span)

    def basis(self, *parts: Matrix, rank: int | None = None) -> Matrix:
        """Return independent columns that span the range of all parts; `rank` is given where it is proved already."""
        size = len(parts[0])
        if self.is_whole(parts[0]) or rank == size:
            return self.whole(size)
        span = self._basis(parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1), rank)
        return self.whole(size) if span.shape[1] == size else span

    def ctrb(self, generators: Sequence[Matrix], *parts: Matrix, rank: int | None = None) -> Matrix:
        """Return a basis of the smallest space that contains all parts and that every generator maps into itself."""
        size = len(parts[0])
        if self.is_whole(parts[0]) or rank == size:
            return self.whole(size)
        seed = parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)
        if seed.shape[1] == 0:
            return seed
        span = self._ctrb(generators, seed, rank)
        return self.whole(size) if span.shape[1] == size else span

    def echelon(self, M: Matrix, pivots: tuple[int, ...] | None = None) -> Echelon:
        """Return the reduced row echelon form of M; `pivots` are its pivot columns where they are proved already."""
        return self._echelon(M, pivots)

    def conditions(self, *columns: Matrix, pivots: tuple[int, ...] | None = None) -> Echelon:
        """Return the reduced echelon form of the rows that stand in `columns`; `pivots` as in `echelon`."""
        return _conditions(columns, self, pivots)


@remembered
def _conditions(columns: Sequence[Matrix], field: Field, pivots: tuple[int, ...] | None) -> Echelon:
    return field.echelon(np.concatenate(columns, axis=1).T, pivots)


class SampledField(Field):
    """Numbers that can also be drawn at random."""

    @abstractmethod
    def draw(self, rng: np.random.Generator, *shape: int) -> Matrix:
        """Return random elements, none of them zero."""

    @abstractmethod
    def inverse(self, values: Matrix) -> Matrix:
        """Return 1 / values, entry by entry."""

    @abstractmethod
    def turned(self, turns: Matrix, times: int) -> tuple[Matrix, Matrix]:
        """Return the cosine and the sine of a multiple of the angles that `draw` gave."""
