"""From all inertial parameters to base parameters and back, as matrices."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from heft.arrays import Array, Ints
from heft.errors import ArgumentError


@dataclass(frozen=True, eq=False)
class BaseReduction:
    """The base parameters of a robot: base = matrix @ pi, and Y pi = Y[:, columns] base for every regressor Y.

    Attributes:
        names: (n_base,) of the parameters chosen to carry the combinations.
        columns: (n_base,) where they stand in `Robot.parameter_names`.
        matrix: (n_base, n_parameters) the combinations; the identity at `columns`.
        exact: the coefficients that are rational: (base, parameter) to a string such as "1037/20000".
    """

    names: tuple[str, ...]
    columns: Ints
    matrix: Array
    exact: dict[tuple[int, int], str]

    def apply(self, Y: ArrayLike) -> Array:
        """Return the columns (..., n_base) of a regressor Y (..., n_parameters) that the base parameters multiply."""
        Y = np.asarray(Y, float)
        self._check(Y.shape[-1:], "A regressor", "columns", self.matrix.shape[1])
        return Y[..., self.columns]

    def reduce(self, parameters: ArrayLike) -> Array:
        """Return the base parameters, (n_base,), of all parameters, (n_parameters,)."""
        pi = np.asarray(parameters, float).ravel()
        self._check(pi.shape, "The parameters", "entries", self.matrix.shape[1])
        return self.matrix @ pi

    def invert(self, base: ArrayLike, prior: ArrayLike | None = None) -> Array:
        """Return parameters, (n_parameters,), that have these base parameters.

        Args:
            base: (n_base,).
            prior: (n_parameters,) parameters to stay close to: the smallest change that gives the base is made. Without
                it, the chosen parameters carry the base and all others are zero.
        """
        values = np.asarray(base, float)
        self._check(values.shape, "The base parameters", "entries", len(self.columns))
        if prior is None:
            pi = np.zeros(self.matrix.shape[1])
            pi[self.columns] = values
            return pi
        pi = np.asarray(prior, float).ravel()
        return pi + np.linalg.pinv(self.matrix) @ (values - self.reduce(pi))

    @staticmethod
    def _check(shape: tuple[int, ...], what: str, unit: str, size: int) -> None:
        if shape != (size,):
            raise ArgumentError(
                f"{what} must have {size} {unit}; the shape given ends in {shape}.",
                remedy="Use the robot, and the choice of rotors, for which the verdict was made.",
            )
