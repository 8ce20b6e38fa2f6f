"""The bias of one axis of a force/torque sensor: a constant, in a column beside those of friction.

No joint has it and nothing rubs, but it keeps the contract of a friction law, so that a model treats all columns
beside the inertial ones alike.
"""

from __future__ import annotations

from heft.arrays import AnyArray
from heft.friction import CONSERVING, DriveMotion, Law
from heft.robot.joint import Joint


class AxisBias(Law):
    """w = x."""

    name = "bias"
    formula = "1"
    nonnegative = False
    energy = CONSERVING

    def signal(self, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return ones."""
        return 0 * motion.speed + 1

    def unit(self, rotational: bool) -> str:
        """Return the unit of a moment or of a force."""
        return "N m" if rotational else "N"

    def prior(self, joint: Joint) -> float:
        """Return zero."""
        return 0.0

    def write(self, joint: Joint, value: float) -> Joint:
        """Return the joint: it has no sensor."""
        return joint


BIAS = AxisBias()
