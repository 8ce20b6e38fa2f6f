"""The derivative of weighted torque regressors in positions, velocities and accelerations: one sweep back in lanes.

For weights Z like the regressor Y the sum <Z, Y> is one of virtual work: the ten weights that body i has for coordinate
c act like inertial parameters (m, h, I), and the coordinate moves the body by [s; f]. With N and F of `lanes`,

    <Z, Y> = sum_i sum_c  s . N(m, h, I) + f . F(m, h, I).

Its derivatives in s, f and in the motion W, AL, D of the body are read off, and carried to the parent by the transposed
steps of `lanes`. A coordinate that turns and shifts its body by [a; b] per unit changes what the body receives, in its
own axes, by

    W:  W x a     AL: AL x a     D:  D x a + AL x b + W x (W x b)     s: s x a     f: f x a + s x b,

so no derivative of a rotation is needed. As b is any joint's, the derivative in q is along the velocity coordinates.

Notation: x^ of `lanes`' x is the derivative of the sum in x; those of W, AL, D, s and f take the names of their rows.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from heft.compiled import compiled
from heft.dynamics.kernels.lanes import (
    AL,
    FAST,
    JOINT,
    MOTION,
    B,
    D,
    W,
    joint_motion,
    load_lane,
    move_body,
    pose,
    start_world,
    store_lane,
)
from heft.dynamics.kernels.regressor import axis_to_body, start_axes

# Rows of a body's adjoint: of its motion, and of the moment and force that its joint's coordinates take in q.
AW, AAL, AD, MOMENT, PUSH = 0, 3, 6, 9, 12
ADJOINT = 15


@njit(inline="always")
def _cross(a0, a1, a2, b0, b1, b2):
    return a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0


@njit(error_model="numpy")
def _load_weights(weights, k0, row, column, columns, z):
    """Copy the weights of a body and a coordinate to ten rows; a symmetric rotor has four columns."""
    z[:] = 0.0
    for l in range(min(B, weights.shape[0] - k0)):
        w = weights[k0 + l, row, column : column + columns]
        if columns == 10:
            for c in range(10):
                z[c * B + l] = w[c]
        else:
            z[l], z[3 * B + l], z[4 * B + l], z[7 * B + l], z[9 * B + l] = w[0], w[1], w[2], w[2], w[3]


@njit(fastmath=FAST, error_model="numpy")
def _weigh(b, axis, z, a, x):
    """Add the derivatives of s . N + f . F for weights z in the body's motion to a, and in [s; f] to x."""
    for l in range(B):
        w0, w1, w2 = b[W * B + l], b[(W + 1) * B + l], b[(W + 2) * B + l]
        l0, l1, l2 = b[AL * B + l], b[(AL + 1) * B + l], b[(AL + 2) * B + l]
        d0, d1, d2 = b[D * B + l], b[(D + 1) * B + l], b[(D + 2) * B + l]
        s0, s1, s2 = axis[l], axis[B + l], axis[2 * B + l]
        f0, f1, f2 = axis[3 * B + l], axis[4 * B + l], axis[5 * B + l]
        m, h0, h1, h2 = z[l], z[B + l], z[2 * B + l], z[3 * B + l]
        xx, xy, xz = z[4 * B + l], z[5 * B + l], z[6 * B + l]
        yy, yz, zz = z[7 * B + l], z[8 * B + l], z[9 * B + l]
        # N = I AL + W x I W + h x D and F = m D + AL x h + W x (W x h)
        i0, i1, i2 = xx * w0 + xy * w1 + xz * w2, xy * w0 + yy * w1 + yz * w2, xz * w0 + yz * w1 + zz * w2
        u0, u1, u2 = _cross(w0, w1, w2, i0, i1, i2)
        v0, v1, v2 = _cross(h0, h1, h2, d0, d1, d2)
        x[l] += xx * l0 + xy * l1 + xz * l2 + u0 + v0
        x[B + l] += xy * l0 + yy * l1 + yz * l2 + u1 + v1
        x[2 * B + l] += xz * l0 + yz * l1 + zz * l2 + u2 + v2
        wh, ww = w0 * h0 + w1 * h1 + w2 * h2, w0 * w0 + w1 * w1 + w2 * w2
        u0, u1, u2 = _cross(l0, l1, l2, h0, h1, h2)
        x[3 * B + l] += m * d0 + u0 + w0 * wh - h0 * ww
        x[4 * B + l] += m * d1 + u1 + w1 * wh - h1 * ww
        x[5 * B + l] += m * d2 + u2 + w2 * wh - h2 * ww
        # W^ = I W x s + I (s x W) + f (W . h) + h (f . W) - 2 W (f . h)
        fw, fh = f0 * w0 + f1 * w1 + f2 * w2, 2.0 * (f0 * h0 + f1 * h1 + f2 * h2)
        u0, u1, u2 = _cross(i0, i1, i2, s0, s1, s2)
        v0, v1, v2 = _cross(s0, s1, s2, w0, w1, w2)
        a[AW * B + l] += u0 + xx * v0 + xy * v1 + xz * v2 + f0 * wh + h0 * fw - w0 * fh
        a[(AW + 1) * B + l] += u1 + xy * v0 + yy * v1 + yz * v2 + f1 * wh + h1 * fw - w1 * fh
        a[(AW + 2) * B + l] += u2 + xz * v0 + yz * v1 + zz * v2 + f2 * wh + h2 * fw - w2 * fh
        # AL^ = I s + h x f
        u0, u1, u2 = _cross(h0, h1, h2, f0, f1, f2)
        a[AAL * B + l] += xx * s0 + xy * s1 + xz * s2 + u0
        a[(AAL + 1) * B + l] += xy * s0 + yy * s1 + yz * s2 + u1
        a[(AAL + 2) * B + l] += xz * s0 + yz * s1 + zz * s2 + u2
        # D^ = s x h + m f
        u0, u1, u2 = _cross(s0, s1, s2, h0, h1, h2)
        a[AD * B + l] += u0 + m * f0
        a[(AD + 1) * B + l] += u1 + m * f1
        a[(AD + 2) * B + l] += u2 + m * f2


@njit(fastmath=FAST, error_model="numpy")
def _axis_to_parent(b, axis, x, a, above):
    """Add the moment and the push of a received axis to a, and carry its adjoint x to the parent's."""
    for l in range(B):
        s0, s1, s2 = axis[l], axis[B + l], axis[2 * B + l]
        f0, f1, f2 = axis[3 * B + l], axis[4 * B + l], axis[5 * B + l]
        x0, x1, x2 = x[l], x[B + l], x[2 * B + l]
        y0, y1, y2 = x[3 * B + l], x[4 * B + l], x[5 * B + l]
        u0, u1, u2 = _cross(x0, x1, x2, s0, s1, s2)
        v0, v1, v2 = _cross(y0, y1, y2, f0, f1, f2)
        a[MOMENT * B + l] += u0 + v0
        a[(MOMENT + 1) * B + l] += u1 + v1
        a[(MOMENT + 2) * B + l] += u2 + v2
        u0, u1, u2 = _cross(y0, y1, y2, s0, s1, s2)
        a[PUSH * B + l] += u0
        a[(PUSH + 1) * B + l] += u1
        a[(PUSH + 2) * B + l] += u2
        e00, e01, e02, e10, e11, e12, e20, e21, e22, p0, p1, p2 = pose(b, l)
        f0, f1, f2 = e00 * y0 + e01 * y1 + e02 * y2, e10 * y0 + e11 * y1 + e12 * y2, e20 * y0 + e21 * y1 + e22 * y2
        u0, u1, u2 = _cross(p0, p1, p2, f0, f1, f2)
        above[l] += e00 * x0 + e01 * x1 + e02 * x2 + u0
        above[B + l] += e10 * x0 + e11 * x1 + e12 * x2 + u1
        above[2 * B + l] += e20 * x0 + e21 * x1 + e22 * x2 + u2
        above[3 * B + l] += f0
        above[4 * B + l] += f1
        above[5 * B + l] += f2


@njit(fastmath=FAST, error_model="numpy")
def _through_joint(b, u, a, rates):
    """Turn the adjoint of a body's motion into that of the motion it receives; write those of wJ, vJ to six rows.

    Rows of u are [wJ; vJ; wJd; vJd]. The moment and the push of the received motion are added to those of a.
    """
    for l in range(B):
        o0, o1, o2, v0, v1, v2 = u[l], u[B + l], u[2 * B + l], u[3 * B + l], u[4 * B + l], u[5 * B + l]
        x0, x1, x2 = a[AW * B + l], a[(AW + 1) * B + l], a[(AW + 2) * B + l]
        y0, y1, y2 = a[AAL * B + l], a[(AAL + 1) * B + l], a[(AAL + 2) * B + l]
        z0, z1, z2 = a[AD * B + l], a[(AD + 1) * B + l], a[(AD + 2) * B + l]
        w0, w1, w2 = b[W * B + l] - o0, b[(W + 1) * B + l] - o1, b[(W + 2) * B + l] - o2
        # what the body receives: AL - wJd - W x wJ and D - vJd - (wJ + 2 W) x vJ
        c0, c1, c2 = _cross(w0, w1, w2, o0, o1, o2)
        l0, l1 = b[AL * B + l] - u[6 * B + l] - c0, b[(AL + 1) * B + l] - u[7 * B + l] - c1
        l2 = b[(AL + 2) * B + l] - u[8 * B + l] - c2
        t0, t1, t2 = o0 + 2.0 * w0, o1 + 2.0 * w1, o2 + 2.0 * w2
        c0, c1, c2 = _cross(t0, t1, t2, v0, v1, v2)
        d0, d1 = b[D * B + l] - u[9 * B + l] - c0, b[(D + 1) * B + l] - u[10 * B + l] - c1
        d2 = b[(D + 2) * B + l] - u[11 * B + l] - c2
        # wJ^ = W^ + AL^ x W + vJ x D^ and vJ^ = D^ x (wJ + 2 W)
        k0, k1, k2 = _cross(v0, v1, v2, z0, z1, z2)
        c0, c1, c2 = _cross(y0, y1, y2, w0, w1, w2)
        rates[l], rates[B + l], rates[2 * B + l] = x0 + c0 + k0, x1 + c1 + k1, x2 + c2 + k2
        rates[3 * B + l], rates[4 * B + l], rates[5 * B + l] = _cross(z0, z1, z2, t0, t1, t2)
        # W^ of what is received: W^ + wJ x AL^ + 2 vJ x D^
        c0, c1, c2 = _cross(o0, o1, o2, y0, y1, y2)
        x0, x1, x2 = x0 + c0 + 2.0 * k0, x1 + c1 + 2.0 * k1, x2 + c2 + 2.0 * k2
        a[AW * B + l], a[(AW + 1) * B + l], a[(AW + 2) * B + l] = x0, x1, x2
        # moment W^ x W + AL^ x AL + D^ x D, push D^ x AL + W x (W x D^)
        c0, c1, c2 = _cross(x0, x1, x2, w0, w1, w2)
        k0, k1, k2 = _cross(y0, y1, y2, l0, l1, l2)
        t0, t1, t2 = _cross(z0, z1, z2, d0, d1, d2)
        a[MOMENT * B + l] += c0 + k0 + t0
        a[(MOMENT + 1) * B + l] += c1 + k1 + t1
        a[(MOMENT + 2) * B + l] += c2 + k2 + t2
        c0, c1, c2 = _cross(z0, z1, z2, l0, l1, l2)
        k0, k1, k2 = _cross(w0, w1, w2, z0, z1, z2)
        k0, k1, k2 = _cross(w0, w1, w2, k0, k1, k2)
        a[PUSH * B + l] += c0 + k0
        a[(PUSH + 1) * B + l] += c1 + k1
        a[(PUSH + 2) * B + l] += c2 + k2


@njit(fastmath=FAST, error_model="numpy")
def _motion_to_parent(b, parent, a, above):
    """Carry the adjoint of the received motion to the parent's."""
    for l in range(B):
        e00, e01, e02, e10, e11, e12, e20, e21, e22, p0, p1, p2 = pose(b, l)
        x0, x1, x2 = a[AW * B + l], a[(AW + 1) * B + l], a[(AW + 2) * B + l]
        y0, y1, y2 = a[AAL * B + l], a[(AAL + 1) * B + l], a[(AAL + 2) * B + l]
        z0, z1, z2 = a[AD * B + l], a[(AD + 1) * B + l], a[(AD + 2) * B + l]
        z0, z1, z2 = e00 * z0 + e01 * z1 + e02 * z2, e10 * z0 + e11 * z1 + e12 * z2, e20 * z0 + e21 * z1 + e22 * z2
        w0, w1, w2 = parent[W * B + l], parent[(W + 1) * B + l], parent[(W + 2) * B + l]
        wp, zw, zp = w0 * p0 + w1 * p1 + w2 * p2, z0 * w0 + z1 * w1 + z2 * w2, 2.0 * (z0 * p0 + z1 * p1 + z2 * p2)
        c0, c1, c2 = _cross(p0, p1, p2, z0, z1, z2)
        above[AW * B + l] += e00 * x0 + e01 * x1 + e02 * x2 + z0 * wp + p0 * zw - w0 * zp
        above[(AW + 1) * B + l] += e10 * x0 + e11 * x1 + e12 * x2 + z1 * wp + p1 * zw - w1 * zp
        above[(AW + 2) * B + l] += e20 * x0 + e21 * x1 + e22 * x2 + z2 * wp + p2 * zw - w2 * zp
        above[AAL * B + l] += e00 * y0 + e01 * y1 + e02 * y2 + c0
        above[(AAL + 1) * B + l] += e10 * y0 + e11 * y1 + e12 * y2 + c1
        above[(AAL + 2) * B + l] += e20 * y0 + e21 * y1 + e22 * y2 + c2
        above[AD * B + l] += z0
        above[(AD + 1) * B + l] += z1
        above[(AD + 2) * B + l] += z2


@njit(fastmath=FAST, error_model="numpy")
def _add_along(S, angular, linear, out):
    """Add [angular; linear] . S of two triples of rows to a row."""
    s0, s1, s2, s3, s4, s5 = S[0], S[1], S[2], S[3], S[4], S[5]
    for l in range(B):
        n = s0 * angular[l] + s1 * angular[B + l] + s2 * angular[2 * B + l]
        out[l] += n + s3 * linear[l] + s4 * linear[B + l] + s5 * linear[2 * B + l]


@njit(error_model="numpy")
def _sweep_back(robot, records, axes, joints, weights, k0, adjoints, turned, z, rates, dq, dqd, dqdd):
    """Add up the derivatives of one lane, from the tips to the world."""
    adjoints[:] = 0.0
    turned[:] = 0.0
    dq[:], dqd[:], dqdd[:] = 0.0, 0.0, 0.0
    for i in range(robot.parent.shape[0] - 1, -1, -1):
        b, a, above = records[i], adjoints[i], adjoints[robot.parent[i]]
        for m in range(robot.pair_start[i], robot.pair_start[i + 1]):
            _load_weights(weights, k0, robot.pair_coordinate[m], robot.column[i], robot.columns[i], z)
            _weigh(b, axes[m], z, a, turned[m])
            if robot.pair_inherited[m] >= 0:
                if robot.pair_own[m] >= 0:  # the part that its own joint adds is not received
                    for c in range(6):
                        for l in range(B):
                            axes[m, c * B + l] -= robot.S[i, c, robot.pair_own[m]]
                _axis_to_parent(b, axes[m], turned[m], a, turned[robot.pair_inherited[m]])
        _through_joint(b, joints[i], a, rates)
        for w in range(robot.nv[i]):
            r, S = robot.iv[i] + w, robot.S[i, :, w]
            _add_along(S, a[MOMENT * B :], a[PUSH * B :], dq[r])
            _add_along(S, rates, rates[3 * B :], dqd[r])
            _add_along(S, a[AAL * B :], a[AD * B :], dqdd[r])
        _motion_to_parent(b, records[robot.parent[i]], a, above)


@compiled(error_model="numpy", nogil=True)
def weighted_gradient(robot, q, qd, qdd, weights, to_q, to_qd, to_qdd, first, last):
    """Fill the derivatives (samples, nv) of <weights, Y> of each sample, for lanes first .. last."""
    n, nq, nv, pairs = robot.parent.shape[0], q.shape[1], qd.shape[1], robot.pair_coordinate.shape[0]
    records, axes, turned = np.empty((n + 1, MOTION * B)), np.empty((pairs, 6 * B)), np.empty((pairs, 6 * B))
    x, v, a = np.empty((nq, B)), np.empty((nv, B)), np.empty((nv, B))
    joints, adjoints = np.empty((n, JOINT * B)), np.empty((n + 1, ADJOINT * B))
    z, rates = np.empty(10 * B), np.empty(6 * B)
    dq, dqd, dqdd = np.empty((nv, B)), np.empty((nv, B)), np.empty((nv, B))
    start_world(robot, records)
    for k in range(first, last):
        start_axes(robot, axes)
        load_lane(q, k * B, x)
        load_lane(qd, k * B, v)
        load_lane(qdd, k * B, a)
        for i in range(n):
            move_body(i, robot, records, joints[i], x, v, a)
            own = slice(robot.iv[i], robot.iv[i] + robot.nv[i])
            joint_motion(joints[i], robot.S[i], v[own], a[own])
            for m in range(robot.pair_start[i], robot.pair_start[i + 1]):
                if robot.pair_inherited[m] >= 0:
                    axis_to_body(records[i], axes[robot.pair_inherited[m]], axes[m])
                    if robot.pair_own[m] >= 0:
                        for c in range(6):
                            for l in range(B):
                                axes[m, c * B + l] += robot.S[i, c, robot.pair_own[m]]
        _sweep_back(robot, records, axes, joints, weights, k * B, adjoints, turned, z, rates, dq, dqd, dqdd)
        store_lane(dq, k * B, to_q)
        store_lane(dqd, k * B, to_qd)
        store_lane(dqdd, k * B, to_qdd)
