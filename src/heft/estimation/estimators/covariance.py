"""Least squares with the full covariance of the joints' residuals.

Residuals of different joints at the same instant are correlated (backlash, an unmodelled vibration). With their
covariance S = L^-1 L^-T the rows of all joints are multiplied by L before they are folded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from heft.arrays import Array, Bools
from heft.estimation.estimators import Estimator
from heft.estimation.estimators.weighted import Weighted
from heft.estimation.information import Information, folded
from heft.estimation.least_squares import Fit, solve
from heft.estimation.regression import Regression

ITERATIONS = 3


class Covariance(Estimator):
    """Generalised least squares; the covariance is taken from the residuals and iterated."""

    name = "covariance"
    summary = "generalised least squares with the full covariance of the joints' residuals"
    needs_second_pass = True

    def fit(self, evidence: Regression) -> Fit:
        """Return the estimate weighted by the full covariance of the residuals."""
        fit = Weighted().fit(evidence)
        for _ in range(ITERATIONS):
            joint, used = residual_covariance(evidence, fit.values)
            white = whitened(evidence, joint, used)
            fit = solve(white, np.ones(len(used)), evidence.base_scales, evidence.prior)
            fit = as_measured(fit, evidence.information)
        return replace(fit, iterations=ITERATIONS)

    def weights(self, evidence: Regression, fit: Fit) -> Array:
        """Return the inverse of the residuals' covariance, (nv, nv)."""
        joint, used = residual_covariance(evidence, fit.values)
        weights = np.zeros((len(used), len(used)))
        weights[np.ix_(used, used)] = np.linalg.inv(joint)
        return weights


def residual_covariance(evidence: Regression, values: Array) -> tuple[Array, Bools]:
    """Return the covariance of the residuals of all used coordinates at one instant, and which those are."""
    used = np.asarray(evidence.information.counts > 0)
    square, count = np.zeros((used.sum(), used.sum())), 0
    for _, errors in evidence.one_pass.residuals(values):
        e = errors[used]
        e = e[:, np.all(np.isfinite(e), axis=0)]
        square, count = square + e @ e.T, count + e.shape[1]
    return square / max(count - len(values) / max(used.sum(), 1), 1), used


def whitened(evidence: Regression, covariance: Array, used: Bools) -> Information:
    """Return the information of rows multiplied by L, L^T L the inverse of a covariance, where no effort is missing."""
    L = np.linalg.inv(np.linalg.cholesky(covariance))
    information, one_pass = evidence.information, evidence.one_pass
    n, nv, sources = len(information.names), len(information.counts), one_pass.sources

    def blocks() -> Iterator[list[Array]]:
        for rows, _ in one_pass.rows():
            keep = np.all(rows.use[used], axis=0)
            wide = [np.zeros((n + 1, int(keep.sum()))) for _ in range(len(L))]
            for k, r in enumerate(np.flatnonzero(used).tolist()):
                block = rows.blocks[r][:, keep]
                for i in range(k, len(L)):
                    wide[i][sources[r].columns] += L[i, k] * block[:-1]
                    wide[i][-1] += L[i, k] * block[-1]
            yield wide

    some, counted = folded(blocks(), [n + 1] * len(L))
    factors, counts = [np.zeros((n + 1, n + 1)) for _ in range(nv)], np.zeros(nv, np.int64)
    for k, r in enumerate(np.flatnonzero(used)):
        factors[r], counts[r] = some[k], counted[k]
    return replace(information, columns=tuple(np.arange(n) for _ in range(nv)), factors=tuple(factors), counts=counts)


def as_measured(fit: Fit, information: Information) -> Fit:
    """Give a fit to transformed rows the counts, residuals and energy of the measured ones."""
    squares = information.squares(fit.values)
    freedom = np.maximum(information.counts * (1 - fit.rank / max(information.counts.sum(), 1)), 1)
    sigma = np.sqrt(squares / freedom)
    return replace(fit, squares=squares, energy=information.energy, counts=information.counts, sigma=sigma)


ESTIMATOR = Covariance()
