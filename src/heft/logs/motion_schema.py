"""What heft's own files may say of the logs that they were made from: how each was cleaned, and what it is known by.

These are the facts of `Motion.to_dict`. Files of earlier versions lack some of them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from heft.reading.schema import Checked, Line, Noted, PathText, Sensible

Count = Annotated[int, Field(ge=0)]
Positive = Annotated[Sensible, Field(gt=0)]
NotNegative = Annotated[Sensible, Field(ge=0)]
Segment = Annotated[list[Count], Field(min_length=2, max_length=2)]
Source = Literal["positions", "recorded", "auto"]


class CleaningEntry(Checked):
    """How a log is cleaned: `heft.Cleaning`."""

    cutoff: Positive | list[Positive] | None = None
    order: Annotated[int, Field(ge=1)] = 4
    velocities: Source | list[Source] = "auto"
    velocity_lag: Sensible | list[Sensible] | None = None
    gap: Annotated[Sensible, Field(ge=1)] | None = None
    trim: bool | None = None
    rest: Annotated[Sensible, Field(ge=0, lt=1)] = 0.02
    decimation: Annotated[int, Field(ge=1)] | None = None
    velocity_threshold: NotNegative | list[NotNegative] | None = None
    passive: list[Line] = Field(default_factory=list)


class FileEntry(Noted):
    """A file and its hash."""

    name: Line | None = None
    path: PathText | None = None
    sha256: Line | None = None


class LogFileEntry(Noted):
    """The file of a log and its hash."""

    path: PathText
    sha256: Line | None = None


class MarksEntry(Checked):
    """Samples by which parts of a log are recognised."""

    codes: Annotated[Line, Field(pattern="^([0-9a-f]{8})*$")] = ""
    samples: list[Count] = Field(default_factory=list)


class RunEntry(Noted):
    """A log that was cleaned."""

    samples: Count = 0
    rows: Count
    segments: list[Segment] = Field(default_factory=list)
    rate: Positive = 1.0
    effort_kind: Line
    measured: list[bool] = Field(default_factory=list)
    cleaning: CleaningEntry
    warnings: list[str] = Field(default_factory=list)
    notes: list[str] = Field(default_factory=list)
    source: LogFileEntry | None = None
    content: Line = ""
    marks: MarksEntry | None = None
