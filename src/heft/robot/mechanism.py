"""Mechanism files (`heft-mechanism/1`, JSON or TOML): what URDF cannot say, with exact numbers.

The `...Entry` classes are the format: what they do not name, a file may not have. Every number may be a
number or an exact string ("1/3", "2/3*pi").
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    StrictBool,
    ValidationError,
)

from heft import parameters as inertial
from heft.errors import FormatError, did_you_mean
from heft.robot.exact import ONE, ZERO, Number
from heft.robot.joint import AXIAL, KINDS, Friction, Joint, Limits, Mimic
from heft.robot.model import STANDARD_GRAVITY, WORLD, Array, Body, Robot, Rotor, oddities
from heft.robot.placement import Z_AXIS, Placement, Step
from heft.robot.source import read_bytes

FORMAT = "heft-mechanism/1"


def _exact(value: object) -> Number:
    if not isinstance(value, (int, float, str)):
        raise ValueError("a number or an exact string is expected")
    try:
        return Number.parse(value)
    except FormatError as error:
        raise ValueError(f"{error.what} {error.remedy}".strip()) from None


Exact = Annotated[Number, PlainValidator(_exact)]
Triple = Annotated[tuple[Exact, ...], Field(min_length=3, max_length=3)]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TransformEntry(_Entry):
    """x_parent = R x_child + p: a translation and at most one spelling of a rotation."""

    xyz: Triple = (ZERO, ZERO, ZERO)
    rpy: Triple | None = None
    quat: Annotated[tuple[Exact, ...], Field(min_length=4, max_length=4)] | None = None
    rotation: Annotated[list[Triple], Field(min_length=3, max_length=3)] | None = None


def _flat(value: object) -> object:
    nested = isinstance(value, list) and all(isinstance(row, list) and len(row) == 3 for row in value)
    return [x for row in value for x in row] if nested and isinstance(value, list) else value


def _three_six_or_nine(values: list[Number]) -> list[Number]:
    if len(values) not in (3, 6, 9):
        raise ValueError(f"an inertia is 3x3 rows, six numbers or three, not {len(values)}")
    return values


Moments = Annotated[list[Exact], BeforeValidator(_flat), AfterValidator(_three_six_or_nine)]


class InertiaEntry(_Entry):
    """Mass, centre and one inertia, or the ten parameters at once.

    An inertia is 3x3 rows, six numbers (xx, xy, xz, yy, yz, zz) or the three of a diagonal.
    """

    mass: Exact | None = None
    com: Triple = (ZERO, ZERO, ZERO)
    about_com: Moments | None = None
    about_origin: Moments | None = None
    parameters: Annotated[list[Exact], Field(min_length=10, max_length=10)] | None = None


Transforms = Annotated[list[TransformEntry], BeforeValidator(lambda x: [x] if isinstance(x, dict) else x)]
"""One transform or a list of them, composed left to right."""


class RotorEntry(_Entry):
    """A body carried by the joint's parent, spinning about its z `ratio` times as fast as the joint."""

    ratio: Exact
    symmetric: StrictBool = True
    placement: Transforms = []
    inertia: InertiaEntry | None = None


class MimicEntry(_Entry):
    """This joint's position is multiplier * (that joint's) + offset."""

    joint: str
    multiplier: Exact = ONE
    offset: Exact = ZERO


class JointEntry(_Entry):
    """How the body moves on its parent; `name` is the body's if absent."""

    type: str
    name: str | None = None
    axis: Triple | None = None
    pitch: Exact | None = None
    mimic: MimicEntry | None = None


class LimitsEntry(_Entry):
    """Position, velocity and effort limits."""

    lower: Exact | None = None
    upper: Exact | None = None
    velocity: Exact | None = None
    effort: Exact | None = None


class FrictionEntry(_Entry):
    """viscous qd + coulomb sign(qd) + offset."""

    viscous: Exact = ZERO
    coulomb: Exact = ZERO
    offset: Exact = ZERO


class BodyEntry(_Entry):
    """A body, its joint, and where its frame sits in the parent's at q = 0."""

    name: str
    parent: str | None = None
    joint: JointEntry
    placement: Transforms = []
    inertia: InertiaEntry | None = None
    rotor: RotorEntry | None = None
    limits: LimitsEntry | None = None
    friction: FrictionEntry | None = None
    armature: Exact = ZERO


class MechanismEntry(_Entry):
    """A whole file; `source` says in words where its numbers come from."""

    format: Literal["heft-mechanism/1"]
    name: str
    base: Literal["fixed", "floating"] = "fixed"
    gravity: Triple = STANDARD_GRAVITY
    source: str = ""
    bodies: list[BodyEntry]


# -- reading --------------------------------------------------------------------------------------


def read_mechanism(path: Path) -> Robot:
    """Read a mechanism file.

    Raises:
        FileError: it cannot be read.
        FormatError: it is not JSON or TOML, or breaks a rule of the format; says where.
    """
    content = read_bytes(path)
    kind = "TOML" if path.suffix.lower() == ".toml" else "JSON"
    try:
        text = content.decode("utf-8-sig")
        data = tomllib.loads(text) if kind == "TOML" else json.loads(text, object_pairs_hook=_object)
    except RecursionError:
        raise FormatError("It is nested too deeply to be a mechanism file.", where=str(path)) from None
    except ValueError as error:
        reason = str(error) if len(str(error)) < 120 else str(error)[:117] + "..."
        raise FormatError(
            f"This is not {kind}: {reason}.", where=str(path), remedy="A mechanism file is JSON or TOML text in UTF-8."
        ) from None
    return from_dict(data, str(path))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a JSON object, in which no key may stand twice."""
    names = [key for key, _ in pairs]
    for key in names:
        if names.count(key) > 1:
            raise ValueError(f"the key '{key}' stands twice in one object")
    return dict(pairs)


def from_dict(data: object, where: str = "mechanism") -> Robot:
    """Make a robot of a mechanism file's contents.

    Raises:
        FormatError: a rule of the format is broken; says where.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        found = f"'format' is {data.get('format')!r}" if isinstance(data, dict) else f"it holds a {type(data).__name__}"
        remedy = f'It must be an object with "format": "{FORMAT}".'
        raise FormatError(f"This is no mechanism file: {found}.", where=where, remedy=remedy)
    try:
        entry = MechanismEntry.model_validate(data)
    except ValidationError as error:
        raise _format_error(error, where) from None
    index: dict[str, int] = {}
    bodies = []
    for body in entry.bodies:
        bodies.append(_body(body, index, f"{where}: body '{body.name}'"))
        index[body.name] = len(bodies) - 1
    bare = [body.name for body in entry.bodies if body.inertia is None]
    notes = (f"no inertia given, taken as zero: {', '.join(bare)}",) if bare else ()
    notes += tuple(note for body in bodies for note in oddities(body))
    notes += (entry.source,) if entry.source else ()
    try:
        robot = Robot(entry.name, tuple(bodies), entry.gravity, notes)
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
    if joint.type not in KINDS:
        raise FormatError(f"Unknown joint type '{joint.type}'.", where=where, remedy=did_you_mean(joint.type, KINDS))
    if joint.axis is not None and joint.type not in AXIAL:
        raise FormatError(f"A {joint.type} joint has no axis.", where=where, remedy="Remove 'axis'.")
    if (joint.pitch is not None) != (joint.type == "helical"):
        remedy = "Give 'pitch' in m/rad." if joint.type == "helical" else "Remove 'pitch'."
        raise FormatError("A helical joint, and no other, has a pitch.", where=where, remedy=remedy)
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
        step = Step(transform.xyz, transform.rpy, transform.quat, rotation)
        step.check(where)
        steps.append(step)
    return Placement(tuple(steps))


def _inertia(entry: InertiaEntry | None, where: str) -> Array:
    if entry is None:
        return np.zeros(10)
    if entry.parameters is not None:
        if entry.model_fields_set != {"parameters"}:
            raise FormatError("'parameters' says it all; nothing else may stand beside it.", where=where)
        return np.array(entry.parameters, float)
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
        raise FormatError("The inertia matrix is not symmetric.", where=where)
    return matrix


_COMPLAINTS = {
    "tuple_type": "A list is expected",
    "list_type": "A list is expected",
    "model_type": "A table of keys is expected",
    "string_type": "A text is expected",
    "bool_parsing": "true or false is expected",
    "bool_type": "true or false is expected",
    "too_short": "There must be {min_length} numbers",
    "too_long": "There must be {max_length} numbers",
}
"""Our words for what pydantic says."""


def _format_error(error: ValidationError, where: str) -> FormatError:
    """Put the first of pydantic's complaints into our words."""
    first = error.errors()[0]
    path = list(first["loc"])
    place = ".".join(f"[{part}]" if isinstance(part, int) else str(part) for part in path).replace(".[", "[")
    if first["type"] == "extra_forbidden":
        known = _keys_at(path[:-1])
        remedy = did_you_mean(str(path[-1]), known)
        return FormatError(f"Unknown key '{path[-1]}'.", where=f"{where}: {place}", remedy=remedy)
    if first["type"] == "missing":
        return FormatError(f"The key '{path[-1]}' is missing.", where=f"{where}: {place}")
    complaint = _COMPLAINTS.get(first["type"], "").format(**first.get("ctx", {}))
    complaint = complaint or first["msg"].removeprefix("Value error, ").rstrip(".")
    return FormatError(f"{complaint}; found {first['input']!r:.60}.", where=f"{where}: {place}")


def _keys_at(path: list[Any]) -> list[str]:
    """Return the keys that the format allows at a place in the file."""
    entries = {
        "bodies": BodyEntry,
        "joint": JointEntry,
        "mimic": MimicEntry,
        "inertia": InertiaEntry,
        "rotor": RotorEntry,
        "placement": TransformEntry,
        "limits": LimitsEntry,
        "friction": FrictionEntry,
    }
    names = [part for part in path if isinstance(part, str)]
    model = entries.get(names[-1], MechanismEntry) if names else MechanismEntry
    return list(model.model_fields)


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
        limits = {key: value for key, value in vars(body.joint.limits).items() if np.isfinite(value)}
        friction = {key: value for key, value in vars(body.joint.friction).items() if value}
        for key, value in (("limits", limits), ("friction", friction), ("armature", body.joint.armature)):
            if value:
                entry[key] = value
        bodies.append(entry)
    gravity = [g.to_json() for g in robot.gravity]
    return {"format": FORMAT, "name": robot.name, "base": robot.base, "gravity": gravity, "bodies": bodies}


def _joint_entry(joint: Joint) -> dict[str, Any]:
    entry: dict[str, Any] = {"type": joint.kind, "name": joint.name}
    if joint.kind in AXIAL:
        entry["axis"] = [x.to_json() for x in joint.axis]
    if joint.kind == "helical":
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
