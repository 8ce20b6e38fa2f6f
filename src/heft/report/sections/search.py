"""How the search for a motion improved over time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from heft.report.figures import Chart, Figure, one_view
from heft.report.html import fill
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup


class SearchSection(Section):
    """A figure; the subject has a plan."""

    name, title = "search", "The search"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the place of the figure; None if it never improved."""
        return fill('<div class="plots" data-figures="search"></div>') if len(sheet.subject.plan.history) > 1 else None

    def figures(self, sheet: Sheet) -> Iterable[Figure]:
        """Return the criterion over the time of the search."""
        plan = sheet.subject.plan
        if len(plan.history) < 2:
            return
        seconds, values = np.array(plan.history).T
        chart = Chart(
            f"criterion {plan.criterion}", one_view(seconds, ("best so far", "estimate", values)), x="search [s]"
        )
        yield Figure(self.name, "search-history", "Best motion so far", (chart,))


SECTION = SearchSection()
