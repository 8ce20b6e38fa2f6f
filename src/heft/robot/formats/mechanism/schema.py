"""The format `heft-mechanism/1`: which keys a mechanism file may have, and what may stand under them.

The `...Entry` classes are the format: a file may have only the keys that they name. Every number may be a
number or an exact string ("1/3", "2/3*pi"). `heft.robot.formats.mechanism.read` makes robots of them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    FiniteFloat,
    PlainValidator,
    StrictBool,
    ValidationError,
)

from heft.errors import FormatError, did_you_mean
from heft.robot.exact import ONE, ZERO, Number
from heft.robot.model import STANDARD_GRAVITY
from heft.robot.placement import MOST_STEPS
from heft.text import shown

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


class _MechanismPart(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TransformEntry(_MechanismPart):
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


class InertiaEntry(_MechanismPart):
    """Mass, centre and one inertia, or the ten parameters at once.

    An inertia is 3x3 rows, six numbers (xx, xy, xz, yy, yz, zz) or the three of a diagonal.
    """

    mass: Exact | None = None
    com: Triple = (ZERO, ZERO, ZERO)
    about_com: Moments | None = None
    about_origin: Moments | None = None
    parameters: Annotated[list[Exact], Field(min_length=10, max_length=10)] | None = None


def _not_too_many(steps: list[TransformEntry]) -> list[TransformEntry]:
    if len(steps) > MOST_STEPS:
        raise ValueError(f"a placement has at most {MOST_STEPS} transforms, not {len(steps)}")
    return steps


Transforms = Annotated[
    list[TransformEntry],
    BeforeValidator(lambda x: [x] if isinstance(x, dict) else x),
    AfterValidator(_not_too_many),
]
"""One transform or a list of them, composed left to right."""


class RotorEntry(_MechanismPart):
    """A body carried by the joint's parent, spinning about its z `ratio` times as fast as the joint."""

    ratio: Exact
    symmetric: StrictBool = True
    placement: Transforms = []
    inertia: InertiaEntry | None = None


class MimicEntry(_MechanismPart):
    """This joint's position is multiplier * (that joint's) + offset."""

    joint: str
    multiplier: Exact = ONE
    offset: Exact = ZERO


class JointEntry(_MechanismPart):
    """How the body moves on its parent; `name` is the body's if absent."""

    type: str
    name: str | None = None
    axis: Triple | None = None
    pitch: Exact | None = None
    mimic: MimicEntry | None = None


class LimitsEntry(_MechanismPart):
    """Position, velocity and effort limits."""

    lower: Exact | None = None
    upper: Exact | None = None
    velocity: Exact | None = None
    effort: Exact | None = None


class FrictionEntry(_MechanismPart):
    """viscous qd + coulomb sign(qd) + offset."""

    viscous: Exact = ZERO
    coulomb: Exact = ZERO
    offset: Exact = ZERO


class BodyEntry(_MechanismPart):
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


class DroppedLoopEntry(_MechanismPart):
    """A constraint that closes a loop in the machine, but is not in this tree."""

    kind: str
    name: str = ""
    bodies: list[str] = []


def _sentence(text: str) -> str:
    """Return text on one line; what a terminal would act on is refused."""
    line = " ".join(text.split())
    if not line.isprintable():
        raise ValueError("printable text is expected")
    return line


class MechanismEntry(_MechanismPart):
    """A whole file; `source` says in words where its numbers come from, `dropped_loops` what the tree leaves out.

    `locked` says where joints are held that the machine has and the tree has not.
    """

    format: Literal["heft-mechanism/1"]
    name: str
    base: Literal["fixed", "floating"] = "fixed"
    gravity: Triple = STANDARD_GRAVITY
    source: Annotated[str, AfterValidator(_sentence)] = ""
    bodies: list[BodyEntry]
    dropped_loops: list[DroppedLoopEntry] = []
    locked: dict[str, FiniteFloat] = {}


def validated(data: object, where: str) -> MechanismEntry:
    """Return a file's contents as entries.

    Raises:
        FormatError: a key is unknown or missing, or a value is of the wrong kind; says where.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        found = (
            f"'format' is {shown(data.get('format'))}"
            if isinstance(data, dict)
            else f"it holds a {type(data).__name__}"
        )
        remedy = f'It must be an object with "format": "{FORMAT}".'
        raise FormatError(f"This is not a mechanism file: {found}.", where=where, remedy=remedy)
    try:
        return MechanismEntry.model_validate(data)
    except ValidationError as error:
        raise _format_error(error, where) from None


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
"""heft's words for pydantic's errors."""


def _format_error(error: ValidationError, where: str) -> FormatError:
    """Return the first of pydantic's errors in heft's words."""
    first = error.errors()[0]
    path = list(first["loc"])
    place = ".".join(f"[{part}]" if isinstance(part, int) else str(part) for part in path).replace(".[", "[")
    if first["type"] == "extra_forbidden":
        known = _keys_at(path[:-1])
        remedy = did_you_mean(str(path[-1]), known)
        return FormatError(f"Unknown key '{path[-1]}'.", where=f"{where}: {place}", remedy=remedy)
    if first["type"] == "missing":
        return FormatError(f"The key '{path[-1]}' is missing.", where=f"{where}: {place}", remedy="Add it.")
    complaint = _COMPLAINTS.get(first["type"], "").format(**first.get("ctx", {}))
    complaint = complaint or first["msg"].removeprefix("Value error, ").rstrip(".")
    remedy = f"Correct '{path[-1]}'; the manual's page on robots shows a whole file."
    return FormatError(f"{complaint}; found {shown(first['input'])}.", where=f"{where}: {place}", remedy=remedy)


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
        "dropped_loops": DroppedLoopEntry,
    }
    names = [part for part in path if isinstance(part, str)]
    model = entries.get(names[-1], MechanismEntry) if names else MechanismEntry
    return list(model.model_fields)
