"""E-optimality: the largest variance of any direction, in units of plausible sizes.

The smallest eigenvalue has no gradient where two are equal. A power mean with a high power stands in its place while a
motion is designed: (sum lambda^-p)^(1/p) lies between 1 / lambda_min and n^(1/p) / lambda_min.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.excitation.criteria import Criterion, spectrum

POWER, SHARP = 8, 40
"""Of a search, and of its end."""


def log_power_mean(values: Array, power: float) -> tuple[float, Array]:
    """Return log(sum v^p) / p and its derivatives in v (n,), without overflow."""
    largest = np.max(power * np.log(values))
    terms = np.exp(power * np.log(values) - largest)
    total = float(terms.sum())
    return float((largest + np.log(total)) / abs(power)), np.sign(power) * terms / total / values


class EOptimality(Criterion):
    """f = log (sum lambda^-p) / p.

    Args:
        power: p.
    """

    def __init__(self, power: int = POWER) -> None:
        self.power = power

    name = "E"
    summary = "the most uncertain direction, in units of plausible sizes"

    def value_and_gradient(self, M: Array) -> tuple[float, Array]:
        """Return the smooth value and its gradient."""
        values, vectors = spectrum(M)
        value, slope = log_power_mean(values, -self.power)
        return value, (vectors * slope) @ vectors.T

    @property
    def sharp(self) -> EOptimality:
        """With a high power."""
        return EOptimality(SHARP)

    def shown(self, M: Array) -> float:
        """Return the largest relative standard deviation of any direction."""
        return float(1 / np.sqrt(spectrum(M)[0][0]))


CRITERION = EOptimality()
