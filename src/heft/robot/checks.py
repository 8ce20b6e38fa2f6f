"""Checks of a robot: what is refused, and what is only doubtful."""

from __future__ import annotations

from collections.abc import Iterator

from heft.errors import FormatError, did_you_mean
from heft.robot.joints import joint_kind, joint_kinds
from heft.robot.model import WORLD, Body, Robot


def check_tree(robot: Robot) -> None:
    """Refuse a robot that is not a tree, or whose names, axes or gears are wrong.

    Raises:
        FormatError: naming the body or joint.
    """
    place = f"robot '{robot.name}'"
    for kind, names in (("bodies", robot.body_names), ("joints", [body.joint.name for body in robot.bodies])):
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise FormatError(f"Two {kind} are named '{twice}'.", where=place, remedy="Names must be unique.")
        for name in names:
            if not name or not name.isprintable():
                raise FormatError(f"{name!r} is not a name.", where=place, remedy=f"Give the {kind} printable names.")
    by_name = {body.joint.name: body.joint for body in robot.bodies}
    for i, body in enumerate(robot.bodies):
        joint, where = body.joint, f"{place}, joint '{body.joint.name}'"
        if not WORLD <= body.parent < i:
            raise FormatError(
                "Bodies must come after their parents.",
                where=where,
                remedy="Order them from the root to the tips; the world is -1.",
            )
        if joint.kind not in joint_kinds():
            remedy = did_you_mean(joint.kind, joint_kinds())
            raise FormatError(f"Unknown joint type '{joint.kind}'.", where=where, remedy=remedy)
        if not any(float(x) for x in joint.axis):
            raise FormatError("The axis has zero length.", where=where, remedy="Give it a direction, such as 0 0 1.")
        if body.rotor is not None and not joint_kind(joint.kind).is_screw:
            raise FormatError(
                f"A rotor cannot drive a {joint.kind} joint.",
                where=where,
                remedy="Remove the rotor; only joints with one coordinate have one.",
            )
        if joint.mimic is not None:
            leader = by_name.get(joint.mimic.leader)
            if leader is None:
                raise FormatError(
                    f"It mimics '{joint.mimic.leader}', which is not a joint of this robot.",
                    where=where,
                    remedy=did_you_mean(joint.mimic.leader, by_name),
                )
            if leader.mimic is not None:
                raise FormatError(
                    f"It mimics '{leader.name}', which follows another joint itself.",
                    where=where,
                    remedy="Let it mimic the joint at the end of that chain.",
                )
            if not (joint_kind(leader.kind).is_screw and joint_kind(joint.kind).is_screw):
                raise FormatError(
                    "Only joints with one coordinate can mimic each other.", where=where, remedy="Remove the mimic."
                )


def doubtful_joint_values(body: Body) -> Iterator[str]:
    """Yield a line for each value of a joint that is allowed but probably a mistake."""
    joint, limits, friction = body.joint, body.joint.limits, body.joint.friction
    if limits.lower > limits.upper:
        yield f"joint '{joint.name}': its lower limit {limits.lower:g} is above its upper limit {limits.upper:g}"
    if limits.lower == limits.upper:
        yield f"joint '{joint.name}': its limits do not let it move: both are {limits.lower:g}"
    values = {"velocity limit": limits.velocity, "effort limit": limits.effort, "armature": joint.armature}
    values |= {"viscous friction": friction.viscous, "Coulomb friction": friction.coulomb}
    for name, value in values.items():
        if value < 0:
            yield f"joint '{joint.name}': its {name} is negative: {value:g}"
    if body.rotor is not None and float(body.rotor.ratio) == 0:
        yield f"joint '{joint.name}': its rotor has the ratio 0 and does not turn"
