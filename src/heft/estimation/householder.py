"""Folding rows into a triangular factor by Householder reflections: the step of a tall-skinny QR.

A block of samples is held with its columns as rows, (k, m), so that the samples of a column are contiguous. It is
folded in pieces that stay in the cache; every column passes through four reflections at a time, which quarters the
traffic. On a few dozen columns this is faster than a blocked LAPACK call, and it needs no threads of its own.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from heft.compiled import compiled

PIECE = 224
"""Samples folded at a time: some forty columns of them stay in the second cache."""

_FAST = {"contract", "reassoc", "nsz"}


@njit(fastmath=_FAST, error_model="numpy")
def _dot(a, b):
    """Return the product of two columns."""
    total = 0.0
    for l in range(len(a)):
        total += a[l] * b[l]
    return total


@njit(fastmath=_FAST, error_model="numpy")
def _panel(R, A, first, last, tau):
    """Reflect columns first .. last by themselves; leave the vectors v in A and the factors of I - tau v v^T in tau."""
    for k in range(first, last):
        v, square = A[k], _dot(A[k], A[k])
        if square == 0.0:
            tau[k - first] = 0.0
            continue
        alpha = R[k, k]
        beta = -np.sqrt(alpha * alpha + square) if alpha > 0 else np.sqrt(alpha * alpha + square)
        tau[k - first] = (beta - alpha) / beta
        R[k, k] = beta
        scale = 1.0 / (alpha - beta)
        for l in range(len(v)):
            v[l] *= scale
        for j in range(k + 1, last):
            a = A[j]
            w = tau[k - first] * (R[k, j] + _dot(v, a))
            R[k, j] -= w
            for l in range(len(v)):
                a[l] -= w * v[l]


@njit(fastmath=_FAST, error_model="numpy")
def _reflect(R, A):
    """Overwrite R (k, k) with the triangular factor of [R; A^T]; A (k, m) is used up.

    A column meets four reflections in one pass: its products with their vectors are formed at once, and what each
    reflection would have changed in the products that follow is subtracted.
    """
    n, m = A.shape
    tau = np.zeros(4)
    for k in range(0, n, 4):
        _panel(R, A, k, min(k + 4, n), tau)
        if k + 4 >= n:
            return
        v0, v1, v2, v3 = A[k], A[k + 1], A[k + 2], A[k + 3]
        v01, v02, v03 = _dot(v0, v1), _dot(v0, v2), _dot(v0, v3)
        v12, v13, v23 = _dot(v1, v2), _dot(v1, v3), _dot(v2, v3)
        for j in range(k + 4, n):
            a = A[j]
            w0, w1, w2, w3 = R[k, j], R[k + 1, j], R[k + 2, j], R[k + 3, j]
            for l in range(m):
                w0 += v0[l] * a[l]
                w1 += v1[l] * a[l]
                w2 += v2[l] * a[l]
                w3 += v3[l] * a[l]
            w0 = tau[0] * w0
            w1 = tau[1] * (w1 - v01 * w0)
            w2 = tau[2] * (w2 - v02 * w0 - v12 * w1)
            w3 = tau[3] * (w3 - v03 * w0 - v13 * w1 - v23 * w2)
            R[k, j] -= w0
            R[k + 1, j] -= w1
            R[k + 2, j] -= w2
            R[k + 3, j] -= w3
            for l in range(m):
                a[l] -= w0 * v0[l] + w1 * v1[l] + w2 * v2[l] + w3 * v3[l]


@compiled(error_model="numpy", nogil=True)
def fold(R, block, first, last):
    """Fold samples first .. last of a block (k, m) into R (k, k), upper triangular, in place."""
    k = block.shape[0]
    work = np.empty((k, PIECE))
    for start in range(first, last, PIECE):
        size = min(PIECE, last - start)
        for c in range(k):
            for l in range(size):
                work[c, l] = block[c, start + l]
            for l in range(size, PIECE):
                work[c, l] = 0.0
        _reflect(R, work)


@compiled(error_model="numpy", nogil=True)
def gather(tile, pair, row, second, out, first, last):
    """Copy rows of packed lanes first .. last to out (k, samples): one per column of a regression.

    Args:
        tile: (lanes, pairs, 10, LANE).
        pair: (k,) which pair each column is of.
        row: (k,) which of its ten rows it is.
        second: (k,) a row to add to it, or -1.
        out: (columns, at least lanes LANE), filled in its first k rows.
        first: lane.
        last: lane, after the last.
    """
    lanes = tile.shape[3]
    for c in range(len(pair)):
        for n in range(first, last):
            a = tile[n, pair[c], row[c]]
            o = out[c, n * lanes : (n + 1) * lanes]
            if second[c] < 0:
                for l in range(lanes):
                    o[l] = a[l]
            else:
                b = tile[n, pair[c], second[c]]
                for l in range(lanes):
                    o[l] = a[l] + b[l]
