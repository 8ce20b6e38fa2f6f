"""Clamped B-splines of degree five: local, and free to end in another posture than they start from.

The first four control points are the same, and so are the last four, so that velocity, acceleration and jerk are zero
at both ends. The knots between are uniform.
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

DEGREE = 5
CLAMPED = 4
"""Control points at an end that are one: with them three derivatives vanish."""


@dataclass(frozen=True)
class Spline(Family):
    """A clamped B-spline.

    Attributes:
        length: [s].
        pieces: polynomials of which it consists.
    """

    length: float
    pieces: int

    name = "spline"
    summary = "clamped B-spline of degree five: it may end in another posture than it starts from"

    def __post_init__(self) -> None:
        if self.pieces < CLAMPED or not 0 < self.length < np.inf:
            raise ArgumentError(
                f"A spline of {self.pieces} pieces in {self.length:g} s has no motion from rest to rest.",
                remedy=f"Use {CLAMPED} or more pieces, and a duration longer than zero.",
            )

    @property
    def duration(self) -> float:
        """[s]."""
        return self.length

    @property
    def size(self) -> int:
        """Control points, those of an end counted once."""
        return self.pieces + DEGREE - 2 * (CLAMPED - 1)

    @property
    def fastest(self) -> float:
        """About half a wave for each piece [Hz]."""
        return 0.5 * self.pieces / self.length

    @cached_property
    def _knots(self) -> Array:
        inner = np.linspace(0.0, self.length, self.pieces + 1)
        return np.concatenate([np.zeros(DEGREE), inner, np.full(DEGREE, self.length)])

    def basis(self, t: Array) -> Array:
        """Return (4, n, size) the functions and their first three derivatives at times t (n,) [s]."""
        from scipy.interpolate import BSpline

        points = self.pieces + DEGREE
        tied = np.zeros((points, self.size))
        tied[:CLAMPED, 0] = 1.0
        tied[points - CLAMPED :, -1] = 1.0
        tied[CLAMPED : points - CLAMPED, 1:-1] = np.eye(self.size - 2)
        tied[:, 0] = 1.0  # so that the others vanish at the start, the first is the constant one
        spline = BSpline(self._knots, tied, DEGREE)
        found = np.array([spline(np.clip(t, 0.0, self.length), nu=order) for order in range(ORDERS)])
        found[1:, :, 0] = 0.0
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {"family": self.name, "duration": self.length, "pieces": self.pieces}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Spline:
        """Read what `to_dict` gives."""
        return cls(float(data["duration"]), int(data["pieces"]))


FAMILY = Spline
