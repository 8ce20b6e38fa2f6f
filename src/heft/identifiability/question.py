"""The question that is put to RPNA: a mechanism with exact geometry, under a gravity, with the sensors that measure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from heft.arguments import number
from heft.errors import ArgumentError
from heft.identifiability.clusters import Cluster, clusters_of, product
from heft.identifiability.sensors import Sensors
from heft.identifiability.snapping import Snap, Snapper
from heft.parameters import DISPLAY_NAMES, INDEX
from heft.robot.exact import ZERO, Number
from heft.robot.model import Robot
from heft.robot.placement import Vector

MOST_BODIES = 2000
"""Robots with more bodies are not analysed: their base parameters would fill the memory."""


@dataclass(frozen=True)
class Question:
    """A mechanism as its numbers are meant, under some gravity.

    Attributes:
        robot: the robot.
        clusters: its bodies by joint, with snapped geometry.
        gravity: its direction; None for no gravity.
        static: whether only torques at rest are measured.
        rotors: whether rotors have parameters of their own.
        sensors: what is measured.
        snaps: the numbers of the file that were snapped.
    """

    robot: Robot
    clusters: tuple[Cluster, ...]
    gravity: tuple[Number, ...] | None
    static: bool
    rotors: bool
    sensors: Sensors
    snaps: tuple[Snap, ...]

    @property
    def geometric(self) -> bool:
        """True where RPNA answers; elsewhere the row space of sampled regressors does."""
        return self.sensors.all_torques(self.robot) and all(c.shares_parent for c in self.clusters)

    def literally(self) -> Question:
        """Return the same question about the numbers as the file states them."""
        if not self.snaps:
            return self
        return _snapped(self.robot, self.gravity is not None, self.static, self.rotors, 0.0, self.sensors)


def ask(
    robot: Robot,
    gravity: Sequence[float | str] | bool | None,
    static: bool,
    rotors: bool,
    snap: float,
    sensors: str | Sequence[str] | None,
) -> Question:
    """Check the arguments of `identifiability`, and put them as a question on exact geometry."""
    if not isinstance(robot, Robot):
        raise ArgumentError(f"{robot!r} is not a robot.", remedy="Load one first: heft.load('robot.urdf').")
    if robot.n_bodies > MOST_BODIES:
        raise ArgumentError(
            f"Robot '{robot.name}' has {robot.n_bodies} bodies; the base parameters of a chain grow with the square of "
            f"their number, and more than {MOST_BODIES} are not analysed.",
            remedy="Analyse a part of the robot.",
        )
    snap = number("snap", snap)
    if not 0 <= snap < 0.1:
        raise ArgumentError(
            f"The snap is {snap} rad; it must be between 0 and 0.1 rad.",
            remedy="Use the default of 2e-5 rad, or 0 to take every number literally.",
        )
    if isinstance(gravity, (list, tuple, np.ndarray)):
        robot = robot.with_gravity(list(gravity))
    elif gravity is not None and not isinstance(gravity, bool):
        raise ArgumentError(f"Gravity is {gravity!r}.", remedy="Give three numbers [m/s2], or False for no gravity.")
    weighs = gravity is not False and any(float(g) for g in robot.gravity)
    if isinstance(gravity, (list, tuple, np.ndarray)) and not weighs:
        raise ArgumentError("Gravity has zero length.", remedy="Ask without gravity: gravity=False, or --no-gravity.")
    return _snapped(robot, weighs, static, rotors, snap, Sensors.parse(robot, sensors))


def _snapped(robot: Robot, weighs: bool, static: bool, rotors: bool, snap: float, sensors: Sensors) -> Question:
    clusters, gravity, snaps = _geometry(robot, weighs, rotors, snap)
    return Question(robot, clusters, gravity, static, rotors, sensors, snaps)


@lru_cache(maxsize=8)
def _geometry(
    robot: Robot, weighs: bool, rotors: bool, snap: float
) -> tuple[tuple[Cluster, ...], Vector | None, tuple[Snap, ...]]:
    """Return what a robot's numbers are meant as: clusters, gravity, and the snaps; read once for all questions."""
    clusters = clusters_of(robot, rotors)
    snapper = Snapper(robot, clusters, snap)
    gravity = _of_size_one(snapper.gravity(robot.gravity)) if weighs else None
    return snapper.clusters(clusters), gravity, tuple(snapper.snaps)


def _of_size_one(gravity: Vector) -> Vector:
    """Scale gravity, whose direction alone matters, by a power of two."""
    _, exponent = math.frexp(max(abs(float(g)) for g in gravity))
    scale = Number(Fraction(1, 2**exponent) if exponent > 0 else Fraction(2**-exponent))
    return tuple(product(scale, g) if float(g) else ZERO for g in gravity)


def table_names(robot: Robot, rotors: bool = True) -> list[str]:
    """Return the names of the robot's parameters as `Robot.parameter_names` does, but each body's in table order."""
    names = [f"{body.name}.{name}" for body in robot.bodies for name in DISPLAY_NAMES]
    for i, rotor in robot.rotors if rotors else ():
        names += [
            f"{robot.bodies[i].name}.rotor.{n}" for n in (rotor.parameter_names if rotor.symmetric else DISPLAY_NAMES)
        ]
    return names


def storage_places(robot: Robot) -> list[int]:
    """Return the place in `Robot.parameter_names` of each parameter in table order."""
    within = [INDEX[name] for name in DISPLAY_NAMES]
    places = [10 * i + k for i in range(robot.n_bodies) for k in within]
    for _, rotor in robot.rotors:
        start = len(places)
        places += [start + k for k in (range(4) if rotor.symmetric else within)]
    return places
