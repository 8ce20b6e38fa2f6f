"""Friction laws in learned models: the laws of `heft.friction` with coefficients that are fitted by gradients.

The coefficients of bounded laws are squares of the parameters, so that they take energy whatever the parameters are.
Learning needs laws without memory, since it fits single samples, of a finite slope, and of the speed alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from heft.arrays import AnyArray, Array, Bools
from heft.friction import BOUNDED, ENERGY_CLASSES, DriveMotion, Law, all_laws
from heft.spatial import namespace

START = 0.05
"""The fraction of a joint's typical torque that a term of friction or an armature has at the start."""


@dataclass(frozen=True)
class LearnedFriction:
    """A law with its parameters: for each term its coefficient, then the number in which it is not linear."""

    law: Law

    @property
    def energy(self) -> str:
        """The worst energy class of its terms."""
        return max((term.energy for term in self.law.learned_terms), key=ENERGY_CLASSES.index)

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The names of its coefficients and numbers."""
        return tuple(
            symbol for term in self.law.learned_terms for symbol in (term.symbol, term.learned_number) if symbol
        )

    @property
    def formula(self) -> str:
        """The torque that it leaves of an input t."""
        parts = ((term.symbol, term.learned_formula) for term in self.law.learned_terms)
        return " - ".join(["t", *(x if f == "1" else f"{x} {f}" for x, f in parts)])

    @cached_property
    def _squared(self) -> Bools:
        """Which parameters are square roots; all but the coefficients of laws that are not bounded."""
        free = [term.symbol for term in self.law.learned_terms if term.energy != BOUNDED]
        return np.array([symbol not in free for symbol in self.symbols])

    def coefficients(self, theta: AnyArray) -> AnyArray:
        """Return the coefficients and numbers (k, p) of parameters (k, p)."""
        return namespace(theta).where(self._squared, theta**2, theta)

    def start(self, tau: Array, speed: Array) -> Array:
        """Return parameters (k, p) to start from: a small part of typical torques (k,) at typical speeds (k,)."""
        columns = []
        for term in self.law.learned_terms:
            columns.append(START * tau / speed**term.speed_power if term.energy == BOUNDED else np.zeros_like(tau))
            if term.learned_number:
                columns.append(term.learned_start(speed))
        table = np.stack(columns, axis=1)
        return np.where(self._squared, np.sqrt(np.abs(table)), table)

    def law_of(self, theta: AnyArray, axes: int) -> Callable[[DriveMotion], AnyArray]:
        """Return the torque that parameters (k, p) take from the joints, of a motion whose speed has so many axes."""
        values = iter(column.reshape(-1, *(1,) * (axes - 1)) for column in self.coefficients(theta).T)
        terms = [
            (next(values), term.learned_signal, next(values) if term.learned_number else 0.0)
            for term in self.law.learned_terms
        ]

        def torque(motion: DriveMotion) -> AnyArray:
            return sum(value * signal(motion, number) for value, signal, number in terms)

        return torque


def learned_frictions() -> dict[str, LearnedFriction]:
    """Return every law that can be learned, by name."""
    return {
        name: LearnedFriction(law)
        for name, law in all_laws().items()
        if all(_can_be_learned(term) for term in law.learned_terms)
    }


def why_not(law: Law) -> str:
    """Return why a law cannot be learned, in words."""
    if any(term.positional for term in law.terms):
        return "it depends on the position of the joint"
    if any(term.memory for term in law.terms):
        return "it depends on the past motion, and learning fits single samples"
    return "its slope at rest is not finite" if not law.learnable else "its number is not fitted by gradients"


def _can_be_learned(term: Law) -> bool:
    """Return whether learning, which fits single samples by gradients, can fit a term."""
    return term.learnable and not term.memory and bool(term.learned_number) == bool(term.number)
