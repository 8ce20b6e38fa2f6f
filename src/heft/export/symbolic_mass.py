"""The mass matrix on expressions: composite bodies from the tips to the world.

Notation: [[S, h], [h^T, m]] is the pseudo-inertia of a composite body in its first body's frame. Per unit rate of its
joint it has the momentum l = m v + e x h, L = h x v + (tr(S) 1 - S) e with the joint's motion (e, v); the
projections of this momentum on the joints before are the entries of M.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from heft.chains.movers import MoverTree
from heft.export.expression_graph import Graph, Scalar, total
from heft.export.symbolic_newton_euler import (
    JointInputs,
    Rotation,
    Vector,
    add,
    apply,
    constants,
    cross,
    dot,
    label,
    numbers,
    place,
    positions,
    scale,
)
from heft.robot.model import WORLD


@dataclass(eq=False)
class Composite:
    """A pseudo-inertia of expressions."""

    S: list[list[Scalar]]
    h: Vector
    m: Scalar

    def turned(self, R: Rotation) -> Composite:
        """Return it in the axes to which R turns it."""
        S = [list(row) for row in self.S]
        for axis, c, s in reversed(R.steps):
            S = _turned(S, axis, c, s)
        return Composite(S, R.to_parent(self.h), self.m)

    def moved(self, p: Vector) -> Composite:
        """Return it about an origin from which its own is at p."""
        h = add(self.h, scale(p, self.m))
        S = [[total(h[0].graph, [self.S[i][j], p[i] * self.h[j], h[i] * p[j]]) for j in range(3)] for i in range(3)]
        # Both copies of an off-diagonal entry are equal; only one is kept.
        return Composite([[S[min(i, j)][max(i, j)] for j in range(3)] for i in range(3)], h, self.m)

    def plus(self, other: Composite) -> Composite:
        """Return both bodies as one."""
        S = [add(a, b) for a, b in zip(self.S, other.S, strict=True)]
        return Composite(S, add(self.h, other.h), self.m + other.m)

    def momentum(self, e: Vector, v: Vector) -> tuple[Vector, Vector]:
        """Return L, l for the motion (e, v)."""
        S = self.S
        turning = [
            [S[1][1] + S[2][2], -S[0][1], -S[0][2]],
            [-S[0][1], S[0][0] + S[2][2], -S[1][2]],
            [-S[0][2], -S[1][2], S[0][0] + S[1][1]],
        ]
        return add(apply(turning, e), cross(self.h, v)), add(scale(v, self.m), cross(e, self.h))


def _turned(S: list[list[Scalar]], axis: int, c: Scalar, s: Scalar) -> list[list[Scalar]]:
    """Return R S R^T for a turn about a coordinate axis."""
    a, b = (axis + 1) % 3, (axis + 2) % 3
    k = s * (S[a][a] - S[b][b]) + (c * S[a][b]) * 2.0
    out = [list(row) for row in S]
    out[a][a], out[b][b] = S[a][a] - s * k, S[b][b] + s * k
    out[a][b] = out[b][a] = c * k - S[a][b]
    out[a][axis] = out[axis][a] = c * S[a][axis] - s * S[b][axis]
    out[b][axis] = out[axis][b] = s * S[a][axis] + c * S[b][axis]
    return out


def mass_matrix(graph: Graph, tree: MoverTree, state: JointInputs) -> list[Vector]:
    """Return M by rows."""
    at = positions(graph, tree, state.q)
    poses = [place(graph, mover, at[i]) for i, mover in enumerate(tree.movers)]
    bodies = [
        Composite(
            [constants(graph, row) for row in mover.pseudo[:3, :3]],
            constants(graph, mover.pseudo[:3, 3]),
            graph.constant(mover.pseudo[3, 3]),
        )
        for mover in tree.movers
    ]
    names = numbers(tree)
    M: list[list[list[Scalar]]] = [[[] for _ in range(tree.n)] for _ in range(tree.n)]

    def project(row: int, i: int, L: Vector, l: Vector, own: bool) -> None:
        """Add the projections of a momentum at mover i on its joint and on those before it."""
        while i != WORLD:
            mover, (R, p) = tree.movers[i], poses[i]
            if mover.free:
                for k, momentum in enumerate([*L, *l]):
                    M[row][mover.coordinate + k].append(momentum)
                    M[mover.coordinate + k][row].append(momentum)
                return
            terms = [L[2] * mover.gear] if mover.turn else []
            if mover.slide:
                terms.append(dot(l, constants(graph, mover.axis)) * (mover.gear * mover.slide))
            M[row][mover.coordinate] += terms
            if not own:
                M[mover.coordinate][row] += terms
            own = False
            L, l = R.to_parent(L), R.to_parent(l)
            L, i = add(L, cross(p, l)), mover.parent

    for i in range(len(tree.movers) - 1, -1, -1):
        mover, (R, p) = tree.movers[i], poses[i]
        label(bodies[i].h, f"h{names[i]}")
        for axis, row in zip("xyz", bodies[i].S, strict=True):
            label(row, f"S{names[i]}{axis}")
        if mover.free:
            for k, motion in enumerate(np.eye(6)):
                momenta = bodies[i].momentum(constants(graph, motion[:3]), constants(graph, motion[3:]))
                for j, momentum in enumerate([*momenta[0], *momenta[1]]):
                    M[mover.coordinate + k][mover.coordinate + j].append(momentum)
            continue
        a = constants(graph, mover.axis)
        e, v = (scale(a, graph.constant(mover.gear * rate)) for rate in (mover.turn, mover.slide))
        project(mover.coordinate, i, *bodies[i].momentum(e, v), own=True)
        if mover.parent != WORLD:
            bodies[mover.parent] = bodies[mover.parent].plus(bodies[i].turned(R).moved(p))
    for spin in tree.spins:
        J = graph.constant(spin.inertia * spin.gear)
        M[spin.coordinate][spin.coordinate].append(J * spin.gear)
        project(
            spin.coordinate, spin.parent, scale(constants(graph, spin.axis), J), [graph.constant(0.0)] * 3, own=False
        )
    for k, armature in enumerate(tree.armature):
        M[k][k].append(graph.constant(float(armature)))
    return [[total(graph, parts) for parts in row] for row in M]
