"""The robot that estimated parameters make: inertias of its bodies, friction and armature of its joints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from heft.arrays import Array
from heft.estimation.column import Column
from heft.estimation.columns import Model
from heft.robot.joint import Friction
from heft.robot.model import Body, Robot


def identified_robot(model: Model, values: Array) -> Robot:
    """Return the robot of a model with the parameters (n,) of the model. What the model does not have is zero in it."""
    robot = model.robot.with_parameters(values[: model.n_inertial])
    pairs = list(zip(model.extra, values[model.n_inertial :], strict=False))
    return replace(robot, bodies=tuple(_with_drive(robot, body, pairs) for body in robot.bodies))


def _with_drive(robot: Robot, body: Body, extra: Sequence[tuple[Column, float]]) -> Body:
    """Return a body whose joint has the estimated friction and armature of its coordinate.

    A joint that follows another has none: what was estimated for the leader's coordinate is that of both.
    """
    joint = body.joint
    if joint.mimic is None and joint.nv != 1:
        return body
    joint = replace(joint, friction=Friction(), armature=0.0, stiffness=0.0)
    if joint.mimic is not None:
        return replace(body, joint=joint)
    r = robot.v_index[joint.name].start
    for column, value in extra:
        if not column.is_coupling and column.run is None and column.coordinate == r:
            joint = column.law.write(joint, float(value))
    return replace(body, joint=joint)
