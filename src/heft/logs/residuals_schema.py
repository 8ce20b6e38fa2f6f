"""What heft's own files may say of residuals: those of each joint and of all, and of a comparison with logs."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from heft.reading.schema import Checked, Line, OrInfinite, Sensible


class ResidualEntry(Checked):
    """The residuals of a joint, or of all."""

    name: Line = "overall"
    rmse: Annotated[Sensible, Field(ge=0)]
    relative_percent: OrInfinite
    n: Annotated[int, Field(ge=0)]


class ResidualsEntry(Checked):
    """The residuals of all joints."""

    joints: list[ResidualEntry]
    overall: ResidualEntry


class ValidationEntry(ResidualsEntry):
    """Residuals against measured and against filtered efforts."""

    filtered: ResidualsEntry
    warnings: list[str] = Field(default_factory=list)
    doubts: list[str] = Field(default_factory=list)
    quantity: Line = "efforts"
