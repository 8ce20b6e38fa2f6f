"""What of an estimate the robot's file has no place for: it is in result.json only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.errors import listed
from heft.robot.formats import robot_format
from heft.robot.joint import Joint
from heft.robot.rewrite import FALLBACK

if TYPE_CHECKING:
    from heft.estimation.columns import Column
    from heft.estimation.estimate import Estimate


def lost_in_file(estimate: Estimate) -> list[str]:
    """Return the numbers of drives that the robot's file cannot express, each with its joints, as "offset (elbow)"."""
    robot, model = estimate.robot, estimate.model
    lost = dict(robot_format(robot.source.format if robot.source else FALLBACK).lost(robot))
    for column, value in zip(model.extra, estimate.values[model.n_inertial :], strict=False):
        if value and not column.of_sensor and not _in_descriptions(column):
            lost.setdefault(column.kind, []).append(robot.coordinate_names[column.coordinate])
    every = {joint.name for joint in robot.joints if joint.nv == 1}
    return [
        f"{name} ({'all joints' if every and every <= {*joints} else listed(dict.fromkeys(joints), 8)})"
        for name, joints in lost.items()
    ]


def _in_descriptions(column: Column) -> bool:
    """Return whether a robot description has a number that a column becomes a part of."""
    if column.is_coupling or column.run is not None:
        return False
    joint = Joint("joint", "revolute")
    return column.law.write(joint, 1.0) != joint
