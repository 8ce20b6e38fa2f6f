"""Capsules for bodies whose file gives them no collision geometry, so that they are not overlooked.

A capsule reaches from the body's joint to each joint that the body carries. The last body of a chain gets one through
its centre of mass, twice as far. The radius is a guess: an eighth of the length, within bounds.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from heft.arrays import Array
from heft.robot.geometry import Geometry
from heft.robot.model import Robot
from heft.robot.shapes import capsule_between

SLENDERNESS = 8.0
"""Length of a link over the radius of its capsule."""

THINNEST, THICKEST = 0.03, 0.10
"""[m] Bounds of the radius."""


def fitted_capsules(robot: Robot, body: int) -> Iterator[Geometry]:
    """Yield capsules along a body of a robot, by its index; none for a body without extent."""
    for end in _ends(robot, body):
        length = float(np.linalg.norm(end))
        radius = float(np.clip(length / SLENDERNESS, THINNEST, THICKEST))
        capsule, rotation, translation = capsule_between(np.zeros(3), end, radius)
        yield Geometry(robot.bodies[body].name, body, capsule, rotation, translation)


def _ends(robot: Robot, body: int) -> list[Array]:
    """Return where the capsules of a body end, in its frame; shorter than the radius, a capsule adds nothing."""
    carried = [child.placement.translation for child in robot.bodies if child.parent == body]
    mass, *moment = robot.bodies[body].parameters[:4]
    tip = 2 * np.array(moment) / mass if mass > 0 else np.zeros(3)
    ends = [end for end in carried if np.linalg.norm(end) > THINNEST]
    return ends or ([tip] if np.linalg.norm(tip) > THINNEST else [])
