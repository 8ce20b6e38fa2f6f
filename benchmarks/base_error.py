"""The error of base parameters without a unit.

Base parameters are kg, kg m and kg m2, and sums of them are not; a norm over all would add metres to square metres,
and would follow whichever number is large. Here each is measured by its own plausible size, that of
`heft.estimation.scales`: a body of mass m and radius of gyration l has masses of size m, first moments of m l and
second moments of m l^2, and a combination has the root of the sum of the squares of its terms. An error of 1 is as
large as the parameter could well be.
"""

from __future__ import annotations

import numpy as np

from heft.estimation.scales import body_sizes
from heft.identifiability.reduction import BaseReduction
from heft.robot.model import Robot

POWERS = np.array([0, 1, 1, 1, 2, 2, 2, 2, 2, 2])
"""Of the length, in the ten parameters of a body."""


def base_error(reduction: BaseReduction, truth: Robot, found: Robot) -> float:
    """Return the root mean square over the base parameters of error / plausible size, for robots without rotors."""
    mass, radius = body_sizes(truth.parameters)
    sizes = (mass[:, None] * radius[:, None] ** POWERS).ravel()
    plausible = np.sqrt(reduction.matrix**2 @ sizes**2)
    error = reduction.reduce(found.parameter_vector) - reduction.reduce(truth.parameter_vector)
    return float(np.sqrt(np.mean((error / plausible) ** 2)))
