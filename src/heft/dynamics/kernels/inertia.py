"""Articulated inertias in lanes: symmetric 6x6 matrices, carried to the parent and freed of joints."""

from __future__ import annotations

import numpy as np
from numba import njit

from heft.dynamics.kernels.lanes import FAST, B, copy_row, pose
from heft.dynamics.kernels.newton_euler import F

X = F
"""First of six rows [angular; linear] of the motion d that a solve finds, where its forces were."""

IA = F + 6
"""First of 21 rows [[A, G], [G^T, M]]: six of A, nine of G, six of M."""

U0, U1, U2, U3, U4, U5 = IA + 2, IA + 4, IA + 5, IA + 12, IA + 13, IA + 14
"""The column of IA about z, which is U of a joint that turns about z."""

E = IA + 21
"""Row of 1/D of a joint that turns this body alone."""

Y = E + 1
"""Row of that joint's coordinate: the torque, and in the end the acceleration."""

RECORD = Y + 1

_A = ((0, 1, 2), (1, 3, 4), (2, 4, 5))
_ROW = np.array(
    [[_A[a][b] for b in range(3)] + [6 + 3 * a + b for b in range(3)] for a in range(3)]
    + [[6 + 3 * b + a for b in range(3)] + [15 + _A[a][b] for b in range(3)] for a in range(3)]
)
"""(6, 6): which of the 21 rows holds an entry of the symmetric inertia."""


@njit(error_model="numpy")
def start_inertia(b, pi):
    """Begin with the body's own inertia."""
    m, x, y, z = pi[0], pi[1], pi[2], pi[3]
    own = (pi[4], pi[5], pi[6], pi[7], pi[8], pi[9], 0.0, -z, y, z, 0.0, -x, -y, x, 0.0, m, 0.0, 0.0, m, 0.0, m)
    for k in range(21):
        b[(IA + k) * B : (IA + k + 1) * B] = own[k]


@njit(inline="always")
def _turned(b, row, l, e00, e01, e02, e10, e11, e12, e20, e21, e22):
    """Return the six entries of E S E^T, those of the symmetric S standing in six rows from `row`."""
    xx, xy, xz = b[row * B + l], b[(row + 1) * B + l], b[(row + 2) * B + l]
    yy, yz, zz = b[(row + 3) * B + l], b[(row + 4) * B + l], b[(row + 5) * B + l]
    x0, y0, z0 = e00 * xx + e01 * xy + e02 * xz, e00 * xy + e01 * yy + e02 * yz, e00 * xz + e01 * yz + e02 * zz
    x1, y1, z1 = e10 * xx + e11 * xy + e12 * xz, e10 * xy + e11 * yy + e12 * yz, e10 * xz + e11 * yz + e12 * zz
    x2, y2, z2 = e20 * xx + e21 * xy + e22 * xz, e20 * xy + e21 * yy + e22 * yz, e20 * xz + e21 * yz + e22 * zz
    return (
        x0 * e00 + y0 * e01 + z0 * e02,
        x0 * e10 + y0 * e11 + z0 * e12,
        x0 * e20 + y0 * e21 + z0 * e22,
        x1 * e10 + y1 * e11 + z1 * e12,
        x1 * e20 + y1 * e21 + z1 * e22,
        x2 * e20 + y2 * e21 + z2 * e22,
    )


@njit(inline="always")
def _add_shifted(
    parent, l, x, y, z, a0, a1, a2, a4, a5, a8, g0, g1, g2, g3, g4, g5, g6, g7, g8, m0, m1, m2, m4, m5, m8
):
    """Add a turned inertia, moved by p, to the parent's: G' = G + [p] M and A' = A + [p] G^T - G' [p]."""
    h0, h1, h2 = g0 + y * m2 - z * m1, g1 + y * m5 - z * m4, g2 + y * m8 - z * m5
    h3, h4, h5 = g3 + z * m0 - x * m2, g4 + z * m1 - x * m5, g5 + z * m2 - x * m8
    h6, h7, h8 = g6 + x * m1 - y * m0, g7 + x * m4 - y * m1, g8 + x * m5 - y * m2
    parent[IA * B + l] += a0 + y * g2 - z * g1 - h1 * z + h2 * y
    parent[(IA + 1) * B + l] += a1 + y * g5 - z * g4 + h0 * z - h2 * x
    parent[(IA + 2) * B + l] += a2 + y * g8 - z * g7 - h0 * y + h1 * x
    parent[(IA + 3) * B + l] += a4 + z * g3 - x * g5 + h3 * z - h5 * x
    parent[(IA + 4) * B + l] += a5 + z * g6 - x * g8 - h3 * y + h4 * x
    parent[(IA + 5) * B + l] += a8 + x * g7 - y * g6 - h6 * y + h7 * x
    parent[(IA + 6) * B + l] += h0
    parent[(IA + 7) * B + l] += h1
    parent[(IA + 8) * B + l] += h2
    parent[(IA + 9) * B + l] += h3
    parent[(IA + 10) * B + l] += h4
    parent[(IA + 11) * B + l] += h5
    parent[(IA + 12) * B + l] += h6
    parent[(IA + 13) * B + l] += h7
    parent[(IA + 14) * B + l] += h8
    parent[(IA + 15) * B + l] += m0
    parent[(IA + 16) * B + l] += m1
    parent[(IA + 17) * B + l] += m2
    parent[(IA + 18) * B + l] += m4
    parent[(IA + 19) * B + l] += m5
    parent[(IA + 20) * B + l] += m8


@njit(fastmath=FAST, error_model="numpy")
def inertia_to_parent(b, parent):
    """Add X^T IA X to the parent's inertia: turned by R, then moved by p."""
    for l in range(B):
        e00, e01, e02, e10, e11, e12, e20, e21, e22, x, y, z = pose(b, l)
        m0, m1, m2, m4, m5, m8 = _turned(b, IA + 15, l, e00, e01, e02, e10, e11, e12, e20, e21, e22)
        g0, g1, g2 = b[(IA + 6) * B + l], b[(IA + 7) * B + l], b[(IA + 8) * B + l]
        g3, g4, g5 = b[(IA + 9) * B + l], b[(IA + 10) * B + l], b[(IA + 11) * B + l]
        g6, g7, g8 = b[(IA + 12) * B + l], b[(IA + 13) * B + l], b[(IA + 14) * B + l]
        x0, y0, z0 = e00 * g0 + e01 * g3 + e02 * g6, e00 * g1 + e01 * g4 + e02 * g7, e00 * g2 + e01 * g5 + e02 * g8
        x1, y1, z1 = e10 * g0 + e11 * g3 + e12 * g6, e10 * g1 + e11 * g4 + e12 * g7, e10 * g2 + e11 * g5 + e12 * g8
        x2, y2, z2 = e20 * g0 + e21 * g3 + e22 * g6, e20 * g1 + e21 * g4 + e22 * g7, e20 * g2 + e21 * g5 + e22 * g8
        g0, g1, g2 = x0 * e00 + y0 * e01 + z0 * e02, x0 * e10 + y0 * e11 + z0 * e12, x0 * e20 + y0 * e21 + z0 * e22
        g3, g4, g5 = x1 * e00 + y1 * e01 + z1 * e02, x1 * e10 + y1 * e11 + z1 * e12, x1 * e20 + y1 * e21 + z1 * e22
        g6, g7, g8 = x2 * e00 + y2 * e01 + z2 * e02, x2 * e10 + y2 * e11 + z2 * e12, x2 * e20 + y2 * e21 + z2 * e22
        a0, a1, a2, a4, a5, a8 = _turned(b, IA, l, e00, e01, e02, e10, e11, e12, e20, e21, e22)
        _add_shifted(
            parent, l, x, y, z, a0, a1, a2, a4, a5, a8, g0, g1, g2, g3, g4, g5, g6, g7, g8, m0, m1, m2, m4, m5, m8
        )


@njit(fastmath=FAST, error_model="numpy")
def freed_inertia_to_parent(b, parent):
    """Do the same for a body whose joint, turning about z, is free: row and column z of IA count as zero."""
    for l in range(B):
        e00, e01, e02, e10, e11, e12, e20, e21, e22, x, y, z = pose(b, l)
        m0, m1, m2, m4, m5, m8 = _turned(b, IA + 15, l, e00, e01, e02, e10, e11, e12, e20, e21, e22)
        g0, g1, g2 = b[(IA + 6) * B + l], b[(IA + 7) * B + l], b[(IA + 8) * B + l]
        g3, g4, g5 = b[(IA + 9) * B + l], b[(IA + 10) * B + l], b[(IA + 11) * B + l]
        x0, y0, z0 = g0 * e00 + g1 * e01 + g2 * e02, g0 * e10 + g1 * e11 + g2 * e12, g0 * e20 + g1 * e21 + g2 * e22
        x1, y1, z1 = g3 * e00 + g4 * e01 + g5 * e02, g3 * e10 + g4 * e11 + g5 * e12, g3 * e20 + g4 * e21 + g5 * e22
        g0, g1, g2 = e00 * x0 + e01 * x1, e00 * y0 + e01 * y1, e00 * z0 + e01 * z1
        g3, g4, g5 = e10 * x0 + e11 * x1, e10 * y0 + e11 * y1, e10 * z0 + e11 * z1
        g6, g7, g8 = e20 * x0 + e21 * x1, e20 * y0 + e21 * y1, e20 * z0 + e21 * z1
        xx, xy, yy = b[IA * B + l], b[(IA + 1) * B + l], b[(IA + 3) * B + l]
        x0, y0 = e00 * xx + e01 * xy, e00 * xy + e01 * yy
        x1, y1 = e10 * xx + e11 * xy, e10 * xy + e11 * yy
        x2, y2 = e20 * xx + e21 * xy, e20 * xy + e21 * yy
        a0, a1, a2 = x0 * e00 + y0 * e01, x0 * e10 + y0 * e11, x0 * e20 + y0 * e21
        a4, a5, a8 = x1 * e10 + y1 * e11, x1 * e20 + y1 * e21, x2 * e20 + y2 * e21
        _add_shifted(
            parent, l, x, y, z, a0, a1, a2, a4, a5, a8, g0, g1, g2, g3, g4, g5, g6, g7, g8, m0, m1, m2, m4, m5, m8
        )


@njit(fastmath=FAST, error_model="numpy")
def inertia_times(b, s, t):
    """Write IA S_w to the first six rows of t, for one column s of S."""
    s0, s1, s2, s3, s4, s5 = s[0], s[1], s[2], s[3], s[4], s[5]
    for l in range(B):
        a0, a1, a2 = b[IA * B + l], b[(IA + 1) * B + l], b[(IA + 2) * B + l]
        a4, a5, a8 = b[(IA + 3) * B + l], b[(IA + 4) * B + l], b[(IA + 5) * B + l]
        g0, g1, g2 = b[(IA + 6) * B + l], b[(IA + 7) * B + l], b[(IA + 8) * B + l]
        g3, g4, g5 = b[(IA + 9) * B + l], b[(IA + 10) * B + l], b[(IA + 11) * B + l]
        g6, g7, g8 = b[(IA + 12) * B + l], b[(IA + 13) * B + l], b[(IA + 14) * B + l]
        m0, m1, m2 = b[(IA + 15) * B + l], b[(IA + 16) * B + l], b[(IA + 17) * B + l]
        m4, m5, m8 = b[(IA + 18) * B + l], b[(IA + 19) * B + l], b[(IA + 20) * B + l]
        t[l] = a0 * s0 + a1 * s1 + a2 * s2 + g0 * s3 + g1 * s4 + g2 * s5
        t[B + l] = a1 * s0 + a4 * s1 + a5 * s2 + g3 * s3 + g4 * s4 + g5 * s5
        t[2 * B + l] = a2 * s0 + a5 * s1 + a8 * s2 + g6 * s3 + g7 * s4 + g8 * s5
        t[3 * B + l] = g0 * s0 + g3 * s1 + g6 * s2 + m0 * s3 + m1 * s4 + m2 * s5
        t[4 * B + l] = g1 * s0 + g4 * s1 + g7 * s2 + m1 * s3 + m4 * s4 + m5 * s5
        t[5 * B + l] = g2 * s0 + g5 * s1 + g8 * s2 + m2 * s3 + m5 * s4 + m8 * s5


@njit(fastmath=FAST, error_model="numpy")
def add_column(b, t, U):
    """Add X^T (IA S_w), with IA S_w in t, to the six rows of U."""
    for l in range(B):
        n0, n1, n2, f0, f1, f2 = t[l], t[B + l], t[2 * B + l], t[3 * B + l], t[4 * B + l], t[5 * B + l]
        e00, e01, e02, e10, e11, e12, e20, e21, e22, p0, p1, p2 = pose(b, l)
        x, y, z = e00 * f0 + e01 * f1 + e02 * f2, e10 * f0 + e11 * f1 + e12 * f2, e20 * f0 + e21 * f1 + e22 * f2
        U[l] += e00 * n0 + e01 * n1 + e02 * n2 + p1 * z - p2 * y
        U[B + l] += e10 * n0 + e11 * n1 + e12 * n2 + p2 * x - p0 * z
        U[2 * B + l] += e20 * n0 + e21 * n1 + e22 * n2 + p0 * y - p1 * x
        U[3 * B + l] += x
        U[4 * B + l] += y
        U[5 * B + l] += z


@njit(fastmath=FAST, error_model="numpy")
def add_dot(s, t, out):
    """Add s . t to one row, for a constant s (6,) and six rows of t."""
    s0, s1, s2, s3, s4, s5 = s[0], s[1], s[2], s[3], s[4], s[5]
    for l in range(B):
        w = s0 * t[l] + s1 * t[B + l] + s2 * t[2 * B + l]
        out[l] += w + s3 * t[3 * B + l] + s4 * t[4 * B + l] + s5 * t[5 * B + l]


@njit(fastmath=FAST, error_model="numpy")
def _take_product(x, a, b):
    """Take a b from a row."""
    for l in range(B):
        x[l] -= a[l] * b[l]


@njit(fastmath=FAST, error_model="numpy")
def _multiply(x, a):
    """Multiply a row by another."""
    for l in range(B):
        x[l] *= a[l]


@njit(error_model="numpy")
def _row(D, w, i, j):
    """Return the row of entry (i, j) of a w x w matrix."""
    return D[(i * w + j) * B : (i * w + j + 1) * B]


@njit(error_model="numpy")
def factor_small(D, w, t):
    """Factor D = L d L^T in place: L below the diagonal, 1/d on it; t is scratch for a row."""
    scaled = t[:B]
    for j in range(w):
        d = _row(D, w, j, j)
        for l in range(B):
            d[l] = 1.0 / d[l]
        for i in range(j + 1, w):
            copy_row(_row(D, w, i, j), scaled)
            _multiply(scaled, d)
            for k in range(i, w):
                _take_product(_row(D, w, k, i), _row(D, w, k, j), scaled)
        for i in range(j + 1, w):
            _multiply(_row(D, w, i, j), d)


@njit(error_model="numpy")
def solve_small(D, w, x):
    """Turn the w rows of x into D^-1 x, D as `factor_small` left it."""
    for i in range(1, w):
        for k in range(i):
            _take_product(x[i * B : (i + 1) * B], _row(D, w, i, k), x[k * B : (k + 1) * B])
    for i in range(w):
        _multiply(x[i * B : (i + 1) * B], _row(D, w, i, i))
    for i in range(w - 2, -1, -1):
        for k in range(i + 1, w):
            _take_product(x[i * B : (i + 1) * B], _row(D, w, k, i), x[k * B : (k + 1) * B])


@njit(fastmath=FAST, error_model="numpy")
def free_one(parent, U, D):
    """Take U U^T / D from an inertia: the joint, of one coordinate, is free to move."""
    for l in range(B):
        d = D[l]
        u0, u1, u2, u3, u4, u5 = U[l], U[B + l], U[2 * B + l], U[3 * B + l], U[4 * B + l], U[5 * B + l]
        k0, k1, k2, k3, k4, k5 = d * u0, d * u1, d * u2, d * u3, d * u4, d * u5
        parent[IA * B + l] -= k0 * u0
        parent[(IA + 1) * B + l] -= k0 * u1
        parent[(IA + 2) * B + l] -= k0 * u2
        parent[(IA + 3) * B + l] -= k1 * u1
        parent[(IA + 4) * B + l] -= k1 * u2
        parent[(IA + 5) * B + l] -= k2 * u2
        parent[(IA + 6) * B + l] -= k0 * u3
        parent[(IA + 7) * B + l] -= k0 * u4
        parent[(IA + 8) * B + l] -= k0 * u5
        parent[(IA + 9) * B + l] -= k1 * u3
        parent[(IA + 10) * B + l] -= k1 * u4
        parent[(IA + 11) * B + l] -= k1 * u5
        parent[(IA + 12) * B + l] -= k2 * u3
        parent[(IA + 13) * B + l] -= k2 * u4
        parent[(IA + 14) * B + l] -= k2 * u5
        parent[(IA + 15) * B + l] -= k3 * u3
        parent[(IA + 16) * B + l] -= k3 * u4
        parent[(IA + 17) * B + l] -= k3 * u5
        parent[(IA + 18) * B + l] -= k4 * u4
        parent[(IA + 19) * B + l] -= k4 * u5
        parent[(IA + 20) * B + l] -= k5 * u5


@njit(fastmath=FAST, error_model="numpy")
def free_many(parent, U, D, w, t):
    """Take U D^-1 U^T from the parent's inertia, for a joint of w coordinates."""
    for a in range(6):
        for k in range(w):
            for l in range(B):
                t[k * B + l] = U[(6 * k + a) * B + l]
        solve_small(D, w, t)
        for b in range(a, 6):
            row = IA + _ROW[a, b]
            for k in range(w):
                for l in range(B):
                    parent[row * B + l] -= U[(6 * k + b) * B + l] * t[k * B + l]
