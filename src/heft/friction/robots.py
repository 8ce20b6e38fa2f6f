"""The friction of a robot as its description has it: viscous, Coulomb and offset of every joint with a coordinate.

A mimic joint has friction too. It moves g times as fast as the coordinate that it follows, and its torque counts g
times there: g f(g s).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from heft.arrays import AnyArray, Array
from heft.friction.law import DriveMotion
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


def robot_friction(robot: Robot, qd: AnyArray) -> AnyArray:
    """Return the friction torques (..., nv) at velocities qd (..., nv) [N m, N]."""
    motion, rows = DriveMotion(qd), zip(DEFAULT_FRICTION, coefficients(robot), strict=True)
    parts = [law_named(name).torque(values, motion) for name, values in rows]
    return sum(parts[1:], parts[0])
