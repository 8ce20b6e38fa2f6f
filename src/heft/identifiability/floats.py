"""RPNA's field of float64: fast, and a cross-check of the exact fields.

Every span is kept orthonormal and every generator has unit size, so that one absolute tolerance fits all (`linalg`).
The span that a rotation generates is made without powers: A(Phi) of a revolute joint has the eigenvalues i {-2 .. 2},
Phi x those of i {-1 .. 1}, and the projections on their eigenspaces span what the powers of A would.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from heft.arrays import Bools
from heft.identifiability.field import Echelon, Matrix, SampledField
from heft.identifiability.remembered import remembered
from heft.linalg import column_space, nonzero, reduced_echelon
from heft.robot.exact import Number


class Floats(SampledField):
    """Double-precision numbers.

    Args:
        unit: unit of length [m]; one of the robot's own size brings all numbers to one scale.
    """

    name = "float64"
    half = 0.5
    unit_axes = True

    def __init__(self, unit: float = 1.0) -> None:
        super().__init__()
        self.unit = unit

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Floats) and self.unit == other.unit

    def __hash__(self) -> int:
        return hash(self.unit)

    def number(self, value: Number) -> float:
        """Return the nearest float."""
        return float(value)

    def length(self, value: Number) -> float:
        """Return a length in the field's unit."""
        return float(value) / self.unit

    def cos_sin(self, angle: Number) -> tuple[float, float]:
        """Return the cosine and the sine."""
        radians = float(angle)
        return math.cos(radians), math.sin(radians)

    def root(self, square: Fraction) -> float:
        """Return the square root."""
        return math.sqrt(square)

    def over(self, value: float) -> float:
        """Return 1 / value."""
        return 1.0 / value

    def array(self, rows: Any) -> Matrix:
        """Return nested elements as a matrix."""
        return np.array(rows, dtype=float)

    def zeros(self, rows: int, columns: int) -> Matrix:
        """Return a matrix of zeros."""
        return np.zeros((rows, columns))

    def identity(self, size: int) -> Matrix:
        """Return the unit matrix."""
        return np.eye(size)

    def reduce(self, M: Matrix) -> Matrix:
        """Return M."""
        return M

    def product(self, A: Matrix, B: Matrix) -> Matrix:
        """Return A B."""
        return A @ B

    def nonzero(self, M: Matrix) -> Bools:
        """Return which entries are more than rounding."""
        return nonzero(M)

    def _basis(self, M: Matrix, rank: int | None) -> Matrix:
        """Return an orthonormal basis of the range, each column of M brought to a size below one."""
        return column_space(_bounded(M), rank)

    def _ctrb(self, generators: Sequence[Matrix], seed: Matrix, rank: int | None) -> Matrix:
        """Close a span under the generators."""
        if seed.shape[1] == 0 or not generators:
            return self._basis(seed, rank)
        if len(generators) == 1:
            harmonics = _harmonics(generators)
            if harmonics is not None:
                return column_space((harmonics @ _bounded(seed)).reshape(len(seed), -1), rank)
        units = [g / max(np.linalg.norm(g, 2), 1e-300) for g in generators]
        span = column_space(_bounded(seed))
        while span.shape[1] < len(span):
            grown = column_space(np.hstack([span, *(g @ span for g in units)]))
            if grown.shape[1] == span.shape[1]:
                break
            span = grown
        return span if rank is None else column_space(np.hstack([span, *(g @ span for g in units)]), rank)

    def draw(self, rng: np.random.Generator, *shape: int) -> Matrix:
        """Return random numbers."""
        return rng.standard_normal(shape)

    def inverse(self, values: Matrix) -> Matrix:
        """Return 1 / values, entry by entry."""
        return 1.0 / values

    def turned(self, turns: Matrix, times: int) -> tuple[Matrix, Matrix]:
        """Return cosine and sine of a multiple of random angles."""
        return np.cos(times * turns), np.sin(times * turns)

    def _echelon(self, M: Matrix, pivots: tuple[int, ...] | None) -> Echelon:
        return reduced_echelon(_bounded(M.T).T, pivots)


def _bounded(M: Matrix) -> Matrix:
    """Divide the columns that are longer than one by their length."""
    return M / np.sqrt(np.maximum(np.einsum("ij,ij->j", M, M), 1.0))


@remembered
def _harmonics(generator: Sequence[Matrix]) -> Matrix | None:
    """Return the k projections on the harmonics of a rotation's generator G (n, n), or None if it is not one.

    They are (n k, n), the first rows of all k before the second ones: a product (n k, s) with a seed (n, s) holds all
    projections of the seed beside each other as (n, k s).
    """
    (G,) = generator
    G2, one = G @ G, np.eye(len(G))
    small = 1e-9 * max(1.0, float(np.linalg.norm(G)) ** 3)
    if np.linalg.norm(G @ (G2 + one)) < small:
        projections = [one + G2, -G2, G]
    elif np.linalg.norm(G @ (G2 + one) @ (G2 + 4 * one)) < 10 * small:
        G4 = G2 @ G2
        first, second = -(G4 + 4 * G2) / 3, (G4 + G2) / 12
        projections = [one + 5 / 4 * G2 + G4 / 4, first, G @ first, second, G @ second / 2]
    else:
        return None
    return np.stack(projections, axis=1).reshape(-1, len(G))
