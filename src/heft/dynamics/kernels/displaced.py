"""What the torques change when a body is placed elsewhere in its parent, in lanes: one tangent pass per direction.

Displace the placement of body i by a turn t about its origin at q = 0 and a shift d, both in its parent's axes. A point
of the body at P then moves by e = d + t x (P - p0), and what it receives from its parent, in its own axes, by

    W:  R^T (W_p x t)        AL: R^T (AL_p x t)
    D:  R^T (G x t + AL_p x e + W_p x (W_p x e)),    G = D_p + AL_p x P + W_p x (W_p x P).

The bodies that it carries receive changes as they receive motions, linearised, and so do the forces. What it transmits
to its parent, [N; F] about its own origin in the parent's axes, changes by [t x N + e x F; t x F] besides.

Notation: as in `lanes`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from heft.compiled import compiled
from heft.dynamics.kernels.inertia import add_column, add_dot
from heft.dynamics.kernels.lanes import (
    AL,
    FAST,
    JOINT,
    B,
    D,
    P,
    R,
    W,
    joint_motion,
    load_lane,
    move_body,
    pose,
    start_world,
)
from heft.dynamics.kernels.newton_euler import RECORD, F, body_force, force_to_parent

# Rows of a body's change: of its motion, and of the force that its joint transmits.
DW, DAL, DD, DF = 0, 3, 6, 9
CHANGE = 15


@njit(inline="always")
def _cross(a0, a1, a2, b0, b1, b2):
    return a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0


@njit(fastmath=FAST, error_model="numpy")
def _displace(b, parent, g, c, t0, t1, t2, d0, d1, d2, e):
    """Write what a displaced body receives from its parent to its change c, still in the parent's axes; and e."""
    o0, o1, o2 = g[27], g[28], g[29]
    for l in range(B):
        p0, p1, p2 = b[P * B + l], b[(P + 1) * B + l], b[(P + 2) * B + l]
        w0, w1, w2 = parent[W * B + l], parent[(W + 1) * B + l], parent[(W + 2) * B + l]
        a0, a1, a2 = parent[AL * B + l], parent[(AL + 1) * B + l], parent[(AL + 2) * B + l]
        e0, e1, e2 = _cross(t0, t1, t2, p0 - o0, p1 - o1, p2 - o2)
        e0, e1, e2 = e0 + d0, e1 + d1, e2 + d2
        u0, u1, u2 = _cross(w0, w1, w2, p0, p1, p2)
        u0, u1, u2 = _cross(w0, w1, w2, u0, u1, u2)
        v0, v1, v2 = _cross(a0, a1, a2, p0, p1, p2)
        g0, g1, g2 = (
            parent[D * B + l] + u0 + v0,
            parent[(D + 1) * B + l] + u1 + v1,
            parent[(D + 2) * B + l] + u2 + v2,
        )
        c[DW * B + l], c[(DW + 1) * B + l], c[(DW + 2) * B + l] = _cross(w0, w1, w2, t0, t1, t2)
        c[DAL * B + l], c[(DAL + 1) * B + l], c[(DAL + 2) * B + l] = _cross(a0, a1, a2, t0, t1, t2)
        x0, x1, x2 = _cross(g0, g1, g2, t0, t1, t2)
        y0, y1, y2 = _cross(a0, a1, a2, e0, e1, e2)
        z0, z1, z2 = _cross(w0, w1, w2, e0, e1, e2)
        z0, z1, z2 = _cross(w0, w1, w2, z0, z1, z2)
        c[DD * B + l], c[(DD + 1) * B + l], c[(DD + 2) * B + l] = x0 + y0 + z0, x1 + y1 + z1, x2 + y2 + z2
        e[l], e[B + l], e[2 * B + l] = e0, e1, e2


@njit(fastmath=FAST, error_model="numpy")
def _inherit(b, parent, above, c):
    """Write what a body receives of its parent's change to its own change c, still in the parent's axes."""
    for l in range(B):
        p0, p1, p2 = b[P * B + l], b[(P + 1) * B + l], b[(P + 2) * B + l]
        w0, w1, w2 = parent[W * B + l], parent[(W + 1) * B + l], parent[(W + 2) * B + l]
        u0, u1, u2 = above[DW * B + l], above[(DW + 1) * B + l], above[(DW + 2) * B + l]
        a0, a1, a2 = above[DAL * B + l], above[(DAL + 1) * B + l], above[(DAL + 2) * B + l]
        c[DW * B + l], c[(DW + 1) * B + l], c[(DW + 2) * B + l] = u0, u1, u2
        c[DAL * B + l], c[(DAL + 1) * B + l], c[(DAL + 2) * B + l] = a0, a1, a2
        x0, x1, x2 = _cross(a0, a1, a2, p0, p1, p2)
        y0, y1, y2 = _cross(w0, w1, w2, p0, p1, p2)
        y0, y1, y2 = _cross(u0, u1, u2, y0, y1, y2)
        z0, z1, z2 = _cross(u0, u1, u2, p0, p1, p2)
        z0, z1, z2 = _cross(w0, w1, w2, z0, z1, z2)
        c[DD * B + l] = above[DD * B + l] + x0 + y0 + z0
        c[(DD + 1) * B + l] = above[(DD + 1) * B + l] + x1 + y1 + z1
        c[(DD + 2) * B + l] = above[(DD + 2) * B + l] + x2 + y2 + z2


@njit(fastmath=FAST, error_model="numpy")
def _turn_back(b, c, row):
    """Turn three rows of a change into the body's axes."""
    for l in range(B):
        x, y, z = c[row * B + l], c[(row + 1) * B + l], c[(row + 2) * B + l]
        c[row * B + l] = b[R * B + l] * x + b[(R + 3) * B + l] * y + b[(R + 6) * B + l] * z
        c[(row + 1) * B + l] = b[(R + 1) * B + l] * x + b[(R + 4) * B + l] * y + b[(R + 7) * B + l] * z
        c[(row + 2) * B + l] = b[(R + 2) * B + l] * x + b[(R + 5) * B + l] * y + b[(R + 8) * B + l] * z


@njit(fastmath=FAST, error_model="numpy")
def _change_force(b, c, u, pi):
    """Add what the joint's velocity u makes of a change, and write the change of the force that moves the body."""
    m, h0, h1, h2 = pi[0], pi[1], pi[2], pi[3]
    xx, xy, xz, yy, yz, zz = pi[4], pi[5], pi[6], pi[7], pi[8], pi[9]
    for l in range(B):
        w0, w1, w2 = b[W * B + l], b[(W + 1) * B + l], b[(W + 2) * B + l]
        v0, v1, v2 = c[DW * B + l], c[(DW + 1) * B + l], c[(DW + 2) * B + l]
        x0, x1, x2 = _cross(v0, v1, v2, u[l], u[B + l], u[2 * B + l])
        a0, a1, a2 = c[DAL * B + l] + x0, c[(DAL + 1) * B + l] + x1, c[(DAL + 2) * B + l] + x2
        x0, x1, x2 = _cross(v0, v1, v2, u[3 * B + l], u[4 * B + l], u[5 * B + l])
        d0, d1, d2 = c[DD * B + l] + 2.0 * x0, c[(DD + 1) * B + l] + 2.0 * x1, c[(DD + 2) * B + l] + 2.0 * x2
        c[DAL * B + l], c[(DAL + 1) * B + l], c[(DAL + 2) * B + l] = a0, a1, a2
        c[DD * B + l], c[(DD + 1) * B + l], c[(DD + 2) * B + l] = d0, d1, d2
        # N: I AL + W x I W + h x D
        i0, i1, i2 = xx * w0 + xy * w1 + xz * w2, xy * w0 + yy * w1 + yz * w2, xz * w0 + yz * w1 + zz * w2
        j0, j1, j2 = xx * v0 + xy * v1 + xz * v2, xy * v0 + yy * v1 + yz * v2, xz * v0 + yz * v1 + zz * v2
        x0, x1, x2 = _cross(v0, v1, v2, i0, i1, i2)
        y0, y1, y2 = _cross(w0, w1, w2, j0, j1, j2)
        z0, z1, z2 = _cross(h0, h1, h2, d0, d1, d2)
        c[DF * B + l] = xx * a0 + xy * a1 + xz * a2 + x0 + y0 + z0
        c[(DF + 1) * B + l] = xy * a0 + yy * a1 + yz * a2 + x1 + y1 + z1
        c[(DF + 2) * B + l] = xz * a0 + yz * a1 + zz * a2 + x2 + y2 + z2
        # F: m D + AL x h + W x (W x h)
        x0, x1, x2 = _cross(a0, a1, a2, h0, h1, h2)
        y0, y1, y2 = _cross(w0, w1, w2, h0, h1, h2)
        y0, y1, y2 = _cross(v0, v1, v2, y0, y1, y2)
        z0, z1, z2 = _cross(v0, v1, v2, h0, h1, h2)
        z0, z1, z2 = _cross(w0, w1, w2, z0, z1, z2)
        c[(DF + 3) * B + l] = m * d0 + x0 + y0 + z0
        c[(DF + 4) * B + l] = m * d1 + x1 + y1 + z1
        c[(DF + 5) * B + l] = m * d2 + x2 + y2 + z2


@njit(fastmath=FAST, error_model="numpy")
def _add_displaced_force(b, t0, t1, t2, e, out):
    """Add [t x N + e x F; t x F] to six rows, [N; F] being the force of a displaced body in its parent's axes."""
    for l in range(B):
        n0, n1, n2 = b[F * B + l], b[(F + 1) * B + l], b[(F + 2) * B + l]
        f0, f1, f2 = b[(F + 3) * B + l], b[(F + 4) * B + l], b[(F + 5) * B + l]
        r0, r1, r2, r3, r4, r5, r6, r7, r8, p0, p1, p2 = pose(b, l)
        n0, n1, n2 = r0 * n0 + r1 * n1 + r2 * n2, r3 * n0 + r4 * n1 + r5 * n2, r6 * n0 + r7 * n1 + r8 * n2
        f0, f1, f2 = r0 * f0 + r1 * f1 + r2 * f2, r3 * f0 + r4 * f1 + r5 * f2, r6 * f0 + r7 * f1 + r8 * f2
        t3, t4, t5 = _cross(t0, t1, t2, f0, f1, f2)
        x0, x1, x2 = _cross(t0, t1, t2, n0, n1, n2)
        y0, y1, y2 = _cross(e[l], e[B + l], e[2 * B + l], f0, f1, f2)
        z0, z1, z2 = _cross(p0, p1, p2, t3, t4, t5)
        out[l] += x0 + y0 + z0
        out[B + l] += x1 + y1 + z1
        out[2 * B + l] += x2 + y2 + z2
        out[3 * B + l] += t3
        out[4 * B + l] += t4
        out[5 * B + l] += t5


@compiled(error_model="numpy", nogil=True)
def placement_jacobian(robot, q, qd, qdd, out, first, last):
    """Fill out (samples, nv, n, 6) for lanes first .. last."""
    n, nq, nv = robot.parent.shape[0], q.shape[1], qd.shape[1]
    records, x, v = np.empty((n + 1, RECORD * B)), np.empty((nq, B)), np.empty((nv, B))
    a, torque, u = np.empty((nv, B)), np.empty((nv, B)), np.empty((n, JOINT * B))
    changes, e = np.empty((n, CHANGE * B)), np.empty(3 * B)
    carried, held = np.empty(n, np.bool_), np.empty(n, np.bool_)
    start_world(robot, records)
    for k in range(first, last):
        load_lane(q, k * B, x)
        load_lane(qd, k * B, v)
        load_lane(qdd, k * B, a)
        for i in range(n):
            move_body(i, robot, records, u[i], x, v, a)
            body_force(records[i], robot.parameters[i])
            own = slice(robot.iv[i], robot.iv[i] + robot.nv[i])
            joint_motion(u[i], robot.S[i], v[own], a[own])
        for i in range(n - 1, -1, -1):
            if robot.parent[i] >= 0:
                force_to_parent(records[i], records[robot.parent[i]])
        for i in range(n):
            # those that body i carries receive a change of motion, and those that hold it one of force alone
            for j in range(n):
                carried[j] = j == i or (j > i and robot.parent[j] >= 0 and carried[robot.parent[j]])
                held[j] = False
            j = robot.parent[i]
            while j >= 0:
                held[j] = True
                j = robot.parent[j]
            for direction in range(6):
                t, d = np.zeros(3), np.zeros(3)
                if direction < 3:
                    t[direction] = 1.0
                else:
                    d[direction - 3] = 1.0
                for j in range(n):
                    if carried[j]:
                        above, c = records[robot.parent[j]], changes[j]
                        if j == i:
                            _displace(records[i], above, robot.geometry[i], c, t[0], t[1], t[2], d[0], d[1], d[2], e)
                        else:
                            _inherit(records[j], above, changes[robot.parent[j]], c)
                        for row in (DW, DAL, DD):
                            _turn_back(records[j], c, row)
                        _change_force(records[j], c, u[j], robot.parameters[j])
                    elif held[j]:
                        changes[j, DF * B :] = 0.0
                torque[:] = 0.0
                for j in range(n - 1, -1, -1):
                    if carried[j] or held[j]:
                        for w in range(robot.nv[j]):
                            add_dot(robot.S[j, :, w], changes[j, DF * B :], torque[robot.iv[j] + w])
                        if robot.parent[j] >= 0:
                            above = changes[robot.parent[j], DF * B :]
                            add_column(records[j], changes[j, DF * B :], above)
                            if j == i:
                                _add_displaced_force(records[i], t[0], t[1], t[2], e, above)
                for l in range(min(B, q.shape[0] - k * B)):
                    for row in range(nv):
                        out[k * B + l, row, i, direction] = torque[row, l]
