"""Coulomb friction of a contact that bends before it slides: Dahl's state in place of the sign."""

from __future__ import annotations

from heft.arrays import Array
from heft.friction.law import SearchedNumber
from heft.friction.laws.coulomb import Coulomb

# the search computes a state at every sample for every candidate, hence the limit on samples
BENDING_DISTANCE = SearchedNumber("bending distance", 1e-5, 1e-2, samples=50_000)


class Hysteresis(Coulomb):
    """tau = x z, with z as in `heft.friction.dahl`; z is sign(s) after a long motion in one direction."""

    name = "hysteresis"
    formula = "z"
    automatic = True
    dry = False
    memory = True
    number = BENDING_DISTANCE

    def state(self, travel: Array, number: float) -> Array:
        """Return z (n,) after each of the signed displacements (n,), with the bending distance as the number."""
        from heft.friction.dahl import bent

        return bent(travel, number)


LAW = Hysteresis()
