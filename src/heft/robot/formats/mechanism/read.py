"""Mechanism files (JSON or TOML): what URDF cannot say, with exact numbers, read as a robot and written back.

What may stand in them is in `heft.robot.formats.mechanism.schema`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from heft import parameters as inertial
from heft.arrays import Array
from heft.bounds import LARGEST, within
from heft.errors import FormatError, did_you_mean
from heft.files import read_bytes
from heft.reading.text import json_value, toml_table
from heft.robot.checks import doubtful_joint_values
from heft.robot.exact import ZERO, Number
from heft.robot.formats.mechanism.schema import (
    FORMAT,
    BodyEntry,
    FrictionEntry,
    InertiaEntry,
    LimitsEntry,
    RotorEntry,
    TransformEntry,
    validated,
)
from heft.robot.joint import Friction, Joint, Limits, Mimic
from heft.robot.joints import joint_kind
from heft.robot.loops import DroppedLoop
from heft.robot.model import WORLD, Body, Robot, Rotor
from heft.robot.placement import Z_AXIS, Placement, Transform
from heft.robot.source import Source

# -- reading --------------------------------------------------------------------------------------


def read_mechanism(path: Path) -> Robot:
    """Read a mechanism file.

    Raises:
        FileError: it cannot be read.
        FormatError: it is not JSON or TOML, or breaks a rule of the format; says where.
    """
    content = read_bytes(path)
    parse = toml_table if path.suffix.lower() == ".toml" else json_value
    data = parse(content, str(path), "A mechanism file is JSON or TOML text in UTF-8.", finite=False)
    return replace(from_dict(data, str(path)), source=Source("mechanism", content, path))


def from_dict(data: object, where: str = "mechanism") -> Robot:
    """Make a robot of a mechanism file's contents.

    Raises:
        FormatError: a rule of the format is broken; says where.
    """
    entry = validated(data, where)
    index: dict[str, int] = {}
    bodies = []
    for body in entry.bodies:
        bodies.append(_body(body, index, f"{where}: body '{body.name}'"))
        index[body.name] = len(bodies) - 1
    bare = [body.name for body in entry.bodies if body.inertia is None]
    notes = (f"no inertia given, taken as zero: {', '.join(bare)}",) if bare else ()
    notes += tuple(note for body in bodies for note in doubtful_joint_values(body))
    notes += (entry.source,) if entry.source else ()
    try:
        loops = tuple(DroppedLoop(loop.kind, loop.name, tuple(loop.bodies)) for loop in entry.dropped_loops)
        held = tuple(entry.locked.items())
        robot = Robot(entry.name, tuple(bodies), entry.gravity, notes, dropped_loops=loops, locked=held)
    except FormatError as error:
        raise FormatError(error.what, where=f"{where}: {error.where}", remedy=error.remedy) from None
    if robot.base != entry.base:
        raise FormatError(
            f"'base' is \"{entry.base}\", but the bodies make a {robot.base} base.",
            where=where,
            remedy="A floating robot has one body without parent, and its joint is floating.",
        )
    return robot


def _body(entry: BodyEntry, index: dict[str, int], where: str) -> Body:
    if entry.parent is not None and entry.parent not in index:
        raise FormatError(
            f"Its parent '{entry.parent}' is not among the bodies before it.",
            where=where,
            remedy=f"Parents come first. {did_you_mean(entry.parent, index)}",
        )
    parameters = _inertia(entry.inertia, f"{where}, inertia")
    rotor = None
    if entry.rotor is not None:
        rotor = _rotor(entry.rotor, f"{where}, rotor")
    parent = WORLD if entry.parent is None else index[entry.parent]
    placement = _placement(entry.placement, f"{where}, placement")
    return Body(entry.name, parent, _joint(entry, where), placement, parameters, rotor)


def _joint(entry: BodyEntry, where: str) -> Joint:
    joint = entry.joint
    kind = joint_kind(joint.type, where, FormatError)
    if joint.axis is not None and not kind.has_axis:
        raise FormatError(f"A {joint.type} joint has no axis.", where=where, remedy="Remove 'axis'.")
    if (joint.pitch is not None) != kind.has_pitch:
        what, remedy = ("needs a", "Give 'pitch' in m/rad.") if kind.has_pitch else ("has no", "Remove 'pitch'.")
        raise FormatError(f"A {kind.name} joint {what} pitch.", where=where, remedy=remedy)
    limits = entry.limits or LimitsEntry()
    friction = entry.friction or FrictionEntry()
    return Joint(
        joint.name or entry.name,
        joint.type,
        joint.axis or Z_AXIS,
        joint.pitch or ZERO,
        Limits(**{key: float(value) for key, value in limits if value is not None}),
        Friction(**{key: float(value) for key, value in friction}),
        float(entry.armature),
        joint.mimic and Mimic(joint.mimic.joint, joint.mimic.multiplier, joint.mimic.offset),
    )


def _rotor(entry: RotorEntry, where: str) -> Rotor:
    parameters = _inertia(entry.inertia, f"{where}, inertia")
    rotor = Rotor(entry.ratio, entry.symmetric, _placement(entry.placement, f"{where}, placement"), parameters)
    if not np.allclose(rotor.basis @ rotor.free_parameters, parameters, rtol=0, atol=1e-12 * np.abs(parameters).max()):
        raise FormatError(
            "It is called symmetric, but its inertia is not symmetric about its z axis.",
            where=where,
            remedy='Set "symmetric": false or correct the inertia.',
        )
    return rotor


def _placement(transforms: list[TransformEntry], where: str) -> Placement:
    steps = []
    for transform in transforms:
        rows = transform.rotation
        rotation = None if rows is None else (*rows[0], *rows[1], *rows[2])
        step = Transform(transform.xyz, transform.rpy, transform.quat, rotation)
        step.check(where)
        steps.append(step)
    return Placement(tuple(steps))


def _inertia(entry: InertiaEntry | None, where: str) -> Array:
    if entry is None:
        return np.zeros(10)
    if entry.parameters is not None:
        if entry.model_fields_set != {"parameters"}:
            raise FormatError(
                "'parameters' already defines the inertia; no other key is allowed with it.",
                where=where,
                remedy="Keep 'parameters' alone, or remove it.",
            )
        return np.array(entry.parameters, float)
    with np.errstate(over="ignore", invalid="ignore"):
        parameters = _of_mass_and_centre(entry, where)
    if not within(parameters):
        raise FormatError("Its numbers are too large.", where=where, remedy="Give kg, m and kg m2.")
    return parameters


def _of_mass_and_centre(entry: InertiaEntry, where: str) -> Array:
    if entry.mass is None:
        raise FormatError("The mass is missing.", where=where, remedy="Give 'mass' in kg, or the ten 'parameters'.")
    if entry.about_com is not None and entry.about_origin is not None:
        raise FormatError("It is given both about_com and about_origin.", where=where, remedy="Keep one of them.")
    mass, com = float(entry.mass), np.array(entry.com, float)
    if entry.about_origin is None:
        return inertial.from_com(mass, com, _moments(entry.about_com or [ZERO] * 3, where))
    parameters = inertial.from_com(0.0, com, _moments(entry.about_origin, where))
    parameters[:4] = mass, *(mass * com)
    return parameters


def _moments(given: list[Number], where: str) -> Array:
    values = np.array(given, float)
    if values.shape == (3,):
        return np.diag(values)
    if values.shape == (6,):
        return values[[[0, 1, 2], [1, 3, 4], [2, 4, 5]]]
    matrix = values.reshape(3, 3)
    if not np.allclose(matrix, matrix.T, rtol=1e-12, atol=0):
        raise FormatError(
            "The inertia matrix is not symmetric.",
            where=where,
            remedy="Make it so, or give the six numbers xx, xy, xz, yy, yz, zz.",
        )
    return matrix


# -- writing --------------------------------------------------------------------------------------


def to_dict(robot: Robot) -> dict[str, Any]:
    """Return the robot as a mechanism file's contents; `from_dict` reads it back number for number."""
    bodies = []
    for body in robot.bodies:
        entry: dict[str, Any] = {
            "name": body.name,
            "parent": None if body.parent == WORLD else robot.bodies[body.parent].name,
            "joint": _joint_entry(body.joint),
            "placement": _placement_entry(body.placement),
            "inertia": {"parameters": body.parameters.tolist()},
        }
        if body.rotor is not None:
            entry["rotor"] = {
                "ratio": body.rotor.ratio.to_json(),
                "symmetric": body.rotor.symmetric,
                "placement": _placement_entry(body.rotor.placement),
                "inertia": {"parameters": body.rotor.parameters.tolist()},
            }
        limits = {key: value for key, value in vars(body.joint.limits).items() if abs(value) <= LARGEST}
        friction = {key: value for key, value in vars(body.joint.friction).items() if value}
        for key, value in (("limits", limits), ("friction", friction), ("armature", body.joint.armature)):
            if value:
                entry[key] = value
        bodies.append(entry)
    gravity = [g.to_json() for g in robot.gravity]
    data = {"format": FORMAT, "name": robot.name, "base": robot.base, "gravity": gravity, "bodies": bodies}
    if robot.dropped_loops:
        data["dropped_loops"] = [loop.to_dict() for loop in robot.dropped_loops]
    if robot.locked:
        data["locked"] = dict(robot.locked)
    return data


def _joint_entry(joint: Joint) -> dict[str, Any]:
    entry: dict[str, Any] = {"type": joint.kind, "name": joint.name}
    if joint_kind(joint.kind).has_axis:
        entry["axis"] = [x.to_json() for x in joint.axis]
    if joint_kind(joint.kind).has_pitch:
        entry["pitch"] = joint.pitch.to_json()
    if joint.mimic is not None:
        entry["mimic"] = {
            "joint": joint.mimic.leader,
            "multiplier": joint.mimic.multiplier.to_json(),
            "offset": joint.mimic.offset.to_json(),
        }
    return entry


def _placement_entry(placement: Placement) -> list[dict[str, Any]]:
    steps = []
    for step in placement.steps:
        entry: dict[str, Any] = {"xyz": [x.to_json() for x in step.xyz]}
        if step.rpy is not None:
            entry["rpy"] = [x.to_json() for x in step.rpy]
        if step.quat is not None:
            entry["quat"] = [x.to_json() for x in step.quat]
        if step.rotation is not None:
            entry["rotation"] = [[x.to_json() for x in step.rotation[k : k + 3]] for k in (0, 3, 6)]
        steps.append(entry)
    return steps
