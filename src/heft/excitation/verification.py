"""The last word on a motion: every limit at a thousand samples a second or more, and between them.

Distances are bounded between samples too, by `clearance`. A motion that exceeds a limit is shrunk towards its start
until it does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from heft.arrays import Array, Bools
from heft.excitation.clearance import clearance
from heft.excitation.curves import LinearCurve
from heft.excitation.families import Family
from heft.excitation.problem import Problem

DENSE = 1000.0
"""[Hz] The lowest rate at which limits are verified."""

PER_WAVE = 50
"""Samples for each wave of the fastest part of a motion, at least."""

DIP_RATE = 100.0
"""[Hz] At which the smallest distances of a motion are looked for."""

CHUNK = 2000
"""Samples whose torques are computed at a time."""

SHARES = (1.0, 0.995, 0.98, 0.95, 0.9, 0.8, 0.65, 0.5, 0.35, 0.2, 0.1, 0.05, 0.02)
"""Shares to which a motion is shrunk, one after the other, until torques and distances hold."""

TOLERANCE = 1e-9
"""A limit may be exceeded by this part of it: rounding."""

LITTLE = 0.98
"""The share above which a motion is shrunk towards the middle of a joint's range."""

EASE = 0.95
"""The share of a torque limit that a posture may take, so that something is left to move away."""


@dataclass(frozen=True)
class Violation:
    """A limit that a motion exceeds.

    Attributes:
        kind: "lower", "upper", "velocity", "acceleration", "jerk", "effort" or "distance".
        name: of the joint, or of the pair of bodies.
        time: [s] at which it is exceeded most.
        found: the value there, in SI units.
        limit: the one that holds, margins taken off.
    """

    kind: str
    name: str
    time: float
    found: float
    limit: float

    def __str__(self) -> str:
        if self.kind == "distance":
            return f"{self.name} comes {-self.found:.3g} m closer than its margin at {self.time:.3g} s"
        return f"the {self.kind} of '{self.name}' is {self.found:.4g} at {self.time:.3g} s, beyond {self.limit:.4g}"

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {"kind": self.kind, "name": self.name, "time": self.time, "found": self.found, "limit": self.limit}


@lru_cache(maxsize=4)
def _dense(family: Family) -> tuple[Array, Array]:
    """Return the times (n,) at which motions are verified, of one cycle with both ends, and the functions there."""
    rate = max(DENSE, PER_WAVE * family.fastest)
    t = np.linspace(0.0, family.cycle, int(np.ceil(family.cycle * rate)) + 1)
    return t, family.basis(t)


def _states(curve: LinearCurve) -> Array:
    """Return (4, n, nv) positions, velocities, accelerations and jerks at the times of `_dense`."""
    return _dense(curve.family)[1] @ curve.coefficients


def violations(problem: Problem, curve: LinearCurve) -> list[Violation]:
    """Return every limit that a motion exceeds, the joints' first; an empty list is a motion that may be run."""
    t, states = _dense(curve.family)[0], _states(curve)
    found = list(_of_joints(problem, t, states))
    found = found or list(_of_torques(problem, t, states))
    return found or list(_of_configurations(problem, curve))


def _of_joints(problem: Problem, t: Array, states: Array) -> Iterator[Violation]:
    joints, limits, step = problem.torques.joints, problem.joint_limits, float(t[1] - t[0])
    q, qd, qdd, jerk = joints.states(*states)
    moving = np.flatnonzero(np.isin(joints.leader, problem.moving)).tolist()
    between = 0.125 * step**2 * np.abs(qdd).max(axis=0)  # a curve leaves its chord by no more than qdd dt^2 / 8
    signals = (
        ("upper", q + between, limits.upper),
        ("lower", -(q - between), -limits.lower),
        ("velocity", np.abs(qd), limits.velocity),
        ("acceleration", np.abs(qdd), limits.acceleration),
        ("jerk", np.abs(jerk), limits.jerk),
    )
    for kind, values, limit in signals:
        for r in moving:
            k = int(np.argmax(values[:, r]))
            size = abs(limit[r]) if kind not in ("upper", "lower") else limits.upper[r] - limits.lower[r]
            if values[k, r] > limit[r] + TOLERANCE * size:
                sign = -1.0 if kind == "lower" else 1.0
                yield Violation(kind, joints.names[r], float(t[k]), float(sign * values[k, r]), float(sign * limit[r]))


def torques(problem: Problem, states: Sequence[Array] | Array) -> tuple[Array, Array]:
    """Return the limited efforts (n, m) by the robot's description at q, qd, qdd, and how large they can be.

    The first nv are the torques of the coordinates.
    """
    exact = replace(problem.torques, smooth=np.zeros_like(problem.torques.smooth))
    tau, bound = np.empty((2, len(states[0]), len(exact.limits)))
    for first in range(0, len(tau), CHUNK):
        at = slice(first, first + CHUNK)
        q, qd, qdd = (x[at] for x in states[:3])
        tau[at], bodies = exact.parts(exact.regressor(q, qd, qdd), qd, qdd)
        bound[at] = exact.bound(tau[at], bodies)
    return tau, bound


def keeps_limits(problem: Problem, q: Array, share: float = 1.0, spare: float = 0.0) -> Bools:
    """Return (n,) in which postures (n, nv) the robot can rest: torques within this share of the limits, and clear.

    Args:
        problem: the limits.
        q: (n, nv) postures.
        share: of the torque limits.
        spare: [m] what is kept beyond the least distances.
    """
    still = np.zeros_like(q)
    fits = np.all(torques(problem, (q, still, still))[1] <= share * problem.torques.limits, axis=1)
    for constraint in problem.configurations:
        at = np.flatnonzero(fits)
        if len(at):
            fits[at] = constraint.values(q[at]).min(axis=1, initial=np.inf) >= spare
    return fits


def _of_torques(problem: Problem, t: Array, states: Array) -> Iterator[Violation]:
    _, bound = torques(problem, states)
    for r, (name, limit) in enumerate(zip(problem.torques.joints.effort_names, problem.torques.limits, strict=True)):
        k = int(np.argmax(bound[:, r]))
        if bound[k, r] > limit * (1 + TOLERANCE):
            yield Violation("effort", name, float(t[k]), float(bound[k, r]), float(limit))


def _of_configurations(problem: Problem, curve: LinearCurve) -> Iterator[Violation]:
    """Look at the distances of one cycle, between samples too."""
    for constraint in problem.configurations:
        found = clearance(constraint, _Cycle(curve))
        if not found.clear:
            yield Violation("distance", found.pair, found.time, min(found.worst, found.at_least), 0.0)


def dips(problem: Problem, curve: LinearCurve) -> Array:
    """Return the times [s] at which a distance is smallest and below its margin, to a hundredth of a second."""
    t = np.linspace(0.0, curve.family.cycle, int(np.ceil(curve.family.cycle * DIP_RATE)) + 1)
    q, found = curve.sample(t)[0], [np.zeros(0)]
    for constraint in problem.configurations:
        values = np.pad(constraint.values(q), ((1, 1), (0, 0)), constant_values=np.inf)
        lowest = (values[1:-1] <= values[:-2]) & (values[1:-1] <= values[2:]) & (values[1:-1] < 0)
        found.append(t[lowest.any(axis=1)])
    return np.unique(np.concatenate(found))


@dataclass(frozen=True, eq=False)
class _Cycle:
    """One cycle of a motion."""

    curve: LinearCurve

    @property
    def duration(self) -> float:
        """[s]."""
        return self.curve.family.cycle

    def sample(self, t: Array) -> tuple[Array, Array, Array, Array]:
        """Return positions, velocities, accelerations and jerks."""
        return self.curve.sample(t)


def within_joint_limits(problem: Problem, curve: LinearCurve) -> LinearCurve:
    """Return the motion with each joint shrunk until its own limits hold, towards its start.

    A joint that exceeds the ends of its range by little is shrunk towards the middle of it, unless the start is given:
    one that starts near an end would otherwise lose most of its motion.
    """
    t, states = _dense(curve.family)[0], _states(curve)
    qd, qdd, jerk = (np.abs(each).max(axis=0) for each in states[1:])
    limits, m, away = problem.limits, problem.moving, states[0] - curve.start
    middle, half = (limits.upper + limits.lower) / 2, (limits.upper - limits.lower) / 2
    reach = np.abs(states[0] - middle).max(axis=0) + 0.125 * float(t[1] - t[0]) ** 2 * qdd  # between samples too
    inside = half / np.maximum(reach, 1e-12)
    rates = np.min(
        [
            limits.velocity / np.maximum(qd, 1e-12),
            limits.acceleration / np.maximum(qdd, 1e-12),
            limits.jerk / np.maximum(jerk, 1e-12),
        ],
        axis=0,
    )
    from_start = np.minimum(
        (limits.upper - curve.start) / np.maximum(away.max(axis=0), 1e-12),
        (curve.start - limits.lower) / np.maximum(-away.min(axis=0), 1e-12),
    )
    little = (np.minimum(inside, rates) > LITTLE) & (not problem.from_posture)
    smallest = np.minimum(rates, np.where(little, inside, from_start))
    share = np.ones(len(curve.joints))
    share[m] = np.clip(np.where(smallest < 1, (1 - 1e-5) * smallest, 1.0), 0.0, 1.0)[m]
    coefficients = curve.coefficients * share
    coefficients[0] = np.where(little & (share < 1), middle + share * (curve.start - middle), curve.start)
    return LinearCurve(curve.family, curve.joints, coefficients)


def repaired(problem: Problem, curve: LinearCurve) -> LinearCurve | None:
    """Return the motion shrunk as little as needed to keep every limit; None where even rest at its start does not."""
    curve = within_joint_limits(problem, curve)
    for share in SHARES:
        smaller = curve.shrunk(share)
        if not violations(problem, smaller):
            return smaller
    return None
