"""A part of a robot that moves while the rest is held: what is between two links, or a group of joints.

The joints of the rest are locked (`heft.robot.locking`), so that their bodies are lumped into what carries them, and
what hangs on the world disappears into it. A group may be one of an SRDF file beside the robot's. Joints that a moving
body carries, such as the fingers of a hand, are held in the middle of their range; the others at zero, or at the limit
nearest to it. Joints with several coordinates, such as that of a floating base, are held in their neutral position.
Gravity stays as it is in the world.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

from heft.errors import ArgumentError, did_you_mean, listed
from heft.robot.exact import Exactable
from heft.robot.formats.xml import read
from heft.robot.joint import Joint
from heft.robot.joints import joint_kind
from heft.robot.locking import locked, middle
from heft.robot.model import WORLD, Body, Robot
from heft.robot.srdf import ENDING, SrdfGroup, gathered, groups_in, readable_groups
from heft.text import LONGEST_NAME


def part_of(
    robot: Robot,
    base_link: str | None = None,
    tip_link: str | None = None,
    group: Sequence[str] | str | None = None,
    hold: Mapping[str, Exactable] | None = None,
) -> Robot:
    """Return a part of a robot, with its other joints rigid.

    Args:
        robot: the robot.
        base_link: only what this link carries moves; None for the world.
        tip_link: only what is between the base link and this link moves; None for all that the base link carries.
        group: instead of links, the names of the joints that move, patterns such as "arm_left_*", groups of an SRDF
            file beside the robot's, or FILE.srdf:GROUP.
        hold: where joints are held [rad or m], by name, numbers or exact strings; a joint of the part is held as well.

    Raises:
        ArgumentError: there is no such link or joint, the tip does not hang on the base, or nothing is left that moves.
    """
    if group is not None and (base_link or tip_link):
        raise ArgumentError("A part is given by links or by a group of joints.", remedy="Leave one of them out.")
    if group is not None:
        moving = _of_group(robot, [group] if isinstance(group, str) else group)
    else:
        moving = _between(robot, base_link, tip_link)
    moving |= {i for i, body in enumerate(robot.bodies) if _leader(robot, body.joint) in moving}
    rest = [i for i in range(robot.n_bodies) if i not in moving]
    if not any(body.joint.nv for i, body in enumerate(robot.bodies) if i in moving):
        asked = f"group {listed(group)}" if group else f"links '{base_link or 'world'}' to '{tip_link or 'any'}'"
        raise ArgumentError(
            f"No joint of robot '{robot.name}' moves in the part that was asked for ({asked}).",
            remedy=f"The joints are: {listed(robot.joint_names, 12)}.",
        )
    carried = {i for i in rest if moving.intersection(_ancestors(robot, i))}
    positions: dict[str, Exactable] = {}
    welded = set[str]()
    for i in rest:
        joint = robot.bodies[i].joint
        if not joint_kind(joint.kind).is_screw:
            if joint.nv or i not in carried:  # a body that is fixed to the part stays a body
                welded.add(joint.name)
        elif joint.mimic is None:
            positions[joint.name] = middle(joint) if i in carried else _nearest_to_zero(joint)
    held = locked(_welded(robot, welded), positions | dict(hold or {}), frozenset(welded))
    given = {name: at for name, at in held.locked[len(robot.locked) :] if name in (hold or {})}
    said = [name for name, _ in held.locked[len(robot.locked) :] if name not in given]
    notes = [f"joint '{name}': it is locked at {at:g}" for name, at in given.items()]
    if said or welded:
        notes.append(f"held, since they are not in the part ({len(said) + len(welded)}): {listed([*welded, *said], 8)}")
    return replace(held, notes=(*robot.notes, *notes))


def _leader(robot: Robot, joint: Joint) -> int | None:
    """Return the body whose joint a mimic joint follows, None if it follows none."""
    if joint.mimic is None:
        return None
    return next(i for i, body in enumerate(robot.bodies) if body.joint.name == joint.mimic.leader)


def _nearest_to_zero(joint: Joint) -> float:
    return float(min(max(0.0, joint.limits.lower), joint.limits.upper))


def _welded(robot: Robot, names: Iterable[str]) -> Robot:
    """Return the robot with joints of several coordinates fixed in their neutral position."""
    chosen = set(names)
    bodies = (
        replace(body, joint=Joint(body.joint.name, "fixed")) if body.joint.name in chosen else body
        for body in robot.bodies
    )
    return replace(robot, bodies=tuple(bodies))


# -- which bodies move ----------------------------------------------------------------------------


def _of_group(robot: Robot, patterns: Sequence[str]) -> set[int]:
    joints = {body.joint.name: i for i, body in enumerate(robot.bodies) if body.joint.nv}
    chosen = set[int]()
    for pattern in patterns:
        found = {i for name, i in joints.items() if name == pattern or _matches(name, pattern)}
        chosen |= found or _of_srdf(robot, pattern, joints)
    return chosen


def _matches(name: str, pattern: str) -> bool:
    """Return whether a name matches a pattern; reading one takes time with the square of its length."""
    return len(pattern) <= LONGEST_NAME and fnmatchcase(name, pattern)


def _of_srdf(robot: Robot, name: str, joints: Mapping[str, int]) -> set[int]:
    """Return the bodies of a group of an SRDF file: one that is named, or those beside the robot's file.

    Raises:
        ArgumentError: there is no such group, or several files have different ones of this name.
    """
    file, sign, own = name.rpartition(f"{ENDING}:")
    beside = robot.source.path if robot.source else None
    if sign:
        path = Path(file + ENDING)
        groups = {path: groups_in(path)}
    else:
        groups = readable_groups(beside) if beside else {}
    named = {path: gathered(own, inside) for path, inside in groups.items() if own in inside}
    found = {path: _of_srdf_group(robot, group, joints) for path, group in named.items()}
    distinct = {frozenset(bodies): path for path, bodies in found.items() if bodies}
    if len(distinct) > 1:
        first, second, *_ = distinct.values()
        what = f"The group '{own}' has other joints in {first} than in {second}."
        raise ArgumentError(what, remedy=f"Name the file, too: --group {first}:{own}.")
    if not distinct:
        known = dict.fromkeys([*(group for inside in groups.values() for group in inside), *joints])
        what = (
            f"No joint of robot '{robot.name}' is named '{own}' or fits it as a pattern, nor does a group of an SRDF."
        )
        raise ArgumentError(what, remedy=did_you_mean(own, [name for name in known if name != own]))
    return set(next(iter(distinct)))


def _of_srdf_group(robot: Robot, group: SrdfGroup, joints: Mapping[str, int]) -> set[int]:
    """Return the bodies of a group that move; joints and links that this variant of the robot lacks are left out."""
    bodies = {joints[name] for name in group.joints if name in joints}
    carriers = {name: i for i, body in enumerate(robot.bodies) for name in _names(body)}
    bodies |= {carriers[name] for name in group.links if name in carriers}
    inside = {*carriers, *_in_file(robot)}
    for base, tip in group.chains:
        if base in inside and tip in carriers:
            bodies |= _between(robot, base, tip)
    return {i for i in bodies if robot.bodies[i].joint.nv}


def _between(robot: Robot, base_link: str | None, tip_link: str | None) -> set[int]:
    base = _carrier(robot, base_link) if base_link else WORLD
    below = {i for i in range(robot.n_bodies) if base == WORLD or base in _ancestors(robot, i)}
    if tip_link is None:
        return below
    tip = _carrier(robot, tip_link)
    if tip not in below:
        what = f"Link '{tip_link}' does not hang on link '{base_link or 'world'}' by a joint that moves."
        raise ArgumentError(what, remedy="Give a tip that the base carries.")
    return below & {tip, *_ancestors(robot, tip)}


def _carrier(robot: Robot, link: str) -> int:
    """Return the body that a link is part of, or the world."""
    for i, body in enumerate(robot.bodies):
        if link == body.name or any(link == each.name for each in body.links):
            return i
    fixed = _in_file(robot)
    if link in fixed:
        return WORLD
    known = dict.fromkeys([*(name for body in robot.bodies for name in _names(body)), *fixed])
    raise ArgumentError(f"Robot '{robot.name}' has no link '{link}'.", remedy=did_you_mean(link, known))


def _names(body: Body) -> list[str]:
    return [body.name, *(link.name for link in body.links)]


def _in_file(robot: Robot) -> list[str]:
    """Return the links of the robot's XML file; those that are in no body are part of the world."""
    if robot.source is None or robot.source.format not in ("urdf", "mjcf"):
        return ["world"]
    root = read(robot.source.content, str(robot.source.path or robot.name)).root
    return ["world", *(e.attributes.get("name", "") for e in root.descendants() if e.tag in ("link", "body"))]


def _ancestors(robot: Robot, i: int) -> list[int]:
    found = []
    while (i := robot.bodies[i].parent) != WORLD:
        found.append(i)
    return found
