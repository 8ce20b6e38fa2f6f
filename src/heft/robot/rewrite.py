"""A robot written back as a file of the format that it was read from."""

from __future__ import annotations

from pathlib import Path

from heft.robot.formats import robot_format
from heft.robot.model import Robot

FALLBACK = "mechanism"
"""The format of a robot that was not read from a file: it can say everything."""


def rewritten(robot: Robot, stem: str, folder: Path | None) -> tuple[str, bytes]:
    """Return the name and the content of the robot's file, in the format of the file that it was read from.

    Args:
        robot: the robot.
        stem: the name of the file without its ending.
        folder: where the file will be, from where it has to find its meshes; None if it will not be written.

    Raises:
        PhysicsError: a link is not physically consistent, so that no simulator would take the file.
    """
    kind = robot_format(robot.source.format if robot.source else FALLBACK)
    return f"{stem}{kind.suffix}", kind.content_in(robot, folder) if folder else kind.content(robot)
