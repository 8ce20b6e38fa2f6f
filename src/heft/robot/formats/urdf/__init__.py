"""URDF: links and joints in XML, as ROS uses it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from heft.robot.formats.format import ReadOptions, RobotFormat
from heft.robot.geometry import RobotGeometry
from heft.robot.model import Robot


class Urdf(RobotFormat):
    """Files that end in .urdf, and other XML whose outermost element is <robot>."""

    name, files, suffix = "urdf", ".urdf", ".urdf"
    holds = ("viscous", "coulomb")
    takes_packages = True

    def can_read(self, path: Path) -> bool:
        """Tell by the ending, or of .xml by the outermost element."""
        from heft.robot.formats.xml import XML, root_tag

        return path.suffix.lower() == ".urdf" or (path.suffix.lower() in XML and root_tag(path) == "robot")

    def read(self, path: Path, options: ReadOptions) -> Robot:
        """Read a robot; a URDF does not say whether its base floats."""
        from heft.robot.formats.urdf.read import read_urdf

        return read_urdf(path, options.base or "fixed", options.mimic, options.packages)

    def content(self, robot: Robot) -> bytes:
        """Return the file that the robot was read from with its present inertial parameters."""
        from heft.robot.formats.urdf.write import urdf_content

        return urdf_content(robot)

    def elsewhere(self, content: bytes, path: Path, folder: Path) -> bytes:
        """Return a file that finds its meshes from another folder."""
        from heft.robot.formats.urdf.elsewhere import elsewhere

        return elsewhere(content, path, folder)

    def geometry(self, robot: Robot, purpose: str, packages: Sequence[str | Path]) -> RobotGeometry:
        """Return the <collision> or <visual> shapes of the robot's links."""
        from heft.robot.formats.urdf.geometry import urdf_geometry

        return urdf_geometry(robot, purpose, packages)


FORMAT = Urdf()
