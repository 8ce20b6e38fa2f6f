"""Distances of a robot's links from each other and from what stands around it, as constraints on postures.

Each number is the distance of two links, or of a link and an obstacle, less the margin [m]: it must not be negative.
`collision_pairs.py` finds the pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from heft.arrays import Array, Ints
from heft.dynamics.api import check_samples
from heft.dynamics.tree import Tree, tree_of
from heft.excitation.reach import Reach
from heft.excitation.witnesses import NEAR, Postures, SolidPair, nearest
from heft.robot.model import Robot


@dataclass(frozen=True, eq=False)
class LinkPair:
    """Two links, or a link and an obstacle.

    Attributes:
        name: of both.
        pairs: of their solids.
        margin: the least distance [m].
    """

    name: str
    pairs: tuple[SolidPair, ...]
    margin: float


@dataclass(frozen=True, eq=False)
class Collisions:
    """The distances of pairs of links, less the margin, as constraints on postures.

    Attributes:
        robot: the robot.
        pairs: what is checked.
        notes: what is not checked, or not as the file has it, in sentences.
        excluded: the pairs that are left out, with the reason.
    """

    robot: Robot
    pairs: tuple[LinkPair, ...]
    notes: tuple[str, ...] = ()
    excluded: tuple[tuple[str, str], ...] = ()

    @property
    def names(self) -> list[str]:
        """What each number is the distance of."""
        return [pair.name for pair in self.pairs]

    @cached_property
    def margins(self) -> Array:
        """(m,) [m]."""
        return np.array([pair.margin for pair in self.pairs])

    @cached_property
    def lipschitz(self) -> Array:
        """(m, nv): how much each distance can change per unit of each coordinate, in any posture [m/rad or m/m].

        It holds for the distances themselves. A bound that stands for a distance above `NEAR` can change faster.
        """
        reach = Reach(self.robot)
        rows = [np.max([reach.lipschitz(each.a, each.b) for each in pair.pairs], axis=0) for pair in self.pairs]
        return np.array(rows).reshape(len(self.pairs), self.robot.nv)

    def values(self, q: ArrayLike) -> Array:
        """Return (n, m) [m] for configurations q (n, nq): distances less the margin, feasible where not negative.

        Values above `NEAR` are lower bounds.
        """
        return self._witnesses(self._checked(q))[0] - self.margins

    def gradients(self, q: ArrayLike) -> Array:
        """Return (n, m, nv): the derivatives of `values` in the coordinates, n . (J_b - J_a) at the nearest points."""
        rows = self._checked(q)
        _, normal, point = self._witnesses(rows)
        postures = Postures.at(self._tree, self.robot.n_bodies, rows)
        along = np.einsum("nmi,nci->nmc", normal, postures.move)
        along += np.einsum("nmi,nci->nmc", np.cross(point, normal), postures.turn)
        sign, coordinates = self._moved
        gradients = np.zeros((len(rows), len(self.pairs), self.robot.nv))
        for k, coordinate in enumerate(coordinates):
            gradients[:, :, coordinate] += sign[:, k] * along[:, :, k]
        return gradients

    def distances(self, q: ArrayLike, only: Sequence[int] | Ints | None = None) -> Array:
        """Return the distances without margins, (n, k) [m], of all pairs or only of some, by number."""
        rows = self._checked(q)
        postures = Postures.at(self._tree, self.robot.n_bodies, rows)
        some = range(len(self.pairs)) if only is None else only
        columns = [nearest(self.pairs[k].pairs, postures, self.pairs[k].margin + NEAR)[0] for k in some]
        return np.stack(columns, axis=1) if columns else np.zeros((len(rows), 0))

    @cached_property
    def _tree(self) -> Tree:
        return tree_of(self.robot)

    @cached_property
    def _last(self) -> dict[bytes, tuple[Array, Array, Array]]:
        """The witnesses of the last postures: a solver asks for values and then for gradients of some of them."""
        return {}

    def _checked(self, q: ArrayLike) -> Array:
        (rows,), _ = check_samples(self.robot, {"q": q})
        return rows

    def _witnesses(self, q: Array) -> tuple[Array, Array, Array]:
        """Return the distances (n, m), normals (n, m, 3) and points (n, m, 3) of all pairs."""
        keys, n, m = [row.tobytes() for row in q], len(q), len(self.pairs)
        if not all(key in self._last for key in keys):
            postures = Postures.at(self._tree, self.robot.n_bodies, q)
            found = [nearest(pair.pairs, postures, pair.margin + NEAR) for pair in self.pairs]
            parts = [np.stack(part, axis=1) for part in zip(*found, strict=True)] or [np.zeros((n, 0))] * 3
            self._last.clear()
            self._last.update(zip(keys, zip(*parts, strict=True), strict=True))
        distance, normal, point = (np.array(part) for part in zip(*(self._last[key] for key in keys), strict=True))
        return distance.reshape(n, m), normal.reshape(n, m, 3), point.reshape(n, m, 3)

    @cached_property
    def _moved(self) -> tuple[Array, list[int]]:
        """How each column of the motion subspaces moves each pair (m, columns): b 1, a -1, both or none 0.

        Also the coordinate of each column.
        """
        paths, tree = Reach(self.robot).paths, self._tree
        columns = [(i, tree.v[i].start + k) for i in range(self.robot.n_bodies) for k in range(tree.S[i].shape[1])]
        ends = [(paths[pair.pairs[0].a.body], paths[pair.pairs[0].b.body]) for pair in self.pairs]
        sign = [[float(i in b) - float(i in a) for i, _ in columns] for a, b in ends]
        return np.array(sign).reshape(len(ends), len(columns)), [coordinate for _, coordinate in columns]
