"""A counterbalance that is built to cancel the gravity of a link: it has the shape of that gravity over the joint.

Its torque is the first harmonic of the joint's position, as that of a weight on a lever, of a spring with a crank, and
nearly that of a gas spring. Torques hardly tell it from the gravity of the joint's own link, so it predicts what a
model without it predicts, with a link of another mass; which of the two it is, the prior must decide.
"""

from __future__ import annotations

from heft.friction.harmonics import harmonics
from heft.friction.law import CONSERVING, Law


class Counterweight(Law):
    """The first harmonic of q."""

    name = "counterweight"
    formula = "first harmonic of q"
    energy = CONSERVING
    positional = True

    @property
    def terms(self) -> tuple[Law, ...]:
        """Return the terms of the harmonic."""
        return TERMS


TERMS = harmonics("weight", 1)
LAW = Counterweight()
