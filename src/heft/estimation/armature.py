"""The reflected inertia of a drive: a column beside those of friction.

It is not friction, since it conserves energy, but it keeps the contract of a friction law, so that a model treats all
columns of a drive alike.
"""

from __future__ import annotations

from dataclasses import replace

from heft.arrays import AnyArray
from heft.friction import CONSERVING, DriveMotion, Law
from heft.robot.joint import Joint


class Armature(Law):
    """tau = x ds/dt."""

    name = "armature"
    formula = "ds/dt"
    energy = CONSERVING
    prior_width = 10.0  # robot files seldom give the motors, while they give the links

    def signal(self, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return ds/dt."""
        return motion.acceleration

    def unit(self, rotational: bool) -> str:
        """Return the unit of an inertia or of a mass."""
        return "kg m2" if rotational else "kg"

    def prior(self, joint: Joint) -> float:
        """Return the joint's armature."""
        return joint.armature

    def write(self, joint: Joint, value: float) -> Joint:
        """Return the joint with more armature."""
        return replace(joint, armature=joint.armature + value)


ARMATURE = Armature()
