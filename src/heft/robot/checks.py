"""Checks of a robot: what is refused, and what is only doubtful."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from heft.bounds import FARTHEST, LARGEST, within
from heft.errors import FormatError, did_you_mean
from heft.parameters import NAMES
from heft.robot.crowds import refuse_crowd
from heft.robot.joints import joint_kind
from heft.robot.model import WORLD, Body, Robot, Rotor
from heft.text import LONGEST_NAME, is_name, shown


def check_tree(robot: Robot) -> None:
    """Refuse a robot that is not a tree, or whose names, axes or gears are wrong.

    Raises:
        FormatError: naming the body or joint.
    """
    place = f"robot '{robot.name}'"
    refuse_crowd(robot.n_bodies, "bodies", place)
    _check_names(robot, place)
    for kind, names in (("bodies", robot.body_names), ("joints", [body.joint.name for body in robot.bodies])):
        if len(set(names)) < len(names):
            twice, _ = Counter(names).most_common(1)[0]
            raise FormatError(f"Two {kind} are named '{twice}'.", where=place, remedy="Names must be unique.")
    _check_numbers(robot, place)
    by_name = {body.joint.name: body.joint for body in robot.bodies}
    for i, body in enumerate(robot.bodies):
        joint, where = body.joint, f"{place}, joint '{body.joint.name}'"
        if not WORLD <= body.parent < i:
            raise FormatError(
                "Bodies must come after their parents.",
                where=where,
                remedy="Order them from the root to the tips; the world is -1.",
            )
        kind = joint_kind(joint.kind, where, FormatError)
        if joint.complaint:
            remedy = "Give it a direction, such as 0 0 1." if "length" in joint.complaint else "Check the unit."
            raise FormatError(joint.complaint, where=where, remedy=remedy)
        if body.rotor is not None and not kind.is_screw:
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
            if not (joint_kind(leader.kind).is_screw and kind.is_screw):
                raise FormatError(
                    "Only joints with one coordinate can mimic each other.", where=where, remedy="Remove the mimic."
                )


def _check_names(robot: Robot, place: str) -> None:
    """Refuse names that are empty, endless, or have signs that a terminal or an editor acts on."""
    named = [("robot", robot.name)]
    for body in robot.bodies:
        named += [("body", body.name), ("joint", body.joint.name), *(("link", link.name) for link in body.links)]
    for loop in robot.dropped_loops:
        named += [("loop", name) for name in (loop.kind, loop.name, *loop.bodies) if name]
    for kind, name in named:
        if not is_name(name):
            raise FormatError(
                f"{shown(name)} is not a name.",
                where="robot" if kind == "robot" else place,
                remedy=f"Give the {kind} a name of printable characters, at most {LONGEST_NAME}.",
            )


def _check_numbers(robot: Robot, place: str) -> None:
    """Refuse numbers that are not finite or out of bounds, those of joints excepted."""
    if complaint := next(filter(None, (g.complaint for g in robot.gravity)), ""):
        raise FormatError(f"Its gravity {complaint}.", where=place, remedy="Give it in m/s2.")
    for body in robot.bodies:
        _check_inertia(body, f"{place}, body '{body.name}'")
        if body.rotor is not None:
            where = f"{place}, rotor of joint '{body.joint.name}'"
            _check_inertia(body.rotor, where)
            if body.rotor.ratio.complaint:
                raise FormatError(f"Its ratio {body.rotor.ratio.complaint}.", where=where, remedy="Check the gear.")


def _check_inertia(part: Body | Rotor, where: str) -> None:
    if not part.placement.bounded:
        raise FormatError(
            f"It is placed farther away than {FARTHEST:g} m, a number of its placement is larger than {LARGEST:g}, or "
            "a quaternion has no length.",
            where=where,
            remedy="Give distances in m and angles in rad.",
        )
    if np.shape(part.parameters) != (10,):
        raise FormatError(
            f"Its parameters have the shape {np.shape(part.parameters)}.",
            where=where,
            remedy=f"They are ten numbers: {', '.join(NAMES)}.",
        )
    if not within(part.parameters):
        name, value = next((n, x) for n, x in zip(NAMES, part.parameters, strict=True) if not within(x))
        raise FormatError(
            f"Its {name} is {value:g}: not finite, or larger than {LARGEST:g}.",
            where=where,
            remedy="Give kg, m and kg m2.",
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
