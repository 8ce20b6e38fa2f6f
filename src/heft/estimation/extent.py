"""How large a regression is, before it is made: a robot of hundreds of bodies in a row would take hours, or all memory.

The effort of a coordinate depends on the parameters of all bodies that it carries, so that the triangular factors of a
chain of n bodies together have in the order of n^2 rows of n columns.
"""

from __future__ import annotations

import numpy as np

from heft.errors import ArgumentError
from heft.robot.model import WORLD, Robot
from heft.sizes import memory

SHARE = 4
"""The rows may take one part in so many of the memory."""


def refuse_large(robot: Robot) -> None:
    """Refuse a robot whose regression does not fit in the memory.

    Raises:
        ArgumentError: it does not; names the robot, what it takes and what there is.
    """
    needed, given = extent(robot), memory() // SHARE
    if needed > given:
        raise ArgumentError(
            f"Robot '{robot.name}' has {robot.n_bodies} bodies, for which the regression of efforts takes about "
            f"{needed / 1e9:.3g} GB; at most {given / 1e9:.3g} GB are used.",
            remedy="Take a part of the robot, with --base-link, --tip-link or --group, or robot.part(...) in Python.",
        )


def extent(robot: Robot) -> int:
    """Return about how many bytes the rows of all coordinates take, one for each parameter that they depend on."""
    carried = np.ones(robot.n_bodies, np.int64)
    for i in range(robot.n_bodies - 1, -1, -1):
        if (parent := robot.bodies[i].parent) != WORLD:
            carried[parent] += carried[i]
    coordinates = np.array([body.joint.nv for body in robot.bodies], np.int64)
    return int(8 * 10 * np.sum(coordinates * carried)) * 10 * robot.n_bodies
