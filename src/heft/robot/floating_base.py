"""A robot on another base: fixed to the world, or floating."""

from __future__ import annotations

from dataclasses import replace

from heft.errors import ArgumentError
from heft.robot.joint import Joint
from heft.robot.model import WORLD, Body, Robot

FLOATING_JOINT = "root_joint"


def with_base(robot: Robot, base: str | None) -> Robot:
    """Return the robot on a "fixed" or "floating" base (None leaves it).

    A floating robot is fixed by welding its base body, which keeps its ten parameters. A fixed robot floats on
    a new body `base` without mass, because its file does not describe the body that it is mounted on.
    """
    if base is None or base == robot.base:
        return robot
    if base == "fixed":
        root, *others = robot.bodies
        welded = replace(root, joint=Joint(root.joint.name, "fixed"))
        return replace(robot, bodies=(welded, *others))
    if "base" in robot.body_names or FLOATING_JOINT in robot.joint_names:
        raise ArgumentError(
            f"Robot '{robot.name}' cannot be given a floating base: it already has a body 'base' or a "
            f"joint '{FLOATING_JOINT}'.",
            remedy="Rename it in the file, or write the floating joint there.",
        )
    free = Body("base", WORLD, Joint(FLOATING_JOINT, "floating"))
    moved = (replace(body, parent=body.parent + 1) for body in robot.bodies)
    return replace(robot, bodies=(free, *moved))
