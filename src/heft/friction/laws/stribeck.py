"""Stribeck friction: the excess of static friction over Coulomb friction, which fades as the joint moves faster.

The whole curve of friction is x_coulomb sign(s) + x_stribeck sign(s) exp(-nu s^2) + x_viscous s with nu = 1 / v^2.
Estimation fits the three laws and searches the Stribeck speed v; learning fits the three coefficients and nu. The curve
lies between x_coulomb + x_stribeck, at rest, and x_coulomb: neither can be negative, or friction would push.
"""

from __future__ import annotations

from heft.arrays import AnyArray, Array
from heft.friction.law import DriveMotion, Law, SearchedNumber
from heft.friction.laws.coulomb import LAW as COULOMB
from heft.friction.laws.viscous import LAW as VISCOUS
from heft.spatial import namespace


class Stribeck(Law):
    """tau = x sign(s) exp(-(s/v)^2)."""

    name = "stribeck"
    formula = "sign(s) exp(-(s/v)^2)"
    automatic = True
    symbol = "fd"
    nonnegative = False
    adds_to = ("coulomb", "coulomb+", "coulomb-", "hysteresis")
    dry = True
    number = SearchedNumber("Stribeck speed", 2e-3, 0.5, relative_to_speed=True, refinements=2)
    learned_number = "nu"

    @property
    def learned_formula(self) -> str:
        """Return the signal as a function of nu."""
        return "sign(s) exp(-nu s^2)"

    @property
    def learned_terms(self) -> tuple[Law, ...]:
        """Return the terms of the whole curve (P2)."""
        return (COULOMB, self, VISCOUS)

    def signal(self, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return sign(s) exp(-(s/v)^2) with the Stribeck speed v as the number."""
        return _faded(motion, (motion.speed / number) ** 2)

    def learned_signal(self, motion: DriveMotion, number: AnyArray) -> AnyArray:
        """Return sign(s) exp(-nu s^2)."""
        return _faded(motion, number * motion.speed**2)

    def learned_start(self, speed: Array) -> Array:
        """Return nu of a Stribeck speed that is the typical speed."""
        return 1 / speed**2


def _faded(motion: DriveMotion, ratio: AnyArray) -> AnyArray:
    """Return sign(s) exp(-ratio), where the ratio is (s/v)^2 = nu s^2."""
    return motion.direction * namespace(motion.speed).exp(-ratio)


LAW = Stribeck()
