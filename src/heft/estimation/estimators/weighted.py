"""Weighted least squares: each joint's residuals count in units of their standard deviation."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from heft.arrays import Array
from heft.estimation.estimators import Estimator, register
from heft.estimation.evidence import Evidence
from heft.estimation.information import Information
from heft.estimation.least_squares import Fit, reweighted, solve

ITERATIONS, TOLERANCE = 20, 1e-6


@register
class Weighted(Estimator):
    """Least squares, weighted per joint by iteration.

    The standard deviations come from the residuals themselves, starting with ordinary least squares, until they stay
    the same to 1e-6. The triangular factors suffice for it: no second pass over the logs is needed.
    """

    name = "weighted"
    summary = "least squares, each joint weighted by the standard deviation of its residuals (the default)"

    def fit(self, evidence: Evidence) -> Fit:
        """Return the weighted least-squares estimate."""
        return weighted_fit(evidence.information, evidence.base_scales, evidence.prior)


def weighted_fit(information: Information, scales: Array, prior: Array) -> Fit:
    """Return the weighted least-squares estimate of any columns, given their plausible sizes and prior values (n,)."""
    fit, done = solve(information, None, scales, prior), 0
    while done < ITERATIONS:
        before, done = fit.sigma, done + 1
        fit = solve(information, reweighted(fit), scales, prior)
        if np.all(np.abs(fit.sigma - before) <= TOLERANCE * before):
            break
    return replace(fit, iterations=done)
