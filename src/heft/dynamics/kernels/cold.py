"""A fresh installation: the regressor by NumPy while its kernels are not compiled, as far as that is quicker.

Compiling takes some ten seconds, in which NumPy does millions of samples. So a process that finds no compiled
kernel in the cache does its first samples by the generic recursions and compiles only when more than that is asked of
it. Both give the same numbers but for rounding (a law test ties them).
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array, Ints
from heft.dynamics.kernels.layout import LANE
from heft.dynamics.newton_euler import torque_regressor
from heft.dynamics.tree import tree_of
from heft.robot.model import Robot

WORTH = 3_000_000
"""Pairs of a torque and a body, times samples, that a process computes by NumPy before it compiles: a second or two."""


def packed(robot: Robot, coordinate: Ints, body: Ints, q: Array, qd: Array, qdd: Array, out: Array) -> None:
    """Fill out (lanes, 10 pairs LANE) as the kernel does; the samples beyond the last repeat it.

    Args:
        robot: the robot.
        coordinate: (pairs,) of each pair, in the order of the output.
        body: (pairs,) of each pair, rotors after the links.
        q: (n, nq).
        qd: (n, nv).
        qdd: (n, nv).
        out: to be filled.
    """
    last = np.minimum(np.arange(len(out) * LANE), len(q) - 1)
    Y, _ = torque_regressor(tree_of(robot), *(x[last].T for x in (q, qd, qdd)))
    packed = Y[coordinate, body].reshape(len(coordinate), 10, len(out), LANE)
    out[:] = np.moveaxis(packed, 2, 0).reshape(out.shape)


def rows(
    robot: Robot, coordinate: Ints, body: Ints, q: Array, qd: Array, qdd: Array, row: Ints, second: Ints, out: Array
) -> None:
    """Fill rows of out (k, at least samples) as the kernel of that name does, which describes `row` and `second`."""
    Y, _ = torque_regressor(tree_of(robot), *(x.T for x in (q, qd, qdd)))
    packed = Y[coordinate, body].reshape(-1, len(q))
    chosen, added = np.flatnonzero(row >= 0), np.flatnonzero(second >= 0)
    out[chosen, : len(q)] = packed[row[chosen]]
    out[added, : len(q)] += packed[second[added]]
