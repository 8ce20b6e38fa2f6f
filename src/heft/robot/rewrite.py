"""A robot written back as a file of the format that it was read from."""

from __future__ import annotations

from heft.robot.formats import robot_format
from heft.robot.model import Robot

FALLBACK = "mechanism"
"""The format of a robot that was not read from a file: it can say everything."""


def rewritten(robot: Robot, stem: str) -> tuple[str, bytes]:
    """Return the name and the content of the robot's file, in the format of the file that it was read from.

    Raises:
        PhysicsError: a link is not physically consistent, so that no simulator would take the file.
    """
    kind = robot_format(robot.source.format if robot.source else FALLBACK)
    return f"{stem}{kind.suffix}", kind.content(robot)
