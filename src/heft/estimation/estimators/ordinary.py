"""Ordinary least squares: the residuals of all joints count the same, in N m or N."""

from __future__ import annotations

from heft.estimation.estimators import Estimator
from heft.estimation.least_squares import Fit, solve
from heft.estimation.regression import Regression


class Ordinary(Estimator):
    """Ordinary least squares, with one standard deviation for all residuals."""

    name = "ordinary"
    summary = "ordinary least squares: the residuals of all joints count the same"

    def fit(self, evidence: Regression) -> Fit:
        """Return the ordinary least-squares estimate."""
        return solve(evidence.information, None, evidence.base_scales, evidence.prior)


ESTIMATOR = Ordinary()
