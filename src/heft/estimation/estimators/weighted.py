"""Weighted least squares: each joint's residuals count in units of their standard deviation.

Joints with almost no effort are an exception: their residuals count beside the terms that cancel in them
(`heft.estimation.scale_free`); else the parameters would shrink until nothing is left of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from heft.arrays import Array
from heft.estimation.estimators import Estimator
from heft.estimation.information import Information
from heft.estimation.least_squares import Fit, reweighted, solve
from heft.estimation.regression import Regression
from heft.estimation.scale_free import scale_free, sizes_of, without_scale
from heft.estimation.uncertainty import Stretch

ITERATIONS, TOLERANCE = 20, 1e-6


class Weighted(Estimator):
    """Least squares, weighted per joint by iteration.

    The standard deviations come from the residuals themselves, starting with ordinary least squares, until they stay
    the same to 1e-6. The triangular factors suffice for it: no second pass over the logs is needed.
    """

    name = "weighted"
    summary = "least squares, each joint weighted by the standard deviation of its residuals (the default)"

    def fit(self, evidence: Regression) -> Fit:
        """Return the weighted least-squares estimate."""
        scales, prior = evidence.base_scales, evidence.prior
        return weighted_by_iteration(
            evidence, evidence.information, lambda some, weights: solve(some, weights, scales, prior)
        )

    def scatter(self, fit: Fit, parts: Iterable[Stretch]) -> Array:
        """Return the covariance (n_base, n_base) from what stretches of time say of a fit.

        The scores of all stretches together are zero, but for joints with almost no effort.
        """
        every = list(parts)
        mean = np.mean([part.scores for part in every], axis=0)
        return super().scatter(fit, (replace(part, scores=part.scores - mean) for part in every))


def weighted_by_iteration(
    evidence: Regression,
    information: Information,
    solved: Callable[[Information, Array | None], Fit],
    weights: Array | None = None,
) -> Fit:
    """Return a fit whose coordinates are weighted by their own residuals.

    Args:
        evidence: says which coordinates have almost no effort.
        information: what is fitted.
        solved: fits an information with weights (nv,), or without any.
        weights: (nv,), if they are to stay as they are.
    """
    small, at = without_scale(evidence), evidence.inertial_prior

    def scaled() -> Information:
        return scale_free(information, small, at, sizes_of(evidence, at)) if np.any(small) else information

    fit, done = solved(scaled(), weights), 0
    while done < ITERATIONS:
        before, done = fit.sigma, done + 1
        at = fit.values if np.all(np.any(sizes_of(evidence, fit.values)[small], axis=1)) else at
        fit = solved(scaled(), reweighted(fit) if weights is None else weights)
        if np.all(np.abs(fit.sigma - before) <= TOLERANCE * before):
            break
    return replace(fit, iterations=done)


ESTIMATOR = Weighted()
