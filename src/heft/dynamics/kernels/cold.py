"""A fresh installation: the regressor by NumPy while its kernels are not compiled (`heft.cold_start`).

The generic recursions give the same numbers as the kernels but for rounding (a law test ties them).
"""

from __future__ import annotations

import hashlib
import threading

import numpy as np

from heft.arrays import Array, Ints
from heft.dynamics.kernels import adjoint, articulated, displaced, newton_euler, regressor
from heft.dynamics.kernels.layout import LANE, Layout, layout_of
from heft.dynamics.newton_euler import torque_regressor
from heft.dynamics.tree import tree_of
from heft.robot.model import Robot

WORTH = 20_000_000
"""Pairs of a torque and a body, times samples, that NumPy computes in the time that compiling takes."""

KEPT = 200_000_000
"""[byte] of regressors that are kept."""

BODIES = 6_000_000
"""Bodies, times samples, of dynamics or of the dense regressor, that NumPy computes in the time of compiling."""


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
    packed = _recent.get(key := _key(robot, q, qd, qdd))
    if packed is None:
        Y, _ = torque_regressor(tree_of(robot), *(x.T for x in (q, qd, qdd)))
        packed = Y[coordinate, body].reshape(-1, len(q))
        _keep(key, packed)
    chosen, added = np.flatnonzero(row >= 0), np.flatnonzero(second >= 0)
    out[chosen, : len(q)] = packed[row[chosen]]
    out[added, : len(q)] += packed[second[added]]


def work(robot: Robot, body: Ints, q: Array, qd: Array, qdd: Array) -> int:
    """Return how much work `rows` has with samples: none where they came lately."""
    return 0 if _key(robot, q, qd, qdd) in _recent else len(body) * len(q)


_Key = tuple[Robot, bytes]

_recent: dict[_Key, Array] = {}
"""Packed regressors of the last samples: an identification asks some fifty times for those of the same log."""


_keeping = threading.Lock()
"""Threads that share a log keep regressors at the same time."""


def _key(robot: Robot, *motion: Array) -> _Key:
    digest = hashlib.blake2b(digest_size=16)
    for x in motion:
        digest.update(x.tobytes())
    return robot, digest.digest()


def _keep(key: _Key, packed: Array) -> None:
    with _keeping:
        _recent[key] = packed
        while sum(each.nbytes for each in _recent.values()) > KEPT:
            _recent.pop(next(iter(_recent)))


def example() -> tuple[Layout, Array, Array, Array]:
    """Return the first arguments of the kernels for one sample of a robot."""
    from heft.robot import zoo

    robot = zoo.planar_n(1)
    return layout_of(robot), np.zeros((1, robot.nq)), np.zeros((1, robot.nv)), np.zeros((1, robot.nv))


def compile_packed() -> None:
    """Compile the kernel that streams packed rows."""
    regressor.packed(*example(), np.empty((1, 10 * LANE)), 0, 1)


def compile_rows() -> None:
    """Compile the kernel that writes chosen rows."""
    none = np.full(1, -1)
    regressor.rows(*example(), none, none, np.empty((1, LANE)), 0, 1)


def compile_dense() -> None:
    """Compile the kernel that fills the dense regressor."""
    regressor.dense(*example(), np.empty((1, 1, 10)), 0, 1)


def compile_inverse_dynamics() -> None:
    """Compile the kernel of inverse dynamics."""
    newton_euler.inverse_dynamics(*example(), np.empty((1, 1)), 0, 1)


def compile_accelerations() -> None:
    """Compile the kernel of forward dynamics."""
    layout, q, qd, tau = example()
    one = np.empty((1, 1))
    articulated.accelerations(layout, q, qd, tau, tau, np.empty(0), one, one, np.empty((0, 10)), np.empty(0), 0, 1)


def compile_placement_jacobian() -> None:
    """Compile the kernel of the derivatives in placements."""
    displaced.placement_jacobian(*example(), np.empty((1, 1, 1, 6)), 0, 1)


def compile_weighted_gradient() -> None:
    """Compile the kernel of the derivatives of the regressor."""
    robot, q, qd, qdd = example()
    one = np.empty((1, 1))
    adjoint.weighted_gradient(robot, q, qd, qdd, np.zeros((1, 1, 10)), one, one, one, 0, 1)
