"""States of a robot by the names of its coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from heft.arguments import array, number
from heft.arrays import Array
from heft.errors import ArgumentError, did_you_mean
from heft.robot.model import Robot

ByName = Mapping[str, float]
"""Numbers by the names of coordinates."""


def with_values(robot: Robot, values: ArrayLike, changes: ByName, names: Sequence[str], where: str) -> Array:
    """Return values with those of some coordinates replaced.

    Args:
        robot: whose coordinates they are.
        values: one for each name.
        changes: by name.
        names: of all coordinates.
        where: what errors call the changes.

    Raises:
        ArgumentError: there is no such coordinate.
    """
    found = np.array(values, float)
    for name, value in changes.items():
        if name not in names:
            raise _unknown(robot, name, names, where)
        found[names.index(name)] = number(f"'{name}'", value)
    return found


def configuration(robot: Robot, q0: ArrayLike | ByName | None) -> Array:
    """Return a configuration (nq,): as it is given, or neutral but for the coordinates that are named.

    Raises:
        ArgumentError: there is no such coordinate.
    """
    if q0 is None or isinstance(q0, Mapping):
        return with_values(robot, robot.neutral, q0 or {}, robot.configuration_names, "'q0'")
    return array("'q0'", q0)


def velocity(robot: Robot, qd0: ArrayLike | ByName | None) -> Array:
    """Return a velocity (nv,): as it is given, or zero but for the coordinates that are named.

    Raises:
        ArgumentError: there is no such coordinate.
    """
    if qd0 is None or isinstance(qd0, Mapping):
        return with_values(robot, np.zeros(robot.nv), qd0 or {}, robot.coordinate_names, "'qd0'")
    return array("'qd0'", qd0)


def _unknown(robot: Robot, name: str, names: Sequence[str], where: str) -> ArgumentError:
    mimics = {body.joint.name: body.joint.mimic for body in robot.bodies if body.joint.mimic}
    if name in mimics:
        what, remedy = f"'{name}' follows '{mimics[name].leader}'", f"Set '{mimics[name].leader}'."
        return ArgumentError(f"{what} and has no coordinate of its own.", where=where, remedy=remedy)
    several = [known for known in names if known.startswith(f"{name}.")]
    remedy = f"Its coordinates are {', '.join(several)}." if several else did_you_mean(name, names)
    return ArgumentError(f"Robot '{robot.name}' has no coordinate '{name}'.", where=where, remedy=remedy)
