"""What all kernels share: placing the bodies of a lane and propagating their motion.

The acceleration of a body is kept as that of a point, not as a spatial acceleration: D is the classical acceleration of
the body's origin, gravity included, so that no linear velocity is needed:

    W  = R^T W_p + wJ
    AL = R^T AL_p + wJd + (R^T W_p) x wJ
    D  = R^T (D_p + AL_p x p + W_p x (W_p x p)) + vJd + wJ x vJ + 2 (R^T W_p) x vJ

and the motion of a body takes, about its origin, the force and the moment

    F = m D + AL x h + W x (W x h),    N = I AL + W x I W + h x D.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from heft.dynamics.kernels.layout import LANE, Layout
from heft.robot.joints.codes import CYLINDRICAL, PLANAR, POSE, SCREW, SLIDE, SPHERICAL, TRANSLATION, TURN

B = LANE
FAST = {"contract", "nsz", "arcp"}
"""Fused multiply-add and reciprocals, nothing that changes what NaN or a sum means."""

# Rows of a body's record: its pose in its parent, and its motion.
R, P, W, AL, D = 0, 9, 12, 15, 18
MOTION = 21
"""Rows that the pose and the motion of a body take."""

JOINT = 12
"""Rows that a joint's own motion takes in a scratch record: q, qd, qdd of a screw, or [wJ; vJ; wJd; vJd]."""

# pi/2 in three parts of 33 bits, so that a small whole number times each of the first two is exact (Cody and Waite).
_PI_1, _PI_2, _PI_3 = 1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21
_TWO_OVER_PI = 2 / math.pi
_ROUND = 1.5 * 2.0**52
"""Adding and subtracting this rounds to a whole number."""
# Taylor's series of (sin r - r) / r^3 and (cos r - 1 + r^2/2) / r^4 in r^2, economised to six terms on |r| <= pi/4.
_S3, _S5, _S7 = -0.16666666666666666, 0.008333333333330946, -0.00019841269836755419
_S9, _S11, _S13 = 2.7557316100836803e-06, -2.5051131474663988e-08, 1.5918101877910613e-10
_C4, _C6, _C8 = 0.041666666666666664, -0.0013888888888887395, 2.480158729876363e-05
_C10, _C12, _C14 = -2.755731727061801e-07, 2.0876146029590015e-09, -1.1382614811253895e-11


@njit(inline="always", fastmath=FAST)
def sincos(x):
    """Return sin x and cos x without a branch, so that a loop over it vectorises; good to 2e-16 for |x| < 1e5."""
    k = (x * _TWO_OVER_PI + _ROUND) - _ROUND
    r = ((x - k * _PI_1) - k * _PI_2) - k * _PI_3
    z = r * r
    s = r + r * z * (_S3 + z * (_S5 + z * (_S7 + z * (_S9 + z * (_S11 + z * _S13)))))
    c = 1.0 - 0.5 * z + z * z * (_C4 + z * (_C6 + z * (_C8 + z * (_C10 + z * (_C12 + z * _C14)))))
    half = np.floor(k * 0.5)
    odd = k - 2.0 * half
    sign = 1.0 - 2.0 * (half - 2.0 * np.floor(half * 0.5))
    sine, cosine = (s, c) if odd == 0.0 else (c, -s)  # a select, not a branch, in vector code
    return sign * sine, sign * cosine


@njit(inline="always")
def pose(b, l):
    """Return the nine entries of a body's rotation and the three of its place, at sample l."""
    return (
        b[R * B + l],
        b[(R + 1) * B + l],
        b[(R + 2) * B + l],
        b[(R + 3) * B + l],
        b[(R + 4) * B + l],
        b[(R + 5) * B + l],
        b[(R + 6) * B + l],
        b[(R + 7) * B + l],
        b[(R + 8) * B + l],
        b[P * B + l],
        b[(P + 1) * B + l],
        b[(P + 2) * B + l],
    )


@njit(inline="always")
def _at_child(parent, l, px, py, pz):
    """Return W_p, AL_p, and D_p + AL_p x p + W_p x (W_p x p): the parent's motion at the child's origin p."""
    wx, wy, wz = parent[W * B + l], parent[(W + 1) * B + l], parent[(W + 2) * B + l]
    lx, ly, lz = parent[AL * B + l], parent[(AL + 1) * B + l], parent[(AL + 2) * B + l]
    ux, uy, uz = wy * pz - wz * py, wz * px - wx * pz, wx * py - wy * px
    dx = parent[D * B + l] + ly * pz - lz * py + wy * uz - wz * uy
    dy = parent[(D + 1) * B + l] + lz * px - lx * pz + wz * ux - wx * uz
    dz = parent[(D + 2) * B + l] + lx * py - ly * px + wx * uy - wy * ux
    return wx, wy, wz, lx, ly, lz, dx, dy, dz


@njit(fastmath=FAST, error_model="numpy")
def _screw(b, parent, u, g):
    """Place and move a body on a joint with one coordinate; q, qd, qdd stand in the rows of u."""
    a0, a1, a2, a3, a4, a5, a6, a7, a8 = g[0], g[1], g[2], g[3], g[4], g[5], g[6], g[7], g[8]
    b0, b1, b2, b3, b4, b5, b6, b7, b8 = g[9], g[10], g[11], g[12], g[13], g[14], g[15], g[16], g[17]
    c0, c1, c2, c3, c4, c5, c6, c7, c8 = g[18], g[19], g[20], g[21], g[22], g[23], g[24], g[25], g[26]
    p0, p1, p2, ax, ay, az, x, y, z = g[27], g[28], g[29], g[30], g[31], g[32], g[33], g[34], g[35]
    turn, slide, gear, offset = g[36], g[37], g[38], g[39]
    for l in range(B):
        position = gear * u[l] + offset
        rate, jerk = gear * u[B + l], gear * u[2 * B + l]
        s, c = sincos(turn * position)
        e00, e01, e02 = a0 + s * b0 + c * c0, a1 + s * b1 + c * c1, a2 + s * b2 + c * c2
        e10, e11, e12 = a3 + s * b3 + c * c3, a4 + s * b4 + c * c4, a5 + s * b5 + c * c5
        e20, e21, e22 = a6 + s * b6 + c * c6, a7 + s * b7 + c * c7, a8 + s * b8 + c * c8
        moved = slide * position
        px, py, pz = p0 + moved * ax, p1 + moved * ay, p2 + moved * az
        wx, wy, wz, lx, ly, lz, dx, dy, dz = _at_child(parent, l, px, py, pz)
        vx, vy, vz = e00 * wx + e10 * wy + e20 * wz, e01 * wx + e11 * wy + e21 * wz, e02 * wx + e12 * wy + e22 * wz
        hx, hy, hz = vy * z - vz * y, vz * x - vx * z, vx * y - vy * x
        w_rate, w_jerk, v_jerk, v_rate2 = turn * rate, turn * jerk, slide * jerk, 2.0 * slide * rate
        b[R * B + l], b[(R + 1) * B + l], b[(R + 2) * B + l] = e00, e01, e02
        b[(R + 3) * B + l], b[(R + 4) * B + l], b[(R + 5) * B + l] = e10, e11, e12
        b[(R + 6) * B + l], b[(R + 7) * B + l], b[(R + 8) * B + l] = e20, e21, e22
        b[P * B + l], b[(P + 1) * B + l], b[(P + 2) * B + l] = px, py, pz
        b[W * B + l], b[(W + 1) * B + l], b[(W + 2) * B + l] = vx + x * w_rate, vy + y * w_rate, vz + z * w_rate
        b[AL * B + l] = e00 * lx + e10 * ly + e20 * lz + x * w_jerk + w_rate * hx
        b[(AL + 1) * B + l] = e01 * lx + e11 * ly + e21 * lz + y * w_jerk + w_rate * hy
        b[(AL + 2) * B + l] = e02 * lx + e12 * ly + e22 * lz + z * w_jerk + w_rate * hz
        b[D * B + l] = e00 * dx + e10 * dy + e20 * dz + x * v_jerk + v_rate2 * hx
        b[(D + 1) * B + l] = e01 * dx + e11 * dy + e21 * dz + y * v_jerk + v_rate2 * hy
        b[(D + 2) * B + l] = e02 * dx + e12 * dy + e22 * dz + z * v_jerk + v_rate2 * hz


@njit(fastmath=FAST, error_model="numpy")
def _sines(u, q):
    """Write sin q and cos q to the first two rows of u: in a loop of its own, more samples are on the way at a time."""
    for l in range(B):
        u[l], u[B + l] = sincos(q[l])


@njit(fastmath=FAST, error_model="numpy")
def _turn(b, parent, u, qd, qdd, g):
    """Place and move a body on a revolute joint about z: what `_screw` does, with all that is zero left out.

    sin q and cos q stand in the rows of u. What of the pose does not depend on q, `start_world` has written.
    """
    a0, a1, a2, a3, a4, a5, a6, a7, a8 = g[0], g[1], g[2], g[3], g[4], g[5], g[6], g[7], g[8]
    px, py, pz = g[27], g[28], g[29]
    for l in range(B):
        s, c, rate = u[l], u[B + l], qd[l]
        e00, e10, e20 = c * a0 + s * a1, c * a3 + s * a4, c * a6 + s * a7
        e01, e11, e21 = c * a1 - s * a0, c * a4 - s * a3, c * a7 - s * a6
        wx, wy, wz, lx, ly, lz, dx, dy, dz = _at_child(parent, l, px, py, pz)
        vx, vy = e00 * wx + e10 * wy + e20 * wz, e01 * wx + e11 * wy + e21 * wz
        b[R * B + l], b[(R + 1) * B + l] = e00, e01
        b[(R + 3) * B + l], b[(R + 4) * B + l] = e10, e11
        b[(R + 6) * B + l], b[(R + 7) * B + l] = e20, e21
        b[W * B + l], b[(W + 1) * B + l] = vx, vy
        b[(W + 2) * B + l] = a2 * wx + a5 * wy + a8 * wz + rate
        b[AL * B + l] = e00 * lx + e10 * ly + e20 * lz + rate * vy
        b[(AL + 1) * B + l] = e01 * lx + e11 * ly + e21 * lz - rate * vx
        b[(AL + 2) * B + l] = a2 * lx + a5 * ly + a8 * lz + qdd[l]
        b[D * B + l] = e00 * dx + e10 * dy + e20 * dz
        b[(D + 1) * B + l] = e01 * dx + e11 * dy + e21 * dz
        b[(D + 2) * B + l] = a2 * dx + a5 * dy + a8 * dz


@njit(fastmath=FAST, error_model="numpy")
def _slide(b, parent, q, qd, qdd, g):
    """Place and move a body on a prismatic joint: what `_screw` does, without turning; `start_world` has written R."""
    a0, a1, a2, a3, a4, a5, a6, a7, a8 = g[0], g[1], g[2], g[3], g[4], g[5], g[6], g[7], g[8]
    p0, p1, p2, ax, ay, az, x, y, z = g[27], g[28], g[29], g[30], g[31], g[32], g[33], g[34], g[35]
    slide, offset = g[37] * g[38], g[37] * g[39]
    for l in range(B):
        moved, twice, push = slide * q[l] + offset, 2.0 * slide * qd[l], slide * qdd[l]
        px, py, pz = p0 + moved * ax, p1 + moved * ay, p2 + moved * az
        wx, wy, wz, lx, ly, lz, dx, dy, dz = _at_child(parent, l, px, py, pz)
        vx, vy, vz = a0 * wx + a3 * wy + a6 * wz, a1 * wx + a4 * wy + a7 * wz, a2 * wx + a5 * wy + a8 * wz
        b[P * B + l], b[(P + 1) * B + l], b[(P + 2) * B + l] = px, py, pz
        b[W * B + l], b[(W + 1) * B + l], b[(W + 2) * B + l] = vx, vy, vz
        b[AL * B + l] = a0 * lx + a3 * ly + a6 * lz
        b[(AL + 1) * B + l] = a1 * lx + a4 * ly + a7 * lz
        b[(AL + 2) * B + l] = a2 * lx + a5 * ly + a8 * lz
        b[D * B + l] = a0 * dx + a3 * dy + a6 * dz + x * push + twice * (vy * z - vz * y)
        b[(D + 1) * B + l] = a1 * dx + a4 * dy + a7 * dz + y * push + twice * (vz * x - vx * z)
        b[(D + 2) * B + l] = a2 * dx + a5 * dy + a8 * dz + z * push + twice * (vx * y - vy * x)


@njit(fastmath=FAST, error_model="numpy")
def _axis_rotation(b, angle, x, y, z):
    """Write the rotation about an axis by the angles in a row to rows R."""
    for l in range(B):
        s, c = sincos(angle[l])
        k = 1.0 - c
        b[R * B + l], b[(R + 1) * B + l], b[(R + 2) * B + l] = c + x * x * k, x * y * k - z * s, x * z * k + y * s
        b[(R + 3) * B + l], b[(R + 4) * B + l] = x * y * k + z * s, c + y * y * k
        b[(R + 5) * B + l], b[(R + 6) * B + l] = y * z * k - x * s, x * z * k - y * s
        b[(R + 7) * B + l], b[(R + 8) * B + l] = y * z * k + x * s, c + z * z * k


@njit(fastmath=FAST, error_model="numpy")
def _joint_pose(b, kind, g, q, iq):
    """Write R_J and p_J of a joint with several coordinates, or none, to rows R and P."""
    x, y, z = g[33], g[34], g[35]
    for l in range(B):
        for row in range(R, P + 3):
            b[row * B + l] = 0.0
        b[R * B + l] = b[(R + 4) * B + l] = b[(R + 8) * B + l] = 1.0
    if kind in (CYLINDRICAL, PLANAR):
        bx, by, bz = g[40], g[41], g[42]
        cx, cy, cz = y * bz - z * by, z * bx - x * bz, x * by - y * bx
        for l in range(B):
            if kind == CYLINDRICAL:
                u, v, ox, oy, oz = q[iq + 1, l], 0.0, x, y, z
            else:
                u, v, ox, oy, oz = q[iq + 1, l], q[iq + 2, l], bx, by, bz
            b[P * B + l] = u * ox + v * cx
            b[(P + 1) * B + l] = u * oy + v * cy
            b[(P + 2) * B + l] = u * oz + v * cz
        _axis_rotation(b, q[iq], x, y, z)
    elif kind == TRANSLATION:
        for l in range(B):
            for k in range(3):
                b[(P + k) * B + l] = q[iq + k, l]
    elif kind in (SPHERICAL, POSE):
        for l in range(B):
            s, i, j, k = q[iq, l], q[iq + 1, l], q[iq + 2, l], q[iq + 3, l]
            f = 2.0 / (s * s + i * i + j * j + k * k)
            b[R * B + l], b[(R + 1) * B + l] = 1.0 - f * (j * j + k * k), f * (i * j - k * s)
            b[(R + 2) * B + l], b[(R + 3) * B + l] = f * (i * k + j * s), f * (i * j + k * s)
            b[(R + 4) * B + l], b[(R + 5) * B + l] = 1.0 - f * (i * i + k * k), f * (j * k - i * s)
            b[(R + 6) * B + l], b[(R + 7) * B + l] = f * (i * k - j * s), f * (j * k + i * s)
            b[(R + 8) * B + l] = 1.0 - f * (i * i + j * j)
            if kind == POSE:
                for c in range(3):
                    b[(P + c) * B + l] = q[iq + 4 + c, l]


@njit(fastmath=FAST, error_model="numpy")
def _place(b, g):
    """Turn R_J, p_J in rows R and P into the body's pose in its parent."""
    a0, a1, a2, a3, a4, a5, a6, a7, a8 = g[0], g[1], g[2], g[3], g[4], g[5], g[6], g[7], g[8]
    p0, p1, p2 = g[27], g[28], g[29]
    for l in range(B):
        for k in range(3):
            x, y, z = b[(R + k) * B + l], b[(R + 3 + k) * B + l], b[(R + 6 + k) * B + l]
            b[(R + k) * B + l] = a0 * x + a1 * y + a2 * z
            b[(R + 3 + k) * B + l] = a3 * x + a4 * y + a5 * z
            b[(R + 6 + k) * B + l] = a6 * x + a7 * y + a8 * z
        x, y, z = b[P * B + l], b[(P + 1) * B + l], b[(P + 2) * B + l]
        b[P * B + l] = p0 + a0 * x + a1 * y + a2 * z
        b[(P + 1) * B + l] = p1 + a3 * x + a4 * y + a5 * z
        b[(P + 2) * B + l] = p2 + a6 * x + a7 * y + a8 * z


@njit(fastmath=FAST, error_model="numpy")
def _move(b, parent, u):
    """Propagate the motion to a placed body whose joint moves it by the rows of u, [wJ; vJ; wJd; vJd]."""
    for l in range(B):
        e00, e01, e02, e10, e11, e12, e20, e21, e22, px, py, pz = pose(b, l)
        wx, wy, wz, lx, ly, lz, dx, dy, dz = _at_child(parent, l, px, py, pz)
        vx, vy, vz = e00 * wx + e10 * wy + e20 * wz, e01 * wx + e11 * wy + e21 * wz, e02 * wx + e12 * wy + e22 * wz
        ox, oy, oz = u[l], u[B + l], u[2 * B + l]
        sx, sy, sz = u[3 * B + l], u[4 * B + l], u[5 * B + l]
        # vJd + wJ x vJ + 2 (R^T W_p) x vJ = vJd + (wJ + 2 R^T W_p) x vJ
        tx, ty, tz = ox + 2.0 * vx, oy + 2.0 * vy, oz + 2.0 * vz
        b[W * B + l], b[(W + 1) * B + l], b[(W + 2) * B + l] = vx + ox, vy + oy, vz + oz
        b[AL * B + l] = e00 * lx + e10 * ly + e20 * lz + u[6 * B + l] + vy * oz - vz * oy
        b[(AL + 1) * B + l] = e01 * lx + e11 * ly + e21 * lz + u[7 * B + l] + vz * ox - vx * oz
        b[(AL + 2) * B + l] = e02 * lx + e12 * ly + e22 * lz + u[8 * B + l] + vx * oy - vy * ox
        b[D * B + l] = e00 * dx + e10 * dy + e20 * dz + u[9 * B + l] + ty * sz - tz * sy
        b[(D + 1) * B + l] = e01 * dx + e11 * dy + e21 * dz + u[10 * B + l] + tz * sx - tx * sz
        b[(D + 2) * B + l] = e02 * dx + e12 * dy + e22 * dz + u[11 * B + l] + tx * sy - ty * sx


@njit(fastmath=FAST, error_model="numpy")
def joint_motion(u, S, qd, qdd):
    """Write S qd and S qdd to the rows of u."""
    u[: 12 * B] = 0.0
    for c in range(6):
        for w in range(qd.shape[0]):
            s = S[c, w]
            if s != 0.0:
                for l in range(B):
                    u[c * B + l] += s * qd[w, l]
                for l in range(B):
                    u[(6 + c) * B + l] += s * qdd[w, l]


@njit(error_model="numpy")
def start_world(robot: Layout, records):
    """Fill what is the same in all lanes: the world, at rest but accelerated against gravity, and constant poses."""
    n = robot.parent.shape[0]
    for l in range(records.shape[1]):
        records[n, l] = 0.0
    for k in range(3):
        for l in range(B):
            records[n, (D + k) * B + l] = -robot.gravity[k]
        for i in range(n):
            for l in range(B):
                for c in range(3):
                    records[i, (R + 3 * k + c) * B + l] = robot.geometry[i, 3 * k + c]
                records[i, (P + k) * B + l] = robot.geometry[i, 27 + k]


@njit(error_model="numpy")
def load_lane(values, k0, lane):
    """Copy samples k0 .. k0 + LANE of (samples, width) values to (width, LANE); beyond the last, that one again."""
    last, width, flat = values.shape[0] - 1 - k0, values.shape[1], values.reshape(values.size)
    for k in range(width):
        for l in range(B):  # unsigned: no check for an index from the end
            lane[k, l] = flat[np.uint64((k0 + min(l, last)) * width + k)]


@njit(error_model="numpy")
def copy_row(row, to):
    """Copy a row of samples; an assignment to a slice would check shapes, and compiling that takes seconds."""
    for l in range(B):
        to[l] = row[l]


@njit(error_model="numpy")
def store_lane(lane, k0, values):
    """Copy a lane (width, LANE) to samples k0 .. of (samples, width) values."""
    width, flat = values.shape[1], values.reshape(values.size)
    for k in range(width):
        for l in range(min(B, values.shape[0] - k0)):
            flat[np.uint64((k0 + l) * width + k)] = lane[k, l]


@njit(inline="always", error_model="numpy")
def move_body(i, robot: Layout, records, u, q, qd, qdd):
    """Place body i in its parent and propagate the motion to it.

    Args:
        i: the body.
        robot: its layout.
        records: (n + 1, rows of a record times LANE); the world's is the last.
        u: scratch for JOINT rows.
        q: (nq, LANE).
        qd: (nv, LANE).
        qdd: (nv, LANE).
    """
    b = records[i]
    g = robot.geometry[i]
    parent = records[robot.parent[i]]
    iv = robot.iv[i]
    if robot.kind[i] == TURN:
        _sines(u, q[robot.iq[i]])
        _turn(b, parent, u, qd[iv], qdd[iv], g)
    elif robot.kind[i] == SLIDE:
        _slide(b, parent, q[robot.iq[i]], qd[iv], qdd[iv], g)
    elif robot.kind[i] == SCREW:
        iq = robot.iq[i]
        for l in range(B):
            u[l] = q[iq, l]
            u[B + l] = qd[iv, l]
            u[2 * B + l] = qdd[iv, l]
        _screw(b, parent, u, g)
    else:
        _joint_pose(b, robot.kind[i], g, q, robot.iq[i])
        _place(b, g)
        joint_motion(u, robot.S[i], qd[iv : iv + robot.nv[i]], qdd[iv : iv + robot.nv[i]])
        _move(b, parent, u)
