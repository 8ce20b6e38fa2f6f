"""Steps from the estimate that is best without cones, in units in which the sum of squared residuals is their length.

Their variables are the singular directions of the data, each a standard deviation of the residuals long, and an
orthonormal basis of the directions that the data do not determine, each one plausible size long.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import linalg

from heft.arrays import Array
from heft.estimation.base import Base
from heft.estimation.cone_program import ConeProgram
from heft.estimation.constraints import ConeRows
from heft.estimation.least_squares import Fit

SHARE, LEAST, MOST, LIMIT = 1 / 8, 0.1, 0.3, 1 / 2
"""How much the entropic prior may raise the residuals: see `heft.estimation.consistent`."""

STIFFEST = 1e7
"""Singular values of the data's part of the cost are capped here: larger ones are beyond rounding."""


@dataclass(frozen=True, eq=False)
class Steps:
    """Steps from the best estimate without cones: parameters = start + basis x.

    Attributes:
        start: (n,) the estimate that is best without cones.
        basis: (n, n) first the data's directions, a standard deviation of the residuals long, then those that the data
            do not excite, one plausible size long.
        scales: (n,) the plausible sizes of the parameters: basis = scales * (orthonormal) * lengths.
        lengths: (n,) those of the basis, in plausible sizes.
        seen: how many are the data's.
        rows: how many rows were fitted, less the parameters that they determine.
    """

    start: Array
    basis: Array
    scales: Array
    lengths: Array
    seen: int
    rows: float

    @classmethod
    def of(cls, base: Base, fit: Fit, scales: Array, x0: Array) -> Steps:
        """Return the steps of a fit; along directions that the data do not determine they start at x0."""
        # T u are the base parameters in units of the fit, without the directions that the data hardly determine
        weak = fit.weak @ fit.weak.T
        T = base.matrix * scales / fit.scales[:, None]
        T -= weak @ T
        inverse = np.asarray(linalg.solve(T @ T.T + weak, T, assume_a="pos").T, float)
        best = fit.values / fit.scales
        best = best - weak @ best
        seen = len(T) - fit.weak.shape[1]
        V = np.linalg.svd(T)[2]
        K = (fit.factor[:, :-1] * fit.scales / max(fit.unit, 1e-300)) @ (T @ V[:seen].T)
        _, s, W = np.linalg.svd(K, full_matrices=False)
        lengths = np.concatenate([1 / np.clip(s, 1 / STIFFEST, STIFFEST), np.ones(len(scales) - seen)])
        start = x0 + scales * (inverse @ (best - T @ (x0 / scales)))
        basis = scales[:, None] * np.column_stack([V[:seen].T @ W.T, V[seen:].T]) * lengths
        return cls(start, basis, scales, lengths, seen, float(max(fit.counts.sum() - int(np.sum(fit.determined)), 1)))

    def values(self, x: Array) -> Array:
        """Return the parameters of a step."""
        return self.start + self.basis @ x

    def excess(self, x: Array) -> float:
        """Return by how much a step raises the sum of squared residuals, in variances."""
        return float(np.sum(x[: self.seen] ** 2))

    def room(self, least: float, percent: float | None) -> float:
        """Return by how much the entropic prior may raise the sum of squared residuals above the least, in variances.

        Args:
            least: the excess of the residuals of the consistent parameters that are nearest to the data.
            percent: the bound on the rms residual that was asked for; None: as much as noise excuses.
        """

        def squares(percent: float) -> float:
            return ((1 + percent / 100) ** 2 - 1) * (self.rows + least)

        if percent is not None:
            return squares(percent)
        return min(max(min(SHARE * self.seen, squares(MOST)), squares(LEAST)), LIMIT * self.seen)

    def longer(self, factor: float) -> Steps:
        """Return the same steps where residuals deviate so many times more."""
        reach = np.where(np.arange(len(self.start)) < self.seen, factor, 1.0)
        rows = max(self.rows / factor**2, 1.0)
        return replace(self, basis=self.basis * reach, lengths=self.lengths * reach, rows=rows)

    def program(self, rows: list[ConeRows], P: Array) -> ConeProgram:
        """Return a program for the step, with a quadratic cost."""
        program = ConeProgram(P, np.zeros(len(P)))
        for r in rows:
            program.add(r.A @ self.basis, r.b - r.A @ self.start, r.cone)
        return program
