"""A counterbalance whose geometry is not known: a torque that is a smooth function of the joint's position.

It is a Fourier series of two harmonics in q, beside the offset. Its first harmonic has the shape of the gravity of the
joint's own link, which a counterbalance is built to cancel. Only the link's inertia in other motions separates the two
and, where these are weak, the prior.
"""

from __future__ import annotations

from heft.friction.harmonics import harmonics
from heft.friction.law import CONSERVING, Law


class Counterbalance(Law):
    """The sum of the harmonics of q."""

    name = "counterbalance"
    formula = "harmonics of q"
    energy = CONSERVING
    positional = True

    @property
    def terms(self) -> tuple[Law, ...]:
        """Return the terms of both harmonics."""
        return TERMS


TERMS = harmonics("balance", 2)
LAW = Counterbalance()
