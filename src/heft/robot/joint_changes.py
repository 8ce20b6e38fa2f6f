"""The joints of a robot that differ from those of its file: in friction, armature, spring or limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from heft.robot.joint import Joint
from heft.robot.joints import joint_kind
from heft.robot.model import Robot


class JointChange(NamedTuple):
    """A joint as the file has it, and as the robot has it."""

    old: Joint
    new: Joint


def joint_changes(robot: Robot) -> list[JointChange]:
    """Return the joints with one coordinate whose numbers differ from those in the file."""
    before = {joint.name: joint for joint in (robot.source.joints if robot.source else ())}
    pairs = (
        JointChange(before[body.joint.name], body.joint)
        for body in robot.bodies
        if body.joint.name in before and joint_kind(body.joint.kind).is_screw
    )
    return [pair for pair in pairs if _numbers(pair.old) != _numbers(pair.new)]


def drive_numbers(joint: Joint) -> dict[str, float]:
    """Return the numbers of a joint's drive, by name."""
    return {**vars(joint.friction), "armature": joint.armature, "stiffness": joint.stiffness}


def lost_numbers(robot: Robot, held: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield joints and the names of their drive's numbers that are not zero and not among those that a file holds."""
    for body in robot.bodies:
        for name, value in drive_numbers(body.joint).items():
            if value and name not in held:
                yield name, body.joint.name


def _numbers(joint: Joint) -> tuple[object, ...]:
    return joint.friction, joint.armature, joint.stiffness, joint.limits
