"""What RPNA needs of the numbers it computes with.

A field evaluates exact geometry, multiplies, and decides ranks. Matrices are NumPy arrays: of floats, of integers
modulo a prime, or of rationals (as objects). `reduce` brings entries back into the field after NumPy has added and
multiplied them.

Far from the base most spans are the whole space, and most joints are like an earlier one. The fields know both
shortcuts, so that the algorithm itself need not: a span that is the whole space is the identity matrix and stays so,
and what is made of a small matrix is remembered.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from heft.arrays import Bools
from heft.robot.exact import Number

Matrix = NDArray[Any]
Echelon = tuple[Matrix, tuple[int, ...]]
"""A reduced row echelon form without its zero rows, and its pivot columns."""

Made = TypeVar("Made")
_FEW, _MANY = 36, 2000
"""Results are remembered for matrices of at most this many entries: of objects, and of machine numbers."""


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
        self._made: dict[Hashable, Any] = {}

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

    def transfer(self, transform: Matrix, span: Matrix) -> Matrix:
        """Return the image of a span under a transform that, if square, is invertible: it keeps the whole space."""
        if len(transform) == span.shape[1]:
            return self.identity(len(transform))
        return self.reduce(transform @ span)

    def basis(self, M: Matrix, rank: int | None = None) -> Matrix:
        """Return independent columns that span the range of M; `rank` is its rank where that is proved already."""
        return M[:, : len(M)] if _starts_with_identity(M) else self._basis(M, rank)

    def ctrb(self, generators: Sequence[Matrix], seed: Matrix, rank: int | None = None) -> Matrix:
        """Return a basis of the smallest space that contains the seed and that every generator maps into itself."""
        return seed if _starts_with_identity(seed) else self._ctrb(generators, seed, rank)

    def echelon(self, M: Matrix, pivots: tuple[int, ...] | None = None) -> Echelon:
        """Return the reduced row echelon form of M; `pivots` are its pivot columns where they are proved already."""
        return self.once(("echelon", pivots), M, lambda: self._echelon(M, pivots))

    def once(self, what: Hashable, M: Matrix, make: Callable[[], Made]) -> Made:
        """Return what `make` gives for a matrix, computed once and not to be written to."""
        if M.size > (_FEW if M.dtype == object else _MANY):  # to compare would take longer than to compute
            return make()
        key = (what, M.shape, tuple(M.ravel().tolist()) if M.dtype == object else M.tobytes())
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]


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


def _starts_with_identity(M: Matrix) -> bool:
    """Return whether the first columns of M are those of the unit matrix, so that M spans the whole space."""
    n = len(M)
    return n <= M.shape[1] and M[0, 0] == 1 and bool((M[:, :n] == _whole(n)).all())


@cache
def _whole(n: int) -> Matrix:
    return np.eye(n, dtype=int)
