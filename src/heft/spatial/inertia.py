"""Spatial inertia as a linear function of the ten parameters (order of `heft.parameters`)."""

from __future__ import annotations

from heft.arrays import Array
from heft.spatial.rotation import cross, namespace, stacked
from heft.spatial.vectors import angular, linear, spatial


def apply_inertia(pi: Array, v: Array) -> Array:
    """Return I v = [I w + h x v; m v - h x w], the momentum of a body (10, ...) that moves with v (6, ...)."""
    xp = namespace(pi, v)
    m, h = pi[0], pi[1:4]
    xx, xy, xz, yy, yz, zz = pi[4], pi[5], pi[6], pi[7], pi[8], pi[9]
    w, u = angular(v), linear(v)
    Iw = stacked(
        xp, [xx * w[0] + xy * w[1] + xz * w[2], xy * w[0] + yy * w[1] + yz * w[2], xz * w[0] + yz * w[1] + zz * w[2]]
    )
    return spatial(Iw + cross(h, u), m * u - cross(h, w))


def momentum_regressor(v: Array) -> Array:
    """Return the matrix whose product with the ten parameters is I v, (6, 10, ...)."""
    xp = namespace(v)
    x, y, z = angular(v)
    a, b, c = linear(v)
    o = xp.zeros_like(x)
    rows = [
        [o, o, c, -b, x, y, z, o, o, o],
        [o, -c, o, a, o, x, o, y, z, o],
        [o, b, -a, o, o, o, x, o, y, z],
        [a, o, -z, y, o, o, o, o, o, o],
        [b, z, o, -x, o, o, o, o, o, o],
        [c, -y, x, o, o, o, o, o, o, o],
    ]
    return stacked(xp, rows)


def inertia_matrix(pi: Array) -> Array:
    """Return the 6x6 spatial inertia [[I, [h]], [-[h], m 1]] of parameters (10, ...)."""
    xp = namespace(pi)
    m, x, y, z, xx, xy, xz, yy, yz, zz = pi
    o = xp.zeros_like(m)
    rows = [
        [xx, xy, xz, o, -z, y],
        [xy, yy, yz, z, o, -x],
        [xz, yz, zz, -y, x, o],
        [o, z, -y, m, o, o],
        [-z, o, x, o, m, o],
        [y, -x, o, o, o, m],
    ]
    return stacked(xp, rows)


def inertia_to_parent(X: Array, inertia: Array) -> Array:
    """Return X^T I X: an inertia of the child seen from the parent, (6, 6, ...)."""
    xp = namespace(X, inertia)
    return xp.einsum("ka...,kl...,lb...->ab...", X, inertia, X)
