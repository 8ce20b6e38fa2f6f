"""The names of the joints that stand for the axes of force/torque sensors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from heft.arrays import Bools
from heft.robot.reserved import SENSOR


def are_sensors(coordinates: Sequence[str]) -> Bools:
    """Return (n,) which coordinates stand for an axis of a sensor."""
    return np.array([name.startswith(SENSOR) for name in coordinates], bool)
