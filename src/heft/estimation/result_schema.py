"""What a result.json may hold (`heft-result/1`): tables, texts and finite numbers; null stands for infinite.

The robot in it is checked as a mechanism file. What must fit together, such as the number of parameters and the size of
their covariance, is checked by `check_result` as well, so that what follows can rely on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from heft.errors import FormatError
from heft.estimation.payload_schema import PayloadEntry
from heft.logs.motion_schema import CleaningEntry, FileEntry, NotNegative, RunEntry
from heft.logs.residuals_schema import ResidualsEntry, ValidationEntry
from heft.reading.schema import Checked, Line, Noted, OrInfinite, Sensible, checked

Pair = Annotated[list[Sensible], Field(min_length=2, max_length=2)]

KIND, REMEDY = "result of an identification", "Run heft identify again."


class ParameterEntry(Checked):
    """An estimated parameter."""

    name: Line
    value: Sensible
    deviation: OrInfinite
    noise: OrInfinite = None
    freedom: OrInfinite = None
    source: Literal["data", "combination", "prior"]


class BaseEntry(Checked):
    """An estimated base parameter: the sum of parameters times coefficients."""

    name: Line
    terms: dict[Line, Sensible]
    value: Sensible
    deviation: OrInfinite
    freedom: OrInfinite = None


class ColumnEntry(Checked):
    """A column of the model beside the inertial ones."""

    name: Line
    kind: Line
    gears: Annotated[list[Pair], Field(min_length=1)]
    unit: Line
    number: Sensible | None
    run: int | None = None
    geometry: list[Sensible] = Field(default_factory=list)


class ContactsEntry(Checked):
    """Links that touch something."""

    radii: dict[Line, NotNegative]
    ballistic: bool


class ModelEntry(Checked):
    """The robot, as a mechanism file has it, and the other columns."""

    robot: dict[str, Any]
    extra: list[ColumnEntry]
    slow_rows: bool = True
    carrying: list[Sensible] | None = None
    contacts: ContactsEntry | None = None
    sensors: list[Line] = Field(default_factory=list)


class PredictedEntry(Checked):
    """Residuals on the rows that were fitted and on those that were held out."""

    fitted: ResidualsEntry
    held_out: ResidualsEntry | None


class JointFitEntry(Checked):
    """What the estimator from tip to base says of one joint."""

    joint: Line
    names: list[Line]
    values: list[Sensible]
    excitation: list[list[Sensible]]
    condition: OrInfinite
    determined: bool
    rms: OrInfinite


class TrialEntry(Checked):
    """Friction laws that were tried."""

    joint: Line
    laws: list[Line]
    error: OrInfinite
    gain: OrInfinite
    standard_error: OrInfinite
    chosen: bool


class FrictionChoiceEntry(Checked):
    """How friction laws were chosen."""

    laws: dict[Line, list[Line]]
    numbers: dict[Line, dict[Line, Sensible]]
    trials: list[TrialEntry]
    note: str


class AngleEntry(Checked):
    """An angle of the base."""

    axis: Line
    degrees: Sensible


class TiltEntry(Checked):
    """How the base is tilted."""

    angles: Annotated[list[AngleEntry], Field(min_length=2, max_length=2)]
    covariance: list[list[Sensible]]
    freedom: Annotated[int, Field(ge=1)]
    gravity: Annotated[list[Sensible], Field(min_length=3, max_length=3)]


class GainEntry(Checked):
    """The gain of a drive."""

    gain: Sensible
    deviation: Sensible
    covariance: list[Sensible] | None = None
    moves: list[Sensible] = Field(default_factory=list)


class KnowledgeEntry(Checked):
    """What a person knows of the links: `heft.Knowledge`."""

    mass: dict[Line, Pair]
    com: dict[Line, Annotated[list[Pair], Field(min_length=3, max_length=3)]]
    symmetric: dict[Line, Line]
    total_mass: Sensible | None = None


class OptionsEntry(Checked):
    """How it was made: `heft.estimation.options.Options`."""

    friction: Line | list[Line] | dict[Line, Line | list[Line]]
    friction_per_log: bool = False
    springs: dict[Line, list[Sensible]] = Field(default_factory=dict)
    armature: bool | None = None
    couplings: list[dict[Line, Sensible]]
    estimator: Line
    controller: dict[Line, Pair] = Field(default_factory=dict)
    prior: Line
    error_bound: Sensible | None = None
    knowledge: KnowledgeEntry
    held_out: Sensible
    cleaning: CleaningEntry
    payload_link: Line | None = None
    payload_mass: Sensible | None = None
    base_tilt: bool = False
    sensors: Line | list[Line] = "auto"
    contacts: dict[Line, Sensible] | list[Line] = Field(default_factory=list)
    ballistic: bool = False


class ProvenanceEntry(Noted):
    """From what: robot, logs and versions."""

    robot: FileEntry | None = None
    logs: list[RunEntry] = Field(default_factory=list)
    held_out: list[RunEntry] = Field(default_factory=list)
    loaded: list[RunEntry] = Field(default_factory=list)
    versions: dict[Line, Line] = Field(default_factory=dict)


class ResultEntry(Checked):
    """A whole result."""

    parameters: list[ParameterEntry]
    base_parameters: list[BaseEntry]
    covariance: list[list[Sensible]]
    noise_covariance: list[list[Sensible]] | None = None
    independent_covariance: list[list[Sensible]] | None = None
    rank: Annotated[int, Field(ge=0)]
    condition: OrInfinite
    fitted: ResidualsEntry
    held_out: ValidationEntry | None
    comparison: dict[Line, PredictedEntry | Sensible | None] | None = None
    joints: list[JointFitEntry]
    warnings: list[str]
    doubts: list[str] = Field(default_factory=list)
    options: OptionsEntry
    cleaning: CleaningEntry | None = None
    provenance: ProvenanceEntry
    friction_choice: FrictionChoiceEntry | None = None
    presliding: dict[Line, Sensible]
    payload: PayloadEntry | None
    drive_gains: dict[Line, GainEntry | None] | None
    base_tilt: TiltEntry | None = None
    classes: dict[Line, Line] = Field(default_factory=dict)
    model: ModelEntry


def check_result(data: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return what is known of a result, with the types that it should have.

    Raises:
        FormatError: a value is of the wrong kind, or a matrix of the wrong size; names it.
    """
    entry = checked(ResultEntry, data, KIND, where, REMEDY)
    n = len(entry.base_parameters)
    for name in ("covariance", "noise_covariance", "independent_covariance"):
        rows: Sequence[Sequence[float]] | None = getattr(entry, name)
        if rows is not None and [len(row) for row in rows] != [n] * n:
            what = f"This {KIND} is damaged. Its {name} is not {n} x {n}."
            raise FormatError(what, where=where, remedy=REMEDY)
    return entry.model_dump(exclude_unset=True)


def check_names(data: Mapping[str, Any], names: Sequence[str], rows: Sequence[str], where: str) -> None:
    """Refuse a result whose parameters are not those of its model.

    Args:
        data: the result.
        names: of the model's parameters.
        rows: the names of the robot's coordinates, and of the axes of its sensors.
        where: the file, for errors.

    Raises:
        FormatError: naming what does not fit.
    """
    given = [row["name"] for row in data["parameters"]]
    base = [row["name"] for row in data["base_parameters"]]
    unknown = {name for row in data["base_parameters"] for name in row["terms"]} | set(base)
    gears = [gear[0] for column in data["model"]["extra"] for gear in column["gears"]]
    problem = ""
    if given != list(names):
        problem = "Its parameters are not those of its model."
    elif len(set(base)) < len(base) or unknown - set(names):
        problem = "Its base parameters are not made of the parameters of its model."
    elif any(r != int(r) or not 0 <= r < len(rows) for r in gears):
        problem = "A column of its model acts on a coordinate that the robot does not have."
    elif data["drive_gains"] and not {*data["drive_gains"]} <= {*rows}:
        problem = "Its drive gains are not those of its robot."
    if problem:
        raise FormatError(f"This {KIND} is damaged. {problem}", where=where, remedy=REMEDY)
