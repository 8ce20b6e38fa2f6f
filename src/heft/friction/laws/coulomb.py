"""Coulomb friction: constant, against the motion."""

from __future__ import annotations

from heft.arrays import AnyArray
from heft.friction.law import DriveMotion, Law, with_friction
from heft.robot.joint import Joint


class Coulomb(Law):
    """tau = x sign(s)."""

    name = "coulomb"
    formula = "sign(s)"
    symbol = "fs"
    dry = True

    def signal(self, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return sign(s)."""
        return motion.direction

    def slope(self, motion: DriveMotion, turning: AnyArray) -> AnyArray:
        """Return the derivative of the smooth sign."""
        return turning

    def prior(self, joint: Joint) -> float:
        """Return the joint's Coulomb friction."""
        return joint.friction.coulomb

    def write(self, joint: Joint, value: float) -> Joint:
        """Return the joint with more Coulomb friction."""
        return with_friction(joint, coulomb=value)


LAW = Coulomb()
