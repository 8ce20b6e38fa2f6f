"""Coulomb friction that differs between the two directions of motion: Coulomb friction and an offset in one."""

from __future__ import annotations

from heft.arrays import AnyArray
from heft.friction.law import DriveMotion, Law, with_friction
from heft.robot.joint import Joint
from heft.spatial import namespace


class Forward(Law):
    """The term of positive speeds: tau = x where s > 0."""

    name = "coulomb+"
    formula = "max(sign(s), 0)"
    symbol = "f+"
    dry = True

    def signal(self, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return 1 where s > 0, else 0."""
        return namespace(motion.speed).maximum(motion.direction, 0.0)

    def slope(self, motion: DriveMotion, turning: AnyArray) -> AnyArray:
        """Return the derivative of the smooth sign where it is positive."""
        return turning * (motion.direction > 0)

    def prior(self, joint: Joint) -> float:
        """Return the joint's Coulomb friction plus its offset."""
        return joint.friction.coulomb + joint.friction.offset

    def write(self, joint: Joint, value: float) -> Joint:
        """Return the joint with half of the value added to its Coulomb friction and half to its offset."""
        return with_friction(joint, coulomb=value / 2, offset=value / 2)


class Backward(Law):
    """The term of negative speeds: tau = -x where s < 0."""

    name = "coulomb-"
    formula = "min(sign(s), 0)"
    symbol = "f-"
    dry = True

    def signal(self, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return -1 where s < 0, else 0."""
        return namespace(motion.speed).minimum(motion.direction, 0.0)

    def slope(self, motion: DriveMotion, turning: AnyArray) -> AnyArray:
        """Return the derivative of the smooth sign where it is negative."""
        return turning * (motion.direction < 0)

    def prior(self, joint: Joint) -> float:
        """Return the joint's Coulomb friction minus its offset."""
        return joint.friction.coulomb - joint.friction.offset

    def write(self, joint: Joint, value: float) -> Joint:
        """Return the joint with half of the value added to its Coulomb friction and half taken from its offset."""
        return with_friction(joint, coulomb=value / 2, offset=-value / 2)


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
