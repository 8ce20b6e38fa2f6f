"""Joint friction: viscous qd + coulomb sign(qd) + offset, on every joint with a coordinate.

A mimic joint rubs too: its friction acts on the coordinate that it follows, through its multiplier.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from heft.arrays import AnyArray, Array
from heft.robot.model import Robot


@lru_cache(maxsize=128)
def coefficients(robot: Robot) -> Array:
    """Return (3, nv): viscous, Coulomb and offset of every coordinate, mimic joints included."""
    table = np.zeros((3, robot.nv))
    for body in robot.bodies:
        joint, gear = body.joint, 1.0
        owner = joint.name
        if joint.mimic is not None:
            owner, gear = joint.mimic.leader, float(joint.mimic.multiplier)
        if owner in robot.v_index:
            friction = joint.friction
            shares = [gear**2 * friction.viscous, abs(gear) * friction.coulomb, gear * friction.offset]
            table[:, robot.v_index[owner]] += np.array(shares)[:, None]
    return table


def friction_torque(robot: Robot, qd: AnyArray) -> AnyArray:
    """Return the torque that friction takes from the joints, (..., nv), at velocities qd (..., nv)."""
    viscous, coulomb, offset = coefficients(robot)
    return viscous * qd + coulomb * np.sign(qd) + offset
