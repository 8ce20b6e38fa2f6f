"""Moving on the configuration manifold: q (+) u for joints whose configuration is not a vector.

u is a displacement in body coordinates, as qd is a velocity. q (+) u is the exponential of the joint's group: exact
for a velocity that is constant in the body's frame. Spherical joints move on SO(3), floating ones on SE(3), planar
ones on SE(2); all others add.
"""

from __future__ import annotations

from collections.abc import Callable

from heft.arrays import AnyArray
from heft.dynamics.tree import Tree
from heft.spatial import (
    angular,
    cross,
    cross_motion,
    linear,
    namespace,
    quaternion_exponential,
    quaternion_product,
    rotate,
    rotation_from_quaternion,
    spatial,
)


def integrate(tree: Tree, q: AnyArray, u: AnyArray) -> AnyArray:
    """Return q (+) u, (nq, ...); q is (nq, ...), u is (nv, ...) [rad, m]."""
    moves: dict[str, Callable[[AnyArray, AnyArray], AnyArray]] = {
        "spherical": _turn,
        "floating": _turn_and_move,
        "planar": _move_in_plane,
    }
    return _per_joint(tree, lambda kind, x, dx: moves.get(kind, _add)(x, dx), q, u)


def velocity_of_displacement(tree: Tree, u: AnyArray, v: AnyArray) -> AnyArray:
    """Return du/dt of the displacement u that begins at q and moves with the body velocity v, (nv, ...).

    This is dexp^-1 of the left-trivialised exponential up to the terms that a fourth-order method needs:
    v + [u, v]/2 + [u, [u, v]]/12, and v itself where displacements add.
    """
    brackets: dict[str, Callable[[AnyArray, AnyArray], AnyArray]] = {
        "spherical": cross,
        "floating": cross_motion,
        "planar": _bracket_in_plane,
    }

    def rate(kind: str, u: AnyArray, v: AnyArray) -> AnyArray:
        if kind not in brackets:
            return v
        once = brackets[kind](u, v)
        return v + once / 2 + brackets[kind](u, once) / 12

    return _per_joint(tree, rate, u, v)


def _per_joint(tree: Tree, rule: Callable[[str, AnyArray, AnyArray], AnyArray], x: AnyArray, dx: AnyArray) -> AnyArray:
    """Apply a rule joint by joint; x is a configuration or a displacement, as its length says."""
    xp = namespace(x, dx)
    pieces: dict[int, AnyArray] = {}
    for group in tree.groups:
        rows = group.q if len(x) == tree.nq and tree.nq != tree.nv else group.v
        for k, i in enumerate(group.bodies):
            if tree.leads[i] and tree.S[i].size:
                pieces[int(group.v[0, k])] = rule(group.kind, x[rows[:, k]], dx[group.v[:, k]])
    return xp.concatenate([pieces[start] for start in sorted(pieces)]) if pieces else x


def _add(x: AnyArray, dx: AnyArray) -> AnyArray:
    return x + dx


def _turn(quaternion: AnyArray, w: AnyArray) -> AnyArray:
    xp = namespace(quaternion)
    turned = quaternion_product(quaternion, quaternion_exponential(w))
    return turned / xp.sqrt(xp.sum(turned * turned, axis=0))


def _turn_and_move(x: AnyArray, u: AnyArray) -> AnyArray:
    moved = x[4:] + rotate(rotation_from_quaternion(x[:4]), _advance(angular(u), linear(u)))
    return namespace(x).concatenate([_turn(x[:4], angular(u)), moved])


def _in_space(u: AnyArray) -> AnyArray:
    """Return a planar (angle, x, y) as a spatial vector about z."""
    zero = namespace(u).zeros_like(u[0])
    xp = namespace(u)
    return spatial(xp.stack([zero, zero, u[0]]), xp.stack([u[1], u[2], zero]))


def _move_in_plane(x: AnyArray, u: AnyArray) -> AnyArray:
    xp = namespace(x)
    u = _in_space(u)
    step = _advance(angular(u), linear(u))
    c, s = xp.cos(x[0]), xp.sin(x[0])
    return xp.stack([x[0] + u[2], x[1] + c * step[0] - s * step[1], x[2] + s * step[0] + c * step[1]])


def _bracket_in_plane(u: AnyArray, v: AnyArray) -> AnyArray:
    return cross_motion(_in_space(u), _in_space(v))[2:5]


def _advance(w: AnyArray, v: AnyArray) -> AnyArray:
    """Return where the origin of a frame gets to that turns by w while moving with the body-fixed v."""
    xp = namespace(w)
    square = xp.sum(w * w, axis=0)
    small = square < 1e-8
    safe = xp.where(small, 1.0, square)
    angle = xp.sqrt(safe)
    a = xp.where(small, 0.5 - square / 24, (1 - xp.cos(angle)) / safe)
    b = xp.where(small, 1 / 6 - square / 120, (angle - xp.sin(angle)) / (safe * angle))
    return v + a * cross(w, v) + b * cross(w, cross(w, v))
