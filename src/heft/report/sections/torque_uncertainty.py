"""How uncertain the torques stay that a robot predicts after identification from these motions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.report.html import Row, fill, number
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup


class TorqueUncertaintySection(Section):
    """A table; the subject has an excitation."""

    name, title = "torque-uncertainty", "Uncertainty of predicted torques"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the table."""
        found = sheet.subject.excitation
        rows = [
            Row((each.name, number(each.logged, 2), number(each.elsewhere, 2)), "total" * (each is found.overall))
            for each in (*found.torques, found.overall)
        ]
        return fill(TEMPLATE, rows=rows)


TEMPLATE = """
<p class="lead">In percent of the rms of the torque: on this motion, and on other motions within the limits. Up
to 10 % is
good, up to 30 % fair.</p>
{{ table(["joint", "this motion", "others within limits"], rows) }}
"""

SECTION = TorqueUncertaintySection()
