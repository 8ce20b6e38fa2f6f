"""The robot file that is written cannot hold the gravity of the identification."""

from __future__ import annotations

from collections.abc import Iterator

from heft.robot.model import STANDARD_GRAVITY, Robot

WITHOUT = ("urdf",)
"""Formats of robot files in which gravity has no place."""


def lost_gravity(robot: Robot) -> Iterator[str]:
    """Yield that the robot file does not hold its gravity, if it is not the usual one."""
    if robot.source is not None and robot.source.format in WITHOUT and robot.gravity != STANDARD_GRAVITY:
        vector = " ".join(f"{float(g):.6g}" for g in robot.gravity)
        yield (
            f"A {robot.source.format.upper()} file cannot hold gravity: the identified file has the links only. "
            f"Use it with --gravity {vector}."
        )
