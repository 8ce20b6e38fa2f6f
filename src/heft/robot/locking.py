"""A robot with some of its joints locked: each becomes rigid, and its body is lumped into its parent.

With T the pose of the body in its parent at the locked position, the parent's inertia grows by the body's, seen through
T, and what hangs on the body hangs on the parent. Joints that mimic a locked one are locked with it. A body that is
locked to the world disappears into it. The rotor of a locked joint stands still in the parent, and its armature has no
effect.

Poses stay exact where the axis is one of the frame's, as almost always; else the numbers are decimals of floats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError, did_you_mean
from heft.parameters import transform
from heft.robot.exact import ZERO, Exactable, Number
from heft.robot.joint import Joint
from heft.robot.joints import joint_kind
from heft.robot.joints.kind import ScrewKind
from heft.robot.model import WORLD, Body, Link, Robot, Rotor, frozen
from heft.robot.placement import IDENTITY, Placement, Transform, Vector, unit
from heft.spatial import rotation_about


def locked(robot: Robot, positions: Mapping[str, Exactable], welded: frozenset[str] = frozenset()) -> Robot:
    """Return the robot with some joints rigid.

    Args:
        robot: the robot.
        positions: where each joint is held, by its name [rad or m]: numbers or exact strings such as "pi/2".
        welded: joints of kind fixed whose bodies are lumped into their parents as well.

    Raises:
        ArgumentError: there is no such joint, it follows another, has several coordinates, or none is left.
    """
    values = {name: Number.parse(value, f"joint '{name}'") for name, value in positions.items()}
    by_name = {body.joint.name: body.joint for body in robot.bodies}
    for name in values:
        _check(robot, name, by_name)
    for joint in by_name.values():
        if joint.mimic is not None and joint.mimic.leader in values:
            values[joint.name] = _follower(joint, values[joint.mimic.leader])
    if not values and not welded:
        return robot
    kept: list[Body] = []
    home: list[tuple[int, Placement]] = []  # of every old body: the new one that it is part of, and its place in it
    for body in robot.bodies:
        parent, seat = (WORLD, IDENTITY) if body.parent == WORLD else home[body.parent]
        place = seat.then(body.placement)
        if body.joint.name not in values and body.joint.name not in welded:
            home.append((len(kept), IDENTITY))
            kept.append(replace(body, parent=parent, placement=place, rotor=_seated(body.rotor, seat)))
            continue
        value = values.get(body.joint.name, ZERO)
        held = place if body.joint.name in welded else place.then(_pose(body.joint, value))
        home.append((parent, held))
        if parent != WORLD:
            kept[parent] = _lumped(kept[parent], body, held, seat, float(value))
    if not any(body.joint.nv for body in kept):
        raise ArgumentError(
            f"All joints of robot '{robot.name}' are locked: nothing is left that moves.",
            remedy="Leave at least one joint free.",
        )
    held_at = tuple((name, float(value)) for name, value in values.items())
    notes = tuple(f"joint '{name}': it is locked at {value:g}" for name, value in held_at)
    carrying = (*robot.carrying, *_carrying(robot, {*values}))
    return replace(
        robot,
        bodies=tuple(kept),
        notes=(*robot.notes, *notes),
        locked=(*robot.locked, *held_at),
        carrying=carrying,
    )


def _carrying(robot: Robot, held: set[str]) -> list[str]:
    """Return those joints that are held and carry one that moves, in document order."""
    found = set[str]()
    for body in robot.bodies:
        if body.joint.nv and body.joint.name not in held:
            while body.parent != WORLD:
                body = robot.bodies[body.parent]
                found.add(body.joint.name)
    return [body.joint.name for body in robot.bodies if body.joint.name in found & held]


def middle(joint: Joint) -> float:
    """Return the middle of a joint's range; zero, or what is nearest to it, where that is unlimited."""
    low, high = joint.limits.lower, joint.limits.upper
    if np.isfinite(low) and np.isfinite(high):
        return 0.5 * (low + high)
    return float(min(max(0.0, low), high))


def _check(robot: Robot, name: str, by_name: Mapping[str, Joint]) -> None:
    joint = by_name.get(name)
    if joint is None:
        raise ArgumentError(f"Robot '{robot.name}' has no joint '{name}'.", remedy=did_you_mean(name, by_name))
    if joint.mimic is not None:
        raise ArgumentError(
            f"Joint '{name}' follows '{joint.mimic.leader}' and cannot be locked by itself.",
            remedy=f"Lock '{joint.mimic.leader}'.",
        )
    if not joint_kind(joint.kind).is_screw:
        raise ArgumentError(
            f"Joint '{name}' is {joint.kind}; only a joint with one coordinate can be locked.",
            remedy="Load the robot with base='fixed' to hold its base.",
        )


def _follower(joint: Joint, leader: Number) -> Number:
    """Return where a joint stands that mimics one at a position."""
    assert joint.mimic is not None
    m, offset = joint.mimic.multiplier, joint.mimic.offset
    rational = m.rational * leader.rational + offset.rational
    turns = m.rational * leader.pi_multiple + offset.pi_multiple
    if m.pi_multiple or (rational and turns):  # no exact number that files have
        return Number.parse(float(m) * float(leader) + float(offset))
    return Number(rational, turns, leader.decimal)


def _pose(joint: Joint, value: Number) -> Placement:
    """Return the pose of a body in its frame at q = 0, with its joint at a position."""
    kind = joint_kind(joint.kind)
    assert isinstance(kind, ScrewKind)
    slide = kind.slide(joint.pitch)
    if float(value) == 0:
        return IDENTITY
    along = [k for k, x in enumerate(joint.axis) if float(x)]
    if len(along) == 1 and not (value.pi_multiple and slide.rational) and not slide.pi_multiple:
        k, backward = along[0], float(joint.axis[along[0]]) < 0
        moved = Number(value.rational * slide.rational, decimal=value.decimal)
        return Placement(
            (Transform(_unit_step(k, moved, backward), rpy=_unit_step(k, value, backward) if kind.turns else None),)
        )
    a = unit(joint.axis)
    turn = np.asarray(rotation_about(a, np.asarray(float(value))), float) if kind.turns else np.eye(3)
    return Placement.from_floats(turn, a * float(slide) * float(value))


def _unit_step(k: int, value: Number, backward: bool) -> Vector:
    return tuple((-value if backward else value) if i == k else ZERO for i in range(3))


def _lumped(parent: Body, body: Body, held: Placement, seat: Placement, position: float) -> Body:
    """Return a body with another that does not move on it any more."""
    parts = [parent.parameters, _moved(body.parameters, held)]
    if body.rotor is not None:
        turned = Placement.from_floats(_spin(float(body.rotor.ratio) * position), np.zeros(3))
        parts.append(_moved(body.rotor.parameters, seat.then(body.rotor.placement).then(turned)))
    links = tuple(Link(link.name, held.then(link.placement), link.parameters) for link in body.links)
    return replace(parent, parameters=frozen(np.sum(parts, axis=0)), links=(*parent.links, *links))


def _moved(parameters: Array, place: Placement) -> Array:
    return transform(parameters, place.rotation, place.translation)


def _spin(angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _seated(rotor: Rotor | None, seat: Placement) -> Rotor | None:
    """Return a rotor whose carrier has become part of another body, at `seat` in it."""
    return replace(rotor, placement=seat.then(rotor.placement)) if rotor and seat.steps else rotor
