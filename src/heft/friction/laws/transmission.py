"""Friction in proportion to the torque that a gear transmits to the links: gravity, inertia and Coriolis forces.

Teeth and bearings do not know where the torque between them comes from. In slow motion it is the gravity torque, on
which the law `load` depends.
"""

from __future__ import annotations

from heft.arrays import AnyArray
from heft.friction.law import DriveMotion
from heft.friction.laws.load import Load


class Transmission(Load):
    """tau = x z T, with T the size of the torque at the joint that moves and holds the links."""

    name = "transmission"
    formula = "z T"

    def signal(self, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return z T."""
        return motion.direction * motion.transmitted


LAW = Transmission()
