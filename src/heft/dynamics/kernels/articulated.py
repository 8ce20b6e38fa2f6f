"""Forward dynamics in lanes, and the gradient of a loss on accelerations, from one factorisation of the mass matrix.

With the accelerations a0 that the bodies would have at qdd = 0 (gravity included), the forces are linear in the rest:
a_i = a0_i + d_i, d_i = X d_p + S qdd, and M qdd = tau - bias is what `elimination` solves.

The adjoint: for a loss L(qdd), lambda = M^-1 dL/dqdd is a second solve with f = 0, dL/dtau = lambda and
dL/dpi = -lambda^T Y(q, qd, qdd). lambda^T Y costs no more than an inverse dynamics: the second solve has left the
motion [s; f] of every body under the joint rates lambda, and `torque_columns` gives its ten columns.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from heft.compiled import compiled
from heft.dynamics.kernels.elimination import solve
from heft.dynamics.kernels.inertia import RECORD, X, start_inertia
from heft.dynamics.kernels.lanes import AL, FAST, B, D, W, load_lane, move_body, start_world, store_lane
from heft.dynamics.kernels.newton_euler import F, body_force
from heft.dynamics.kernels.regressor import torque_columns


@njit(fastmath=FAST, error_model="numpy")
def _add_columns(b, total):
    """Add the ten columns of a body's torque about its motion in rows X, lane by lane."""
    for l in range(B):
        w0, w1, w2 = b[W * B + l], b[(W + 1) * B + l], b[(W + 2) * B + l]
        a0, a1, a2 = b[AL * B + l], b[(AL + 1) * B + l], b[(AL + 2) * B + l]
        d0, d1, d2 = b[D * B + l], b[(D + 1) * B + l], b[(D + 2) * B + l]
        s0, s1, s2 = b[X * B + l], b[(X + 1) * B + l], b[(X + 2) * B + l]
        f0, f1, f2 = b[(X + 3) * B + l], b[(X + 4) * B + l], b[(X + 5) * B + l]
        m, h0, h1, h2, xx, xy, xz, yy, yz, zz = torque_columns(
            w0, w1, w2, a0, a1, a2, d0, d1, d2, s0, s1, s2, f0, f1, f2
        )
        total[l] += m
        total[B + l] += h0
        total[2 * B + l] += h1
        total[3 * B + l] += h2
        total[4 * B + l] += xx
        total[5 * B + l] += xy
        total[6 * B + l] += xz
        total[7 * B + l] += yy
        total[8 * B + l] += yz
        total[9 * B + l] += zz


@compiled(error_model="numpy", nogil=True)
def accelerations(robot, q, qd, tau, target, weight, qdd, adjoint, gradient, loss, first, last):
    """Fill the accelerations of lanes first .. last and, if asked, differentiate L = 1/2 sum weight (qdd - target)^2.

    Args:
        robot: its layout.
        q: (samples, nq).
        qd: (samples, nv).
        tau: (samples, nv).
        target: (samples, nv) accelerations to compare with.
        weight: (nv,).
        qdd: (samples, nv), filled with the accelerations.
        adjoint: (samples, nv), filled with dL/dtau.
        gradient: (bodies, 10), filled with these lanes' part of dL/dpi; with no rows, no gradient is made, and target,
            weight, adjoint and loss are not looked at.
        loss: (1,), filled with these lanes' part of L.
        first: lane.
        last: lane after the last.
    """
    n, samples, nq, nv = robot.parent.shape[0], q.shape[0], q.shape[1], qd.shape[1]
    records, store, t = np.empty((n + 1, RECORD * B)), np.empty(robot.rows * B), np.empty(21 * B)
    x, v, still, torque = np.empty((nq, B)), np.empty((nv, B)), np.zeros((nv, B)), np.empty((nv, B))
    wanted, total, squares = np.empty((nv, B)), np.zeros((gradient.shape[0], 10 * B)), np.zeros(B)
    start_world(robot, records)
    for k in range(first, last):
        load_lane(q, k * B, x)
        load_lane(qd, k * B, v)
        load_lane(tau, k * B, torque)
        for i in range(n):
            move_body(i, robot, records, t, x, v, still)
            body_force(records[i], robot.parameters[i])
            start_inertia(records[i], robot.parameters[i])
        solve(robot, records, store, torque, t, True)
        store_lane(torque, k * B, qdd)
        if gradient.shape[0] == 0:
            continue
        for i in range(n):
            b = records[i]
            for l in range(6 * B):
                b[AL * B + l] += b[X * B + l]
                b[F * B + l] = 0.0
        load_lane(target, k * B, wanted)
        for c in range(nv):
            for l in range(B):
                error = torque[c, l] - wanted[c, l] if l < samples - k * B else 0.0
                torque[c, l] = weight[c] * error
                squares[l] += torque[c, l] * error
        solve(robot, records, store, torque, t, False)
        store_lane(torque, k * B, adjoint)
        for i in range(n):
            _add_columns(records[i], total[i])
    if gradient.shape[0] > 0:
        loss[0] = 0.0
        for l in range(B):
            loss[0] += 0.5 * squares[l]
    for i in range(gradient.shape[0]):
        for c in range(10):
            gradient[i, c] = 0.0
            for l in range(B):
                gradient[i, c] -= total[i, c * B + l]
