"""The compiled hot paths, as the rest of heft calls them: a robot and samples-first arrays in, arrays out.

A law ties each to the generic recursions. The first call in a fresh installation compiles, for some seconds; later
ones load the compiled code from the cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Unpack

import numpy as np

from heft.arguments import array, whole
from heft.arrays import Array, Ints
from heft.cold_start import Cold
from heft.dynamics.kernels import adjoint, articulated, cold, displaced, newton_euler, regressor
from heft.dynamics.kernels.cache import drop_stale
from heft.dynamics.kernels.layout import (
    LANE,
    Layout,
    column_rows,
    layout_given,
    layout_of,
    packed_pairs,
    turned_layout_of,
)
from heft.dynamics.kernels.poses import with_poses
from heft.dynamics.kernels.threads import in_threads, lane_ranges
from heft.dynamics.tree import Given, tree_of
from heft.errors import ArgumentError
from heft.robot.model import Robot

drop_stale(newton_euler.inverse_dynamics)
_cold = Cold(regressor.packed, cold.WORTH, cold.compile_packed)
_cold_rows = Cold(regressor.rows, cold.WORTH, cold.compile_rows)

COLD = {
    "inverse_dynamics": Cold(newton_euler.inverse_dynamics, cold.BODIES, cold.compile_inverse_dynamics),
    "forward_dynamics": Cold(articulated.accelerations, cold.BODIES, cold.compile_accelerations),
    "torque_regressor": Cold(regressor.dense, cold.BODIES, cold.compile_dense),
}
"""Who decides whether the functions of these names here are called; the unit is a body and a sample."""

_NOTHING, _NO_GRADIENT = np.empty(0), np.empty((0, 10))

LARGEST_ANGLE = 1e5
"""[rad] up to which the kernels' sine and cosine are good to the last bits."""


def contiguous(robot: Robot, q: Array, *rates: Array) -> list[Array]:
    """Return the arrays as the kernels read them; a wrong shape would be read past its end.

    They are made writable though nothing writes to them: for read-only ones everything would be compiled once more.
    """
    arrays = [_writable(array("An argument", x)) for x in (q, *rates)]
    shapes = [(len(arrays[0]), robot.nq), *[(len(arrays[0]), robot.nv)] * len(rates)]
    if (found := [x.shape for x in arrays]) != shapes:
        remedy = "Give each a row for every sample."
        raise ArgumentError(f"The arrays have shapes {found}; they must be {shapes}.", remedy=remedy)
    return [with_poses(tree_of(robot), arrays[0]), *arrays[1:]]


class _Writable:
    """Says that the memory of an array can be written to, and keeps it."""

    def __init__(self, x: Array) -> None:
        self.kept = x
        facts = x.__array_interface__
        self.__array_interface__ = {**facts, "data": (facts["data"][0], False)}


def _writable(x: Array) -> Array:
    x = np.ascontiguousarray(x)
    return x if x.flags.writeable else np.asarray(_Writable(x))


def _run(
    kernel: Callable[..., None], samples: int, layout: Layout, *arguments: object, threads: int | None = None
) -> None:
    """Run a kernel over all lanes, on as many threads as they are worth, or at most as many as are given."""
    ranges = lane_ranges(samples, len(layout.parent), threads)
    in_threads([partial(kernel, layout, *arguments, first, last) for first, last in ranges])


def _eliminable(robot: Robot) -> Robot:
    """Refuse a robot whose joints cannot be eliminated one after the other."""
    if not tree_of(robot).shared_parents:
        raise ArgumentError(
            f"Robot '{robot.name}' has mimic joints that share a coordinate but have different parent bodies, which "
            "the articulated-body kernels do not support.",
            remedy="Use heft.forward_dynamics, which then solves with the mass matrix.",
        )
    return robot


def inverse_dynamics(robot: Robot, q: Array, qd: Array, qdd: Array, **given: Unpack[Given]) -> Array:
    """Return tau (n, nv), rotors and armature included.

    What is given stands in the place of the robot's own numbers, here and below; a robot made of them takes longer.
    """
    q, qd, qdd = contiguous(robot, q, qd, qdd)
    tau = np.empty_like(qd)
    _run(newton_euler.inverse_dynamics, len(q), layout_given(robot, True, given), q, qd, qdd, tau)
    return tau


def inverse_dynamics_of(robot: Robot, m: int) -> Callable[[Array, Array, Array], Array]:
    """Return tau(q, qd, qdd) of m samples, (m, nq) and (m, nv); what a call looks up is looked up once here."""
    tree, layout = tree_of(robot), layout_given(robot, True, {})
    ranges = lane_ranges(m, len(layout.parent))

    def torques(q: Array, qd: Array, qdd: Array) -> Array:
        q, qd, qdd = with_poses(tree, _writable(q)), _writable(qd), _writable(qdd)
        tau = np.empty_like(qd)
        in_threads([partial(newton_euler.inverse_dynamics, layout, q, qd, qdd, tau, *r) for r in ranges])
        return tau

    return torques


def forward_dynamics(robot: Robot, q: Array, qd: Array, tau: Array, **given: Unpack[Given]) -> Array:
    """Return qdd (n, nv); bodies that share a coordinate must share a parent."""
    q, qd, tau = contiguous(robot, q, qd, tau)
    qdd = np.empty_like(qd)
    layout = layout_given(_eliminable(robot), True, given)
    _run(articulated.accelerations, len(q), layout, q, qd, tau, tau, _NOTHING, qdd, qdd, _NO_GRADIENT, _NOTHING)
    return qdd


def forward_dynamics_of(robot: Robot, m: int) -> Callable[[Array, Array, Array], Array]:
    """Return qdd(q, qd, tau) of m samples, (m, nq) and (m, nv); what a call looks up is looked up once here."""
    tree, layout = tree_of(robot), layout_given(_eliminable(robot), True, {})
    ranges = lane_ranges(m, len(layout.parent))

    def accelerations(q: Array, qd: Array, tau: Array) -> Array:
        q, qd, tau = with_poses(tree, _writable(q)), _writable(qd), _writable(tau)
        qdd = np.empty_like(qd)
        arguments = layout, q, qd, tau, tau, _NOTHING, qdd, qdd, _NO_GRADIENT, _NOTHING
        in_threads([partial(articulated.accelerations, *arguments, first, last) for first, last in ranges])
        return qdd

    return accelerations


def torque_regressor(
    robot: Robot, q: Array, qd: Array, qdd: Array, out: Array | None = None, **given: Unpack[Given]
) -> Array:
    """Return Y (n, nv, columns), in `out` if it is given: touching fresh memory takes as long as the work."""
    q, qd, qdd = contiguous(robot, q, qd, qdd)
    shape = (len(q), robot.nv, len(robot.parameter_names))
    if out is not None and out.shape != shape:
        raise ArgumentError(f"'out' has shape {out.shape}.", remedy=f"It must be {shape}.")
    filled = out if out is not None and out.flags.c_contiguous else np.empty(shape)
    _run(regressor.dense, len(q), layout_given(robot, False, given), q, qd, qdd, filled)
    if out is None or out is filled:
        return filled
    out[:] = filled
    return out


def placement_jacobian(robot: Robot, q: Array, qd: Array, qdd: Array, **given: Unpack[Given]) -> Array:
    """Return K (n, nv, bodies and rotors, 6): the torques' derivatives in the placements of the bodies.

    The six of a body are a turn [rad] about the axes of its parent through its own origin at q = 0, and a shift [m]
    along them: R -> (1 + [turn]) R, p -> p + shift.
    """
    q, qd, qdd = contiguous(robot, q, qd, qdd)
    out = np.empty((len(q), robot.nv, tree_of(robot).n, 6))
    _run(displaced.placement_jacobian, len(q), layout_given(robot, False, given), q, qd, qdd, out)
    return out


def weighted_gradient(
    robot: Robot, q: Array, qd: Array, qdd: Array, weights: Array, **given: Unpack[Given]
) -> tuple[Array, Array, Array]:
    """Return the derivatives of sum(weights * Y), each (n, nv), in q, qd and qdd, Y being the torque regressor.

    The derivative in q is along the velocity coordinates. With weights lambda_r pi_c they are those of lambda . tau,
    without the armature's part.

    Args:
        robot: the robot.
        q: (n, nq).
        qd: (n, nv).
        qdd: (n, nv).
        weights: (n, nv, columns).
        given: what stands in the place of the robot's own numbers.
    """
    q, qd, qdd = contiguous(robot, q, qd, qdd)
    weights = np.ascontiguousarray(array("'weights'", weights))
    if weights.shape != (shape := (len(q), robot.nv, len(robot.parameter_names))):
        raise ArgumentError(f"'weights' has shape {weights.shape}.", remedy=f"It must be {shape}.")
    to_q, to_qd, to_qdd = np.empty_like(qd), np.empty_like(qd), np.empty_like(qd)
    layout = layout_given(robot, False, given)
    _run(adjoint.weighted_gradient, len(q), layout, q, qd, qdd, weights, to_q, to_qd, to_qdd)
    return to_q, to_qd, to_qdd


@dataclass(frozen=True, eq=False)
class Tile:
    """Packed rows of a stretch of samples: only what can differ from zero.

    Attributes:
        start, count: the samples it holds are start .. start + count.
        coordinate, body: (pairs,) which torque and which body (rotors after the links) each block belongs to,
            sorted by coordinate.
        values: (lanes, pairs, 10, LANE); the samples beyond the last repeat it. The array is used again for the
            next tile.
    """

    start: int
    count: int
    coordinate: Ints
    body: Ints
    values: Array


def regressor_tiles(robot: Robot, q: Array, qd: Array, qdd: Array, samples: int = 72 * LANE) -> Iterator[Tile]:
    """Stream the torque regressor in packed tiles, in memory that does not grow with the log.

    Args:
        robot: the robot.
        q: (n, nq).
        qd: (n, nv).
        qdd: (n, nv).
        samples: in a tile; a multiple of LANE wastes nothing.

    Yields:
        Tiles in order. The arrays of one are overwritten by the next.
    """
    q, qd, qdd = contiguous(robot, q, qd, qdd)
    samples = whole("'samples'", samples, 1)
    layout, (coordinate, body) = layout_of(robot), packed_pairs(robot)
    buffer = np.empty((-(-min(samples, max(len(q), 1)) // LANE), 10 * len(body) * LANE))
    for start in range(0, len(q), samples):
        count = min(samples, len(q) - start)
        piece = slice(start, start + count)
        out = buffer[: -(-count // LANE)]
        if _cold.takes(len(body) * count):
            cold.packed(robot, coordinate, body, q[piece, : robot.nq], qd[piece], qdd[piece], out)
        else:
            _run(regressor.packed, count, layout, q[piece], qd[piece], qdd[piece], out)
        yield Tile(start, count, coordinate, body, out.reshape(len(out), len(body), 10, LANE))


def regressor_rows(
    robot: Robot, q: Array, qd: Array, qdd: Array, row: Ints, second: Ints, out: Array, threads: int | None = None
) -> None:
    """Write chosen rows of the packed torque regressor to out (k, width), samples last.

    Args:
        robot: the robot.
        q: (n, nq).
        qd: (n, nv).
        qdd: (n, nv).
        row: (k,) 10 times a pair of `packed_pairs` and one of its ten columns; -1 leaves that row of out as it is.
        second: (k,) a row of the same pair to add to it, or -1.
        out: filled in its first n columns; it must have a multiple of LANE of them, what is beyond n is overwritten.
        threads: at most; all that there are if not given.
    """
    q, qd, qdd = contiguous(robot, q, qd, qdd)
    coordinate, body = packed_pairs(robot)
    if not len(row) == len(second) == len(out) or out.shape[1] < -(-len(q) // LANE) * LANE:
        raise ArgumentError(
            f"'out' has shape {out.shape}; {len(row)} rows of {len(q)} samples do not fit.",
            remedy=f"Give it a row for each that is chosen, and a multiple of {LANE} columns.",
        )
    if row.max(initial=-1) >= 10 * len(body):
        raise ArgumentError("A chosen row is not one of the packed regressor.", remedy=f"There are {10 * len(body)}.")
    if np.any((second >= 0) & (second // 10 != row // 10)):
        raise ArgumentError("A row and one that is added to it are of two pairs.", remedy="Choose rows of one pair.")
    if not _cold_rows.ready and _cold_rows.takes(cold.work(robot, body, q[:, : robot.nq], qd, qdd)):
        cold.rows(robot, coordinate, body, q[:, : robot.nq], qd, qdd, row, second, out)
    else:
        _run(regressor.rows, len(q), layout_of(robot), q, qd, qdd, row, second, out, threads=threads)


def sampled_regressor(robot: Robot, q: Array, qd: Array, qdd: Array) -> Array | None:
    """Return Y (n, nv, columns) as `torque_regressor` does, but by the kernel of `regressor_rows`.

    A few samples are not worth compiling anything: None where that kernel would have to be compiled first.
    """
    if not _cold_rows.ready:
        return None
    coordinate, column, row, second = column_rows(robot)
    out = np.empty((len(row), -(-len(q) // LANE) * LANE))
    regressor_rows(robot, q, qd, qdd, row, second, out)
    Y = np.zeros((len(q), robot.nv, len(robot.parameter_names)))
    Y[:, coordinate, column] = out[:, : len(q)].T
    return Y


@dataclass(frozen=True, eq=False)
class AccelerationGradient:
    """A loss on accelerations and its gradients.

    Attributes:
        loss: 1/2 sum weight (qdd - target)^2.
        qdd: (n, nv) the accelerations.
        tau: (n, nv) dL/dtau.
        parameters: (bodies and rotors, 10) dL/dpi.
    """

    loss: float
    qdd: Array
    tau: Array
    parameters: Array


def acceleration_gradient(
    robot: Robot, q: Array, qd: Array, tau: Array, target: Array, weight: Array | None = None
) -> AccelerationGradient:
    """Compare the accelerations under tau with a target, and differentiate in the inertial parameters and in tau.

    Args:
        robot: the robot; bodies that share a coordinate must share a parent.
        q: (n, nq).
        qd: (n, nv).
        tau: (n, nv).
        target: (n, nv) accelerations.
        weight: (nv,), ones if None.
    """
    q, qd, tau, target = contiguous(robot, q, qd, tau, target)
    weight = np.ones(robot.nv) if weight is None else np.ascontiguousarray(array("'weight'", weight))
    if weight.shape != (robot.nv,):
        raise ArgumentError(f"'weight' has shape {weight.shape}.", remedy=f"It must be ({robot.nv},).")
    layout, to_own_frame = turned_layout_of(_eliminable(robot))
    qdd, adjoint = np.empty_like(qd), np.empty_like(qd)
    ranges = lane_ranges(len(q), len(layout.parent))
    gradient, loss = np.empty((len(ranges), len(layout.parent), 10)), np.empty((len(ranges), 1))
    arguments = (layout, q, qd, tau, target, weight, qdd, adjoint)
    in_threads([partial(articulated.accelerations, *arguments, gradient[k], loss[k], *r) for k, r in enumerate(ranges)])
    parameters = np.einsum("nij,nj->ni", to_own_frame, gradient.sum(axis=0))
    return AccelerationGradient(float(loss.sum()), qdd, adjoint, parameters)
