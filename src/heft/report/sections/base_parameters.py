"""The base parameters of an estimate: the combinations that efforts depend on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.report.html import Cell, fill, number, sum_of, unit
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup


class BaseParameterTable(Section):
    """A table; the subject has an estimate."""

    name, title = "base-parameters", "Base parameters"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the table."""
        estimate = sheet.subject.estimate
        rows = [
            (
                Cell(sum_of(estimate.base.expression(k)), fold=True),
                number(value),
                number(estimate.base_half_width[k], 2),
                number(estimate.base_noise[k], 2),
                number(estimate.base_model_error[k], 2),
                number(estimate.base.matrix[k] @ estimate.values),
                unit(estimate.base.units[k]),
            )
            for k, value in enumerate(estimate.base_values)
        ]
        return fill(TEMPLATE, rows=rows)


TEMPLATE = """
<p class="lead">The combinations that torques depend on: by least squares, and as the physically consistent robot has
them.</p>
{{ table(["combination", "least squares", "± 95 %", "noise", "model error", "consistent", "<unit"], rows) }}
"""

SECTION = BaseParameterTable()
