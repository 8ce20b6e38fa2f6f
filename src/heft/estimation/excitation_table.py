"""What a motion excites, as tables: how uncertain torques stay, and which base parameters stay weak."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.showing.table import Table, column
from heft.text import NOTHING, short

if TYPE_CHECKING:
    from heft.estimation.excitation import Excitation, Weak


def torque_table(found: Excitation) -> Table:
    """Return how uncertain the torque of each joint stays, in percent of its rms; the most uncertain ones if folded."""
    each = (*found.torques, found.overall)
    return Table(
        "Uncertainty of predicted torques [% of their rms]",
        (
            column("joint", [one.name for one in each]),
            column("this motion", [one.logged for one in each], text=_two_digits),
            column("others within limits", [one.elsewhere for one in each], text=_two_digits),
        ),
        (*(max(one.logged, one.elsewhere) for one in found.torques), float("inf")),
    )


def weak_table(found: Excitation) -> Table:
    """Return the base parameters that stay weak, the weakest first."""
    return Table(
        "Weakly excited; a deviation above 1 is not excited at all",
        (
            column("weak base parameter", [weak.expression for weak in found.weak]),
            column("deviation / size", [weak.deviation for weak in found.weak], text=_two_digits),
            column("torque %", [weak.torque_percent for weak in found.weak], text=_two_digits),
            column("excited by more motion of", [_helpers(weak) for weak in found.weak]),
        ),
    )


def _helpers(weak: Weak) -> str:
    """Return the joints whose motion would help, or whose effort is missing."""
    missing = f"no joint: the effort of {', '.join(weak.unmeasured)} is not measured" if weak.unmeasured else NOTHING
    return ", ".join(weak.joints) or missing


def _two_digits(value: float) -> str:
    return short(value, 2)
