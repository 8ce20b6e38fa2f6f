"""How the base is tilted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.report.html import fill, number
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup


class TiltSection(Section):
    """A table; the subject has an estimate."""

    name, title = "tilt", "Tilt of the base"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the table; None where no tilt was estimated."""
        tilt = sheet.subject.estimate.base_tilt
        rows = [(axis, number(degrees), number(half, 2)) for axis, degrees, half in (tilt.rows() if tilt else ())]
        head = ("axis of the base", "gravity turned by [deg]", "± 95 %")
        return fill("{{ table(head, rows) }}", head=head, rows=rows) if rows else None


SECTION = TiltSection()
