"""What a format of robot descriptions must offer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import ClassVar

from heft.robot.model import Robot
from heft.robot.source import write_back


class RobotFormat(ABC):
    """A format of robot descriptions; its package imports nothing heavy before it is used.

    Attributes:
        name: what `Source.format` calls it.
        files: which files are in it, for errors and the manual.
        suffix: the ending of a file that is written in it.
    """

    name: ClassVar[str]
    files: ClassVar[str]
    suffix: ClassVar[str]

    @abstractmethod
    def can_read(self, path: Path) -> bool:
        """Tell by the file's name, and where that does not decide by its contents, whether it is in this format."""

    @abstractmethod
    def read(self, path: Path, base: str | None, mimic: bool) -> Robot:
        """Read a robot; the arguments are those of `heft.load`."""

    @abstractmethod
    def content(self, robot: Robot) -> bytes:
        """Return a file of this format with the robot's present inertial parameters."""

    def write(self, robot: Robot, path: Path) -> None:
        """Write the robot, never over the file that it was read from.

        Raises:
            ArgumentError: the robot cannot be written in this format.
            PhysicsError: its inertial parameters are not physically consistent.
            FileError: the file cannot be written, or is the one that the robot was read from.
        """
        write_back(Path(path), self.content(robot), robot.source)
