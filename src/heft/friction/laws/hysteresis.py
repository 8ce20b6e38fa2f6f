"""Coulomb friction of a contact that bends before it slides: Dahl's state in place of the sign."""

from __future__ import annotations

from heft.arrays import Array
from heft.friction.law import SearchedNumber
from heft.friction.laws.coulomb import Coulomb

# every candidate has a state at every sample, hence the limit
BENDING_DISTANCE = SearchedNumber("bending distance", 1e-5, 1e-2, samples=50_000)


class Hysteresis(Coulomb):
    """tau = x z, with z as in `heft.friction.dahl`; it is sign(s) after a long way in one direction."""

    name = "hysteresis"
    formula = "z"
    dry = False
    memory = True
    number = BENDING_DISTANCE

    def state(self, way: Array, number: float) -> Array:
        """Return z (n,) after each of the signed steps `way` (n,), with the bending distance as the number."""
        from heft.friction.dahl import bent

        return bent(way, number)


LAW = Hysteresis()
