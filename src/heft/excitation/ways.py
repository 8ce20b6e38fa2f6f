"""The order in which postures are visited, and ways between them that keep all limits.

The postures, and random ones between which a way may lead, are the corners of a graph whose edges are straight ways in
joint space. The shortest tour is looked for as if every edge could be used; then the edges of that tour are verified,
and those that break a limit are removed, until a whole tour holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from heft.arrays import Array
from heft.excitation.curves import LinearCurve
from heft.excitation.families.stops import FASTEST, ROUGHEST, STRONGEST, Stops
from heft.excitation.motion_limits import MotionLimits
from heft.excitation.postures import Pool
from heft.excitation.problem import Problem
from heft.excitation.verification import keeps_limits, violations

BETWEEN, MOST = 40, 160
"""Random postures that ways may lead through: how many at a time, and about how many in all."""

AROUND = 0.1
"""How far postures around a corner are from it, as a part of each joint's range."""

SLOWER, SHORTEST = 1 + 1e-6, 0.1
"""By how much ways take longer than their limits ask for, for rounding, and the least time of a way [s]."""

SLOW_DOWN, SLOWEST = 1.5, 3.5
"""How much more time a way takes where torques are too large, step by step, and at most."""

NEAREST = 30
"""Each corner is connected with so many near ones at least."""

CHUNK = 500
"""Ways that are looked at at a time."""

LOOKED_AT = 7
"""Postures of each way that are looked at before anything else."""


@dataclass(frozen=True, eq=False)
class Tour:
    """An order of postures with the ways between them.

    Attributes:
        curve: the motion.
        visited: the numbers of the postures, in order.
        unreached: the numbers of those to which no way was found.
    """

    curve: LinearCurve
    visited: tuple[int, ...]
    unreached: tuple[int, ...] = ()


def way_times(limits: MotionLimits, difference: Array) -> Array:
    """Return (...,) [s]: the shortest times of ways with these differences (..., nv) of positions."""
    size = np.abs(difference)
    fast = FASTEST * size / limits.velocity
    strong = np.sqrt(STRONGEST * size / limits.acceleration)
    rough = np.cbrt(ROUGHEST * size / limits.jerk)
    return np.maximum(SHORTEST, SLOWER * np.max([fast, strong, rough], axis=0).max(axis=-1))


def shortest_order(times: Array, *, from_first: bool = False) -> list[int]:
    """Return an order of points with a short total time, by exchange of two edges from every start.

    Args:
        times: (n, n) between any two points.
        from_first: whether the first point is the first of the order.
    """
    n = len(times)
    both = np.zeros((n + 1, n + 1))  # the last point stands before the first and behind the last: it is near to all
    both[:n, :n] = np.maximum(times, times.T)
    orders = [_improved(both, _nearest(both, start), from_first) for start in range(1 if from_first else n)]
    return min(orders, key=lambda order: _length(both, order))


def _nearest(times: Array, start: int) -> list[int]:
    order, left = [start], {*range(len(times) - 1)} - {start}
    while left:
        order.append(min(sorted(left), key=lambda k: times[order[-1], k]))
        left.remove(order[-1])
    return order


def _length(times: Array, order: Sequence[int]) -> float:
    return float(sum(times[a, b] for a, b in pairwise(order)))


def _improved(times: Array, order: list[int], from_first: bool) -> list[int]:
    """Reverse a part of an order, or move one point, as long as that makes it shorter."""
    first = 1 if from_first else 0
    while True:
        other = min((_reversed(times, order, first), _moved(times, order, first)), key=lambda o: _length(times, o))
        if _length(times, other) >= _length(times, order) - 1e-12:
            return order
        order = other


def _reversed(times: Array, order: list[int], first: int) -> list[int]:
    """Return the order with that part reversed by which it gets shortest; the points before `first` stay."""
    end = len(times) - 1
    left, right = np.array([end, *order]), np.array([*order, end])
    edges = times[left, right]
    saved = edges[:, None] + edges - times[np.ix_(left, left)] - times[np.ix_(right, right)]
    saved = np.triu(saved, 1)
    saved[:first] = 0.0
    i, j = np.unravel_index(np.argmax(saved), saved.shape)
    return [*order[:i], *order[i:j][::-1], *order[j:]]


def _moved(times: Array, order: list[int], first: int) -> list[int]:
    """Return the order with that point moved by which it gets shortest; the points before `first` stay."""
    end, best = len(times) - 1, order
    for k in range(first, len(order)):
        others = [*order[:k], *order[k + 1 :]]
        left, right = np.array([end, *others]), np.array([*others, end])
        added = (times[left, order[k]] + times[order[k], right] - times[left, right])[first:]
        i = first + int(np.argmin(added))
        best = min(best, [*others[:i], order[k], *others[i:]], key=lambda o: _length(times, o))
    return best


class Roadmap:
    """A graph of straight ways between postures."""

    def __init__(self, problem: Problem, q: Array, rng: np.random.Generator) -> None:
        self.problem, self.rng, self.wanted = problem, rng, len(q)
        self.q, self.times = q, np.zeros((0, 0))
        self.verified: set[tuple[int, int]] = set()
        self._add(np.zeros((0, q.shape[1])))
        if problem.configurations:
            self.grow()

    def _add(self, more: Array) -> None:
        old, removed = len(self.times), self.times
        self.q = np.concatenate([self.q, more])
        self.times = way_times(self.problem.limits, self.q[:, None] - self.q)
        self.times[:old, :old] = removed
        self._remove(old)
        np.fill_diagonal(self.times, 0.0)

    def _remove(self, old: int) -> None:
        """Remove ways to far corners, and ways on which a few postures break limits; those among the old are known."""
        n = len(self.q)
        rank = np.argsort(np.argsort(self.times, axis=1), axis=1)
        near = (np.minimum(rank, rank.T) <= NEAREST) & (np.maximum(*np.indices((n, n))) >= old)
        edges = [(int(a), int(b)) for a, b in np.argwhere(np.triu(near, 1))]
        fits = np.zeros((n, n), bool)
        fits[:old, :old] = True
        share = np.linspace(0, 1, LOOKED_AT + 2)[1:-1, None]
        for k in range(0, len(edges), CHUNK):
            some = edges[k : k + CHUNK]
            between = np.concatenate([self.q[a] + share * (self.q[b] - self.q[a]) for a, b in some])
            a, b = np.transpose(some)
            fits[a, b] = fits[b, a] = np.all(keeps_limits(self.problem, between).reshape(-1, LOOKED_AT), axis=1)
        self.times[~fits] = np.inf

    def grow(self, apart: Sequence[int] = ()) -> bool:
        """Add postures that keep all limits, random ones and some around corners; return whether there were some."""
        if len(self.q) >= self.wanted + MOST:
            return False
        more = [Pool.random(self.problem, self.rng, 4 * BETWEEN).q[:BETWEEN]]
        more += [Pool.around(self.problem, self.rng, self.q[k], AROUND).q[: BETWEEN // 4] for k in apart]
        self._add(np.concatenate(more))
        return len(more[0]) > 0

    def shortest(self) -> tuple[Array, Array]:
        """Return the shortest times between all corners, and on the way from i to j, the corner before j."""
        from scipy.sparse.csgraph import shortest_path

        return shortest_path(self.times, return_predecessors=True)

    def holds(self, corners: Sequence[int]) -> bool:
        """Return whether the ways through corners keep all limits; those that do not are removed, or taken slower."""
        return not sum(self._broken(a, b) for a, b in pairwise(corners) if (a, b) not in self.verified)

    def _broken(self, a: int, b: int) -> bool:
        """Return whether the way from a to b breaks a limit; if so, take it slower, or remove it."""
        if np.isinf(self.times[a, b]):  # removed a moment ago, with the way back
            return True
        found = violations(self.problem, self.along([a, b], [0.0, 0.0]))
        if not found:
            self.verified.add((a, b))
            return False
        slower = SLOW_DOWN * self.times[a, b]
        shortest = way_times(self.problem.limits, self.q[a] - self.q[b])
        can = found[0].kind == "effort" and slower <= SLOWEST * shortest
        self.times[a, b] = slower if can else np.inf
        if found[0].kind == "distance":
            self.times[b, a] = np.inf
        return True

    def along(self, corners: Sequence[int], holds: Sequence[float]) -> LinearCurve:
        """Return the motion through corners, each held for some time [s]."""
        q = self.q[list(corners)]
        family = Stops(tuple(holds), tuple(float(self.times[a, b]) for a, b in pairwise(corners)))
        names = tuple(self.problem.columns.base.model.robot.coordinate_names)
        return LinearCurve(family, names, np.concatenate([q[:1], np.diff(q, axis=0)]))


def tour(problem: Problem, q: Array, hold: float, *, start: Array | None, seed: int) -> Tour:
    """Return a short motion through postures that keeps all limits.

    Args:
        problem: the limits.
        q: (n, nv) the postures.
        hold: [s] how long each is held.
        start: (nv,) where the motion starts; None: in the posture from which it is shortest.
        seed: of the random postures that ways may lead through.
    """
    given = start is not None
    corners = np.concatenate([start[None], q]) if start is not None else q
    road = Roadmap(problem, corners, np.random.default_rng(seed))
    while True:
        times, before = road.shortest()
        reached = _connected(times[: road.wanted, : road.wanted], given)
        if len(reached) < road.wanted and road.grow(sorted({*range(road.wanted)} - {*reached})):
            continue
        order = [reached[k] for k in shortest_order(times[np.ix_(reached, reached)], from_first=given)]
        through = _through(order, before)
        if road.holds(through):
            break
    holds = [hold if c in order[given:] and c not in through[:k] else 0.0 for k, c in enumerate(through)]
    left = sorted({*range(road.wanted)} - {*order})
    return Tour(road.along(through, holds), tuple(k - given for k in order[given:]), tuple(k - given for k in left))


def _connected(times: Array, from_first: bool) -> list[int]:
    """Return the corners that can be reached from the first one, or from that which reaches most."""
    both = np.isfinite(times) & np.isfinite(times.T)
    row = 0 if from_first else int(np.argmax(both.sum(axis=1)))
    return np.flatnonzero(both[row]).tolist()


def _through(order: Sequence[int], before: Array) -> list[int]:
    """Return all corners that an order leads through."""
    through = [order[0]]
    for a, b in pairwise(order):
        way = [b]
        while (way[-1] if way[-1] == a else int(before[a, way[-1]])) != a:
            way.append(int(before[a, way[-1]]))
        through += way[::-1]
    return through
