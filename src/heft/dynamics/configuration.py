"""Moving on the configuration manifold: q (+) u, and how fast u grows, for all joints of a robot.

u is a displacement in body coordinates, as qd is a velocity. q (+) u is the exponential of each joint's group, exact
for a velocity that is constant in the body's frame; `heft.robot.joints` has it for each kind.
"""

from __future__ import annotations

from heft.arrays import AnyArray
from heft.dynamics.tree import Tree
from heft.robot.joints import JointKind
from heft.spatial import namespace


def integrate(tree: Tree, q: AnyArray, u: AnyArray) -> AnyArray:
    """Return q (+) u, (nq, ...); q is (nq, ...), u is (nv, ...) [rad, m]."""
    if tree.adds:
        return q + u
    parts = [kind.exponential(q[rows], u[columns]) for kind, rows, columns in tree.joints]
    return namespace(q, u).concatenate(parts)


def velocity_of_displacement(tree: Tree, u: AnyArray, v: AnyArray) -> AnyArray:
    """Return du/dt of the displacement u that begins at q and moves with the body velocity v, (nv, ...).

    This is dexp^-1 of the left-trivialised exponential up to the terms that a fourth-order method needs:
    v + [u, v]/2 + [u, [u, v]]/12, and v itself where displacements add.
    """
    if tree.adds:
        return v
    parts = [_rate(kind, u[columns], v[columns]) for kind, _, columns in tree.joints]
    return namespace(u, v).concatenate(parts)


def _rate(kind: JointKind, u: AnyArray, v: AnyArray) -> AnyArray:
    if kind.adds:
        return v
    once = kind.bracket(u, v)
    return v + once / 2 + kind.bracket(u, once) / 12
