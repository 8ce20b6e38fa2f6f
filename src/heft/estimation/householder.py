"""Folding rows into a triangular factor by Householder reflections: the step of a tall-skinny QR.

A block of samples is held with its columns as rows, (k, m), so that the samples of a column are contiguous. It is
folded in pieces that stay in the cache. Four reflections are made in four passes over their columns, and two columns at
a time then pass through all four, so that every number that is loaded serves several products. On a few dozen columns
this is faster than a blocked LAPACK call, and it needs no threads of its own. LAPACK does the work while this is not
compiled.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.lib.stride_tricks import as_strided

from heft.arrays import Array
from heft.cold_start import Cold
from heft.compiled import compiled

PIECE = 448
"""Samples folded at a time, some lanes of the kernels: some forty columns of them stay in the second cache."""

WORTH = 4e9
"""Products of a number with a number that LAPACK does in the time that compiling takes."""

TINY = 1e-280
"""Sums of squares below this count as zero: one over them would be infinite."""

_FAST = {"contract", "reassoc", "nsz"}


@njit(inline="always")
def _mirror(R, k, square):
    """Reflect column k, of which `square` is the sum of squares below R, on R[k, k]; return u and t of its reflection.

    It is 1 - t v v^T with v = [u; a], a what the column is below R. Numbers whose squares vanish count as zero.
    """
    if square < TINY:
        return 1.0, 0.0
    alpha = R[k, k]
    beta = -np.sqrt(alpha * alpha + square) if alpha > 0 else np.sqrt(alpha * alpha + square)
    R[k, k] = beta
    return alpha - beta, 1.0 / (beta * (beta - alpha))


@njit(inline="always")
def _share(R, k, j, u, t, product):
    """Return how much of v a reflection takes from column j, whose product with a is given; take that from R."""
    w = t * (u * R[k, j] + product)
    R[k, j] -= w * u
    return w


@njit(fastmath=_FAST, error_model="numpy")
def _last(R, A, first, last):
    """Reflect the last columns one by one."""
    for k in range(first, last):
        v, square = A[k], 0.0
        for l in range(len(v)):
            square += v[l] * v[l]
        u, t = _mirror(R, k, square)
        for j in range(k + 1, last):
            a, product = A[j], 0.0
            for l in range(len(v)):
                product += v[l] * a[l]
            w = _share(R, k, j, u, t, product)
            for l in range(len(v)):
                a[l] -= w * v[l]


@njit(fastmath=_FAST, error_model="numpy")
def _panel(R, A, k, u, t, v):
    """Reflect columns k .. k + 3 by themselves; leave their vectors in A, u and t, and the vectors' products in v.

    Each pass over the samples takes one vector from the columns after it and sums up the products that the next needs.
    """
    v0, v1, v2, v3 = A[k], A[k + 1], A[k + 2], A[k + 3]
    square, p1, p2, p3 = 0.0, 0.0, 0.0, 0.0
    for l in range(len(v0)):
        square += v0[l] * v0[l]
        p1 += v0[l] * v1[l]
        p2 += v0[l] * v2[l]
        p3 += v0[l] * v3[l]
    u[0], t[0] = _mirror(R, k, square)
    w1 = _share(R, k, k + 1, u[0], t[0], p1)
    w2 = _share(R, k, k + 2, u[0], t[0], p2)
    w3 = _share(R, k, k + 3, u[0], t[0], p3)

    square, p2, p3, v01 = 0.0, 0.0, 0.0, 0.0
    for l in range(len(v0)):
        v1[l] -= w1 * v0[l]
        v2[l] -= w2 * v0[l]
        v3[l] -= w3 * v0[l]
        square += v1[l] * v1[l]
        p2 += v1[l] * v2[l]
        p3 += v1[l] * v3[l]
        v01 += v0[l] * v1[l]
    u[1], t[1] = _mirror(R, k + 1, square)
    w2 = _share(R, k + 1, k + 2, u[1], t[1], p2)
    w3 = _share(R, k + 1, k + 3, u[1], t[1], p3)

    square, p3, v02, v12 = 0.0, 0.0, 0.0, 0.0
    for l in range(len(v0)):
        v2[l] -= w2 * v1[l]
        v3[l] -= w3 * v1[l]
        square += v2[l] * v2[l]
        p3 += v2[l] * v3[l]
        v02 += v0[l] * v2[l]
        v12 += v1[l] * v2[l]
    u[2], t[2] = _mirror(R, k + 2, square)
    w3 = _share(R, k + 2, k + 3, u[2], t[2], p3)

    square, v03, v13, v23 = 0.0, 0.0, 0.0, 0.0
    for l in range(len(v0)):
        v3[l] -= w3 * v2[l]
        square += v3[l] * v3[l]
        v03 += v0[l] * v3[l]
        v13 += v1[l] * v3[l]
        v23 += v2[l] * v3[l]
    u[3], t[3] = _mirror(R, k + 3, square)
    v[0, 1], v[0, 2], v[0, 3], v[1, 2], v[1, 3], v[2, 3] = v01, v02, v03, v12, v13, v23


@njit(inline="always")
def _take(R, k, j, p0, p1, p2, p3, u, t, v):
    """Return how much of four vectors their reflections take from column j, of which p are the products with them.

    What each reflection would have changed in the products that follow is subtracted from them.
    """
    w0 = _share(R, k, j, u[0], t[0], p0)
    w1 = _share(R, k + 1, j, u[1], t[1], p1 - v[0, 1] * w0)
    w2 = _share(R, k + 2, j, u[2], t[2], p2 - v[0, 2] * w0 - v[1, 2] * w1)
    w3 = _share(R, k + 3, j, u[3], t[3], p3 - v[0, 3] * w0 - v[1, 3] * w1 - v[2, 3] * w2)
    return w0, w1, w2, w3


@njit(fastmath=_FAST, error_model="numpy")
def reflect(R, A):
    """Overwrite R (k, k) with the triangular factor of [R; A^T]; A (k, m) is used up."""
    n, m = A.shape
    u, t, v = np.zeros(4), np.zeros(4), np.zeros((4, 4))
    for k in range(0, n, 4):
        if k + 4 >= n:
            _last(R, A, k, n)
            return
        _panel(R, A, k, u, t, v)
        v0, v1, v2, v3 = A[k], A[k + 1], A[k + 2], A[k + 3]
        for j in range(k + 4, n - 1, 2):
            a, b = A[j], A[j + 1]
            p0, p1, p2, p3, q0, q1, q2, q3 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
            for l in range(m):
                p0 += v0[l] * a[l]
                p1 += v1[l] * a[l]
                p2 += v2[l] * a[l]
                p3 += v3[l] * a[l]
                q0 += v0[l] * b[l]
                q1 += v1[l] * b[l]
                q2 += v2[l] * b[l]
                q3 += v3[l] * b[l]
            p0, p1, p2, p3 = _take(R, k, j, p0, p1, p2, p3, u, t, v)
            q0, q1, q2, q3 = _take(R, k, j + 1, q0, q1, q2, q3, u, t, v)
            for l in range(m):  # each vector is read once: after a write, the compiler would read it again
                w0, w1, w2, w3, x, y = v0[l], v1[l], v2[l], v3[l], a[l], b[l]
                a[l] = x - (p0 * w0 + p1 * w1 + p2 * w2 + p3 * w3)
                b[l] = y - (q0 * w0 + q1 * w1 + q2 * w2 + q3 * w3)
        if (n - k) % 2 == 1:
            a = A[n - 1]
            p0, p1, p2, p3 = 0.0, 0.0, 0.0, 0.0
            for l in range(m):
                p0 += v0[l] * a[l]
                p1 += v1[l] * a[l]
                p2 += v2[l] * a[l]
                p3 += v3[l] * a[l]
            p0, p1, p2, p3 = _take(R, k, n - 1, p0, p1, p2, p3, u, t, v)
            for l in range(m):
                a[l] -= p0 * v0[l] + p1 * v1[l] + p2 * v2[l] + p3 * v3[l]


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
        reflect(R, work)


def compile_fold() -> None:
    """Compile what `fold` calls."""
    _fold(np.zeros((1, 1)), *_flat(np.zeros((1, 1))), 0, 1)


_cold = Cold(_fold, 5, WORTH, compile_fold)


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
    if block.strides[1] != block.itemsize or block.flags.c_contiguous:
        flat = np.ascontiguousarray(block).reshape(-1)
        flat.flags.writeable = False
        return flat, block.shape[1]
    step = block.strides[0] // block.itemsize
    size = (len(block) - 1) * step + block.shape[1]
    return as_strided(block, (size,), (block.itemsize,), writeable=False), step
