"""A log in Python: its channels as a table, and efforts, positions and velocities as figures."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from heft.logs import channel_checks
from heft.showing.plots import Figures, Panel, diagrams
from heft.showing.table import Table, column

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from heft.logs.log import Log


def channel_table(log: Log) -> Table:
    """Return the range, the smallest step and the missing samples of every channel; positions and efforts if folded."""
    channels = {name: values for name, values in log.columns.items() if name != "t"}
    finite = [values[np.isfinite(values)] for values in channels.values()]
    return Table(
        "Channels [rad, m, s, N m, N, A]",
        (
            column("channel", channels),
            column("min", [float(each.min()) if len(each) else None for each in finite]),
            column("max", [float(each.max()) if len(each) else None for each in finite]),
            column("step", [channel_checks.quantum(values) for values in channels.values()]),
            column("missing", [log.n - len(each) for each in finite]),
        ),
        tuple(float(name.partition(".")[0] in ("q", log.effort_symbol)) for name in channels),
    )


def signal_figure(log: Log, symbol: str = "") -> Figure:
    """Draw the columns of a signal over time, a diagram for each; "" stands for the efforts."""
    first = symbol or log.effort_symbol
    units = {"q": "rad, m", "qd": "rad/s, m/s", "tau": "N m, N", "current": "A"}
    panels = [
        Panel(name, {first: (log.t, values)}, ylabel=units[first])
        for name, values in log.columns.items()
        if name.partition(".")[0] == first
    ]
    return diagrams(panels, "time [s]")


def figures(_: Log) -> Figures:
    """Return what draws each figure."""
    return {
        "torques": signal_figure,
        "positions": partial(signal_figure, symbol="q"),
        "velocities": partial(signal_figure, symbol="qd"),
    }
