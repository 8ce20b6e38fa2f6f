"""An offset: a constant torque, as of a sensor that is not zeroed."""

from __future__ import annotations

from heft.arrays import AnyArray
from heft.friction.law import UNBOUNDED, DriveMotion, Law, with_friction
from heft.robot.joint import Joint
from heft.spatial import namespace


class Offset(Law):
    """tau = x."""

    name = "offset"
    formula = "1"
    symbol = "f0"
    nonnegative = False
    energy = UNBOUNDED
    prior_width = 0.3  # a sensor that is not zeroed; what carries a load for long is a link

    def signal(self, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return 1."""
        return namespace(motion.speed).ones_like(motion.speed)

    def slope(self, motion: DriveMotion, turning: AnyArray) -> AnyArray:
        """Return zero."""
        return 0.0 * motion.speed

    def prior(self, joint: Joint) -> float:
        """Return the joint's offset."""
        return joint.friction.offset

    def write(self, joint: Joint, value: float) -> Joint:
        """Return the joint with more offset."""
        return with_friction(joint, offset=value)


LAW = Offset()
