"""Finite Fourier series at rest at both ends: periodic, and without frequencies beyond the last harmonic.

    q(t) = q0 + sum_k a_k sin(k w t) + b_k (cos(k w t) - 1),    w = 2 pi / period.

Velocity, acceleration and jerk are zero at t = 0, and so after every period, where

    sum_k k a_k = 0,    sum_k k^2 b_k = 0,    sum_k k^3 a_k = 0.

The functions are an orthonormal basis of the solutions of these three equations, the harmonic k counted as 1/k: joints
are limited by their speed as a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError
from heft.excitation.families import ORDERS, Family

FEWEST = 2
"""Fewer harmonics leave nothing that moves from rest and back to rest."""


@dataclass(frozen=True)
class Fourier(Family):
    """A finite Fourier series, some periods of it.

    Attributes:
        period: [s].
        harmonics: how many.
        periods: how often it is repeated.
    """

    period: float
    harmonics: int
    periods: int = 1

    name = "fourier"
    summary = "finite Fourier series: periodic, with no frequency above the last harmonic"

    def __post_init__(self) -> None:
        if self.harmonics < FEWEST or self.periods < 1 or not 0 < self.period < np.inf:
            raise ArgumentError(
                f"A Fourier series of {self.harmonics} harmonics and {self.periods} periods of {self.period:g} s has "
                "no motion from rest to rest.",
                remedy=f"Use {FEWEST} or more harmonics, and one or more periods longer than zero.",
            )

    @property
    def duration(self) -> float:
        """[s]."""
        return self.period * self.periods

    @property
    def cycle(self) -> float:
        """The period [s]."""
        return self.period

    @property
    def size(self) -> int:
        """One constant, and two functions for each harmonic less three conditions."""
        return 1 + self._mixing.shape[1]

    @property
    def fastest(self) -> float:
        """The frequency of the last harmonic [Hz]."""
        return self.harmonics / self.period

    @cached_property
    def _mixing(self) -> Array:
        """(2 harmonics, size - 1): the coefficients a, then b, of each function."""
        k = np.arange(1, self.harmonics + 1)
        size = 1.0 / k
        conditions = np.zeros((3, 2 * self.harmonics))
        conditions[0, : self.harmonics] = k * size
        conditions[1, self.harmonics :] = k**2 * size
        conditions[2, : self.harmonics] = k**3 * size
        conditions /= np.linalg.norm(conditions, axis=1, keepdims=True)
        rank = np.linalg.matrix_rank(conditions)
        free = np.linalg.svd(conditions)[2][rank:]
        return np.concatenate([size, size])[:, None] * free.T

    def basis(self, t: Array) -> Array:
        """Return (4, n, size) the functions and their first three derivatives at times t (n,) [s]."""
        w = 2 * np.pi * np.arange(1, self.harmonics + 1) / self.period
        angle = np.outer(t, w)
        sin, cos = np.sin(angle), np.cos(angle)
        sines, cosines = (sin, w * cos, -(w**2) * sin, -(w**3) * cos), (cos - 1, -w * sin, -(w**2) * cos, w**3 * sin)
        found = np.zeros((ORDERS, len(t), self.size))
        found[0, :, 0] = 1.0
        for order, both in enumerate(zip(sines, cosines, strict=True)):
            found[order, :, 1:] = np.concatenate(both, axis=1) @ self._mixing
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {"family": self.name, "period": self.period, "harmonics": self.harmonics, "periods": self.periods}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Fourier:
        """Read what `to_dict` gives."""
        return cls(float(data["period"]), int(data["harmonics"]), int(data["periods"]))


FAMILY = Fourier
