"""Signed distances of pairs of solids in many postures, with the line of the nearest points.

Capsules around the solids bound every distance from below. Only where the bound comes near the margin, coal computes
the distance itself, so that a far pair costs almost nothing. Both are continuous and have exact derivatives; where one
takes over from the other, the distance is larger than the margin by `NEAR`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.dynamics.energy import world_poses
from heft.dynamics.tree import Tree
from heft.excitation.bounds import Bound, between_capsules, to_box, to_half_space
from heft.excitation.solids import Solid, import_coal
from heft.robot.model import WORLD
from heft.robot.shapes import HalfSpace

NEAR = 0.05
"""[m] Distances that exceed the margin by more are replaced by their bound."""

TOLERANCE = 1e-8
"""[m] Of the distances that coal computes."""


@dataclass(frozen=True, eq=False)
class Postures:
    """Where the bodies are in n postures.

    Attributes:
        rotation: (bodies, n, 3, 3) in the world.
        translation: (bodies, n, 3) [m].
        turn, move: (n, columns, 3) the motion of each column of the bodies' motion subspaces: angular velocity, and
            velocity of the point at the world's origin, in world axes.
    """

    rotation: Array
    translation: Array
    turn: Array
    move: Array
    _segments: dict[int, Array] = field(default_factory=dict, repr=False)

    @classmethod
    def at(cls, tree: Tree, bodies: int, q: Array) -> Postures:
        """Place the bodies at configurations q (n, nq)."""
        R, p = world_poses(tree, q.T)
        rotation = np.array([np.moveaxis(R[i], 2, 0) for i in range(bodies)]).reshape(bodies, len(q), 3, 3)
        translation = np.array([p[i].T for i in range(bodies)]).reshape(bodies, len(q), 3)
        turn = [rotation[i] @ column[:3] for i in range(bodies) for column in tree.S[i].T]
        move = [
            rotation[i] @ column[3:] + np.cross(translation[i], rotation[i] @ column[:3])
            for i in range(bodies)
            for column in tree.S[i].T
        ]
        shape = (len(q), 0, 3)
        return cls(
            rotation,
            translation,
            np.stack(turn, axis=1) if turn else np.zeros(shape),
            np.stack(move, axis=1) if move else np.zeros(shape),
        )

    def segment(self, solid: Solid) -> Array:
        """Return the ends of the capsule around a solid in the world, (n, 2, 3) [m]."""
        if id(solid) not in self._segments:
            ends, _ = solid.segment
            R, p = self.rotation[solid.body], self.translation[solid.body]
            self._segments[id(solid)] = ends @ np.swapaxes(R, 1, 2) + p[:, None]
        return self._segments[id(solid)]

    def frame(self, solid: Solid, rows: Ints) -> tuple[Array, Array]:
        """Return the frame of a solid's shape in the world, (k, 3, 3) and (k, 3), in some of the postures."""
        if solid.body == WORLD:
            n = len(rows)
            return np.broadcast_to(solid.rotation, (n, 3, 3)), np.broadcast_to(solid.translation, (n, 3))
        R = self.rotation[solid.body][rows]
        return R @ solid.rotation, R @ solid.translation + self.translation[solid.body][rows]


@dataclass(frozen=True, eq=False)
class SolidPair:
    """Two solids, of which the first moves."""

    a: Solid
    b: Solid

    def bound(self, postures: Postures) -> Bound:
        """Return a lower bound of the distance, its normal from a to b, and its point, in each posture."""
        a, (_, radius) = postures.segment(self.a), self.a.segment
        if isinstance(self.b.shape, HalfSpace):
            return to_half_space(a, radius, self.b.rotation, self.b.translation)
        if self.b.body == WORLD:
            return to_box(a, radius, *self.b.box, self.b.rotation, self.b.translation)
        return between_capsules(a, postures.segment(self.b), radius + self.b.segment[1])

    @cached_property
    def _query(self) -> Any:
        return import_coal().ComputeDistance(self.a.coal, self.b.coal)

    def measured(self, postures: Postures, rows: Ints) -> Bound:
        """Return the signed distance, its normal from a to b, and its point, in some of the postures."""
        coal = import_coal()
        request, result = coal.DistanceRequest(), coal.DistanceResult()
        request.enable_signed_distance, request.gjk_tolerance, request.epa_tolerance = True, TOLERANCE, TOLERANCE
        here, there = coal.Transform3s.Identity(), coal.Transform3s()
        R_a, p_a = postures.frame(self.a, rows)
        R_b, p_b = postures.frame(self.b, rows)
        back = np.swapaxes(R_a, 1, 2)
        R, p = back @ R_b, np.einsum("nij,nj->ni", back, p_b - p_a)
        distances, normals, points = np.empty(len(rows)), np.empty((len(rows), 3)), np.empty((len(rows), 3))
        for k in range(len(rows)):
            there.setRotation(R[k])
            there.setTranslation(p[k])
            result.clear()
            self._query(here, there, request, result)
            distances[k], normals[k], points[k] = result.min_distance, result.normal, result.getNearestPoint1()
        return distances, np.einsum("nij,nj->ni", R_a, normals), np.einsum("nij,nj->ni", R_a, points) + p_a


def nearest(pairs: tuple[SolidPair, ...], postures: Postures, near: float) -> Bound:
    """Return the smallest distance of some pairs in each posture; above `near` [m], a lower bound of it."""
    n = postures.translation.shape[1]
    best = np.full(n, np.inf), np.zeros((n, 3)), np.zeros((n, 3))
    for pair in pairs:
        found = pair.bound(postures)
        rows = np.flatnonzero(found[0] < near)
        if len(rows):
            found = tuple(part.copy() for part in found)
            for part, exact in zip(found, pair.measured(postures, rows), strict=True):
                part[rows] = exact
        closer: Bools = found[0] < best[0]
        for part, new in zip(best, found, strict=True):
            part[closer] = new[closer]
    return best
