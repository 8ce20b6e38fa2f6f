"""The loss of a fit over its steps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from heft.report.figures import Chart, Figure, one_view
from heft.report.html import fill
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup


class LossSection(Section):
    """A figure; the subject has a model with the history of its fit."""

    name, title = "loss", "Loss over steps"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the place of the figure; None for a fit without steps."""
        return fill(TEMPLATE) if _history(sheet) else None

    def figures(self, sheet: Sheet) -> Iterable[Figure]:
        """Return the loss and the best loss so far."""
        history = _history(sheet)
        if not history:
            return
        step, loss, best = (np.array(column, float) for column in zip(*(each[:3] for each in history), strict=True))
        chart = Chart(
            "loss",
            one_view(
                step,
                ("loss", "measured", np.where(loss > 0, loss, np.nan)),
                ("best so far", "estimate", np.where(best > 0, best, np.nan)),
            ),
            x="step",
            log="y",
        )
        phases = ", ".join(dict.fromkeys(each[3] for each in history))
        yield Figure(self.name, "loss-history", "The fit", (chart,), lead=f"Phases: {phases}.")


def _history(sheet: Sheet) -> list[list]:
    return sheet.subject.model.facts.get("history", [])


TEMPLATE = """
<ul class="key"><li><span class="line measured"></span>loss</li><li><span class="line estimate"></span>best so
far</li></ul>
<div class="plots" data-figures="loss"></div>
"""

SECTION = LossSection()
