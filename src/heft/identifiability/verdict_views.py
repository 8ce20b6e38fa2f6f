"""A verdict in Python: every parameter with its class as a table, and the classes as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.identifiability.verdict_table import LEGEND, SYMBOLS, rows
from heft.parameters import DISPLAY_NAMES
from heft.showing.plots import Figures, blank
from heft.showing.table import Table, column
from heft.text import printable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from heft.identifiability.verdict import Verdict

COLOURS = {"I": "#15803d", "B": "#65a30d", "c": "#d97706", "X": "#cbd5e1"}


def class_table(verdict: Verdict) -> Table:
    """Return the class of each parameter: a row for each body and rotor, a column for each of the ten parameters."""
    header, lines = rows(verdict)
    columns = zip(header[:11], zip(*(line[:11] for line in lines), strict=True), strict=True)
    return Table(LEGEND, tuple(column(name, values, text=lambda x: SYMBOLS.get(x, str(x))) for name, values in columns))


def class_figure(verdict: Verdict) -> Figure:
    """Draw the classes as a field of signs, a row for each body and rotor."""
    _, lines = rows(verdict)
    figure, (axes,) = blank(1.0 + 0.3 * len(lines))
    for r, line in enumerate(lines):
        for k, letter in enumerate(line[1:11]):
            if letter:
                axes.text(k, r, SYMBOLS[letter], ha="center", va="center", color=COLOURS[letter])
    axes.set_xlim(-0.5, 9.5)
    axes.set_ylim(len(lines) - 0.5, -0.5)
    axes.set_xticks(range(10), DISPLAY_NAMES, fontsize=8)
    axes.set_yticks(range(len(lines)), [printable(line[0]).replace("$", r"\$") for line in lines], fontsize=8)
    axes.xaxis.tick_top()
    axes.set_xlabel(LEGEND, fontsize=8)
    return figure


def figures(_: Verdict) -> Figures:
    """Return what draws each figure."""
    return {"parameters": class_figure}
