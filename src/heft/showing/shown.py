"""What shows itself: as a table and as figures."""

from __future__ import annotations

from heft.showing.plots import Plotted
from heft.showing.table import Tabular


class Shown(Tabular, Plotted):
    """A result with `to_table` and `plot`; a notebook shows its table."""
