"""What RPNA needs of the numbers it computes with.

A field evaluates exact geometry, multiplies, and decides ranks. Matrices are NumPy arrays: of floats, of integers
modulo a prime, or of rationals (as objects). `reduce` brings entries back into the field after NumPy has added and
multiplied them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from heft.arrays import Bools
from heft.robot.exact import Number

Matrix = NDArray[Any]


class Field(Protocol):
    """Numbers that RPNA can run on."""

    name: str
    half: Any

    def number(self, value: Number) -> Any:
        """Return an exact number as an element."""
        ...

    def length(self, value: Number) -> Any:
        """Return an exact length [m] as an element, in the field's own unit of length."""
        ...

    def cos_sin(self, angle: Number) -> tuple[Any, Any]:
        """Return the cosine and the sine of an exact angle [rad]."""
        ...

    def root(self, square: Fraction) -> Any:
        """Return the square root of a positive rational."""
        ...

    def over(self, value: Any) -> Any:
        """Return 1 / value."""
        ...

    def array(self, rows: Any) -> Matrix:
        """Return nested elements as a matrix."""
        ...

    def zeros(self, rows: int, columns: int) -> Matrix:
        """Return a matrix of zeros."""
        ...

    def identity(self, size: int) -> Matrix:
        """Return the unit matrix."""
        ...

    def reduce(self, M: Matrix) -> Matrix:
        """Bring the entries back into the field."""
        ...

    def product(self, A: Matrix, B: Matrix) -> Matrix:
        """Return A B, of any size."""
        ...

    def nonzero(self, M: Matrix) -> Bools:
        """Return which entries are not zero."""
        ...

    def basis(self, M: Matrix, rank: int | None = None) -> Matrix:
        """Return independent columns that span the range of M; `rank` is what it is known to be."""
        ...

    def invariant(self, generators: Sequence[Matrix], seed: Matrix, rank: int | None = None) -> Matrix:
        """Return a basis of the smallest space that holds the seed and that every generator maps to itself."""
        ...

    def echelon(self, M: Matrix, pivots: tuple[int, ...] | None = None) -> tuple[Matrix, tuple[int, ...]]:
        """Return the reduced row echelon form without its zero rows, and the pivot columns."""
        ...


class SampledField(Field, Protocol):
    """Numbers of which one can draw at random."""

    def draw(self, rng: np.random.Generator, *shape: int) -> Matrix:
        """Return random elements, none of them zero."""
        ...

    def inverse(self, values: Matrix) -> Matrix:
        """Return 1 / values, entry by entry."""
        ...

    def turned(self, turns: Matrix, times: int) -> tuple[Matrix, Matrix]:
        """Return the cosine and the sine of a multiple of the angles that `draw` gave."""
        ...
