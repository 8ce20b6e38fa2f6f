"""The condition number of the stacked regressor in SI units, which publications quote.

It depends on the units of the parameters and says nothing about how long a motion is. Power means stand in the place of
the largest and the smallest eigenvalue while a motion is designed.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.excitation.criteria import spectrum
from heft.excitation.criteria.power_means import SmoothCriterion, log_power_mean


def log_condition(M: Array, power: int) -> tuple[float, Array]:
    """Return the smooth logarithm of the condition number of M, and its gradient (n, n)."""
    values, vectors = spectrum(M)
    (high, up), (low, down) = log_power_mean(values, power), log_power_mean(values, -power)
    return high + low, (vectors * (up + down)) @ vectors.T


def condition(M: Array) -> float:
    """Return the condition number of the rows A whose A^T A is M; infinite where columns depend on each other."""
    values = np.linalg.eigvalsh(M)
    return float(np.sqrt(values[-1] / values[0])) if values[0] > 1e-15 * values[-1] else float("inf")


class Condition(SmoothCriterion):
    """f = log cond M."""

    name = "condition"
    summary = "condition number of the stacked regressor in SI units"
    plain = True

    def value_and_gradient(self, M: Array) -> tuple[float, Array]:
        """Return the smooth value and its gradient."""
        return log_condition(M, self.power)

    def shown(self, M: Array) -> float:
        """Return the condition number of the stacked regressor."""
        return condition(M)


CRITERION = Condition()
