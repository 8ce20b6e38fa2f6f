"""The coordinates of a robot that have drives: their joints, positions, and whether they are angles."""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.robot.joint import Joint
from heft.robot.joints import joint_kind
from heft.robot.model import Robot


def driven(robot: Robot) -> dict[int, str]:
    """Return the joint of every coordinate but those of a floating base."""
    joints = [joint.name for joint in robot.joints if joint.kind != "floating"]
    return {r: name for name in joints for r in range(robot.nv)[robot.v_index[name]]}


def joint_of(robot: Robot, r: int) -> Joint:
    """Return the joint that owns coordinate r."""
    return next(joint for joint in robot.joints if r in range(robot.nv)[robot.v_index[joint.name]])


def positions_of(robot: Robot, q: Array) -> Array:
    """Return (n, nv) the position whose rate each velocity is; zero where there is none, as of a ball joint."""
    found = np.zeros((len(q), robot.nv))
    for joint in robot.joints:
        if joint.nq == joint.nv:
            found[:, robot.v_index[joint.name]] = q[:, robot.q_index[joint.name]]
    return found


def is_rotational(robot: Robot, r: int) -> bool:
    """Return whether coordinate r is an angle."""
    joint = joint_of(robot, r)
    return bool(joint_kind(joint.kind).rotational[r - robot.v_index[joint.name].start])
