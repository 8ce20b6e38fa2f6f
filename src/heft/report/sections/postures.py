"""The postures that a designed motion holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.report.html import fill, number
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup


class PosturesSection(Section):
    """A table; the subject has a plan."""

    name, title = "postures", "Postures"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the table; None for motions that never rest."""
        plan = sheet.subject.plan
        rows = [(number(start), number(end), *(number(x) for x in q)) for start, end, q in plan.stops]
        return fill(TEMPLATE, head=("from", "to", *plan.curve.joints), rows=rows) if rows else None


TEMPLATE = """
<p class="lead">Each is held from the first time to the second [s]; positions in rad and m.</p>
{{ table(head, rows) }}
"""

SECTION = PosturesSection()
