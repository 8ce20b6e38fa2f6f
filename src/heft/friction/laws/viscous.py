"""Viscous friction: in proportion to the speed."""

from __future__ import annotations

from heft.arrays import AnyArray
from heft.friction.law import DriveMotion, Law, with_friction
from heft.robot.joint import Joint


class Viscous(Law):
    """tau = x s."""

    name = "viscous"
    formula = "s"
    symbol = "mu"
    speed_power = 1

    def signal(self, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return s."""
        return motion.speed

    def slope(self, motion: DriveMotion, turning: AnyArray) -> AnyArray:
        """Return one."""
        return 1.0 + 0.0 * motion.speed

    def prior(self, joint: Joint) -> float:
        """Return the joint's viscous friction."""
        return joint.friction.viscous

    def write(self, joint: Joint, value: float) -> Joint:
        """Return the joint with more viscous friction."""
        return with_friction(joint, viscous=value)


LAW = Viscous()
