"""Rows of a regression in which no unknown contact force has a part, streamed.

A force f at a contact point acts on the joints and the base by J(q)^T f. With all directions that are unknown in U, the
columns of J^T and a unit vector for each effort that was not measured or is within dry friction at rest, and P the
projection onto what is orthogonal to them,

    P tau = P Y(q, qd, qdd) x,        P = 1 - U U^+,

the equation no longer has unknown forces in it, whether a foot stands, slips or swings. Coordinates are scaled by the
size of their efforts, so that newtons and newton metres compare; rows of all coordinates are mixed, so all positions
are filtered alike. The directions that remain must excite the parameters, as ever; in flight, without efforts, they
are the rows of the base alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.dynamics.energy import velocities, world_poses
from heft.dynamics.tree import tree_of
from heft.estimation.columns import Model
from heft.estimation.contact_points import Contacts, Points
from heft.estimation.samples_of_rows import base_rows
from heft.logs.motion import Motion
from heft.robot.model import Robot

TILE = 2000
"""Samples whose rows are in memory at a time, before they are filtered."""

NOTHING = 1e-6
"""A row of which this part or less is left by the projection says nothing."""


@dataclass(frozen=True, eq=False)
class Projected:
    """Rows of a stretch of samples.

    Attributes:
        index: (m,) which samples of the motion they belong to.
        rows: (m, nv, k + 1) columns and effort, in the units of the efforts.
        use: (m, nv) which of them say something.
        left: (n,) how many directions the unknown forces leave, at each sample before the filter.
    """

    index: Ints
    rows: Array
    use: Bools
    left: Array


def projected_rows(
    model: Model, chosen: Sequence[int] | Ints, motion: Motion, contacts: Contacts
) -> Iterator[Projected]:
    """Stream the rows of a motion without the unknown forces.

    Args:
        model: the model.
        chosen: indices of `model.names`.
        motion: cleaned samples of its robot.
        contacts: what the robot touches.
    """
    robot, points, low_pass = model.robot, contacts.points(model.robot), motion.regression_filter
    effort, unknown = _efforts(robot, motion, ballistic=contacts.ballistic)
    states, size = model.states(motion), _sizes(model, motion, effort)
    for start, stop in motion.segments:
        pieces = (
            [slice(first, min(first + TILE, stop)) for first in range(start, stop, TILE)]
            if low_pass is None
            else low_pass.tiles(start, stop, max(TILE, 8 * len(low_pass.taps)))
        )
        for at in pieces:
            q, qd, qdd = motion.q[at], motion.qd[at], motion.qdd[at]
            Y = base_rows(model, chosen, q, qd, qdd, {name: state[at] for name, state in states.items()})
            if contacts.ballistic:  # what moves by itself does not show its mass: that of the file is known
                known = [k for k, c in enumerate(chosen) if model.names[int(c)] == f"{robot.body_names[0]}.m"]
                effort[at] -= Y[..., known] @ np.full(len(known), robot.parameters[:, 0].sum())
                Y[..., known] = 0.0
            whole = np.concatenate([Y, effort[at][..., None]], axis=2) / size[:, None]
            J = directions(robot, q, points) * _touching(motion, points, at)[:, None]
            U = np.concatenate([J / size[:, None], _units(unknown[at])], axis=2)
            P = np.eye(robot.nv) - U @ np.linalg.pinv(U)
            rows, index = size[:, None] * (P @ whole), np.arange(at.start, at.stop)
            if low_pass is not None:
                rows, index = low_pass.apply(rows), low_pass.kept(at.start, at.stop)
            sizes = np.linalg.norm(rows[..., :-1] / size[:, None], axis=2)
            most = float(np.linalg.norm(whole[..., :-1], axis=2).max())
            use = np.isfinite(rows).all(axis=2) & (sizes > NOTHING * most)
            yield Projected(index, rows, use, np.trace(P, axis1=1, axis2=2))


def _efforts(robot: Robot, motion: Motion, *, ballistic: bool) -> tuple[Array, Bools]:
    """Return the efforts (n, nv), zero where they are unknown, and where they are."""
    effort = np.where(motion.measured, motion.true_effort, np.nan)
    floating = np.concatenate([np.full(joint.nv, joint.kind == "floating") for joint in robot.joints])
    effort[:, floating] = np.nan_to_num(effort[:, floating])  # nothing holds a base but its contacts
    slow = (np.abs(motion.qd) < motion.velocity_threshold) & ~floating
    unknown = ~np.isfinite(effort) | slow
    if ballistic:
        touched = np.logical_or.reduce([*motion.contacts.values(), np.zeros(motion.n, bool)])
        unknown |= ~floating | touched[:, None]
    return np.where(unknown, 0.0, effort), unknown


def _touching(motion: Motion, points: Points, at: slice) -> Array:
    """Return (n, 3 per contact) 1 where a point touches something, 0 where the log says that it does not."""
    always = np.ones(motion.n, bool)
    each = [motion.contacts.get(name, always)[at] for name in points for _ in range(3)]
    return np.array(each, float).reshape(-1, at.stop - at.start).T


def _sizes(model: Model, motion: Motion, effort: Array) -> Array:
    """Return (nv,) the size of the efforts of each coordinate, those of a base by what the robot's file expects."""
    step = max(1, motion.n // 500)
    q, qd, qdd = motion.q[::step], motion.qd[::step], motion.qdd[::step]
    expected = model.torques(model.file, q, qd, qdd)
    size = np.sqrt(np.mean(np.maximum(effort[::step] ** 2, expected**2), axis=0))
    return np.where(size > 0, size, 1.0)


def directions(robot: Robot, q: Array, points: Points) -> Array:
    """Return J^T (n, nv, 3 per contact): how a force at each point acts on the coordinates."""
    tree, down = tree_of(robot), np.array([float(x) for x in robot.gravity])
    down = down / np.linalg.norm(down) if np.any(down) else down
    turns, _ = world_poses(tree, q.T)
    moved = [velocities(tree, q.T, np.repeat(np.eye(robot.nv)[:, [r]], len(q), axis=1)) for r in range(robot.nv)]
    parts = []
    for (body, link), radius in points.values():
        point = link.placement.translation[:, None] + radius * np.einsum("jin,j->in", turns[body], down)
        speeds = [v[body][3:] + np.cross(v[body][:3], point, axis=0) for v in moved]
        parts.append(np.stack(speeds).transpose(2, 0, 1))
    return np.concatenate(parts, axis=2) if parts else np.zeros((len(q), robot.nv, 0))


def _units(unknown: Bools) -> Array:
    """Return (n, nv, nv): a unit vector for each unknown effort, zero for the others."""
    return unknown[:, None, :] * np.eye(unknown.shape[1])
