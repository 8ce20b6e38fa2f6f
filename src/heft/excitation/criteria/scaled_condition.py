"""The condition number of the stacked regressor with columns of unit length: independent of units."""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.excitation.criteria.condition import condition, log_condition
from heft.excitation.criteria.power_means import SmoothCriterion


def unit_columns(M: Array) -> tuple[Array, Array]:
    """Return D M D and the diagonal of D (n,), by which the columns have unit length."""
    diagonal = np.diag(M)
    d = 1 / np.sqrt(np.maximum(diagonal, max(1e-30 * float(diagonal.max()), 1e-300)))
    return M * np.outer(d, d), d


class ScaledCondition(SmoothCriterion):
    """f = log cond (D M D) with D^2 the inverse of M's diagonal."""

    name = "scaled-condition"
    summary = "condition number of the stacked regressor with columns of unit length"
    plain = True

    def value_and_gradient(self, M: Array) -> tuple[float, Array]:
        """Return the smooth value and its gradient.

        With H the gradient in D M D, the diagonal of M changes D too: G = D H D - diag((H D M D)_kk / M_kk).
        """
        scaled, d = unit_columns(M)
        value, H = log_condition(scaled, self.power)
        gradient = H * np.outer(d, d)
        gradient[np.diag_indices(len(M))] -= np.sum(H * scaled, axis=1) * d**2
        return value, gradient

    def shown(self, M: Array) -> float:
        """Return the condition number of the stacked regressor with columns of unit length."""
        return condition(unit_columns(M)[0])


CRITERION = ScaledCondition()
