"""The friction of a robot as its description has it: viscous, Coulomb and offset of every joint with a coordinate.

A mimic joint has friction too. It moves g times as fast as the coordinate that it follows, and its torque counts g
times there: g f(g s).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from heft.arrays import AnyArray, Array
from heft.friction.law import DriveMotion, Law
from heft.friction.registry import DEFAULT_FRICTION, law_named

if TYPE_CHECKING:
    from heft.robot.model import Robot


@lru_cache(maxsize=128)
def coefficients(robot: Robot) -> Array:
    """Return (3, nv): the coefficients of `DEFAULT_FRICTION` of every coordinate, mimic joints included."""
    table = np.zeros((len(DEFAULT_FRICTION), robot.nv))
    for body in robot.bodies:
        joint, gear = body.joint, 1.0
        owner = joint.name
        if joint.mimic is not None:
            owner, gear = joint.mimic.leader, float(joint.mimic.multiplier)
        if owner in robot.v_index:
            for k, name in enumerate(DEFAULT_FRICTION):
                share = gear * law_named(name).torque(getattr(joint.friction, name), DriveMotion(np.float64(gear)))
                table[k, robot.v_index[owner]] += share
    return table


def robot_friction(robot: Robot, qd: AnyArray, state: AnyArray | None = None) -> AnyArray:
    """Return the friction torques (..., nv) at velocities qd (..., nv) [N m, N].

    Args:
        robot: the robot.
        qd: velocities.
        state: numbers from -1 to 1 in place of the signs of the velocities, as `DriveMotion` has them.
    """
    motion = DriveMotion(qd, state)
    parts = [law.torque(values, motion) for law, values in _acting(robot)]
    return sum(parts, 0.0 * qd)


def friction_slope(robot: Robot, qd: Array) -> Array:
    """Return the derivatives of the friction torques in the velocities, (nv,), while no joint turns round."""
    motion, none = DriveMotion(qd), np.zeros_like(qd)
    return sum((values * law.slope(motion, none) for law, values in _acting(robot)), none)


@lru_cache(maxsize=128)
def _acting(robot: Robot) -> list[tuple[Law, Array]]:
    """Return the laws that act on any coordinate, with their coefficients (nv,)."""
    rows = zip(DEFAULT_FRICTION, coefficients(robot), strict=True)
    return [(law_named(name), values) for name, values in rows if np.any(values)]
