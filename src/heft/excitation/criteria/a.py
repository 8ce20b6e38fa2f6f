"""A-optimality: the mean variance of the parameters in units of their plausible sizes."""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.excitation.criteria import Criterion, spectrum


class AOptimality(Criterion):
    """f = log tr M^-1; the logarithm has the same minimum and a tame gradient."""

    name = "A"
    summary = "mean variance of the parameters, in units of their plausible sizes"

    def value_and_gradient(self, M: Array) -> tuple[float, Array]:
        """Return log tr M^-1 and -M^-2 / tr M^-1."""
        values, vectors = spectrum(M)
        trace = float(np.sum(1 / values))
        return float(np.log(trace)), -(vectors / values**2) @ vectors.T / trace

    def shown(self, M: Array) -> float:
        """Return the root mean square of the relative standard deviations."""
        return float(np.sqrt(np.mean(1 / spectrum(M)[0])))


CRITERION = AOptimality()
