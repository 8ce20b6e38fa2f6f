"""What saved results of other verbs than `heft identify` may hold, which `heft report` reads."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from heft.estimation.payload_schema import PayloadNumbers
from heft.logs.motion_schema import CleaningEntry, Count, FileEntry, LogFileEntry, RunEntry
from heft.logs.residuals_schema import ValidationEntry
from heft.reading.schema import Checked, Line, Noted, OrInfinite, PathText, Sensible


class ValidationFile(ValidationEntry):
    """What `heft validate -o` writes."""

    subject: PathText
    logs: list[PathText]
    all_samples: bool
    payload: bool
    log_files: list[LogFileEntry] = Field(default_factory=list)
    cleaning: CleaningEntry


class BiasEntry(Checked):
    """The bias of a channel of a sensor."""

    value: Sensible
    deviation: Sensible


class WeighedEntry(Noted):
    """What a payload was made from."""

    way: Literal["efforts", "rests", "wrench"] = Field(alias="from")
    loaded: list[RunEntry] = Field(default_factory=list)
    unloaded: list[RunEntry] = Field(default_factory=list)
    bias: dict[Line, BiasEntry] | None = None


class PayloadFile(PayloadNumbers):
    """What `heft payload -o` writes."""

    provenance: WeighedEntry
    subject: PathText = ""
    doubts: list[str] = Field(default_factory=list)


class TorqueEntry(Checked):
    """How uncertain the torques of a joint are [%]."""

    name: Line
    logged: OrInfinite
    elsewhere: OrInfinite


class WeakEntry(Noted):
    """A base parameter that is hardly excited."""

    name: Line
    expression: Line
    deviation: OrInfinite
    joints: list[Line]
    unmeasured: list[Line]
    torque_percent: OrInfinite


class CleanedFileEntry(LogFileEntry):
    """A log, and how it was cleaned."""

    cleaning: CleaningEntry


class CheckFile(Noted):
    """What `heft check -o` writes."""

    structural_rank: Count
    excited_rank: Count
    condition: OrInfinite
    samples: Count
    torque_uncertainty_percent: Annotated[list[TorqueEntry], Field(min_length=1)]
    weak: list[WeakEntry]
    robot: Line
    logs: list[PathText]
    doubts: list[str] = Field(default_factory=list)
    notes: dict[PathText, list[str]]
    robot_file: FileEntry | None = None
    base: Line | None = None
    log_files: list[CleanedFileEntry] = Field(default_factory=list)
