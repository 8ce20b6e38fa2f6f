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
        # the best value holds until the next one is found, and the last one until the end
        x, y = np.append(np.repeat(seconds, 2)[1:], max(plan.seconds, seconds[-1])), np.repeat(values, 2)
        chart = Chart(
            f"cost that the search lowers for criterion {plan.criterion}",
            one_view(x, ("best so far", "estimate", y)),
            x="time of the search [s]",
        )
        yield Figure(self.name, "search-history", "Best motion so far", (chart,))


SECTION = SearchSection()
