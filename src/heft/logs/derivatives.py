"""Velocities and accelerations from positions, for uneven stamps and for every kind of joint.

A quintic spline goes through the samples; its derivatives are those of the signal up to O(h^5) and O(h^4), whatever the
spacing, where h is the longest step. Noise is removed before, by the low-pass filter.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.logs.stamps import Segments, splines
from heft.robot.joints import joint_kind
from heft.robot.model import Robot

DEGREE = 5


def derivatives(t: Array, x: Array) -> tuple[Array, Array]:
    """Return the first and the second derivative of x, (n, ...) each, at its own stamps [s], which must increase."""
    first, second = np.empty(x.shape), np.empty(x.shape)
    for start, stop, spline in splines(t, x, DEGREE):
        here, once = t[start:stop] - t[0], spline.derivative(1)
        first[start:stop], second[start:stop] = once(here), once.derivative(1)(here)
    return first, second


def first_derivative(t: Array, x: Array) -> Array:
    """Return the first derivative of x, (n, ...), at its own stamps [s], which must increase."""
    first = np.empty(x.shape)
    for start, stop, spline in splines(t, x, DEGREE):
        first[start:stop] = spline.derivative(1)(t[start:stop] - t[0])
    return first


def velocities(robot: Robot, t: Array, q: Array, segments: Segments) -> tuple[Array, Array]:
    """Return qd and qdd, (n, nv) each, of positions (n, nq).

    Where displacements do not add (spherical, floating and planar joints), qd is the velocity in body coordinates and
    qdd its rate; for all others they are the derivatives of q.
    """
    qd, qdd = np.empty((len(t), robot.nv)), np.empty((len(t), robot.nv))
    for a, b in segments:
        first, second = derivatives(t[a:b], q[a:b])  # of all joints at once: most of the work is that for one
        for joint in robot.joints:
            rows, columns = robot.q_index[joint.name], robot.v_index[joint.name]
            kind, own, rate = joint_kind(joint.kind), first[:, rows], second[:, rows]
            if not kind.adds:
                own = kind.velocity(q[a:b, rows].T, own.T).T
                rate = first_derivative(t[a:b], own)
            qd[a:b, columns], qdd[a:b, columns] = own, rate
    return qd, qdd


def quaternion_columns(robot: Robot) -> list[slice]:
    """Return the columns of q that hold quaternions."""
    starts = [robot.q_index[joint.name].start for joint in robot.joints if joint_kind(joint.kind).quaternion]
    return [slice(start, start + 4) for start in starts]


def continuous(robot: Robot, q: Array) -> Array:
    """Return q with quaternions of length one that do not jump to their negative from one sample to the next."""
    quaternions = quaternion_columns(robot)
    if not quaternions:
        return q
    q = np.array(q, float)
    for columns in quaternions:
        unit = q[:, columns] / np.linalg.norm(q[:, columns], axis=1, keepdims=True)
        turns = np.sign(np.sum(unit[1:] * unit[:-1], axis=1))
        unit[1:] *= np.cumprod(np.where(turns < 0, -1.0, 1.0))[:, None]
        q[:, columns] = unit
    return q
