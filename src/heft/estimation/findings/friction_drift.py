"""Friction that differs between the logs of one robot, as with the temperature of the grease."""

from __future__ import annotations

from collections.abc import Iterator

from heft.estimation.base import Base
from heft.estimation.friction_per_log import drifting
from heft.estimation.least_squares import Fit
from heft.estimation.runs import Runs


def friction_drift(base: Base, runs: Runs, fit: Fit) -> Iterator[str]:
    """Yield a sentence if joints have friction that differs between logs; none where the model lets it differ."""
    if any(column.run is not None for column in base.model.extra):
        return
    found = sorted(drifting(base, fit, runs.fitted), key=lambda drift: -drift.explained)
    if found:
        worst = found[0]
        names = ", ".join(f"'{drift.coordinate}'" for drift in found)
        yield (
            f"The friction of {names} differs between the logs: at '{worst.coordinate}' this explains "
            f"{100 * worst.explained:.0f} % of the squared residual, and {worst.column} ranges from {worst.least:.3g} "
            f"to {worst.largest:.3g}. Warm the robot up before each log, or use --friction-per-log, which estimates "
            "friction for each log and gives the robot the mean."
        )
