"""Power means in the place of the largest and the smallest eigenvalue, which have no gradient where two are equal.

With a high power p, (sum lambda^-p)^(1/p) lies between 1 / lambda_min and n^(1/p) / lambda_min.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from heft.arrays import Array
from heft.excitation.criteria import Criterion

POWER, SHARP = 8, 40
"""Of a search, and of its end."""


def log_power_mean(values: Array, power: float) -> tuple[float, Array]:
    """Return log(sum v^p) / p and its derivatives in v (n,), without overflow."""
    largest = np.max(power * np.log(values))
    terms = np.exp(power * np.log(values) - largest)
    total = float(terms.sum())
    return float((largest + np.log(total)) / abs(power)), np.sign(power) * terms / total / values


class SmoothCriterion(Criterion):
    """A criterion with power means in the place of eigenvalues.

    Args:
        power: of the means.
    """

    def __init__(self, power: int = POWER) -> None:
        self.power = power

    @property
    def sharp(self) -> Self:
        """With a high power."""
        return type(self)(SHARP)
