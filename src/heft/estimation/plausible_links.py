"""The links that a robot file can be believed to describe.

Careless files hold unit inertias, inertias in other units, point masses, or no masses at all. As a prior they would
do harm: sizes of parameters follow from them, and links whose inertia no torque depends on keep them. So before a file
is used as a prior, an inertia that its own geometry contradicts is replaced by that of a round body with the same mass
and centre of mass. The length of a link is the distance from its joint to the farthest of the joints that it carries
and its centre of mass, but at least half the usual distance between joints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from heft.arrays import Array, Bools
from heft.parameters import from_com, to_pseudo_inertia
from heft.robot.model import Robot
from heft.text import short

THIN, WIDE = 0.03, 2.0
"""Radii of gyration about the centre of mass of links, in lengths of the link, are between these."""

MISSING = 1e-3
"""A body with less than this part of the heaviest one's mass counts as one without mass."""

SHORTEST, LONGEST = 1e-6, 1e6
"""[m] What the length of a link is taken for, whatever a damaged file has."""

NO_MASS = "no mass"
"""What is wrong in the file with a link that has none."""

USUAL = 0.1
"""[m] the usual distance between joints where all joints are in one place."""


def plausible(robot: Robot) -> tuple[Robot, Mapping[str, str]]:
    """Return a robot with plausible links, and by the name of each link that was replaced what is wrong in the file.

    A few links without mass are dummies and stay, and so are all without length, which join the axes of a joint with
    several; where at least half of the others are without mass, each has the mean of those with mass, or 1 kg.
    """
    parameters, wrong, lengths = robot.parameters.copy(), dict[str, str](), _lengths(robot)
    light = parameters[:, 0] <= MISSING * parameters[:, 0].max(initial=0.0)
    usual = float(parameters[~light, 0].mean()) if not light.all() else 1.0
    virtual = light & _without_length(robot)
    dummies = virtual | (2 * int((light & ~virtual).sum()) < int((~virtual).sum()))
    for i, (name, length) in enumerate(zip(robot.body_names, lengths, strict=True)):
        if light[i] and dummies[i]:
            continue
        mass, com = (usual, np.zeros(3)) if light[i] else (parameters[i, 0], parameters[i, 1:4] / parameters[i, 0])
        reason = NO_MASS if light[i] else _contradiction(parameters[i], length)
        if reason:
            parameters[i] = from_com(mass, com, 0.4 * mass * (length / 2) ** 2 * np.eye(3))
            wrong[name] = reason
    return (robot.with_parameters(parameters), wrong) if wrong else (robot, wrong)


def _without_length(robot: Robot) -> Bools:
    """Return which links (n_bodies,) carry joints, all of them in the place of their own."""
    away = [(body.parent, float(np.linalg.norm(body.placement.translation))) for body in robot.bodies]
    carried = [[distance for parent, distance in away if parent == i] for i in range(robot.n_bodies)]
    return np.array([bool(distances) and max(distances) < SHORTEST for distances in carried])


def _lengths(robot: Robot) -> Sequence[float]:
    """Return the length of each link [m]."""
    away = [float(np.linalg.norm(body.placement.translation)) for body in robot.bodies]
    usual = float(np.mean([distance for distance in away if distance > 1e-6] or [USUAL]))
    carried = np.full(robot.n_bodies, usual / 2)
    for body, distance in zip(robot.bodies, away, strict=True):
        if body.parent >= 0:
            carried[body.parent] = max(carried[body.parent], distance)
    mass = robot.parameters[:, 0]
    com = np.linalg.norm(robot.parameters[:, 1:4], axis=1) / np.where(mass > 0, mass, 1.0)
    return [float(length) for length in np.clip(np.maximum(carried, com), SHORTEST, LONGEST)]


def _contradiction(ten: Array, length: float) -> str:
    """Return what is wrong with the inertia of a body for a link of this length [m]; "" if nothing is."""
    mass = ten[0]
    moments = to_pseudo_inertia(ten)[:3, :3] - np.outer(ten[1:4], ten[1:4]) / mass
    if np.linalg.eigvalsh(moments)[0] < -1e-9 * mass * length**2:
        return "an inertia that is not physically consistent"
    gyration = float(np.sqrt(max(float(np.trace(moments)), 0.0) / mass))
    if THIN * length <= gyration <= WIDE * length:
        return ""
    return (
        f"a radius of gyration of {short(gyration, 2)} m about its centre of mass, for a length of {short(length, 2)} m"
    )
