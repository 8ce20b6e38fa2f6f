"""Force/torque sensors in an identification: what they measure, their biases, and whether their frames can be right.

A sensor at a link measures the wrench on all that is beyond it. A body that has links on either side of the sensor is
split there. Then the sensor stands between a body and its (rigid) joint, and its six rows are those of joints that are
held (`heft.identifiability.instrumented`); the regression, its weights and its intervals treat them like other rows.
Each has a constant bias beside the inertial parameters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError
from heft.estimation.base import Base, base_of
from heft.estimation.column import Column
from heft.estimation.contact_points import link_of
from heft.estimation.sensor_bias import BIAS
from heft.estimation.wrench_frame import frame_warning
from heft.identifiability.analysis import identifiability
from heft.identifiability.instrumented import axes_of
from heft.logs.motion import Motion
from heft.robot.model import WORLD, Link, Robot
from heft.robot.reserved import SENSOR
from heft.robot.splitting import joined, split

if TYPE_CHECKING:
    from heft.estimation.options import Options

UNDER_BASE = "base"
"""The frame of a sensor between the robot and the world, in the axes of the world and about its origin."""

NOISY = 0.25
"""Forces of whose variance noise, by what changes from sample to sample, is more than this fraction are not judged."""

SAMPLES = 500
"""Of a motion, by which the signs and axes of its sensors are judged."""


def sensors_of(wrenches: Iterable[Iterable[str]], asked: str | Sequence[str]) -> tuple[str, ...]:
    """Return the frames of the force/torque sensors that are used.

    Args:
        wrenches: the frames of those that each run has.
        asked: the frames; a text for all that the runs have.

    Raises:
        ArgumentError: a frame was asked for that no run has wrenches of.
    """
    known = list(dict.fromkeys(frame for frames in wrenches for frame in frames))
    if isinstance(asked, str):
        return tuple(known)
    for frame in asked:
        if frame not in known:
            have = f"they have those of {', '.join(known)}" if known else "they have none"
            raise ArgumentError(
                f"The logs have no wrenches of a sensor at '{frame}': {have}.",
                remedy="Import them with a map that has [ft.FRAME], or leave the sensor out.",
            )
    return tuple(asked)


def split_at(robot: Robot, sensors: Sequence[str]) -> Robot:
    """Return the robot with the bodies split in which sensors are, so that each measures whole bodies.

    Raises:
        ArgumentError: there is no such frame, or the sensor would be under a base that floats.
    """
    for frame in sensors:
        if frame == UNDER_BASE and frame not in robot.body_names:
            if robot.base == "floating":
                raise ArgumentError("There is nothing under a floating base to measure a wrench.", remedy=LEAVE_OUT)
            continue
        try:
            body, _ = link_of(robot, frame)
        except ArgumentError as error:
            what = f"The logs have wrenches of a sensor at '{frame}', but '{robot.name}' has no such link."
            raise ArgumentError(what, remedy=f"{error.remedy} {LEAVE_OUT}") from None
        if frame not in robot.body_names:
            robot = split(robot, body, frame)
    return robot


LEAVE_OUT = "Leave the sensor out, with --sensors none or the names of the others."


def sensed(base: Base, sensors: Sequence[str], *, torques: bool = True) -> Base:
    """Return the base parameters of a model with the rows of force/torque sensors, and with their biases.

    Args:
        base: of the joint torques.
        sensors: bodies of its robot, or "base".
        torques: whether joint torques are measured, too.
    """
    if not sensors:
        return base
    model, nv = base.model, base.model.robot.nv
    biases = tuple(
        Column(f"{name}.{BIAS.name}", BIAS.name, ((nv + 6 * s + k, 1.0),), BIAS.unit(rotational=k > 2))
        for s, frame in enumerate(sensors)
        for k, name in enumerate(axes_of(frame))
    )
    wider = replace(model, extra=(*model.extra, *biases), sensors=tuple(sensors))
    words = ["none", *(model.robot.coordinate_names * torques), *(f"{SENSOR}{frame}" for frame in sensors)]
    measured = None if torques else np.arange(len(wider.rows)) >= nv
    return base_of(wider, identifiability(model.robot, sensors=words).reduction, measured=measured)


class Orientation(NamedTuple):
    """What the forces of sensors say of their axes.

    Attributes:
        turned: the sensors that report what acts on them, not what acts on the robot beyond.
        doubts: why the wrenches cannot be in the axes that they are said to be in.
        notes: what was done about the first.
    """

    turned: list[str]
    doubts: list[str]
    notes: list[str]


def oriented(base: Base, motions: Sequence[Motion]) -> Orientation:
    """Return what the forces of sensors say of their axes: they follow gravity, whatever the masses are.

    Forces that are mostly noise, as of a sensor that carries next to nothing, say nothing.
    """
    model, whole = base.model, joined(base.model.robot)
    turned, doubts = list[str](), list[str]()
    for s, frame in enumerate(model.sensors):
        expected, measured, noise, signal = [], [], 0.0, 0.0
        at = model.robot.nv + 6 * s + np.arange(3)
        for motion in motions:
            if frame not in motion.wrenches:
                continue
            some = np.linspace(0, motion.n - 1, min(motion.n, SAMPLES)).astype(int)
            Y = model.plant.regressor(motion.q[some], motion.qd[some], motion.qdd[some])
            a = Y[:, at] @ model.robot.parameter_vector
            f = motion.wrenches[frame][some, :3]
            there = np.isfinite(f).all(axis=1)
            expected.append(a[there])
            measured.append(f[there])
            forces = motion.wrenches[frame][np.isfinite(motion.wrenches[frame][:, :3]).all(axis=1), :3]
            noise += float(np.sum(np.diff(forces, axis=0) ** 2)) / 2
            signal += float(np.sum((forces - forces.mean(axis=0)) ** 2))
        a, f = np.concatenate([*expected, np.zeros((0, 3))]), np.concatenate([*measured, np.zeros((0, 3))])
        if not len(f):
            continue
        if np.sum((a - a.mean(axis=0)) * (f - f.mean(axis=0))) < 0:
            turned.append(frame)
        body, link = (WORLD, Link(frame)) if frame not in model.robot.body_names else link_of(whole, frame)
        turn = link.placement.rotation
        doubt = frame_warning(whole, body, frame, turn, a, f, "call it [ft.{}] if it carries what is beyond that link")
        doubts += [doubt] if doubt and noise < NOISY * signal else []
    notes = [
        f"The sensor at '{frame}' reports the force that acts on it, so the signs of its wrenches are reversed."
        for frame in turned
    ]
    return Orientation(turned, doubts, notes)


def why_unused(options: Options, *, loaded: bool) -> str:
    """Return what an identification is asked for that force/torque sensors do not go together with; "" for nothing."""
    if loaded:
        return "logs with a payload"
    if options.touching:
        return "contacts and flight"
    if options.base_tilt:
        return "the tilt of the base"
    return f"the estimator '{options.estimator}'" if options.method.needs_robot else ""


def with_signs(motion: Motion, turned: Iterable[str]) -> Motion:
    """Return a motion with the wrenches of some sensors turned."""
    wrenches: Mapping[str, Array] = {
        frame: -values if frame in turned else values for frame, values in motion.wrenches.items()
    }
    return replace(motion, wrenches=wrenches)
