"""What a format of robot descriptions must offer."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from heft.robot.geometry import RobotGeometry
from heft.robot.joint_changes import lost_numbers
from heft.robot.model import Robot
from heft.robot.source import write_back


@dataclass(frozen=True)
class ReadOptions:
    """How a robot file is read; see `heft.load`.

    Attributes:
        base: "fixed" or "floating", None for that of the file.
        mimic: whether mimic joints follow their joint.
        packages: folders in which packages are looked for first.
        arguments: values of the arguments that a file takes, by name.
    """

    base: str | None = None
    mimic: bool = True
    packages: tuple[Path, ...] = ()
    arguments: Mapping[str, str] = field(default_factory=dict)


class RobotFormat(ABC):
    """A format of robot descriptions; its package imports nothing heavy before it is used.

    Attributes:
        name: what `Source.format` calls it.
        files: which files are in it, for errors and the manual.
        suffix: the ending of a file that is written in it.
        holds: the numbers of a drive that its files hold (viscous, coulomb, offset, armature, stiffness).
        takes_arguments: whether its files take arguments, `ReadOptions.arguments`.
        takes_packages: whether its files refer to packages, `ReadOptions.packages`.
    """

    holds: ClassVar[tuple[str, ...]] = ()
    takes_arguments: ClassVar[bool] = False
    takes_packages: ClassVar[bool] = False

    name: ClassVar[str]
    files: ClassVar[str]
    suffix: ClassVar[str]

    @abstractmethod
    def can_read(self, path: Path) -> bool:
        """Tell by the file's name, and where that does not decide by its contents, whether it is in this format."""

    @abstractmethod
    def read(self, path: Path, options: ReadOptions) -> Robot:
        """Read a robot from a file."""

    @abstractmethod
    def content(self, robot: Robot) -> bytes:
        """Return a file of this format with the robot's present inertial parameters."""

    def elsewhere(self, content: bytes, path: Path, folder: Path) -> bytes:
        """Return a file of this format that finds the files it refers to, such as meshes, from another folder.

        Args:
            content: the bytes of the file.
            path: where it was read.
            folder: where it will be; it need not exist yet.
        """
        return content

    def content_in(self, robot: Robot, folder: Path) -> bytes:
        """Return a file of this format with the robot's present inertial parameters, for a folder."""
        content, path = self.content(robot), robot.source.path if robot.source else None
        return self.elsewhere(content, path, folder) if path else content

    def lost(self, robot: Robot) -> dict[str, list[str]]:
        """Return the joints whose drive has a number for which a file of this format has no place, by the number."""
        lost: dict[str, list[str]] = {}
        for name, joint in lost_numbers(robot, self.holds):
            lost.setdefault(name, []).append(joint)
        return lost

    def geometry(self, robot: Robot, purpose: str, packages: Sequence[str | Path]) -> RobotGeometry:
        """Return the shapes of the robot's links; the arguments are those of `heft.robot.geometry.geometry_of`.

        A format without geometry inherits this and has none.
        """
        return RobotGeometry()

    def write(self, robot: Robot, path: Path) -> None:
        """Write the robot, never over the file that it was read from.

        Raises:
            ArgumentError: the robot cannot be written in this format.
            PhysicsError: its inertial parameters are not physically consistent.
            FileError: the file cannot be written, or is the one that the robot was read from.
        """
        write_back(Path(path), self.content_in(robot, Path(path).parent), robot.source)


def seen_from(folder: Path, place: Path) -> str:
    """Return the path of a place relative to a folder, with slashes."""
    try:
        return Path(os.path.relpath(place, folder)).as_posix()
    except ValueError:  # another drive
        return place.as_posix()
