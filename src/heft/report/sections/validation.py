"""Residuals on logs, joint by joint: as measured and filtered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.report.html import Row, fill, number
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup


class ValidationSection(Section):
    """A table; the subject has a validation."""

    name, title = "validation", "Residuals"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the table."""
        found = sheet.subject.validation
        pairs = zip((*found.joints, found.overall), (*found.filtered.joints, found.filtered.overall), strict=True)
        rows = [
            Row(
                (
                    *(joint.name, number(joint.rmse), number(joint.relative_percent, 3), joint.n),
                    *(number(low.rmse), number(low.relative_percent, 3), low.n),
                ),
                "total" * (joint is found.overall),
            )
            for joint, low in pairs
        ]
        unit = "[N m, N]" if found.quantity == "efforts" else "[rad/s², m/s²]"
        return fill(TEMPLATE, rows=rows, unit=unit, quantity=found.quantity)


TEMPLATE = """
<p class="lead">Relative to the measured {{ quantity }}, and with both sides low-pass filtered {{ unit }}.</p>
{{ table(["joint", "rmse", "relative %", "samples", "filtered rmse", "relative %", "rows"], rows) }}
"""

SECTION = ValidationSection()
