"""How long a robot can be at all: what is further away, or moves many times as far, is in another unit."""

from __future__ import annotations

import numpy as np

from heft.robot.model import Robot

NEAR = 1.0
"""A length [m] that is possible for any robot, however short it is with all joints at zero."""


def longest(robot: Robot) -> float:
    """Return the distances between the origins of all bodies and links, one after the other [m]; at least `NEAR`."""
    bodies = sum(float(np.linalg.norm(body.placement.translation)) for body in robot.bodies)
    links = (float(np.linalg.norm(link.placement.translation)) for body in robot.bodies for link in body.links)
    return max(bodies + max(links, default=0.0), NEAR)
