"""The robot was read without the loops that its file closes."""

from __future__ import annotations

from collections.abc import Iterator

from heft.robot.loops import loop_warning
from heft.robot.model import Robot


def dropped_loops(robot: Robot) -> Iterator[str]:
    """Yield which loops are ignored, and what that means for the estimate."""
    if robot.dropped_loops:
        yield loop_warning(robot.dropped_loops)
