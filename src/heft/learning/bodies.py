"""The robot that a model has learned: the prior with other inertias and, where they are learned, placements."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from heft.arrays import Array
from heft.dynamics.tree import tree_of
from heft.learning.jacobian import numbers
from heft.learning.model import BlackBox, Constants, DynamicsModel
from heft.robot.joints import joint_kind
from heft.robot.model import Robot
from heft.robot.placement import Placement


def with_bodies(robot: Robot, bodies: Array, armature: Array | None = None) -> Robot:
    """Return the robot with other inertial parameters.

    Args:
        robot: the robot.
        bodies: (n, 10) parameters of all bodies of its tree, rotors included.
        armature: (nv,) armature of its coordinates; None keeps the robot's.
    """
    links = bodies[: robot.n_bodies].ravel()
    free = [np.linalg.pinv(rotor.basis) @ bodies[robot.n_bodies + k] for k, (_, rotor) in enumerate(robot.rotors)]
    changed = robot.with_parameters(np.concatenate([links, *free]))
    more = np.zeros(robot.nv) if armature is None else armature - tree_of(robot).armature
    if not np.any(more):
        return changed
    moved = []
    for body in changed.bodies:
        joint = body.joint
        if joint_kind(joint.kind).is_screw and joint.mimic is None:
            extra = float(more[robot.v_index[joint.name].start])
            joint = replace(joint, armature=joint.armature + extra)
        moved.append(replace(body, joint=joint))
    return replace(changed, bodies=tuple(moved))


def learned_robot(model: DynamicsModel, x: Array, constants: Constants) -> Robot:
    """Return the robot of a model's parameters; a black box has the robot that was given."""
    if isinstance(model, BlackBox):
        return model.robot
    given = numbers(model, x, constants)
    robot, placement = with_bodies(model.robot, given["parameters"], given["armature"]), given["placement"]
    if placement is None:
        return robot
    R, p = placement
    bodies = [replace(body, placement=Placement.from_floats(R[k], p[k])) for k, body in enumerate(robot.bodies)]
    for k, (i, rotor) in enumerate(robot.rotors, start=robot.n_bodies):
        bodies[i] = replace(bodies[i], rotor=replace(rotor, placement=Placement.from_floats(R[k], p[k])))
    return replace(robot, bodies=tuple(bodies), source=None)
