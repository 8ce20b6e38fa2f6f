"""A designed motion in Python: what it will determine as a table, and torques, positions and intervals as figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from heft.showing.plots import Dots, Figures, Panel, diagrams, intervals
from heft.showing.table import Table, column, that_matter

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from heft.excitation.plan import Plan

MOST = 40
"""Parameters in a figure."""


def prediction_table(plan: Plan) -> Table:
    """Return every base parameter with its predicted interval; if folded, the least certain ones."""
    each = plan.predictions
    return Table(
        f"Predicted intervals of {plan.robot}",
        (
            column("base parameter", [one.name for one in each]),
            column("prior", [one.prior for one in each]),
            column("95 %", [one.half_width for one in each]),
            column("unit", [one.unit for one in each]),
            column("% of size", [100 * one.deviation for one in each]),
            column("excited", [one.excited for one in each]),
        ),
        tuple(one.deviation for one in each),
    )


def torque_figure(plan: Plan) -> Figure:
    """Draw the torques that the robot's description predicts, with their limits."""
    t = plan.curve.times(plan.rate)
    return diagrams(
        [
            Panel(name, {"predicted": (t, plan.torques[:, r])}, bounds=_near(plan.torques[:, r], -limit, limit))
            for r, (name, limit) in enumerate(zip(plan.curve.joints, plan.limits.effort, strict=True))
        ],
        "time [s]",
    )


def position_figure(plan: Plan) -> Figure:
    """Draw the positions of all joints, with their limits."""
    t = plan.curve.times(plan.rate)
    q = plan.curve.sample(t)[0]
    limits = zip(plan.limits.lower, plan.limits.upper, strict=True)
    return diagrams(
        [
            Panel(name, {"position": (t, q[:, r])}, bounds=_near(q[:, r], low, high), ylabel="rad, m")
            for r, (name, (low, high)) in enumerate(zip(plan.curve.joints, limits, strict=True))
        ],
        "time [s]",
    )


def interval_figure(plan: Plan) -> Figure:
    """Draw the intervals that the motion is predicted to give, about the prior's values."""
    known = [each for each in plan.predictions if each.excited]
    kept = [known[k] for k in that_matter([each.deviation for each in known], MOST)]
    groups = {unit: [each for each in kept if each.unit == unit] for unit in dict.fromkeys(one.unit for one in kept)}
    return intervals(
        [
            Dots(
                unit,
                [one.name for one in some],
                np.array([one.prior for one in some]),
                np.array([one.half_width for one in some]),
                np.full(len(some), np.nan),
            )
            for unit, some in groups.items()
        ],
        ("prior, predicted 95 %", ""),
    )


def _near(values: np.ndarray, low: float, high: float) -> list[float]:
    """Return the limits that are near enough to be drawn."""
    reach = max(float(np.ptp(values)), 1e-9)
    return [limit for limit in (low, high) if np.isfinite(limit) and np.abs(values - limit).min() < reach]


def figures(_: Plan) -> Figures:
    """Return what draws each figure."""
    return {"torques": torque_figure, "positions": position_figure, "parameters": interval_figure}
