"""Stops: postures that are held for a while, with smooth straight ways in joint space between them.

On each way all joints move together by the share s of the way, with u the share of its time:

    s(u) = 35 u^4 - 84 u^5 + 70 u^6 - 20 u^7.

Velocity, acceleration and jerk are zero at both ends of every way. The coefficients are the first posture, and the
difference that each way makes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError
from heft.excitation.families import ORDERS, Family

STEP = np.polynomial.Polynomial([0, 0, 0, 0, 35, -84, 70, -20])
"""s(u)."""

FASTEST, STRONGEST, ROUGHEST = 35 / 16, 84 * np.sqrt(5) / 25, 52.5
"""The largest sizes of the first, second and third derivative of s."""


@dataclass(frozen=True)
class Stops(Family):
    """Postures and the ways between them.

    Attributes:
        holds: [s] how long each posture is held; zero for one that only lies on a way.
        ways: [s] how long each way takes, one fewer than postures.
    """

    holds: tuple[float, ...]
    ways: tuple[float, ...] = ()

    name = "stops"
    summary = "postures that are held, with straight ways between them: what `--static` gives"
    searched = False

    def __post_init__(self) -> None:
        fits = len(self.holds) == len(self.ways) + 1 and min(self.holds) >= 0 and min(self.ways, default=1.0) > 0
        if not (fits and 0 < self.duration < np.inf):
            raise ArgumentError(
                f"{len(self.holds)} postures and {len(self.ways)} ways with these times are not a motion.",
                remedy="Give one way fewer than postures, and positive times.",
            )

    @property
    def duration(self) -> float:
        """[s]."""
        return sum(self.holds) + sum(self.ways)

    @property
    def size(self) -> int:
        """How many postures there are."""
        return len(self.holds)

    @property
    def fastest(self) -> float:
        """That of the shortest way, taken as half a wave [Hz]."""
        return 0.5 / min(self.ways, default=self.duration)

    @property
    def starts(self) -> Array:
        """(ways,) [s] when each way begins."""
        return np.cumsum(self.holds)[:-1] + np.concatenate([[0.0], np.cumsum(self.ways)])[:-1]

    def basis(self, t: Array) -> Array:
        """Return (4, n, size) the functions and their first three derivatives at times t (n,) [s]."""
        found = np.zeros((ORDERS, len(t), self.size))
        found[0, :, 0] = 1.0
        ways = np.array(self.ways)
        u = np.clip((t[:, None] - self.starts) / ways, 0.0, 1.0)
        under_way = (u > 0) & (u < 1)
        found[0, :, 1:] = np.where(under_way, STEP(u), u)
        for order in range(1, ORDERS):
            found[order, :, 1:] = np.where(under_way, STEP.deriv(order)(u), 0.0) / ways**order
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {"family": self.name, "holds": list(self.holds), "ways": list(self.ways)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Stops:
        """Read what `to_dict` gives."""
        return cls(tuple(float(x) for x in data["holds"]), tuple(float(x) for x in data["ways"]))


FAMILY = Stops
