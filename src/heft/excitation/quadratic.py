"""The step of a search: a quadratic model of the criterion under linear limits.

    minimise  g . p + p . B p / 2 + mu s    subject to  h + A p <= s,  s >= 0,  |p| <= radius

B is positive definite. The slack s makes every program solvable: where mu is large enough, it is zero unless no p keeps
the limits. An interior-point method (Mehrotra's predictor and corrector) starts from p = 0, which is inside with a
large enough s, and stays inside. The matrices are full, and there are more limits than numbers, so that each
iteration costs one product A^T D A and one Cholesky factor. Of many limits few matter: the program is solved with those
that are nearly reached, and again with those that its solution breaks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import get_lapack_funcs

from heft.arrays import Array, Bools

ITERATIONS, GAP = 40, 1e-8
"""Of the interior-point method: the most iterations, and the gap at which it ends, as a part of the first one."""

TO_THE_END = 0.99
"""The share of the way to the nearest limit that an iteration may go."""

NEARLY = 0.02
"""Limits with h above minus this are in the first program."""

BROKEN, PROGRAMS = 1e-7, 6
"""Limits broken by more are added, in so many programs at most."""


Map = Callable[[Array], Array]

_FACTOR: Any
_SOLVE: Any
_FACTOR, _SOLVE = (get_lapack_funcs(name, dtype=np.float64) for name in ("potrf", "potrs"))


@dataclass(frozen=True, eq=False)
class Step:
    """The solution.

    Attributes:
        p: (n,) the step.
        slack: s.
        multipliers: (m,) of the limits, not negative.
    """

    p: Array
    slack: float
    multipliers: Array


def quadratic_step(B: Array, g: Array, A: Array, h: Array, radius: float, penalty: float) -> Step:
    """Return the step of a quadratic model under linear limits.

    Args:
        B: (n, n) positive definite.
        g: (n,) the gradient.
        A: (m, n) the derivatives of the limits.
        h: (m,) the limits, which should not be positive.
        radius: the largest size of any part of the step.
        penalty: mu.
    """
    used: Bools = h > -NEARLY
    p, slack, multipliers = _solved(B, g, A[used], h[used], radius, penalty)
    for _ in range(PROGRAMS - 1):
        broken = (h + A @ p > slack + BROKEN) & ~used
        if not broken.any():
            break
        used |= broken
        p, slack, multipliers = _solved(B, g, A[used], h[used], radius, penalty)
    full = np.zeros(len(h))
    full[used] = multipliers
    return Step(p, slack, full)


def _solved(B: Array, g: Array, A: Array, h: Array, radius: float, penalty: float) -> tuple[Array, float, Array]:
    """Return p, s and the multipliers of the limits."""
    n, m = len(g), len(h)
    v = np.append(np.zeros(n), max(float(h.max(initial=0.0)), 0.0) + 0.1)
    q = np.append(g, penalty)

    def limits(v: Array) -> Array:
        """C v of all limits: those given, both sides of the radius, and the sign of the slack."""
        return np.concatenate([A @ v[:n] - v[n], v[:n], -v[:n], -v[n:]])

    def back(z: Array) -> Array:
        """C^T z."""
        to_p = A.T @ z[:m] + z[m : m + n] - z[m + n : m + 2 * n]
        return np.append(to_p, -z[:m].sum() - z[-1])

    ends = np.concatenate([-h, np.full(2 * n, radius), [0.0]])
    t = ends - limits(v)
    z = penalty / (m + 2 * n + 1) / np.maximum(t, 1e-3)
    hessian = np.zeros((n + 1, n + 1))
    first = t @ z
    for _ in range(ITERATIONS):
        gap = float(t @ z)
        dual = q + back(z)
        dual[:n] += B @ v[:n]
        if gap <= GAP * first and np.abs(dual).max() <= 1e-7 * penalty:
            break
        d = z / t
        weighted = A.T * d[:m]
        hessian[:n, :n] = B + weighted @ A
        hessian[np.arange(n), np.arange(n)] += d[m : m + n] + d[m + n : m + 2 * n]
        hessian[:n, n] = hessian[n, :n] = -weighted.sum(axis=1)
        hessian[n, n] = d[:m].sum() + d[-1]
        factor, failed = _FACTOR(hessian)
        if failed:  # by rounding, near the end
            break
        dv, dt, dz = _newton(factor, dual, t, z, z * t, limits, back)  # the predictor aims at a gap of zero
        aim = float((t + _largest(t, dt) * dt) @ (z + _largest(z, dz) * dz)) / gap
        centre = aim**3 * gap / len(t)
        dv, dt, dz = _newton(factor, dual, t, z, z * t + dt * dz - centre, limits, back)
        along = TO_THE_END * min(_largest(t, dt), _largest(z, dz))
        v, z = v + along * dv, z + along * dz
        t = ends - limits(v)
    return v[:n], max(float(v[n]), 0.0), z[:m]


def _newton(
    factor: Array, dual: Array, t: Array, z: Array, products: Array, limits: Map, back: Map
) -> tuple[Array, Array, Array]:
    """Return the Newton step of v, t and z for which z t falls by the products."""
    dv = _SOLVE(factor, -dual + back(products / t))[0]
    dt = -limits(dv)
    return dv, dt, -(products + z * dt) / t


def _largest(x: Array, dx: Array) -> float:
    """Return the largest share of a step, at most one, that leaves x positive."""
    falling = dx < 0
    return min(1.0, float(np.min(-x[falling] / dx[falling], initial=np.inf)))
