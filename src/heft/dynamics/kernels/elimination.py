"""The mass matrix factored by articulated bodies, and solved with, in lanes.

Joints are eliminated from the tips:

    factor:  U = sum X^T IA S,  D = sum S^T IA S + armature,  IA_p += sum X^T IA X - U D^-1 U^T
    solve:   u = tau - sum S^T f,  f_p += sum X^T f + U D^-1 u;   then  x = D^-1 (u - U^T d_p),  d = X d_p + S x

The sums run over the bodies that share the joint (a link and its rotor, links geared together).
"""

from __future__ import annotations

from numba import njit

from heft.dynamics.kernels.inertia import (
    IA,
    U0,
    U1,
    U2,
    U3,
    U4,
    U5,
    E,
    X,
    Y,
    add_column,
    add_dot,
    factor_small,
    free_many,
    free_one,
    freed_inertia_to_parent,
    inertia_times,
    inertia_to_parent,
    solve_small,
)
from heft.dynamics.kernels.lanes import FAST, B, copy_row, pose
from heft.dynamics.kernels.newton_euler import F, force_to_parent, take_projection
from heft.robot.joints.codes import TURN


@njit(fastmath=FAST, error_model="numpy")
def eliminate_turn(b):
    """Free a joint about z in its body's own frame: 1/D and IA - U U^T / D, but for row and column z, which hold U.

    Those become zero, as `freed_inertia_to_parent` takes them to be.
    """
    for l in range(B):
        u0, u1, u2 = b[U0 * B + l], b[U1 * B + l], b[U2 * B + l]
        u3, u4, u5 = b[U3 * B + l], b[U4 * B + l], b[U5 * B + l]
        d = 1.0 / u2
        k0, k1, k3, k4, k5 = d * u0, d * u1, d * u3, d * u4, d * u5
        b[E * B + l] = d
        b[IA * B + l] -= k0 * u0
        b[(IA + 1) * B + l] -= k0 * u1
        b[(IA + 3) * B + l] -= k1 * u1
        b[(IA + 6) * B + l] -= k0 * u3
        b[(IA + 7) * B + l] -= k0 * u4
        b[(IA + 8) * B + l] -= k0 * u5
        b[(IA + 9) * B + l] -= k1 * u3
        b[(IA + 10) * B + l] -= k1 * u4
        b[(IA + 11) * B + l] -= k1 * u5
        b[(IA + 15) * B + l] -= k3 * u3
        b[(IA + 16) * B + l] -= k3 * u4
        b[(IA + 17) * B + l] -= k3 * u5
        b[(IA + 18) * B + l] -= k4 * u4
        b[(IA + 19) * B + l] -= k4 * u5
        b[(IA + 20) * B + l] -= k5 * u5


@njit(fastmath=FAST, error_model="numpy")
def gather_turn(b):
    """Take S^T f, the moment about z, from the coordinate's row and add U D^-1 u to the body's force."""
    for l in range(B):
        u = b[Y * B + l] - b[(F + 2) * B + l]
        b[Y * B + l] = u
        u = b[E * B + l] * u
        b[F * B + l] += b[U0 * B + l] * u
        b[(F + 1) * B + l] += b[U1 * B + l] * u
        b[(F + 2) * B + l] += b[U2 * B + l] * u
        b[(F + 3) * B + l] += b[U3 * B + l] * u
        b[(F + 4) * B + l] += b[U4 * B + l] * u
        b[(F + 5) * B + l] += b[U5 * B + l] * u


@njit(fastmath=FAST, error_model="numpy")
def spread_turn(b):
    """Turn the coordinate's row into D^-1 (u - U^T d), d = X d_p in rows X, and add it to d about z."""
    for l in range(B):
        w = b[U0 * B + l] * b[X * B + l] + b[U1 * B + l] * b[(X + 1) * B + l] + b[U2 * B + l] * b[(X + 2) * B + l]
        v = b[U3 * B + l] * b[(X + 3) * B + l] + b[U4 * B + l] * b[(X + 4) * B + l] + b[U5 * B + l] * b[(X + 5) * B + l]
        y = b[E * B + l] * (b[Y * B + l] - w - v)
        b[Y * B + l] = y
        b[(X + 2) * B + l] += y


@njit(fastmath=FAST, error_model="numpy")
def push(parent, U, x):
    """Add U x of one coordinate to the parent's force."""
    for l in range(B):
        parent[F * B + l] += U[l] * x[l]
        parent[(F + 1) * B + l] += U[B + l] * x[l]
        parent[(F + 2) * B + l] += U[2 * B + l] * x[l]
        parent[(F + 3) * B + l] += U[3 * B + l] * x[l]
        parent[(F + 4) * B + l] += U[4 * B + l] * x[l]
        parent[(F + 5) * B + l] += U[5 * B + l] * x[l]


@njit(fastmath=FAST, error_model="numpy")
def pull(parent, U, x):
    """Take U^T d_p from one coordinate's row."""
    for l in range(B):
        w = U[l] * parent[X * B + l] + U[B + l] * parent[(X + 1) * B + l] + U[2 * B + l] * parent[(X + 2) * B + l]
        v = U[3 * B + l] * parent[(X + 3) * B + l] + U[4 * B + l] * parent[(X + 4) * B + l]
        x[l] -= w + v + U[5 * B + l] * parent[(X + 5) * B + l]


@njit(fastmath=FAST, error_model="numpy")
def motion_to_child(b, parent):
    """Write X d_p to the rows X of the body."""
    for l in range(B):
        e00, e01, e02, e10, e11, e12, e20, e21, e22, px, py, pz = pose(b, l)
        x, y, z = parent[X * B + l], parent[(X + 1) * B + l], parent[(X + 2) * B + l]
        u = parent[(X + 3) * B + l] + y * pz - z * py
        v = parent[(X + 4) * B + l] + z * px - x * pz
        w = parent[(X + 5) * B + l] + x * py - y * px
        b[X * B + l] = e00 * x + e10 * y + e20 * z
        b[(X + 1) * B + l] = e01 * x + e11 * y + e21 * z
        b[(X + 2) * B + l] = e02 * x + e12 * y + e22 * z
        b[(X + 3) * B + l] = e00 * u + e10 * v + e20 * w
        b[(X + 4) * B + l] = e01 * u + e11 * v + e21 * w
        b[(X + 5) * B + l] = e02 * u + e12 * v + e22 * w


@njit(fastmath=FAST, error_model="numpy")
def add_motion(s, x, b):
    """Add S_w x to the rows X of the body."""
    s0, s1, s2, s3, s4, s5 = s[0], s[1], s[2], s[3], s[4], s[5]
    for l in range(B):
        b[X * B + l] += s0 * x[l]
        b[(X + 1) * B + l] += s1 * x[l]
        b[(X + 2) * B + l] += s2 * x[l]
        b[(X + 3) * B + l] += s3 * x[l]
        b[(X + 4) * B + l] += s4 * x[l]
        b[(X + 5) * B + l] += s5 * x[l]


@njit(error_model="numpy")
def factor_shared(i, robot, records, store, t):
    """Add body i's share to U and D of its joint, in the parent's frame; free the joint once it is the last share."""
    b, w, at, above = records[i], robot.nv[i], robot.store[i] * B, robot.parent[i] >= 0
    parent = records[robot.parent[i]]
    U, D = store[at : at + 6 * w * B], store[at + 6 * w * B : at + (6 * w + w * w) * B]
    for k in range(w):
        inertia_times(b, robot.S[i, :, k], t)
        if above:
            add_column(b, t, U[6 * k * B : 6 * (k + 1) * B])
        for j in range(k, w):
            add_dot(robot.S[i, :, j], t, D[(j * w + k) * B : (j * w + k + 1) * B])
    if above:
        inertia_to_parent(b, parent)
    if robot.leads[i] and w > 0:
        for k in range(w):
            for l in range(B):
                D[(k * w + k) * B + l] += robot.armature[robot.iv[i] + k]
        factor_small(D, w, t)
        if above and w == 1:
            free_one(parent, U, D)
        elif above:
            free_many(parent, U, D, w, t)


@njit(error_model="numpy")
def gather_shared(i, robot, records, store, x, t):
    """Take body i's share S^T f from its joint's rows of x; with the last share, add U D^-1 u to the parent's force."""
    b, w, at, v = records[i], robot.nv[i], robot.store[i] * B, robot.iv[i]
    for k in range(w):
        take_projection(robot.S[i, :, k], b, x[v + k])
    if robot.parent[i] < 0:
        return
    parent = records[robot.parent[i]]
    force_to_parent(b, parent)
    if robot.leads[i] and w > 0:
        for k in range(w):
            copy_row(x[v + k], t[k * B : (k + 1) * B])
        solve_small(store[at + 6 * w * B : at + (6 * w + w * w) * B], w, t)
        for k in range(w):
            push(parent, store[at + 6 * k * B : at + 6 * (k + 1) * B], t[k * B : (k + 1) * B])


@njit(error_model="numpy")
def spread_shared(i, robot, records, store, x):
    """Turn a joint's rows of x into D^-1 (u - U^T d_p) at its first body; add S x to the motion of each."""
    w, at, v = robot.nv[i], robot.store[i] * B, robot.iv[i]
    if robot.leads[i] and w > 0:
        for k in range(w if robot.parent[i] >= 0 else 0):
            pull(records[robot.parent[i]], store[at + 6 * k * B : at + 6 * (k + 1) * B], x[v + k])
        solve_small(store[at + 6 * w * B : at + (6 * w + w * w) * B], w, x[v : v + w].reshape(w * B))
    for k in range(w):
        add_motion(robot.S[i, :, k], x[v + k], records[i])


@njit(error_model="numpy")
def solve(robot, records, store, x, t, factoring):
    """Solve M x = x - (forces in rows F) in place; the rows X of the records become the bodies' motion under x.

    A revolute joint without armature that moves one body is eliminated in the body's own frame and record, which spares
    carrying U to the parent; all others in the parent's frame, where the shares of their bodies can be added.

    Args:
        robot: its layout.
        records: poses, forces and inertias of the bodies; afterwards, their motions.
        store: the factors of all other joints.
        x: (nv, LANE) torques, overwritten by accelerations.
        t: scratch rows.
        factoring: true factors the mass matrix on the way; false takes the factors that are there.
    """
    n = robot.parent.shape[0]
    if factoring:
        store[:] = 0.0
    for i in range(n - 1, -1, -1):
        if robot.kind[i] != TURN:
            if factoring:
                factor_shared(i, robot, records, store, t)
            gather_shared(i, robot, records, store, x, t)
            continue
        b, v = records[i], robot.iv[i]
        if factoring:
            eliminate_turn(b)
        copy_row(x[v], b[Y * B : (Y + 1) * B])
        gather_turn(b)
        if robot.parent[i] >= 0:
            parent = records[robot.parent[i]]
            force_to_parent(b, parent)
            if factoring:
                freed_inertia_to_parent(b, parent)
    for i in range(n):
        b, v = records[i], robot.iv[i]
        motion_to_child(b, records[robot.parent[i]])
        if robot.kind[i] == TURN:
            spread_turn(b)
            copy_row(b[Y * B : (Y + 1) * B], x[v])
        else:
            spread_shared(i, robot, records, store, x)
