"""The only place that decides the rank of a float matrix.

The caller scales the matrix first, so that what is not zero is of the order of one; the tolerance is then absolute.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array, Bools

TOLERANCE = 1e-8
"""Singular values and pivots below this are zero, in matrices whose natural scale is one."""

ROUNDING = 1e-10
"""Singular values of measured rows that are this small beside the largest are rounding errors."""


def significant(singular_values: Array, size: float | None = None) -> Bools:
    """Return which singular values of a matrix of measured rows are not rounding errors, (n,).

    Args:
        singular_values: (n,) falling, in units in which all unknowns are of the order of one.
        size: what they are compared with; None takes the largest.
    """
    if size is None:
        size = float(np.max(singular_values, initial=0.0))
    return np.asarray(singular_values > ROUNDING * size)


def least_squares(A: Array, b: Array) -> Array:
    """Return the minimum-norm least-squares solution of A x = b, singular values at rounding level truncated.

    Args:
        A: (m, n) measured rows, columns of the order of one.
        b: (m,).
    """
    return np.asarray(np.linalg.lstsq(A, b, rcond=ROUNDING)[0], float)


def pseudo_inverse(A: Array) -> Array:
    """Return the pseudo-inverse of measured rows, singular values at rounding level truncated."""
    return np.asarray(np.linalg.pinv(A, rcond=ROUNDING), float)


def damped(N: Array, s: Array) -> Array:
    """Return (N + 1)^-1 s (..., k, m) for symmetric matrices (..., k, k), directions at rounding level truncated.

    The matrices are normal equations in units in which all unknowns are of the order of one: the one is their prior.
    """
    values, V = np.linalg.eigh(N)
    size = np.maximum(values, 0.0) + 1
    keep = size > size.shape[-1] * np.finfo(float).eps * size[..., -1:]
    return V @ np.where(keep[..., None], np.swapaxes(V, -1, -2) @ s / size[..., None], 0.0)


def damped_beside(N: Array, s: Array, columns: list[int], others: list[int]) -> list[Array]:
    """Return (m, k + 1) (N + 1)^-1 s of some columns and one more, which is each of the others in turn.

    With A and s those of the columns, a, d and t those of the one more, its part is (t - a A^-1 s) / (d - a A^-1 a):
    one decomposition of A serves all others.

    Args:
        N: (m, n, n), as for `damped`.
        s: (m, n).
        columns: k of n.
        others: which are not among them.
    """
    a, d, t = N[:, columns][:, :, others], N[:, others, others] + 1, s[:, others]
    solved = damped(N[:, columns][:, :, columns], np.concatenate([s[:, columns, None], a], axis=2))
    first, along = solved[..., :1], solved[..., 1:]
    rest = d - np.sum(a * along, axis=1)
    keep = rest > len(columns) * np.finfo(float).eps * d
    more = np.divide(t - np.sum(a * first, axis=1), rest, out=np.zeros_like(rest), where=keep)
    steps = np.concatenate([first - along * more[:, None], more[:, None]], axis=1)
    return [*np.moveaxis(steps, -1, 0)]


def nonzero(M: Array) -> Bools:
    """Return which entries of a matrix of natural scale one are more than rounding."""
    return np.abs(M) > 0.1 * TOLERANCE


def column_space(M: Array, rank: int | None = None) -> Array:
    """Return an orthonormal basis of the range of M, (rows, rank).

    Args:
        M: any matrix of natural scale one.
        rank: what the rank is known to be; None decides it.
    """
    if 0 in M.shape or rank == 0:
        return np.zeros((M.shape[0], 0))
    U, s, _ = np.linalg.svd(M, full_matrices=False)
    return U[:, : int(np.count_nonzero(s > TOLERANCE)) if rank is None else rank]


def reduced_echelon(M: Array, pivots: tuple[int, ...] | None = None) -> tuple[Array, tuple[int, ...]]:
    """Return the reduced row echelon form of M, (rank, columns), and its pivot columns, the leftmost there can be.

    Args:
        M: any matrix of natural scale one.
        pivots: what the pivot columns are known to be; None decides them.
    """
    m, n = M.shape
    if m > 2 * n > 0:  # the same rows, as far as they are independent, in less time
        M = np.asarray(np.linalg.qr(M, mode="r"))
    if 0 in M.shape or pivots == ():
        return np.zeros((0, n)), ()
    _, s, V = np.linalg.svd(M, full_matrices=m < n)
    rank = int(np.count_nonzero(s > TOLERANCE)) if pivots is None else len(pivots)
    rows, others = V[:rank], V[rank:]
    if pivots is None and 2 * rank <= n:
        pivots = tuple(_leftmost(rows))
    elif pivots is None:  # the columns that are not pivots are the rightmost independent ones of the null space
        free = {n - 1 - c for c in _leftmost(others[:, ::-1])}
        pivots = tuple(c for c in range(n) if c not in free)
    return np.linalg.solve(rows[:, pivots], rows) if pivots else rows[:0], pivots


def _leftmost(rows: Array) -> list[int]:
    """Return the columns of orthonormal rows that are independent of those before them."""
    found: list[int] = []
    before = 0
    while len(found) < len(rows) and rows.shape[1]:
        size = np.abs(rows)
        c = int(np.logical_or.reduce(size > TOLERANCE).argmax())
        best = int(size[:, c].argmax())
        if size[best, c] <= TOLERANCE:
            break
        found.append(before + c)
        before += c + 1
        rows = rows[:, c + 1 :] - np.multiply.outer(rows[:, c] / rows[best, c], rows[best, c + 1 :])
    return found
