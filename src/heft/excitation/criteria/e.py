"""E-optimality: the largest variance of any direction, in units of plausible sizes.

A power mean stands in the place of the smallest eigenvalue while a motion is designed.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.excitation.criteria import spectrum
from heft.excitation.criteria.power_means import SmoothCriterion, log_power_mean


class EOptimality(SmoothCriterion):
    """f = log (sum lambda^-p) / p, with p the power."""

    name = "E"
    summary = "the most uncertain direction, in units of plausible sizes"

    def value_and_gradient(self, M: Array) -> tuple[float, Array]:
        """Return the smooth value and its gradient."""
        values, vectors = spectrum(M)
        value, slope = log_power_mean(values, -self.power)
        return value, (vectors * slope) @ vectors.T

    def shown(self, M: Array) -> float:
        """Return the largest relative standard deviation of any direction."""
        return float(1 / np.sqrt(spectrum(M)[0][0]))


CRITERION = EOptimality()
