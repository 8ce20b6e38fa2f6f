"""How certain every base parameter will be after a designed motion."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from heft.report.html import Cell, Row, fill, number, sum_of, unit
from heft.report.section import Section, Sheet
from heft.report.words import percentage

if TYPE_CHECKING:
    from markupsafe import Markup


HEAD = ("base parameter", "prior", "± 95 %", "<unit", "% of size", "<", "<not excited because")


class IntervalsSection(Section):
    """A table with a bar in each row; the subject has a plan."""

    name, title = "intervals", "Predicted intervals"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the table, the least certain first."""
        plan = sheet.subject.plan
        rows = [
            Row(
                (
                    Cell(sum_of(each.expression), fold=True),
                    Cell(number(each.prior), each.prior),
                    Cell(number(each.half_width, 3), each.half_width if np.isfinite(each.half_width) else ""),
                    unit(each.unit),
                    Cell(percentage(each.deviation), each.deviation if np.isfinite(each.deviation) else ""),
                    bar(each.deviation),
                    *([Cell(each.why, fold=True)] if plan.unexcited else []),
                ),
                "" if each.excited else "faint",
            )
            for each in sorted(plan.predictions, key=lambda each: -each.deviation)
        ]
        head = HEAD if plan.unexcited else HEAD[:-1]
        return fill(TEMPLATE, rows=rows, head=head, rate=number(plan.rate))


def bar(share: float) -> Markup:
    """Return a bar as long as a share of one; all of it if it is more."""
    from markupsafe import Markup

    width = 116 * float(np.clip(np.nan_to_num(share, nan=1.0, posinf=1.0), 0, 1))
    return Markup(
        '<svg class="dot" viewBox="0 0 120 14" aria-hidden="true">'
        '<rect class="frame" x="2" y="4" width="116" height="6"/>'
        f'<rect class="share" x="2" y="4" width="{width:.1f}" height="6"/></svg>'
    )


TEMPLATE = """
<p class="lead">Half widths of the 95 % intervals of the base parameters, the least certain first, from a log at
{{ rate }} Hz whose torques have independent noise of the size given at the end of this page. The bar is
the standard
deviation as a share of the size that the parameter could well have.</p>
{{ table(head, rows, sortable=true) }}
"""

SECTION = IntervalsSection()
