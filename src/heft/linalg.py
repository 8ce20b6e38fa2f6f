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
    return U[:, : int(np.sum(s > TOLERANCE)) if rank is None else rank]


def reduced_echelon(M: Array, pivots: tuple[int, ...] | None = None) -> tuple[Array, tuple[int, ...]]:
    """Return the reduced row echelon form of M, (rank, columns), and its pivot columns, the leftmost there can be.

    Args:
        M: any matrix of natural scale one.
        pivots: what the pivot columns are known to be; None decides them.
    """
    if len(M) > M.shape[1] > 0:  # the same rows, as far as they are independent, in less time
        M = np.asarray(np.linalg.qr(M).R)
    rows: Array = column_space(M.T, None if pivots is None else len(pivots)).T.copy()
    if pivots is not None:
        return (np.asarray(np.linalg.solve(rows[:, list(pivots)], rows), float) if pivots else rows), pivots
    found: list[int] = []
    for c in range(M.shape[1]):
        k = len(found)
        if k == len(rows):
            break
        best = k + int(np.argmax(np.abs(rows[k:, c])))
        if abs(rows[best, c]) <= TOLERANCE:
            continue
        rows[[k, best]] = rows[[best, k]]
        rows[k] /= rows[k, c]
        others = rows[:, c].copy()
        others[k] = 0.0
        rows = rows - others[:, None] * rows[k]
        found.append(c)
    return rows[: len(found)], tuple(found)
