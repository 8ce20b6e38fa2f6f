"""Spatial vectors, angular first, and how they change frames.

A frame B is placed in A by (R, p): x_A = R x_B + p. With that, a motion m = [w; v] and a force f = [n; f]:

    m_B = [R^T w; R^T (v + w x p)]          (X_BA m_A)
    f_A = [R n + p x R f; R f]              (X_BA^T f_B)
"""

from __future__ import annotations

from heft.arrays import Array
from heft.spatial.rotation import cross, namespace, rotate, rotate_back


def angular(m: Array) -> Array:
    """Return the angular part, (3, ...)."""
    return m[:3]


def linear(m: Array) -> Array:
    """Return the linear part, (3, ...)."""
    return m[3:]


def spatial(w: Array, v: Array) -> Array:
    """Return [w; v], (6, ...)."""
    return namespace(w, v).concatenate([w, v])


def motion_to_child(R: Array, p: Array, m: Array) -> Array:
    """Return X_BA m: a motion of the parent frame A seen from B."""
    w, v = angular(m), linear(m)
    return spatial(rotate_back(R, w), rotate_back(R, v + cross(w, p)))


def motion_to_parent(R: Array, p: Array, m: Array) -> Array:
    """Return X_AB m: a motion of the child frame B seen from A."""
    w, v = rotate(R, angular(m)), rotate(R, linear(m))
    return spatial(w, v + cross(p, w))


def force_to_parent(R: Array, p: Array, f: Array) -> Array:
    """Return X_BA^T f: a force on B seen from the parent frame A."""
    n, f = rotate(R, angular(f)), rotate(R, linear(f))
    return spatial(n + cross(p, f), f)


def cross_motion(v: Array, m: Array) -> Array:
    """Return v x m = [w x w_m; w x v_m + v x w_m], the rate of a motion m that moves with v."""
    w, u = angular(v), linear(v)
    return spatial(cross(w, angular(m)), cross(w, linear(m)) + cross(u, angular(m)))


def cross_force(v: Array, f: Array) -> Array:
    """Return v x* f = [w x n + v x f; w x f], the rate of a force f that moves with v."""
    w, u = angular(v), linear(v)
    return spatial(cross(w, angular(f)) + cross(u, linear(f)), cross(w, linear(f)))


def motion_matrix(R: Array, p: Array) -> Array:
    """Return X_BA as a matrix, (6, 6, ...)."""
    xp = namespace(R, p)
    Rt = xp.swapaxes(R, 0, 1)
    lower = xp.stack([cross(p, R[:, i]) for i in range(3)])
    zero = xp.zeros_like(Rt)
    return xp.concatenate([xp.concatenate([Rt, zero], axis=1), xp.concatenate([lower, Rt], axis=1)])
