"""Coulomb friction that differs between the two directions of motion: Coulomb friction and an offset in one."""

from __future__ import annotations

from typing import ClassVar

from heft.arrays import AnyArray
from heft.friction.law import DriveMotion, Law, with_friction
from heft.robot.joint import Joint
from heft.spatial import namespace


class OneWay(Law):
    """The term of one direction of motion, `way`, which is 1 or -1: tau = x where s > 0, or -x where s < 0."""

    dry = True
    way: ClassVar[int]

    def signal(self, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return the way where the motion has it, else 0."""
        return self.way * namespace(motion.speed).maximum(self.way * motion.direction, 0.0)

    def slope(self, motion: DriveMotion, turning: AnyArray) -> AnyArray:
        """Return the derivative of the smooth sign where the motion has this direction."""
        return turning * (self.way * motion.direction > 0)

    def prior(self, joint: Joint) -> float:
        """Return the joint's Coulomb friction plus its offset, or minus it."""
        return joint.friction.coulomb + self.way * joint.friction.offset

    def write(self, joint: Joint, value: float) -> Joint:
        """Add half of the value to the joint's Coulomb friction, and half, with the sign of the way, to its offset."""
        return with_friction(joint, coulomb=value / 2, offset=self.way * value / 2)


class Forward(OneWay):
    """The term of positive speeds."""

    name, formula, symbol, way = "coulomb+", "max(sign(s), 0)", "f+", 1


class Backward(OneWay):
    """The term of negative speeds."""

    name, formula, symbol, way = "coulomb-", "min(sign(s), 0)", "f-", -1


class Asymmetric(Law):
    """The pair of both terms."""

    name = "asymmetric"
    formula = "coulomb+ and coulomb-"
    dry = True
    replaces = ("coulomb", "offset")

    @property
    def terms(self) -> tuple[Law, ...]:
        """Return the terms of both directions."""
        return FORWARD, BACKWARD


FORWARD, BACKWARD = Forward(), Backward()
LAW = Asymmetric()
