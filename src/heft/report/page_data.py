"""What a page draws, as plain data: the robot, its links and their parameters, runs to play, and figures.

`web/src` reads it from the page. Names are data: nothing here is markup.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from heft.arrays import Array
from heft.estimation.coordinates import is_rotational
from heft.report.figures import Figure, Matrix
from heft.report.packing import Packed, packed, packed_times
from heft.report.scene import (
    ShownInertia,
    ShownMesh,
    ShownShape,
    axis_of,
    figure_of,
    frames_of,
    poses_along,
)
from heft.robot.model import Robot


@dataclass(frozen=True)
class ShownParameter:
    """One of the ten parameters of a link; what a page has no number for is None.

    Attributes:
        symbol: such as "mcx".
        unit: of the numbers.
        verdict: "alone", "combination" or "never".
        explanation: of the verdict, in words; "" for none.
        value: of the physically consistent estimate.
        data: by the data alone, with the half width of its 95 % interval; None where they do not determine it.
        half: that half width.
        file: the value of the robot's file.
        source: "data", "combination" or "prior".
        uncertainty: the half width in units of the size that the parameter could well have.
        change: from the file, in the same unit.
    """

    symbol: str
    unit: str
    verdict: str
    explanation: str = ""
    value: float | None = None
    data: float | None = None
    half: float | None = None
    file: float | None = None
    source: str | None = None
    uncertainty: float | None = None
    change: float | None = None


@dataclass(frozen=True)
class ShownLink:
    """A link of the robot.

    Attributes:
        name: of the body.
        joint: the joint that it moves on.
        kind: of that joint.
        axis: of that joint in the frame of the body, if it has one.
        coordinates: the coordinates of the joint.
        shapes: what it looks like.
        verdict: the best verdict on any of its parameters; None if there is no verdict.
        sentence: what is said of it, in words.
        combinations: the base parameters that its own are part of.
        parameters: all ten, or none.
        file, estimate: its inertia by the file and by the estimate.
        score: the number that the page colours links by, relative to 1; None if there is none.
        score_text: the same in words.
    """

    name: str
    joint: str
    kind: str
    axis: tuple[float, ...] | None
    coordinates: tuple[int, ...]
    shapes: tuple[ShownShape, ...]
    verdict: str | None = None
    sentence: str = ""
    combinations: tuple[str, ...] = ()
    parameters: tuple[ShownParameter, ...] = ()
    file: ShownInertia | None = None
    estimate: ShownInertia | None = None
    score: float | None = None
    score_text: str = ""


@dataclass(frozen=True)
class ShownRun:
    """A run: what it is called, how long it is [s], and the poses of all links along it at times t [s]."""

    label: str
    duration: float
    t: Packed
    poses: Packed


@dataclass(frozen=True)
class PageData:
    """All that a page draws.

    Attributes:
        robot: its name.
        gravity: in the world [m/s2].
        links: in the order of the robot.
        fixed: shapes that do not move.
        meshes: of the shapes.
        rest: the pose of all links that is shown without a run.
        notes: what could not be shown.
        runs: motions to play; none if they are not there.
        modes: what links can be coloured by: "verdict", "uncertainty", "change" or "score".
        score: what the score of a link is, in words.
        shown_as: what the inertia by the estimate is called.
        figures: curves, points and bars.
        matrix: one to be drawn.
    """

    robot: str
    gravity: tuple[float, ...]
    links: tuple[ShownLink, ...]
    fixed: tuple[ShownShape, ...]
    meshes: tuple[ShownMesh, ...]
    rest: Packed
    notes: tuple[str, ...] = ()
    runs: tuple[ShownRun, ...] = ()
    modes: tuple[str, ...] = ()
    score: str = ""
    shown_as: str = "estimate"
    figures: tuple[Figure, ...] = ()
    matrix: Matrix = field(default_factory=Matrix)


@dataclass(frozen=True)
class CoordinateUnits:
    """Units of a coordinate: of its position, and of the effort along it; those of both kinds if it is not known."""

    position: str = "rad, m"
    velocity: str = "rad/s, m/s"
    acceleration: str = "rad/s², m/s²"
    effort: str = "N m, N"


TURNING = CoordinateUnits("rad", "rad/s", "rad/s²", "N m")
SLIDING = CoordinateUnits("m", "m/s", "m/s²", "N")


def coordinate_units(robot: Robot | None) -> dict[str, CoordinateUnits]:
    """Return the units of the coordinates of a robot by name; none without a robot."""
    names = robot.coordinate_names if robot else []
    return {name: TURNING if robot and is_rotational(robot, r) else SLIDING for r, name in enumerate(names)}


def robot_data(robot: Robot | None, name: str = "", drawn: Robot | None = None) -> PageData:
    """Return a robot at rest, as something to look at.

    Args:
        robot: None draws nothing, and only has the name.
        name: of a robot that is not there.
        drawn: the same robot with the file that its shapes are read from; None for the robot itself.
    """
    if robot is None:
        return PageData(name, (0.0, 0.0, 0.0), (), (), (), packed(np.zeros(0)))
    figure = figure_of(drawn or robot)
    return PageData(
        robot=robot.name,
        gravity=tuple(float(g) for g in robot.gravity),
        links=tuple(_link(robot, i, shapes) for i, shapes in enumerate(figure.bodies)),
        fixed=figure.fixed,
        meshes=figure.meshes,
        rest=poses_along(robot, robot.neutral[None]),
        notes=figure.notes,
    )


def shown_run(robot: Robot, label: str, t: Array, q: Array) -> ShownRun:
    """Return a run to play, from its samples at times t (n,) [s], q (n, nq)."""
    frames = frames_of(robot, t)
    return ShownRun(label, float(t[-1] - t[0]), packed_times(t[frames] - t[0]), poses_along(robot, q[frames]))


def _link(robot: Robot, i: int, shapes: tuple[ShownShape, ...]) -> ShownLink:
    body = robot.bodies[i]
    at = robot.v_index.get(body.joint.name, slice(0, 0))
    axis, numbers = axis_of(robot, i), tuple(range(at.start, at.stop))
    return ShownLink(body.name, body.joint.name, body.joint.kind, axis, numbers, shapes)
