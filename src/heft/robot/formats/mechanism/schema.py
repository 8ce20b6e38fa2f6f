"""The format `heft-mechanism/1`: which keys a mechanism file may have, and what may stand under them.

The `...Entry` classes are the format: a file may have only the keys that they name. Every number may be a
number or an exact string ("1/3", "2/3*pi"). `heft.robot.formats.mechanism.read` makes robots of them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    FiniteFloat,
    PlainValidator,
    StrictBool,
)

from heft.errors import FormatError
from heft.reading.entries import entries
from heft.robot.crowds import refuse_crowd
from heft.robot.exact import ONE, ZERO, Number
from heft.robot.model import STANDARD_GRAVITY
from heft.robot.placement import MOST_STEPS

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
    if isinstance(data, dict) and isinstance(bodies := data.get("bodies"), list):
        refuse_crowd(len(bodies), "bodies", where)
    remedy = "Correct it; the manual's page on robots shows a whole file."
    return entries(MechanismEntry, data, "mechanism file", where, remedy)
