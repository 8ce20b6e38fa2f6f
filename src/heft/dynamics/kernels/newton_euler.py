"""Inverse dynamics in lanes: the bodies' forces, gathered from the tips to the world."""

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
    load_lane,
    move_body,
    pose,
    start_world,
    store_lane,
)
from heft.robot.joints.codes import TURN

F = MOTION
"""First of the six rows [N; F] of the force that a body's joint transmits."""

RECORD = MOTION + 6


@njit(fastmath=FAST, error_model="numpy")
def body_force(b, pi):
    """Write the force that the motion of a body takes."""
    m, h0, h1, h2 = pi[0], pi[1], pi[2], pi[3]
    xx, xy, xz, yy, yz, zz = pi[4], pi[5], pi[6], pi[7], pi[8], pi[9]
    for l in range(B):
        w0, w1, w2 = b[W * B + l], b[(W + 1) * B + l], b[(W + 2) * B + l]
        a0, a1, a2 = b[AL * B + l], b[(AL + 1) * B + l], b[(AL + 2) * B + l]
        d0, d1, d2 = b[D * B + l], b[(D + 1) * B + l], b[(D + 2) * B + l]
        u0, u1, u2 = w1 * h2 - w2 * h1, w2 * h0 - w0 * h2, w0 * h1 - w1 * h0
        i0, i1, i2 = xx * w0 + xy * w1 + xz * w2, xy * w0 + yy * w1 + yz * w2, xz * w0 + yz * w1 + zz * w2
        b[F * B + l] = xx * a0 + xy * a1 + xz * a2 + w1 * i2 - w2 * i1 + h1 * d2 - h2 * d1
        b[(F + 1) * B + l] = xy * a0 + yy * a1 + yz * a2 + w2 * i0 - w0 * i2 + h2 * d0 - h0 * d2
        b[(F + 2) * B + l] = xz * a0 + yz * a1 + zz * a2 + w0 * i1 - w1 * i0 + h0 * d1 - h1 * d0
        b[(F + 3) * B + l] = m * d0 + a1 * h2 - a2 * h1 + w1 * u2 - w2 * u1
        b[(F + 4) * B + l] = m * d1 + a2 * h0 - a0 * h2 + w2 * u0 - w0 * u2
        b[(F + 5) * B + l] = m * d2 + a0 * h1 - a1 * h0 + w0 * u1 - w1 * u0


@njit(fastmath=FAST, error_model="numpy")
def force_to_parent(b, parent):
    """Add the force of a body to its parent's."""
    for l in range(B):
        n0, n1, n2 = b[F * B + l], b[(F + 1) * B + l], b[(F + 2) * B + l]
        f0, f1, f2 = b[(F + 3) * B + l], b[(F + 4) * B + l], b[(F + 5) * B + l]
        e00, e01, e02, e10, e11, e12, e20, e21, e22, p0, p1, p2 = pose(b, l)
        x, y, z = e00 * f0 + e01 * f1 + e02 * f2, e10 * f0 + e11 * f1 + e12 * f2, e20 * f0 + e21 * f1 + e22 * f2
        parent[F * B + l] += e00 * n0 + e01 * n1 + e02 * n2 + p1 * z - p2 * y
        parent[(F + 1) * B + l] += e10 * n0 + e11 * n1 + e12 * n2 + p2 * x - p0 * z
        parent[(F + 2) * B + l] += e20 * n0 + e21 * n1 + e22 * n2 + p0 * y - p1 * x
        parent[(F + 3) * B + l] += x
        parent[(F + 4) * B + l] += y
        parent[(F + 5) * B + l] += z


@njit(fastmath=FAST, error_model="numpy")
def add_projection(s, b, out):
    """Add s . [N; F] of a body's record to a row, for a constant s (6,)."""
    s0, s1, s2, s3, s4, s5 = s[0], s[1], s[2], s[3], s[4], s[5]
    for l in range(B):
        n = s0 * b[F * B + l] + s1 * b[(F + 1) * B + l] + s2 * b[(F + 2) * B + l]
        out[l] += n + s3 * b[(F + 3) * B + l] + s4 * b[(F + 4) * B + l] + s5 * b[(F + 5) * B + l]


@njit(fastmath=FAST, error_model="numpy")
def take_projection(s, b, out):
    """Take s . [N; F] of a body's record from a row, for a constant s (6,)."""
    s0, s1, s2, s3, s4, s5 = s[0], s[1], s[2], s[3], s[4], s[5]
    for l in range(B):
        n = s0 * b[F * B + l] + s1 * b[(F + 1) * B + l] + s2 * b[(F + 2) * B + l]
        out[l] -= n + s3 * b[(F + 3) * B + l] + s4 * b[(F + 4) * B + l] + s5 * b[(F + 5) * B + l]


@compiled(error_model="numpy", nogil=True)
def inverse_dynamics(robot, q, qd, qdd, tau, first, last):
    """Fill tau (samples, nv), armature included, for lanes first .. last."""
    n, nq, nv = robot.parent.shape[0], q.shape[1], qd.shape[1]
    records, x, v = np.empty((n + 1, RECORD * B)), np.empty((nq, B)), np.empty((nv, B))
    a, torque, u = np.empty((nv, B)), np.empty((nv, B)), np.empty(JOINT * B)
    start_world(robot, records)
    for k in range(first, last):
        load_lane(q, k * B, x)
        load_lane(qd, k * B, v)
        load_lane(qdd, k * B, a)
        for c in range(nv):
            for l in range(B):
                torque[c, l] = robot.armature[c] * a[c, l]
        for i in range(n):
            move_body(i, robot, records, u, x, v, a)
            body_force(records[i], robot.parameters[i])
        for i in range(n - 1, -1, -1):
            if robot.kind[i] == TURN:
                torque[robot.iv[i]] += records[i, (F + 2) * B : (F + 3) * B]
            else:
                for w in range(robot.nv[i]):
                    add_projection(robot.S[i, :, w], records[i], torque[robot.iv[i] + w])
            if robot.parent[i] >= 0:
                force_to_parent(records[i], records[robot.parent[i]])
        store_lane(torque, k * B, tau)
