"""A payload: mass, centre of mass and inertia with intervals, and the residuals of the loaded logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from heft.report.html import Row, fill, number, unit
from heft.report.payload import payload_rows
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup


class PayloadSection(Section):
    """Two tables; the subject has a payload."""

    name, title = "payload", "Payload"

    def heading(self, sheet: Sheet) -> str:
        """Return which link carries it."""
        return f"Payload on {sheet.subject.payload.body}"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the tables; None without a payload."""
        payload = sheet.subject.payload
        if payload is None:
            return None
        rows = [
            (
                label,
                number(value if np.isfinite(half) else None),
                "given" if label == "mass" and payload.mass_known else number(half, 2),
                unit(of),
            )
            for label, value, half, of in payload_rows(payload)
        ]
        found = payload.residuals
        residuals = [
            Row((each.name, number(each.rmse), number(each.relative_percent, 3)), "total" * (each is found.overall))
            for each in ((*found.joints, found.overall) if found else ())
        ]
        return fill(TEMPLATE, rows=rows, residuals=residuals, body=payload.body)


TEMPLATE = """
<p class="lead">In the frame of {{ body }}, inertia about the centre of mass. A dash marks what these logs do not
determine.</p>
{{ table(["", "value", "± 95 %", "<unit"], rows) }}
{% if residuals %}
<h3>Residuals on the loaded logs, with the payload</h3>
{{ table(["joint", "rmse [N m, N]", "relative %"], residuals) }}
{% endif %}
"""

SECTION = PayloadSection()
