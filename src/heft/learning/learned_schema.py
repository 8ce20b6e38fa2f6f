"""What the model.json of a learned model may hold: the robot as a mechanism file, a structure, and finite numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from heft.errors import FormatError
from heft.reading.schema import Checked, Line, Sensible, checked

KIND, REMEDY = "learned model", "Give the model.json that heft learn wrote, or learn it again."

Positive = Annotated[Sensible, Field(gt=0)]
"""A typical size, by which numbers are divided."""


class StructureEntry(Checked):
    """What the model is made of; a black box is its kind alone."""

    kind: Literal["white-box", "black-box"]
    actuators: str | dict[Line, str] = "none"
    parameterisation: Line = ""
    kinematics: Literal["known", "learned"] = "known"


class ConstantsEntry(Checked):
    """Typical sizes of the data by coordinate, and the prior of the bodies."""

    u: list[Positive]
    u_max: list[Positive]
    tau: list[Positive]
    qd: list[Positive]
    qdd: list[Positive]
    qd_max: list[Positive] | None = None


class LearnedEntry(Checked):
    """A whole model."""

    robot: dict[str, Any]
    model: StructureEntry
    x: list[Sensible]
    constants: ConstantsEntry
    delays: list[Annotated[Sensible, Field(ge=0)]]
    dt: Positive
    facts: dict[str, Any]


def check_learned(data: Mapping[str, Any], where: str) -> LearnedEntry:
    """Return the contents of a model as entries.

    Raises:
        FormatError: it is damaged; says where.
    """
    return checked(LearnedEntry, data, KIND, where, REMEDY)


def check_sizes(entry: LearnedEntry, parameters: int, coordinates: int, where: str) -> None:
    """Refuse a model whose numbers are not as many as its robot and its structure need.

    Args:
        entry: the model.
        parameters: how many x has.
        coordinates: how many the robot has.
        where: the file, for errors.

    Raises:
        FormatError: naming what does not fit.
    """
    sizes = {"x": (len(entry.x), parameters), "delays": (len(entry.delays), coordinates)}
    for name, values in entry.constants:
        if values is not None:
            sizes[f"constants.{name}"] = (len(values), coordinates)
    for name, (found, expected) in sizes.items():
        if found != expected:
            what = f"This {KIND} is damaged. There are {found} numbers at {name}, not {expected}."
            raise FormatError(what, where=where, remedy=REMEDY)
