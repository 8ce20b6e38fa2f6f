"""The residuals of a validation as a table, a row for each joint and one for all together, and as a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.showing.plots import COLOURS, Figures, blank
from heft.showing.table import Table, as_text, column
from heft.text import printable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from heft.logs.residuals import Validation


def residual_table(found: Validation) -> Table:
    """Return the residuals against the efforts as measured, and low-pass filtered."""
    measured = (*found.joints, found.overall)
    filtered = (*found.filtered.joints, found.filtered.overall)
    return Table(
        f"Residuals of {found.quantity}",
        (
            column("joint", [each.name for each in measured]),
            column("rmse", [each.rmse for each in measured]),
            column("rel. %", [each.relative_percent for each in measured], text=percent),
            column("samples", [each.n for each in measured]),
            column("filtered rmse", [each.rmse for each in filtered]),
            column("filtered rel. %", [each.relative_percent for each in filtered], text=percent),
            column("rows", [each.n for each in filtered]),
        ),
        # a long table keeps the joints with the largest relative residuals, and the row of all
        (*(max(0.0, each.relative_percent) for each in found.joints), float("inf")),
    )


def percent(value: float) -> str:
    """Return a percentage with two decimals; nothing for one that is not defined."""
    return as_text(None) if value != value else f"{value:.2f}"


def residual_figure(found: Validation) -> Figure:
    """Draw the relative residual of every joint, as measured and low-pass filtered."""
    figure, (axes,) = blank(1.0 + 0.3 * len(found.joints))
    rows = range(len(found.joints), 0, -1)
    parts = {"measured": found.joints, "low-pass filtered": found.filtered.joints}
    for label, joints, colour, shift in zip(parts, parts.values(), COLOURS[:3:2], (0.18, -0.18), strict=True):
        at = [row + shift for row in rows]
        axes.barh(at, [joint.relative_percent for joint in joints], 0.34, color=colour, label=label)
    axes.set_yticks(list(rows), [printable(joint.name).replace("$", r"\$") for joint in found.joints], fontsize=8)
    axes.set_xlabel(f"residual [% of the measured {found.quantity}]", fontsize=9)
    axes.legend(fontsize=8, frameon=False)
    return figure


def figures(_: Validation) -> Figures:
    """Return what draws each figure."""
    return {"residuals": residual_figure}
