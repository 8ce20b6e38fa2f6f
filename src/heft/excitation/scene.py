"""Scene files (`heft-scene/1`, TOML): what stands around a robot, and where its tip must stay.

The `...Entry` classes are the format: a file may have only the keys that they name. Lengths are metres, angles radians,
and a number may be a string like "pi/2".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, StrictStr

from heft.arrays import Array
from heft.errors import ArgumentError, FormatError, did_you_mean
from heft.files import read_bytes
from heft.logs.maps.map_file import Real
from heft.reading.entries import entries
from heft.reading.text import toml_table
from heft.robot.geometry import Geometry
from heft.robot.model import WORLD
from heft.robot.placement import Placement, rotation_from_rpy
from heft.robot.shapes import Box, HalfSpace, Shape

Vector3 = Annotated[list[Real], Field(min_length=3, max_length=3)]


class _SceneTable(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ObstacleEntry(_SceneTable):
    """What all obstacles have: a name, the frame that they are placed in, and their own margin."""

    name: Annotated[StrictStr, Field(min_length=1)]
    frame: StrictStr | None = None
    margin: Annotated[Real, Field(ge=0)] | None = None


class BoxEntry(ObstacleEntry):
    """A box: its edge lengths, its centre, and roll, pitch and yaw of its axes."""

    size: Vector3
    xyz: Vector3 = [0.0, 0.0, 0.0]
    rpy: Vector3 = [0.0, 0.0, 0.0]


class PlaneEntry(ObstacleEntry):
    """A half-space: everything on the side of a plane that its normal points away from, as under a floor."""

    point: Vector3 = [0.0, 0.0, 0.0]
    normal: Vector3 = [0.0, 0.0, 1.0]


class WorkspaceEntry(ObstacleEntry):
    """A box with axes along those of its frame, which the origin of the link `tip` must not leave."""

    tip: StrictStr
    low: Vector3
    high: Vector3


class SceneEntry(_SceneTable):
    """A whole scene file."""

    format: Literal["heft-scene/1"]
    frame: StrictStr | None = None
    margin: Annotated[Real, Field(ge=0)] | None = None
    self_margin: Annotated[Real, Field(ge=0)] | None = None
    box: list[BoxEntry] = []
    plane: list[PlaneEntry] = []
    workspace: list[WorkspaceEntry] = []


@dataclass(frozen=True, eq=False)
class Obstacle:
    """Something that stands still.

    Attributes:
        geometry: its shape and its pose in its frame, or in the world once `placed`.
        frame: the link, fixed to the world, in whose frame it is placed; None for the world.
        margin: the least distance from it [m]; None for that of all obstacles.
    """

    geometry: Geometry
    frame: str | None = None
    margin: float | None = None


@dataclass(frozen=True, eq=False)
class Workspace:
    """A box that the origin of a link must not leave.

    Attributes:
        name: of the box.
        tip: the link.
        low, high: the corners in the frame, (3,) [m], the margin taken off.
        frame: the link, fixed to the world, in whose frame the box is; None for the world.
    """

    name: str
    tip: str
    low: Array
    high: Array
    frame: str | None = None


@dataclass(frozen=True, eq=False)
class Scene:
    """What stands around a robot.

    Attributes:
        obstacles: boxes and half-spaces.
        workspaces: boxes for tips.
        margin: the least distance from obstacles [m], None for the usual one.
        self_margin: the least distance between links [m], None for the usual one.
    """

    obstacles: tuple[Obstacle, ...] = ()
    workspaces: tuple[Workspace, ...] = ()
    margin: float | None = None
    self_margin: float | None = None

    def placed(self, frames: Mapping[str, Placement]) -> list[Obstacle]:
        """Return the obstacles placed in the world, by the frames of links that are fixed to it.

        Raises:
            ArgumentError: a frame is not one of them.
        """
        placed = []
        for obstacle in self.obstacles:
            own = obstacle.geometry
            R, p = fixed_frame(frames, obstacle.frame)
            shape = Geometry(own.link, WORLD, own.shape, R @ own.rotation, R @ own.translation + p)
            placed.append(Obstacle(shape, None, obstacle.margin))
        return placed


def fixed_frame(frames: Mapping[str, Placement], name: str | None) -> tuple[Array, Array]:
    """Return the pose in the world of a link that is fixed to it, (3, 3) and (3,) [m].

    Raises:
        ArgumentError: there is no such link.
    """
    if name is None or (name == "world" and name not in frames):
        return np.eye(3), np.zeros(3)
    if name not in frames:
        raise ArgumentError(
            f"The scene has the frame '{name}', which is not a link of the robot that is fixed to the world.",
            remedy=did_you_mean(name, frames)
            if frames
            else "Leave the frame out: the scene is then in the world frame.",
        )
    return frames[name].rotation, frames[name].translation


def read_scene(path: str | Path) -> Scene:
    """Read a scene file.

    Raises:
        FileError: it cannot be read.
        FormatError: it is not TOML, or breaks a rule of the format; says where.
    """
    data = toml_table(read_bytes(Path(path)), str(path), "Correct the scene file at that place.")
    return scene_of(data, str(path))


def scene_of(data: Mapping[str, Any], where: str = "scene") -> Scene:
    """Make a scene of a scene file's contents.

    Raises:
        FormatError: a rule of the format is broken; says where.
    """
    remedy = "Correct it; the manual's page on excitation shows a whole scene."
    entry = entries(SceneEntry, data, "scene file", where, remedy)
    names = [each.name for each in (*entry.box, *entry.plane)]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise FormatError(f"Two obstacles are called '{twice}'.", where=where, remedy="Give each its own name.")
    obstacles = [
        Obstacle(Geometry(each.name, WORLD, *_pose(each, where)), each.frame or entry.frame, each.margin)
        for each in (*entry.box, *entry.plane)
    ]
    workspaces = [_workspace(each, entry.frame, where) for each in entry.workspace]
    return Scene(tuple(obstacles), tuple(workspaces), entry.margin, entry.self_margin)


def _pose(entry: BoxEntry | PlaneEntry, where: str) -> tuple[Shape, Array, Array]:
    """Return shape, rotation and translation of an obstacle in its frame."""
    if isinstance(entry, BoxEntry):
        x, y, z = entry.size
        if not min(x, y, z) > 0:
            what = f"The size of box '{entry.name}' is {x:g} {y:g} {z:g} m."
            raise FormatError(what, where=where, remedy="All three lengths must be greater than zero.")
        return Box((x, y, z)), rotation_from_rpy(np.array(entry.rpy)), np.array(entry.xyz)
    normal = np.array(entry.normal)
    length = np.linalg.norm(normal)
    if not length > 0:
        what = f"The normal of plane '{entry.name}' has zero length."
        raise FormatError(what, where=where, remedy="Give it a direction away from the wall, such as [0, 0, 1].")
    z = normal / length
    x = np.cross(np.eye(3)[np.argmin(np.abs(z))], z)
    x /= np.linalg.norm(x)
    return HalfSpace(), np.stack([x, np.cross(z, x), z], axis=1), np.array(entry.point)


def _workspace(entry: WorkspaceEntry, frame: str | None, where: str) -> Workspace:
    margin = entry.margin or 0.0
    low, high = np.array(entry.low) + margin, np.array(entry.high) - margin
    if not np.all(low < high):
        what = (
            f"The workspace '{entry.name}' is empty: from {entry.low} to {entry.high} m, with a margin of {margin:g} m."
        )
        raise FormatError(what, where=where, remedy="'low' must be below 'high' by more than two margins on all axes.")
    return Workspace(entry.name, entry.tip, low, high, entry.frame or frame)
