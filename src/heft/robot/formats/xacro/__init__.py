"""Xacro: URDF with macros, arguments and expressions, which the package `xacro` expands.

An expression is Python, so that a xacro file is a program: see the manual on what is trusted.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from heft.robot.formats.format import ReadOptions, RobotFormat
from heft.robot.geometry import RobotGeometry
from heft.robot.model import Robot


class Xacro(RobotFormat):
    """Files that end in .xacro; a robot that was read from one is a URDF from then on."""

    name, files, suffix = "xacro", ".xacro", ".urdf"
    holds = ("viscous", "coulomb")
    takes_arguments = takes_packages = True

    def can_read(self, path: Path) -> bool:
        """Tell by the ending."""
        return path.suffix.lower() == ".xacro"

    def read(self, path: Path, options: ReadOptions) -> Robot:
        """Read a robot from the URDF that a file expands to."""
        from heft.robot.formats.urdf.read import parse_urdf
        from heft.robot.formats.xacro.expand import expanded

        content, source = expanded(path, options.arguments, options.packages)
        return parse_urdf(content, str(path), options.base or "fixed", options.mimic, source)

    def content(self, robot: Robot) -> bytes:
        """Return the URDF that the file expanded to with the robot's present inertial parameters."""
        from heft.robot.formats.urdf.write import urdf_content

        return urdf_content(robot)

    def geometry(self, robot: Robot, purpose: str, packages: Sequence[str | Path]) -> RobotGeometry:
        """Return the <collision> or <visual> shapes of the robot's links."""
        from heft.robot.formats.urdf.geometry import urdf_geometry

        return urdf_geometry(robot, purpose, packages)


FORMAT = Xacro()
