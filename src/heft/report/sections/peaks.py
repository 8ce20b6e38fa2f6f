"""How far a designed motion goes, beside the limits that it keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.report.html import fill, number
from heft.report.section import Section, Sheet
from heft.report.words import bound

if TYPE_CHECKING:
    from markupsafe import Markup


class PeaksSection(Section):
    """A table; the subject has a plan."""

    name, title = "peaks", "Peaks and their limits"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the table."""
        plan = sheet.subject.plan
        rows = []
        for r, peak in enumerate(plan.peaks()):
            cells = [peak["name"], number(peak["lower"], 3), number(peak["upper"], 3)]
            cells.append(f"{number(plan.limits.lower[r], 3)} to {number(plan.limits.upper[r], 3)}")
            for kind in ("velocity", "acceleration", "effort"):
                cells += [number(peak[kind], 3), bound(float(f"{getattr(plan.limits, kind)[r]:.3g}"))]
            rows.append(cells)
        head = ("joint", "from", "to", "limits", "speed", "limit", "acceleration", "limit", "effort", "limit")
        return fill(TEMPLATE, head=head, rows=rows)


TEMPLATE = """
<p class="lead">In rad, m, s, N m and N; the largest magnitudes of speeds, accelerations and efforts.</p>
{{ table(head, rows) }}
"""

SECTION = PeaksSection()
