"""The base parameters that motions hardly excite, and which joints to move for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from heft.estimation.excitation import Weak
from heft.report.html import Cell, Row, fill, number
from heft.report.section import Section, Sheet
from heft.report.sections.intervals import bar
from heft.report.words import NOTHING

if TYPE_CHECKING:
    from markupsafe import Markup


class WeakSection(Section):
    """A table; the subject has an excitation."""

    name, title = "weak", "What stays weak"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the table, or that there is nothing."""
        rows = [
            Row(
                (
                    Cell(each.expression, fold=True),
                    Cell(number(each.deviation, 2), each.deviation if np.isfinite(each.deviation) else ""),
                    bar(each.deviation),
                    number(each.torque_percent, 2),
                    Cell(_help(each), fold=True),
                ),
                "" if each.excited else "faint",
            )
            for each in sheet.subject.excitation.weak
        ]
        return fill(TEMPLATE, rows=rows)


def _help(weak: Weak) -> str:
    if weak.joints:
        return ", ".join(weak.joints)
    if weak.unmeasured:
        return f"no joint: the effort of {', '.join(weak.unmeasured)} is not measured"
    return NOTHING


TEMPLATE = """
{% if rows %}
<p class="lead">The deviation is in units of the size that the parameter could well have: above a third it is weakly
excited, above 1 not at all.</p>
{{ table(["base parameter", "deviation / size", "<", "share of torque %", "<excited by more motion of"], rows) }}
{% else %}
<p class="lead">Every base parameter is excited well.</p>
{% endif %}
"""

SECTION = WeakSection()
