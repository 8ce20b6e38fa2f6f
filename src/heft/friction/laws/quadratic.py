"""Quadratic friction: in proportion to the square of the speed, as of lubricant that is churned."""

from __future__ import annotations

from heft.arrays import AnyArray
from heft.friction.law import DriveMotion, Law


class Quadratic(Law):
    """tau = x s |s|."""

    name = "quadratic"
    formula = "s |s|"
    automatic = True
    symbol = "m2"
    speed_power = 2

    def signal(self, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return s |s|."""
        return motion.speed * abs(motion.speed)

    def slope(self, motion: DriveMotion, turning: AnyArray) -> AnyArray:
        """Return 2 |s|."""
        return 2 * abs(motion.speed)


LAW = Quadratic()
