"""MJCF: MuJoCo's XML, compiled by MuJoCo itself."""

from __future__ import annotations

from pathlib import Path

from heft.robot.floating_base import with_base
from heft.robot.formats.format import RobotFormat
from heft.robot.model import Robot


class Mjcf(RobotFormat):
    """XML files whose outermost element is not a URDF's <robot>."""

    name, files, suffix = "mjcf", ".xml (MJCF)", ".xml"

    def can_read(self, path: Path) -> bool:
        """Tell by the ending and the outermost element."""
        from heft.robot.formats.xml import XML, root_tag

        return path.suffix.lower() in XML and root_tag(path) != "robot"

    def read(self, path: Path, base: str | None, mimic: bool) -> Robot:
        """Read a robot on the base that the file gives it, or on another."""
        from heft.robot.formats.mjcf.read import read_mjcf

        return with_base(read_mjcf(path), base)

    def content(self, robot: Robot) -> bytes:
        """Return the file that the robot was read from with its present inertial parameters."""
        from heft.robot.formats.mjcf.write import mjcf_content

        return mjcf_content(robot)


FORMAT = Mjcf()
