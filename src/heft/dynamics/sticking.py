"""Dry friction that holds joints: the torques f, each within [-c, c], with which velocities become v = x - W f.

A joint that slides has f = c sign(v); one that sticks has v = 0 and whatever f that takes. W is symmetric and positive
definite, so that there is exactly one solution: the least 1/2 f^T W f - x^T f within the bounds.

Notation: block principal pivoting (Júdice and Pires 1994): joints are free (they stick) or at a bound, and those on the
wrong side change it, all at once while their number falls, else the last one alone, which cannot cycle.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array

_ATTEMPTS = 3
"""Changes of all joints at once without fewer of them on the wrong side, before they are changed one by one."""

_MOST = 1000
"""Changes altogether: rounding cannot make it run for ever."""

_SLACK = 1e-10
"""A torque or a velocity is on the wrong side by more than this share of its scale."""


def held(W: Array, x: Array, bounds: Array, guess: Array) -> tuple[Array, Array]:
    """Return the torques f (n,) and the velocities v (n,), exactly zero where a joint sticks.

    Args:
        W: (n, n) how the velocities change with the torques.
        x: (n,) velocities without the torques.
        bounds: (n,) c, positive.
        guess: (n,) torques near the solution, those of joints that slide at a bound.
    """
    side = np.where(np.abs(guess) < bounds, 0.0, np.sign(guess))
    scale = np.abs(x) + np.abs(W) @ bounds
    fewest, attempts = len(x) + 1, _ATTEMPTS
    f, v = guess, x
    for _ in range(_MOST):
        free = side == 0
        f = side * bounds
        f[free] = np.linalg.solve(W[np.ix_(free, free)], x[free] - W[free] @ f)
        v = np.where(free, 0.0, x - W @ f)
        wrong = np.where(free, np.abs(f) > bounds * (1 + _SLACK), v * side < -_SLACK * scale)
        count = int(np.count_nonzero(wrong))
        if not count:
            break
        if count < fewest:
            fewest, attempts = count, _ATTEMPTS
        else:
            attempts -= 1
        if attempts < 0:
            wrong[: np.flatnonzero(wrong)[-1]] = False
        side = np.where(wrong, np.where(free, np.sign(f), 0.0), side)
    return np.clip(f, -bounds, bounds), v
