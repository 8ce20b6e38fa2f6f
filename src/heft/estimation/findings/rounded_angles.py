"""Angles of the robot file that are rounded so coarsely that it has more base parameters than the machine."""

from __future__ import annotations

from collections.abc import Iterator

from heft.identifiability.coarse_angles import coarse_angle_warning
from heft.identifiability.question import ask
from heft.robot.model import Robot


def rounded_angles(robot: Robot) -> Iterator[str]:
    """Yield which angles these are, and what to do."""
    if warning := coarse_angle_warning(lambda snap: ask(robot, None, False, True, snap, None)):
        yield warning
