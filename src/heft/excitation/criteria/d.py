"""D-optimality: the volume of the region in which the parameters lie, on a logarithmic scale, per parameter."""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.excitation.criteria import Criterion, spectrum


class DOptimality(Criterion):
    """f = -log det M / n: twice the mean logarithm of the relative standard deviations along the principal axes."""

    name = "D"
    summary = "volume of the confidence region: log det of the information"

    def value_and_gradient(self, M: Array) -> tuple[float, Array]:
        """Return -log det M / n and -M^-1 / n."""
        values, vectors = spectrum(M)
        return -float(np.mean(np.log(values))), -(vectors / values) @ vectors.T / len(M)

    def shown(self, M: Array) -> float:
        """Return log det M."""
        return float(np.sum(np.log(spectrum(M)[0])))


CRITERION = DOptimality()
