"""The residuals of an estimate joint by joint: fitted, held out, as measured, and of least squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.logs.residuals import JointResidual
from heft.report.html import Row, fill, number
from heft.report.identification import by_name, parts, unconstrained
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup


class ResidualsSection(Section):
    """A table; the subject has an estimate."""

    name, title = "residuals", "Residuals of the predicted efforts"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the table."""
        estimate = sheet.subject.estimate
        held = [by_name(part) for part in parts(estimate.held_out)]
        free = [by_name(part) for part in unconstrained(estimate.comparison)]
        head = ["joint", "rmse [N m, N]", "relative %"]
        head += ["held-out rmse", "relative %", "measured rmse", "relative %"] if held else []
        head += ["least squares %", "held-out, least squares %"][: len(free)]
        rows = []
        for joint in (*estimate.fitted.joints, estimate.fitted.overall):
            cells = [joint.name, *_numbers(joint)]
            for part in held:
                cells += _numbers(part.get(joint.name))
            cells += [_numbers(part.get(joint.name))[1] for part in free]
            rows.append(Row(cells, "total" if joint is estimate.fitted.overall else ""))
        return fill(TEMPLATE, head=head, rows=rows, free=bool(free))


def _numbers(joint: JointResidual | None) -> list[str]:
    return ["–", "–"] if joint is None else [number(joint.rmse), number(joint.relative_percent, 3)]


TEMPLATE = """
<p class="lead">Low-pass filtered, as they were fitted; on the held-out data also against the efforts as measured.
{%- if free %} Next to them are the relative residuals of least squares without constraints: where these are much
smaller, physical consistency conflicts with the data, and the model lacks something.{% endif %}</p>
{{ table(head, rows) }}
"""

SECTION = ResidualsSection()
