"""The torque regressor in lanes: packed tiles that hold only what can differ from zero, and the dense array.

For each body and each coordinate on its path, the motion [s; f] of the body per unit of the coordinate is carried in
body coordinates; the torque that the body asks of the coordinate is s . N + f . F, linear in its ten parameters:

    m: f . D      h: f x AL + (f . W) W - (W . W) f + D x s      I: s^T I AL + (s x W)^T I W
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
    load_lane,
    move_body,
    pose,
    start_world,
)

LINE = 8
"""Doubles in a cache line."""


@njit(fastmath=FAST, error_model="numpy")
def axis_to_body(b, above, own):
    """Carry a coordinate's motion [s; f] from the parent's frame (rows of `above`) to the body's."""
    for l in range(B):
        e00, e01, e02, e10, e11, e12, e20, e21, e22, px, py, pz = pose(b, l)
        x, y, z = above[l], above[B + l], above[2 * B + l]
        u = above[3 * B + l] + y * pz - z * py
        v = above[4 * B + l] + z * px - x * pz
        w = above[5 * B + l] + x * py - y * px
        own[l] = e00 * x + e10 * y + e20 * z
        own[B + l] = e01 * x + e11 * y + e21 * z
        own[2 * B + l] = e02 * x + e12 * y + e22 * z
        own[3 * B + l] = e00 * u + e10 * v + e20 * w
        own[4 * B + l] = e01 * u + e11 * v + e21 * w
        own[5 * B + l] = e02 * u + e12 * v + e22 * w


@njit(inline="always")
def torque_columns(w0, w1, w2, a0, a1, a2, d0, d1, d2, s0, s1, s2, f0, f1, f2):
    """Return the ten columns of a body's torque about an axis [s; f] that moves it, for its motion W, AL, D."""
    ww, fw = w0 * w0 + w1 * w1 + w2 * w2, f0 * w0 + f1 * w1 + f2 * w2
    t0, t1, t2 = s1 * w2 - s2 * w1, s2 * w0 - s0 * w2, s0 * w1 - s1 * w0
    return (
        f0 * d0 + f1 * d1 + f2 * d2,
        f1 * a2 - f2 * a1 + fw * w0 - ww * f0 + d1 * s2 - d2 * s1,
        f2 * a0 - f0 * a2 + fw * w1 - ww * f1 + d2 * s0 - d0 * s2,
        f0 * a1 - f1 * a0 + fw * w2 - ww * f2 + d0 * s1 - d1 * s0,
        s0 * a0 + t0 * w0,
        s0 * a1 + s1 * a0 + t0 * w1 + t1 * w0,
        s0 * a2 + s2 * a0 + t0 * w2 + t2 * w0,
        s1 * a1 + t1 * w1,
        s1 * a2 + s2 * a1 + t1 * w2 + t2 * w1,
        s2 * a2 + t2 * w2,
    )


@njit(fastmath=FAST, error_model="numpy")
def torque_rows(b, axis, out):
    """Write the ten columns of a body's torque about an axis that moves it."""
    for l in range(B):
        w0, w1, w2 = b[W * B + l], b[(W + 1) * B + l], b[(W + 2) * B + l]
        a0, a1, a2 = b[AL * B + l], b[(AL + 1) * B + l], b[(AL + 2) * B + l]
        d0, d1, d2 = b[D * B + l], b[(D + 1) * B + l], b[(D + 2) * B + l]
        s0, s1, s2 = axis[l], axis[B + l], axis[2 * B + l]
        f0, f1, f2 = axis[3 * B + l], axis[4 * B + l], axis[5 * B + l]
        m, h0, h1, h2, xx, xy, xz, yy, yz, zz = torque_columns(
            w0, w1, w2, a0, a1, a2, d0, d1, d2, s0, s1, s2, f0, f1, f2
        )
        out[l], out[B + l], out[2 * B + l], out[3 * B + l] = m, h0, h1, h2
        out[4 * B + l], out[5 * B + l], out[6 * B + l] = xx, xy, xz
        out[7 * B + l], out[8 * B + l], out[9 * B + l] = yy, yz, zz


@njit(error_model="numpy")
def start_axes(robot, axes):
    """Fill what is the same in every lane: the coordinates that a body does not inherit."""
    for i in range(robot.parent.shape[0]):
        for m in range(robot.pair_start[i], robot.pair_start[i + 1]):
            if robot.pair_inherited[m] < 0:
                for c in range(6):
                    for l in range(B):
                        axes[m, c * B + l] = robot.S[i, c, robot.pair_own[m]]


@njit(error_model="numpy")
def _move_lane(robot, records, axes, state, q, qd, qdd, k0):
    """Place and move all bodies at one lane of samples, and carry the coordinates that move them along."""
    nq, nv = q.shape[1], qd.shape[1]
    x, v, a = state[:nq], state[nq : nq + nv], state[nq + nv : nq + 2 * nv]
    u = state[nq + 2 * nv :].reshape(JOINT * B)
    load_lane(q, k0, x)
    load_lane(qd, k0, v)
    load_lane(qdd, k0, a)
    for i in range(robot.parent.shape[0]):
        move_body(i, robot, records, u, x, v, a)
        b = records[i]
        for m in range(robot.pair_start[i], robot.pair_start[i + 1]):
            if robot.pair_inherited[m] >= 0:
                axis_to_body(b, axes[robot.pair_inherited[m]], axes[m])
                if robot.pair_own[m] >= 0:
                    for c in range(6):
                        for l in range(B):
                            axes[m, c * B + l] += robot.S[i, c, robot.pair_own[m]]


@njit(inline="always", error_model="numpy")
def packed_lane(robot, records, axes, state, q, qd, qdd, k0, out):
    """Write one lane of packed rows: pair m at out[10 LANE place[m] : ...], ten rows of LANE samples."""
    _move_lane(robot, records, axes, state, q, qd, qdd, k0)
    for i in range(robot.parent.shape[0]):
        for m in range(robot.pair_start[i], robot.pair_start[i + 1]):
            start = 10 * B * robot.pair_place[m]
            torque_rows(records[i], axes[m], out[start : start + 10 * B])


@njit(error_model="numpy")
def by_pair(robot, row):
    """Return the chosen rows sorted by their pairs, and where those of each pair begin: see `rows`."""
    first = np.zeros(robot.pair_coordinate.shape[0] + 1, np.int64)
    for r in row:
        if r >= 0:
            first[r // 10 + 1] += 1
    for p in range(1, len(first)):
        first[p] += first[p - 1]
    order, free = np.empty(first[-1], np.int64), first[:-1].copy()
    for c in range(len(row)):
        if row[c] >= 0:
            order[free[row[c] // 10]] = c
            free[row[c] // 10] += 1
    return order, first


@njit(error_model="numpy")
def _put(row, start, flat, to):
    """Copy a row of samples. Unsigned indices cannot count from the end; without that check the loop vectorises."""
    for l in range(B):
        flat[np.uint64(to + l)] = row[np.uint64(start + l)]


@njit(error_model="numpy")
def _add(row, start, flat, to):
    """Add a row of samples to another."""
    for l in range(B):
        flat[np.uint64(to + l)] += row[np.uint64(start + l)]


@njit(inline="always", error_model="numpy")
def chosen_lane(robot, records, axes, state, q, qd, qdd, k0, row, second, order, first, ten, out, k):
    """Write chosen rows of one lane to samples k LANE .. of out.

    The ten rows of a pair are made in `ten`, which stays in the first cache, and those that are chosen are copied.
    """
    _move_lane(robot, records, axes, state, q, qd, qdd, k0)
    flat = out.reshape(out.size)
    for i in range(robot.parent.shape[0]):
        for m in range(robot.pair_start[i], robot.pair_start[i + 1]):
            pair = robot.pair_place[m]
            if first[pair] == first[pair + 1]:
                continue
            torque_rows(records[i], axes[m], ten)
            for n in range(first[pair], first[pair + 1]):
                c = order[n]
                to = c * out.shape[1] + k * B
                _put(ten, (row[c] - 10 * pair) * B, flat, to)
                if second[c] >= 0:
                    _add(ten, (second[c] - 10 * pair) * B, flat, to)


@njit(error_model="numpy")
def workspace(robot, nq, nv):
    """Return records, axes and room for a lane's state, with what is the same in every lane."""
    records = np.empty((robot.parent.shape[0] + 1, MOTION * B))
    axes = np.empty((robot.pair_coordinate.shape[0], 6 * B))
    start_world(robot, records)
    start_axes(robot, axes)
    return records, axes, np.empty((nq + 2 * nv + JOINT, B))


@compiled(error_model="numpy", nogil=True)
def packed(robot, q, qd, qdd, out, first, last):
    """Fill out (lanes, 10 pairs LANE) with packed rows, for lanes first .. last."""
    records, axes, state = workspace(robot, q.shape[1], qd.shape[1])
    for k in range(first, last):
        packed_lane(robot, records, axes, state, q, qd, qdd, k * B, out[k])


@compiled(error_model="numpy", nogil=True)
def rows(robot, q, qd, qdd, row, second, out, first, last):
    """Copy chosen rows of packed lanes first .. last, while they are in the cache, to out (k, samples).

    Args:
        robot: its layout.
        q: (samples, nq).
        qd: (samples, nv).
        qdd: (samples, nv).
        row: (k,) which row of a packed lane, ten for each pair; -1 leaves that row of out as it is.
        second: (k,) a row of the same pair to add to it, or -1.
        out: (k, at least LANE times the lanes).
        first: lane.
        last: lane after the last.
    """
    records, axes, state = workspace(robot, q.shape[1], qd.shape[1])
    order, begin = by_pair(robot, row)
    ten = np.empty(10 * B)
    for k in range(first, last):
        chosen_lane(robot, records, axes, state, q, qd, qdd, k * B, row, second, order, begin, ten, out, k)


@njit(error_model="numpy")
def _unpack(robot, tile, l0, y):
    """Write samples l0, l0 + 1, .. of a packed lane to y (some samples, nv, columns).

    Each pair is copied for all samples that share its cache lines before the next one.
    """
    y[:] = 0.0
    for i in range(robot.parent.shape[0]):
        c0, columns = robot.column[i], robot.columns[i]
        for m in range(robot.pair_start[i], robot.pair_start[i + 1]):
            row, start = robot.pair_coordinate[m], 10 * B * robot.pair_place[m] + l0
            pair = tile[start : start + 9 * B + y.shape[0]]
            for s in range(y.shape[0]):
                to = y[s, row, c0 : c0 + columns]
                if columns == 10:
                    for c in range(10):
                        to[c] = pair[c * B + s]
                else:
                    to[0] = pair[s]
                    to[1] = pair[3 * B + s]
                    to[2] = pair[4 * B + s] + pair[7 * B + s]
                    to[3] = pair[9 * B + s]


@compiled(error_model="numpy", nogil=True)
def dense(robot, q, qd, qdd, out, first, last):
    """Fill out (samples, nv, columns), the layout of a stacked regression, from lanes first .. last in the cache."""
    samples, (records, axes, state) = q.shape[0], workspace(robot, q.shape[1], qd.shape[1])
    tile = np.empty(10 * robot.pair_coordinate.shape[0] * B)
    for k in range(first, last):
        packed_lane(robot, records, axes, state, q, qd, qdd, k * B, tile)
        for l in range(0, min(B, samples - k * B), LINE):
            _unpack(robot, tile, l, out[k * B + l : min(k * B + l + LINE, samples)])
