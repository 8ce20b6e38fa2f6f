"""A payload from a force/torque sensor between robot and load: the robot's kinematics and the sensor's log suffice.

The wrench that moves the load follows from the motion of the sensor's frame, v and a with gravity in it, and is linear
in the load's ten parameters. The sensor adds a constant bias (six more unknowns):

    w = (M(a) + v x* M(v)) p + w0

Sensors report the force on the load or that on the sensor; a load of negative mass says that it is the latter.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from heft import parameters as inertial
from heft.arrays import Array, Bools
from heft.dynamics.energy import world_poses
from heft.dynamics.newton_euler import BodyMotion, force_regressor, forward_pass
from heft.dynamics.tree import tree_of
from heft.errors import ArgumentError
from heft.estimation.contact_points import link_of
from heft.estimation.information import Information, triangle
from heft.estimation.least_squares import Fit, reweighted, solve
from heft.estimation.payload import Payload
from heft.estimation.provenance import Bias
from heft.estimation.residuals import Residuals
from heft.estimation.spread import half_width
from heft.estimation.uncertainty import Stretch, jackknife
from heft.estimation.wrench_frame import frame_warning, unexplained_by
from heft.estimation.wrench_lag import late_record
from heft.logs.motion import Motion
from heft.logs.sensor_record import SensorRecord
from heft.logs.wrench_channels import AXES
from heft.robot.length import longest
from heft.robot.model import Robot
from heft.spatial import motion_to_child, rotate

BLOCKS, ITERATIONS = 20, 20

NO_LOAD = 0.5
"""Forces of which the motion leaves more than this share of the squares, in the axes of any link, show no load."""

LEAST = 1e-3
"""A weight below this part of the forces does not count as a load."""

LARGE = 0.2
"""The part of the forces or moments, rms and without the bias, from which on what the load leaves is named."""


UNCOVERED = 0.05
"""The part of a motion without wrenches from which on it is named."""


def payload_by_wrench(robot: Robot, motion: Motion, wrenches: SensorRecord, link: str | None = None) -> Payload:
    """Return the load beyond a force/torque sensor.

    Args:
        robot: whose joints moved.
        motion: of the joints; efforts are not used.
        wrenches: in the frame of the link that the sensor is fixed to.
        link: that link, a body or one fixed to it; the last body if None.

    Raises:
        ArgumentError: the wrenches do not cover the motion, or do not determine the mass.
    """
    i, frame = link_of(robot, link)
    R, p = frame.placement.rotation, frame.placement.translation
    moving = forward_pass(tree_of(robot), motion.q.T, motion.qd.T, motion.qdd.T)
    v, a = (motion_to_child(R[..., None], p[:, None], each[i]) for each in (moving.v, moving.a))
    rows = np.moveaxis(force_regressor(v, a), -1, 0)[:, [3, 4, 5, 0, 1, 2]]
    rows = np.concatenate(
        [rows, np.broadcast_to(np.eye(6), (len(rows), 6, 6)), wrenches.at(motion.t)[..., None]], axis=2
    )
    kept = motion.filtered(rows.reshape(len(rows), -1)).reshape(-1, 6, 17)
    late = late_record(kept[..., :16], motion, wrenches)
    there = np.all(np.isfinite(kept), axis=(1, 2))
    kept = kept[there]
    if len(kept) < 2 * BLOCKS:
        raise ArgumentError(
            f"The sensor's record covers {len(kept)} samples of the motion; at least {2 * BLOCKS} are needed.",
            remedy="Give both with the same clock, in seconds.",
        )
    left = unexplained_by([a[there] for a in _accelerations(robot, motion, moving, i)], kept[:, :3, 16])
    doubt = frame_warning(robot, i, frame.name, R, kept[:, :3, 0], kept[:, :3, 16]) if left <= NO_LOAD else ""
    fit = _fit(kept)
    if not fit.determined[0]:
        raise ArgumentError(
            "The wrenches do not determine the mass of the load separately from the sensor's bias.",
            remedy=doubt or "Turn the sensor against gravity during the motion.",
        )
    covariance = _scatter(kept, fit)
    forces = _fit(kept[:, :3])
    flipped = forces.values[0] < 0
    ten, C = (-1.0 if flipped else 1.0) * fit.values[:10], covariance[:10, :10].copy()
    blind = ~fit.determined[:10]
    C[blind] = C[:, blind] = 0.0
    T = np.stack([inertial.transform(unit, R, p) for unit in np.eye(10)], axis=1)
    unseen = np.any(T[:, blind] != 0, axis=1)
    C = T @ C @ T.T
    C[unseen] = C[:, unseen] = 0.0
    C[unseen, unseen] = np.inf
    squares, energy = _squares(kept, fit)
    residuals = Residuals.of(AXES, squares, energy, np.full(6, len(kept)))
    notes = (*_uncovered(there), *_unexplained(squares, energy), *_notes(flipped))
    found = Payload.of(robot, robot.body_names[i], T @ ten, C, residuals=residuals, warnings=notes)
    deviation = np.sqrt(np.diag(covariance))
    bias = {
        name: Bias(value=float(b), deviation=float(s))
        for name, b, s in zip(AXES, fit.values[10:], deviation[10:], strict=True)
    }
    moments = _far_moments(robot, forces, _fit(kept[:, 3:]), float(np.sqrt(np.mean(kept[:, :3, 16] ** 2))))
    faults = (doubt, moments, late)
    if left > NO_LOAD and not late:
        faults = (_no_load(left, ten[0] + float(half_width(deviation[0]))),)
    return replace(found, provenance={"sensor": frame.name, "bias": bias}, faults=tuple(filter(None, faults)))


def _uncovered(there: Bools) -> list[str]:
    """Say which part of a motion, (n,), has no wrenches, if it is more than the ends of a record."""
    share = 1 - float(there.mean())
    return [f"{100 * share:.0f} % of the motion has no wrenches and is left out."] if share > UNCOVERED else []


def _accelerations(robot: Robot, motion: Motion, moving: BodyMotion, body: int) -> list[Array]:
    """Return the specific accelerations of all bodies in their axes, and of one in the world's, filtered, (n, 3)."""
    in_world = rotate(world_poses(tree_of(robot), motion.q.T)[0][body], moving.a[body][3:])
    return [motion.filtered(np.asarray(a).T) for a in (*(each[3:] for each in moving.a), in_world)]


def _no_load(left: float, most: float) -> str:
    """Return that there is no load, from the share of squares that no axes explain and the largest mass it may have."""
    return (
        f"No load can be distinguished from zero: the motion explains {100 * (1 - left):.0f} % of the squares of the "
        f"forces, in the axes of any link. If there is a load, it is lighter than {most:.2g} kg (95 %), or the record "
        "is of another time. Check that this log is a loaded one."
    )


def _far_moments(robot: Robot, forces: Fit, moments: Fit, size: float) -> str:
    """Return what is wrong if the moments put the load of the forces' mass beyond the reach of the robot; else "".

    Args:
        robot: that carries the load.
        forces: the fit of the forces alone.
        moments: the fit of the moments alone.
        size: rms of the forces [N]; a load is one that makes a part of them.
    """
    mass, weight = float(forces.values[0]), abs(float(forces.values[0])) * float(np.linalg.norm(tree_of(robot).gravity))
    if not forces.determined[0] or weight <= LEAST * size:
        return ""
    arms = np.where(moments.determined[1:4], moments.values[1:4], 0.0) / mass
    far, reach = float(np.linalg.norm(arms)), longest(robot)
    if far <= reach:
        return ""
    unit = " Moments in N mm would do so." if far / 1000 <= reach else ""
    return (
        f"Forces and moments contradict each other: the forces are those of {abs(mass):.3g} kg, and the moments put "
        f"its centre of mass {far:.3g} m away from the link, which is more than the length of the robot.{unit} Give "
        "moments in N m, about the origin of the link that the sensor is fixed to."
    )


def _unexplained(squares: Array, energy: Array) -> tuple[str, ...]:
    """Return a sentence on forces or moments of which the load leaves a large part; both (6,) are of `_squares`."""
    found = list[str]()
    for what, axes in (("forces", slice(3)), ("moments", slice(3, 6))):
        left = float(np.sqrt(squares[axes].sum() / max(float(energy[axes].sum()), 1e-300)))
        if left > LARGE:
            found.append(
                f"The load leaves {100 * left:.0f} % of the {what} unexplained. Was the sensor saturated, did the load "
                "move in its grip, or is there hardly any load?"
            )
    return tuple(found)


def _notes(flipped: bool) -> tuple[str, ...]:
    text = "The sensor reports the force that the load exerts on it, so the signs of all wrenches are reversed."
    return (text,) if flipped else ()


def _fit(kept: Array) -> Fit:
    """Return the least-squares estimate of load and bias from channels (n, k, 17), each weighted by its residuals."""
    names, k = (*inertial.NAMES, *(f"bias.{name}" for name in AXES)), kept.shape[1]
    factors = tuple(triangle(kept[:, c]) for c in range(k))
    information = Information(names, AXES[:k], (np.arange(16),) * k, factors, np.full(k, len(kept)))
    size = np.linalg.norm(kept[..., :16].reshape(-1, 16), axis=0)
    scales = np.linalg.norm(kept[..., 16]) / np.where(size > 0, size, 1.0)
    fit = solve(information, None, scales, np.zeros(16))
    for _ in range(ITERATIONS):
        before = fit.sigma
        fit = solve(information, reweighted(fit), scales, np.zeros(16))
        if np.all(np.abs(fit.sigma - before) <= 1e-6 * before):
            break
    return fit


def _scatter(kept: Array, fit: Fit) -> Array:
    """Return the jackknifed covariance (16, 16) over long blocks of time."""
    from scipy.special import ndtri, stdtrit

    parts = []
    for block in np.array_split(kept, BLOCKS):
        rows = (block * fit.weights[:, None]).reshape(-1, 17)
        J, e = rows[:, :16], rows[:, 16] - rows[:, :16] @ fit.values
        parts.append(Stretch((J.T @ e)[None], J.T @ J))
    return float(stdtrit(BLOCKS - 1, 0.975) / ndtri(0.975)) ** 2 * jackknife(fit, parts)


def _squares(kept: Array, fit: Fit) -> tuple[Array, Array]:
    """Return (6,) the sums of squared residuals, and of squared wrenches without the bias, which no load makes."""
    errors = kept[..., 16] - kept[..., :16] @ fit.values
    wrenches = kept[..., 16] - kept[..., 10:16] @ fit.values[10:]
    return np.sum(errors**2, axis=0), np.sum(wrenches**2, axis=0)
