"""What a motion must keep away from: the robot's own links, obstacles, and the ends of workspaces."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from heft.errors import MissingExtraError
from heft.excitation.collision_pairs import NOTHING_CHECKED, collisions
from heft.excitation.problem import ConfigurationConstraint
from heft.excitation.scene import Scene
from heft.excitation.workspace import tip_boxes
from heft.robot.geometry import geometry_of
from heft.robot.model import Robot

NOT_INSTALLED = (
    "No collision was checked, since the package 'coal' is not installed. The robot may collide with itself or its "
    "surroundings. Install it with: pip install 'heft-robotics[collision]'."
)
NOT_ASKED = "No collision was checked, as requested."


def surroundings(
    robot: Robot,
    scene: Scene | None = None,
    *,
    packages: Sequence[str | Path] = (),
    clearance: float | None = None,
    self_clearance: float | None = None,
) -> tuple[tuple[ConfigurationConstraint, ...], tuple[str, ...]]:
    """Return the constraints on postures, and warnings about what is not checked.

    Args:
        robot: the robot, with the file that it came from.
        scene: what stands around it.
        packages: folders with the packages that package:// names in the robot's file.
        clearance: the least distance from obstacles [m].
        self_clearance: the least distance between links [m].

    Raises:
        MissingExtraError: a scene is given and coal is not installed.
        HeftError: the scene or the geometry cannot be used; the message says why.
    """
    found: list[Any] = []  # a cached property is not a property to type checkers
    if scene is not None and scene.workspaces:
        found.append(tip_boxes(robot, scene, geometry_of(robot, packages=packages).fixed_frames))
    if robot.source is None and (scene is None or not scene.obstacles):
        return tuple(found), (NOTHING_CHECKED,)
    try:
        distances = collisions(robot, scene, packages=packages, margin=clearance, self_margin=self_clearance)
    except MissingExtraError:
        if scene is not None and scene.obstacles:
            raise
        return tuple(found), (NOT_INSTALLED,)
    found += [distances] if distances.pairs else []
    return tuple(found), distances.notes
