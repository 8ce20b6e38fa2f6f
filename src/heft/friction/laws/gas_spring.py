"""A gas spring, or a hydraulic counterbalance, of known geometry: a strut between two points on either side of a joint.

Seen along the joint's axis, one end of the strut is at the distance a from the axis on the parent, the other at the
distance b on the link, and the angle between the two is q + p. The strut has the length L and the lever dL/dq,

    L^2 = a^2 + b^2 - 2 a b cos(q + p),     dL/dq = a b sin(q + p) / L,

and pushes with a force that grows as it is compressed from its greatest length: f + k (a + b - L).
"""

from __future__ import annotations

from heft.arrays import AnyArray
from heft.friction.law import CONSERVING, DriveMotion, Law
from heft.spatial import namespace


class Strut(Law):
    """A term of the strut's force: tau = -x dL/dq, the torque by which the drive resists a force that pushes."""

    nonnegative = False
    energy = CONSERVING
    positional = True
    learnable = False
    name = "gas_force"
    formula = "-dL/dq"

    def signal(self, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return -dL/dq [m]."""
        return -_strut(motion)[1]

    def unit(self, rotational: bool) -> str:
        """Return the unit of a force."""
        return "N"


class Compressed(Strut):
    """The term that grows with the compression: tau = -x (a + b - L) dL/dq."""

    name = "gas_rate"
    formula = "-(a + b - L) dL/dq"

    def signal(self, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return -(a + b - L) dL/dq [m2]."""
        length, lever = _strut(motion)
        return -(sum(motion.geometry[:2]) - length) * lever

    def unit(self, rotational: bool) -> str:
        """Return the unit of a stiffness."""
        return "N/m"


class GasSpring(Law):
    """The pair of both terms."""

    name = "gas_spring"
    formula = "a strut of known geometry"
    energy = CONSERVING
    positional = True
    geometry = ("a", "b", "p")

    @property
    def terms(self) -> tuple[Law, ...]:
        """Return the constant force and its growth."""
        return TERMS


def _strut(motion: DriveMotion) -> tuple[AnyArray, AnyArray]:
    """Return the length of the strut and its lever [m]."""
    a, b, angle = motion.geometry or (1.0, 1.0, 1.0)
    xp, turned = namespace(motion.speed), motion.position + angle
    length = xp.sqrt(xp.maximum(a * a + b * b - 2 * a * b * xp.cos(turned), 1e-12))
    return length, a * b * xp.sin(turned) / length


TERMS = (Strut(), Compressed())
LAW = GasSpring()
