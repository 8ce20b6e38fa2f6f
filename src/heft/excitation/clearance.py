"""Whether a whole motion keeps its distances, between samples too.

Between two samples a distance can fall no faster than its Lipschitz bound times the speed of the joints. With d0 and
d1 at the ends of an interval and L s what the joints' travel s can change, no distance inside is below
(d0 + d1 - L s) / 2.
Intervals in which this is too low are halved, until the smallest distance of the motion is known to a tolerance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError

START_RATE = 50.0
"""[Hz] Of the samples that are looked at first."""

TOLERANCE = 5e-4
"""[m] To which the smallest distance of a motion is found."""

JERK_SAMPLES = 20
"""Samples in each of the first intervals from which the largest jerk is taken, twice of which bounds it."""

FINEST = 1e-5
"""[s] Intervals are not halved further."""


class Distances(Protocol):
    """Distances less a margin as functions of the configuration, such as `Collisions` and `TipBoxes`."""

    @property
    def names(self) -> list[str]:
        """Of the pairs."""
        ...

    @property
    def lipschitz(self) -> Array:
        """(m, nv)."""
        ...

    def values(self, q: Array) -> Array:
        """Return (n, m) [m]."""
        ...


@dataclass(frozen=True)
class Clearance:
    """The smallest distance less its margin over a motion.

    Attributes:
        worst: the smallest that was found [m]; infinite if there was nothing to check.
        at_least: below this, no distance less its margin falls at any time [m].
        time: of the smallest [s].
        pair: of the smallest.
        samples: how many postures were looked at.
    """

    worst: float
    at_least: float
    time: float
    pair: str
    samples: int

    @property
    def clear(self) -> bool:
        """Whether the margin is kept, to the tolerance of the check, at all times."""
        return self.worst >= 0 and self.at_least >= -TOLERANCE

    def __str__(self) -> str:
        if self.samples == 0:
            return "no distance was checked"
        where = f"{self.pair} at {self.time:.3f} s"
        if self.worst >= 0:
            return f"every margin is kept; the nearest is {where}, {1000 * self.worst:.1f} mm beyond its margin"
        return f"the margin is not kept: {where} is {-1000 * self.worst:.1f} mm too close"

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON; what was not checked is null."""
        if self.samples == 0:
            return {"worst": None, "at_least": None, "time": None, "pair": None, "samples": 0, "clear": None}
        facts = {name: getattr(self, name) for name in ("worst", "at_least", "time", "pair", "samples")}
        return facts | {"clear": self.clear}


def clearance(distances: Distances, curve: Any, tolerance: float = TOLERANCE) -> Clearance:
    """Find the smallest distance of a motion, between samples too.

    Args:
        distances: what to keep away from what.
        curve: the motion; its joints are those of the robot, in its order.
        tolerance: to which the smallest distance is found [m].

    Raises:
        ArgumentError: the tolerance is not positive, or a distance can change without bound.
    """
    if not tolerance > 0:
        raise ArgumentError(f"'tolerance' is {tolerance:g} m.", remedy="It must be greater than zero.")
    if not distances.names:
        return Clearance(np.inf, np.inf, 0.0, "", 0)
    L = distances.lipschitz
    if not np.all(np.isfinite(L)):
        raise ArgumentError(
            "A sliding joint has no position limits, so distances can change without bound.",
            remedy="Give the joint limits, or check the motion at samples.",
        )
    t = np.linspace(0.0, curve.duration, max(2, int(np.ceil(curve.duration * START_RATE)) + 1))
    values, speeds = _sampled(distances, curve, t)
    dense = np.linspace(0.0, curve.duration, JERK_SAMPLES * (len(t) - 1) + 1)
    jerk = 2 * np.abs(curve.sample(dense)[3]).max(axis=0)
    starts, ends = np.arange(len(t) - 1), np.arange(1, len(t))
    settled = np.inf
    while len(starts):
        step = (t[ends] - t[starts])[:, None]
        speed = np.maximum(speeds[starts], speeds[ends]) + step**2 / 8 * jerk
        lower = ((values[starts] + values[ends] - (step * speed) @ L.T) / 2).min(axis=1)
        open_ = (lower < values.min() - tolerance) & (step[:, 0] > FINEST)
        settled = min(settled, lower[~open_].min(initial=np.inf))
        starts, ends = starts[open_], ends[open_]
        if not len(starts):
            break
        new = len(t) + np.arange(len(starts))
        middle = (t[starts] + t[ends]) / 2
        more = _sampled(distances, curve, middle)
        t = np.concatenate([t, middle])
        values, speeds = np.concatenate([values, more[0]]), np.concatenate([speeds, more[1]])
        starts, ends = np.concatenate([starts, new]), np.concatenate([new, ends])
    at, pair = np.unravel_index(np.argmin(values), values.shape)
    worst = float(values[at, pair])
    return Clearance(worst, min(worst, float(settled)), float(t[at]), distances.names[pair], len(t))


def _sampled(distances: Distances, curve: Any, t: Array) -> tuple[Array, Array]:
    """Return the values (n, m) and the joints' absolute velocities (n, nv)."""
    q, qd, _, _ = curve.sample(t)
    return distances.values(q), np.abs(qd)
