"""Moving on the configuration manifold: q (+) v for joints whose configuration is not a vector.

v is a displacement in body coordinates, as qd is a velocity; q (+) v is exact for a velocity that is constant in the
body's frame (the exponential of the joint's group).
"""

from __future__ import annotations

from typing import Any

from heft.dynamics.tree import Tree
from heft.spatial import (
    cross,
    namespace,
    quaternion_exponential,
    quaternion_product,
    rotate,
    rotation_from_quaternion,
)

Array = Any


def _left_jacobian(w: Array, v: Array) -> Array:
    """Return V(w) v: the displacement of a frame that turns by w while moving with v, seen from where it began."""
    xp = namespace(w)
    square = xp.sum(w * w, axis=0)
    small = square < 1e-8
    safe = xp.where(small, 1.0, square)
    angle = xp.sqrt(safe)
    a = xp.where(small, 0.5 - square / 24, (1 - xp.cos(angle)) / safe)
    b = xp.where(small, 1 / 6 - square / 120, (angle - xp.sin(angle)) / (safe * angle))
    return v + a * cross(w, v) + b * cross(w, cross(w, v))


def _unit(quaternion: Array) -> Array:
    xp = namespace(quaternion)
    return quaternion / xp.sqrt(xp.sum(quaternion * quaternion, axis=0))


def integrate(tree: Tree, q: Array, v: Array) -> Array:
    """Return q (+) v, (nq, ...); q is (nq, ...), v is (nv, ...) [rad, m]."""
    xp = namespace(q, v)
    pieces: dict[int, Array] = {}
    for group in tree.groups:
        for k, i in enumerate(group.bodies):
            if not tree.leads[i] or not tree.S[i].size:
                continue
            x, dx = q[group.q[:, k]], v[group.v[:, k]]
            match group.kind:
                case "spherical":
                    x = _unit(quaternion_product(x, quaternion_exponential(dx)))
                case "floating":
                    turned = _unit(quaternion_product(x[:4], quaternion_exponential(dx[:3])))
                    moved = x[4:] + rotate(rotation_from_quaternion(x[:4]), _left_jacobian(dx[:3], dx[3:]))
                    x = xp.concatenate([turned, moved])
                case "planar":
                    x = _move_in_plane(x, dx)
                case _:
                    x = x + dx
            pieces[int(group.q[0, k])] = x
    return xp.concatenate([pieces[start] for start in sorted(pieces)]) if pieces else q


def _move_in_plane(x: Array, dx: Array) -> Array:
    """Return (angle, x, y) after turning by dx[0] while moving with the body-fixed dx[1:]."""
    xp = namespace(x)
    zero = xp.zeros_like(x[0])
    step = _left_jacobian(xp.stack([zero, zero, dx[0]]), xp.stack([dx[1], dx[2], zero]))
    c, s = xp.cos(x[0]), xp.sin(x[0])
    return xp.stack([x[0] + dx[0], x[1] + c * step[0] - s * step[1], x[2] + s * step[0] + c * step[1]])
