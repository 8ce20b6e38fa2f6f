"""MJCF: MuJoCo's XML, compiled by MuJoCo itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from heft.robot.floating_base import with_base
from heft.robot.formats.format import ReadOptions, RobotFormat
from heft.robot.geometry import RobotGeometry
from heft.robot.model import Robot


class Mjcf(RobotFormat):
    """XML files whose outermost element is not a URDF's <robot>."""

    name, files, suffix = "mjcf", ".xml (MJCF)", ".xml"
    holds = ("viscous", "coulomb", "armature", "stiffness")

    def can_read(self, path: Path) -> bool:
        """Tell by the ending and the outermost element."""
        from heft.robot.formats.xml import XML, root_tag

        return path.suffix.lower() in XML and root_tag(path) != "robot"

    def read(self, path: Path, options: ReadOptions) -> Robot:
        """Read a robot on the base that the file gives it, or on another."""
        from heft.robot.formats.mjcf.read import read_mjcf

        return with_base(read_mjcf(path), options.base)

    def content(self, robot: Robot) -> bytes:
        """Return the file that the robot was read from with its present inertial parameters."""
        from heft.robot.formats.mjcf.write import mjcf_content

        return mjcf_content(robot)

    def elsewhere(self, content: bytes, path: Path, folder: Path) -> bytes:
        """Return a file that finds its meshes from another folder."""
        from heft.robot.formats.mjcf.parts import elsewhere

        return elsewhere(content, path, folder)

    def lost(self, robot: Robot) -> dict[str, list[str]]:
        """Return the joints whose drive has a number without a place; an offset is a part of a spring."""
        lost, sprung = super().lost(robot), {joint.name for joint in robot.joints if joint.stiffness}
        offset = [name for name in lost.pop("offset", []) if name not in sprung]
        return lost | ({"offset": offset} if offset else {})

    def geometry(self, robot: Robot, purpose: str, packages: Sequence[str | Path]) -> RobotGeometry:
        """Return the geoms that can touch others, or those that only show; an MJCF file knows no packages."""
        from heft.robot.formats.mjcf.geometry import mjcf_geometry

        return mjcf_geometry(robot, purpose)


FORMAT = Mjcf()
