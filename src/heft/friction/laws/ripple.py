"""Ripple of a gear or a motor: a torque that is periodic in the position, with the teeth or the poles.

It has two harmonics of one frequency w, which is found in the spectrum of the residual over position. A robot
description has no place for it, and it is not learned: its number is found in a spectrum, not by gradients.
"""

from __future__ import annotations

from heft.friction.harmonics import harmonics
from heft.friction.law import CONSERVING, Law, SearchedNumber

FREQUENCY = SearchedNumber("ripple frequency", 6.0, 1e4, in_spectrum=True)


class Ripple(Law):
    """The sum of the harmonics of w q."""

    name = "ripple"
    formula = "harmonics of w q"
    automatic = True
    energy = CONSERVING
    positional = True

    @property
    def terms(self) -> tuple[Law, ...]:
        """Return the terms of both harmonics."""
        return TERMS


TERMS = harmonics("ripple", 2, FREQUENCY)
LAW = Ripple()
