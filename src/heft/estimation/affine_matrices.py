"""Symmetric matrices that are affine functions of a few variables each, such as the pseudo-inertias of bodies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from heft.arrays import Array, Ints


@dataclass(frozen=True, eq=False)
class AffineMatrices:
    """S_i(x) = constant_i + the sum of x_c slope_ic over its variables c.

    Attributes:
        constant: (m, k, k).
        slopes: (m, v, k, k); zero where a matrix depends on fewer than v variables.
        columns: (m, v) which variables they belong to.
    """

    constant: Array
    slopes: Array
    columns: Ints

    @classmethod
    def of(cls, constants: Sequence[Array], slopes: Sequence[Array]) -> AffineMatrices:
        """Return matrices by their constants, (k, k), and their slopes in all variables, (k, k, n)."""
        unused = [~np.any(slope != 0, axis=(0, 1)) for slope in slopes]
        most = max(int(np.count_nonzero(~each)) for each in unused)
        # the variables that a matrix depends on first, then others, in which its slope is zero
        columns = np.array([np.argsort(each, kind="stable")[:most] for each in unused])
        few = [np.moveaxis(slope[:, :, at], -1, 0) for slope, at in zip(slopes, columns, strict=True)]
        return cls(np.array(constants), np.array(few), columns)

    def at(self, x: Array) -> Array:
        """Return the matrices, (m, k, k)."""
        return self.constant + self.change(x)

    def change(self, step: Array) -> Array:
        """Return how a step (n,) changes them, (m, k, k)."""
        return np.einsum("mv,mvij->mij", step[self.columns], self.slopes)

    def gradient(self, Z: Array, n: int) -> Array:
        """Return the gradient (n,) of the sum of tr(Z_i S_i), Z (m, k, k)."""
        total = np.zeros(n)
        np.add.at(total, self.columns, np.einsum("mij,mvij->mv", Z, self.slopes))
        return total

    def add_curvature(self, H: Array, N: Array) -> None:
        """Add the quadratic form of the sum of tr(N_i dS_i N_i dS_i) to H (n, n), N (m, k, k) symmetric."""
        scaled = N[:, None] @ self.slopes @ N[:, None]
        blocks = np.einsum("mvij,mwij->mvw", scaled, self.slopes)
        np.add.at(H, (self.columns[:, :, None], self.columns[:, None, :]), blocks)
