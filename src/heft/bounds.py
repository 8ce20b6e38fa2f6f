"""How large numbers may be, and how long texts: the same bounds for files, options and calls.

A number beyond `LARGEST` is a mistake in any unit. Sums and products of a few numbers within it are finite.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

LARGEST = 1e100
"""No number of a robot, a map or an option is larger."""

FARTHEST = 1e30
"""[m] No part of a robot is farther away from another: squares of what its torques are would be infinite."""

SHORTEST = 1e-50
"""A shorter axis or quaternion has no direction: its squared length is lost in floats."""

MOST_BODIES = 5000
"""No robot has more bodies, nor its file more links or joints: the largest machines have a few hundred."""

MOST_DIGITS = 1000
"""An exact number has no more characters than this, nor its numerator or its denominator more digits."""


def within(values: ArrayLike, largest: float = LARGEST) -> bool:
    """Return whether all numbers are finite and none is larger than a bound; none of NaN is."""
    return bool(np.all(np.abs(np.asarray(values, float)) <= largest))


def points_somewhere(vector: ArrayLike) -> bool:
    """Return whether a vector has a direction: it is within bounds and longer than `SHORTEST`."""
    return within(vector) and float(np.linalg.norm(np.asarray(vector, float))) > SHORTEST
