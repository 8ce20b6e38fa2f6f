"""The parameters of an estimate as a table: verdict, value, interval by the data alone, source, and the file's value.

Folded, it has the parameters that the data determine, those first whose value in the file is furthest outside the
interval.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from heft.showing.table import Table, as_text, column
from heft.text import NOTHING, short

if TYPE_CHECKING:
    from heft.estimation.estimate import Estimate

SOURCES = {"data": "data", "combination": "both", "prior": "prior"}
"""Where a number comes from, in words."""

CLASS_WORDS = {"I": "alone", "B": "combined", "c": "combined", "X": "no", "D": "drive", "S": "sensor"}
"""Whether a parameter is identifiable, in words; D is one of the drives."""


def parameter_table(estimate: Estimate) -> Table:
    """Return every parameter of an estimate."""
    file, half = estimate.model.file, estimate.half_width
    known = np.isfinite(half)
    apart = np.abs(np.where(known, estimate.least_squares, 0.0) - file) / np.where(known & (half > 0), half, 1.0)
    by_data = [source == "data" for source in estimate.source]
    return Table(
        "Parameters",
        (
            column("parameter", estimate.names),
            column("verdict", [CLASS_WORDS[letter] for letter in estimate.base.classes]),
            column("value", estimate.values, text=value),
            column("data alone", estimate.least_squares, text=value),
            column("95 %", half, text=reach),
            column("unit", estimate.model.units),
            column("from", [SOURCES[source] for source in estimate.source]),
            column("file", file),
        ),
        tuple(np.where(by_data, apart, -1.0).tolist()),
    )


def value(x: float) -> str:
    """Return a value; what a solver leaves of a zero is zero."""
    return as_text(x if not abs(x) <= 1e-12 else 0.0)


def reach(half: float) -> str:
    """Return how far an interval reaches to either side; nothing where it is infinite."""
    return f"± {short(half, 2)}" if np.isfinite(half) else NOTHING
