"""Friction that grows with the root of the speed: slower than in proportion, as of grease that thins in shear."""

from __future__ import annotations

from heft.arrays import AnyArray
from heft.friction.law import DriveMotion, Law
from heft.spatial import namespace


class Root(Law):
    """tau = x sign(s) |s|^1/2."""

    name = "root"
    formula = "sign(s) |s|^1/2"
    automatic = True
    learnable = False  # its slope at rest is infinite

    def signal(self, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return sign(s) |s|^1/2."""
        xp = namespace(motion.speed)
        return motion.direction * xp.sqrt(xp.abs(motion.speed))

    def unit(self, rotational: bool) -> str:
        """Return the unit of a torque by the root of a speed."""
        return "N m (s/rad)^1/2" if rotational else "N (s/m)^1/2"


LAW = Root()
