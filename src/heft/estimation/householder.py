"""Folding rows into a triangular factor by Householder reflections: the step of a tall-skinny QR.

A block of samples is held with its columns as rows, (k, m), so that the samples of a column are contiguous. It is
folded in pieces that stay in the cache; two columns pass through four reflections at a time, so that every number that
is loaded serves several products. On a few dozen columns this is faster than a blocked LAPACK call, and it needs no
threads of its own. On a fresh installation LAPACK does as much as takes less time than compiling.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.lib.stride_tricks import as_strided

from heft.arrays import Array
from heft.cold_start import Cold
from heft.compiled import compiled

PIECE = 448
"""Samples folded at a time: some forty columns of them stay in the second cache."""

WORTH = 1e9
"""Products of a number with a number that LAPACK does before anything is compiled: a second or two."""

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


@njit(inline="always")
def _take(R, k, j, w0, w1, w2, w3, tau, v):
    """Turn the products of column j with four vectors into what the reflections take from it; take that from R.

    What each reflection would have changed in the products that follow is subtracted from them.
    """
    w0 = tau[0] * w0
    w1 = tau[1] * (w1 - v[0, 1] * w0)
    w2 = tau[2] * (w2 - v[0, 2] * w0 - v[1, 2] * w1)
    w3 = tau[3] * (w3 - v[0, 3] * w0 - v[1, 3] * w1 - v[2, 3] * w2)
    R[k, j] -= w0
    R[k + 1, j] -= w1
    R[k + 2, j] -= w2
    R[k + 3, j] -= w3
    return w0, w1, w2, w3


@njit(fastmath=_FAST, error_model="numpy")
def _reflect(R, A):
    """Overwrite R (k, k) with the triangular factor of [R; A^T]; A (k, m) is used up."""
    n, m = A.shape
    tau, v = np.zeros(4), np.zeros((4, 4))
    for k in range(0, n, 4):
        _panel(R, A, k, min(k + 4, n), tau)
        if k + 4 >= n:
            return
        v0, v1, v2, v3 = A[k], A[k + 1], A[k + 2], A[k + 3]
        for i in range(4):
            for j in range(i + 1, 4):
                v[i, j] = _dot(A[k + i], A[k + j])
        for j in range(k + 4, n - 1, 2):
            a, b = A[j], A[j + 1]
            w0, w1, w2, w3 = R[k, j], R[k + 1, j], R[k + 2, j], R[k + 3, j]
            u0, u1, u2, u3 = R[k, j + 1], R[k + 1, j + 1], R[k + 2, j + 1], R[k + 3, j + 1]
            for l in range(m):
                w0 += v0[l] * a[l]
                w1 += v1[l] * a[l]
                w2 += v2[l] * a[l]
                w3 += v3[l] * a[l]
                u0 += v0[l] * b[l]
                u1 += v1[l] * b[l]
                u2 += v2[l] * b[l]
                u3 += v3[l] * b[l]
            w0, w1, w2, w3 = _take(R, k, j, w0, w1, w2, w3, tau, v)
            u0, u1, u2, u3 = _take(R, k, j + 1, u0, u1, u2, u3, tau, v)
            for l in range(m):
                a[l] -= w0 * v0[l] + w1 * v1[l] + w2 * v2[l] + w3 * v3[l]
                b[l] -= u0 * v0[l] + u1 * v1[l] + u2 * v2[l] + u3 * v3[l]
        if (n - k) % 2 == 1:
            a = A[n - 1]
            w0, w1, w2, w3 = R[k, n - 1], R[k + 1, n - 1], R[k + 2, n - 1], R[k + 3, n - 1]
            for l in range(m):
                w0 += v0[l] * a[l]
                w1 += v1[l] * a[l]
                w2 += v2[l] * a[l]
                w3 += v3[l] * a[l]
            w0, w1, w2, w3 = _take(R, k, n - 1, w0, w1, w2, w3, tau, v)
            for l in range(m):
                a[l] -= w0 * v0[l] + w1 * v1[l] + w2 * v2[l] + w3 * v3[l]


@compiled(error_model="numpy", nogil=True)
def _fold(R, flat, step, first, last):
    """Do what `fold` does with a block whose rows begin every `step` numbers of an array."""
    k, width = R.shape[0], min(PIECE, -(-(last - first) // 16) * 16)
    work = np.empty((k, width))
    for start in range(first, last, PIECE):
        size = min(PIECE, last - start)
        for c in range(k):
            for l in range(size):
                work[c, l] = flat[c * step + start + l]
            for l in range(size, width):
                work[c, l] = 0.0
        _reflect(R, work)


def compile_fold() -> None:
    """Compile what `fold` calls."""
    _fold(np.zeros((1, 1)), *_flat(np.zeros((1, 1))), 0, 1)


_cold = Cold(_fold, WORTH, compile_fold)


def fold(R: Array, block: Array, first: int, last: int) -> None:
    """Fold samples first .. last of a block (k, m) into R (k, k), upper triangular, in place."""
    if _cold.takes(len(R) ** 2 * (last - first)):
        R[:] = np.linalg.qr(np.vstack([R, block[:, first:last].T]), mode="r")
    else:
        _fold(R, *_flat(block), first, last)


def _flat(block: Array) -> tuple[Array, int]:
    """Return the numbers of a block from the first to the last, and from row to row how many there are.

    A block that is part of an array and one that is not would be two types, and everything would be compiled twice.
    """
    block = block if block.strides[1] == block.itemsize else np.ascontiguousarray(block)
    step = block.strides[0] // block.itemsize
    size = (len(block) - 1) * step + block.shape[1]
    return as_strided(block, (size,), (block.itemsize,), writeable=False), step
