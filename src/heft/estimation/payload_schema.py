"""What a payload may be in heft's own files: numbers of one body, null where nothing is determined."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from heft.logs.residuals_schema import ResidualsEntry
from heft.reading.schema import Checked, Line, OrInfinite, Sensible

Three = Annotated[list[OrInfinite], Field(min_length=3, max_length=3)]
Ten = Annotated[list[OrInfinite], Field(min_length=10, max_length=10)]


class PayloadNumbers(Checked):
    """What is found of a payload: `heft.estimation.payload.Payload`."""

    body: Line
    mass: Sensible
    mass_deviation: OrInfinite
    mass_known: bool = False
    com: Three
    com_deviation: Three
    inertia: Annotated[list[Three], Field(min_length=3, max_length=3)]
    inertia_deviation: Annotated[list[Three], Field(min_length=3, max_length=3)]
    parameters: Annotated[list[Sensible], Field(min_length=10, max_length=10)]
    least_squares: Ten
    covariance: Annotated[list[Ten], Field(min_length=10, max_length=10)]
    residuals: ResidualsEntry | None = None
    warnings: list[str] = Field(default_factory=list)
    faults: list[str] = Field(default_factory=list)


class PayloadEntry(PayloadNumbers):
    """A payload as part of an identification, which says what it was made from."""

    provenance: dict[str, Any] = Field(default_factory=dict)
