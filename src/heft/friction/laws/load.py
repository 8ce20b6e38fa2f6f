"""Friction in proportion to the gravity torque that a gear carries.

It has the direction of the joint's dry friction: the sign of the speed, or the state of a contact that bends before it
slides where the joint has `hysteresis`.
"""

from __future__ import annotations

from dataclasses import replace

from heft.arrays import AnyArray, Array
from heft.friction.law import DriveMotion, Law
from heft.friction.laws.hysteresis import BENDING_DISTANCE
from heft.friction.laws.hysteresis import LAW as HYSTERESIS


class Load(Law):
    """tau = x z G, with G the size of the gravity torque at the joint."""

    name = "load"
    formula = "z G"
    automatic = True
    dry = True
    memory = True
    loaded = True
    number = replace(BENDING_DISTANCE, source=HYSTERESIS.name)
    needs = (HYSTERESIS.name, "coulomb", "asymmetric")

    def signal(self, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return z G."""
        return motion.direction * motion.load

    def state(self, travel: Array, number: float) -> Array:
        """Return the state of the same contact."""
        return HYSTERESIS.state(travel, number)

    def unit(self, rotational: bool) -> str:
        """Return "1": it is a fraction of the load."""
        return "1"


LAW = Load()
