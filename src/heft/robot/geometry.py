"""The geometry of a robot's links: what shapes they have, and with which body each shape moves.

The geometry is not part of a `Robot`, because nothing in the dynamics needs it. `geometry_of` reads it from the file
that the robot came from when it is asked for; meshes are read on first use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from heft.arrays import Array
from heft.errors import ArgumentError
from heft.robot.model import Robot
from heft.robot.placement import Placement
from heft.robot.shapes import Shape

PURPOSES = ("collision", "visual")


@dataclass(frozen=True, eq=False)
class Geometry:
    """One shape on a link.

    Attributes:
        link: the link of the file.
        body: index of the body that the link moves with, -1 for the world.
        shape: the shape.
        rotation, translation: the frame of the shape in that of the body, (3, 3) and (3,) [m].
    """

    link: str
    body: int
    shape: Shape
    rotation: Array
    translation: Array


@dataclass(frozen=True, eq=False)
class RobotGeometry:
    """The shapes of all links.

    Attributes:
        shapes: in document order.
        missing: names of the mesh files that were not found, each once.
        without: links on whose account `missing` is not empty.
        touching: pairs of links that a joint connects, which therefore touch.
        ignored_pairs: pairs of links that the file itself excludes from contact.
        fixed_frames: where the links that are fixed to the world stand, by name.
    """

    shapes: tuple[Geometry, ...] = ()
    missing: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    touching: frozenset[frozenset[str]] = frozenset()
    ignored_pairs: frozenset[frozenset[str]] = frozenset()
    fixed_frames: Mapping[str, Placement] = field(default_factory=dict)


def geometry_of(robot: Robot, purpose: str = "collision", packages: Sequence[str | Path] = ()) -> RobotGeometry:
    """Read the geometry of a robot's links from the file that the robot was read from.

    Args:
        robot: the robot; one that did not come from a URDF or MJCF file has no geometry.
        purpose: "collision" or "visual".
        packages: folders with the packages that package:// names, beside those that the robot was loaded with; see
            `heft.robot.packages.find_file`.

    Raises:
        ArgumentError: the purpose is neither of the two.
        FormatError: a shape in the file is not valid.
    """
    if purpose not in PURPOSES:
        raise ArgumentError(f"purpose is '{purpose}'.", remedy="It must be 'collision' or 'visual'.")
    from heft.robot.formats import robot_format

    if robot.source is None:
        return RobotGeometry()
    return robot_format(robot.source.format).geometry(robot, purpose, (*packages, *robot.source.packages))
