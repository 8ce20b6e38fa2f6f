"""A linear spring at a joint; where it is relaxed follows from its slope and the offset."""

from __future__ import annotations

from dataclasses import replace

from heft.arrays import AnyArray
from heft.friction.law import CONSERVING, DriveMotion, Law
from heft.robot.joint import Joint


class Spring(Law):
    """tau = x q."""

    name = "spring"
    formula = "q"
    nonnegative = False
    energy = CONSERVING
    positional = True
    learnable = False

    def signal(self, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return q."""
        return motion.position

    def unit(self, rotational: bool) -> str:
        """Return the unit of a stiffness."""
        return "N m/rad" if rotational else "N/m"

    def prior(self, joint: Joint) -> float:
        """Return the joint's stiffness."""
        return joint.stiffness

    def write(self, joint: Joint, value: float) -> Joint:
        """Return the joint with more stiffness."""
        return replace(joint, stiffness=joint.stiffness + value)


LAW = Spring()
