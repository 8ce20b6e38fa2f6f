"""The base parameters of a verdict, as sums."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from heft.identifiability.explanation import combination
from heft.report.html import TALL, fill, sum_of
from heft.report.section import Section, Sheet
from heft.report.words import short

if TYPE_CHECKING:
    from markupsafe import Markup


LONG_FRACTION = re.compile(r"(?<![\w./])(\d+)/(\d{4,})(?![\w./])")
"""A coefficient whose denominator has four digits or more."""


class CombinationsSection(Section):
    """A list; the subject has a verdict."""

    name, title = "combinations", "Base parameters"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the list."""
        verdict = sheet.subject.verdict
        exact = [combination(verdict, name) for name in verdict.reduction.names]
        shown = [LONG_FRACTION.sub(_decimal, each) for each in exact]
        return fill(TEMPLATE, sums=[sum_of(each) for each in shown], rounded=shown != exact, tall=TALL)


def _decimal(fraction: re.Match[str]) -> str:
    return short(int(fraction[1]) / int(fraction[2]))


TEMPLATE = """
<p class="lead">The combinations that efforts depend on, each named after the parameter that stands for it.
{%- if rounded %} Long fractions are shown as decimal numbers; <code>heft identifiable --json</code> has them exactly.
{%- endif %}</p>
<ol class="combinations{% if sums | length > tall %} tall-list{% endif %}"
{%- if sums | length > tall %} tabindex="0"{% endif %}>
{% for each in sums %}
<li>{{ each }}</li>
{% endfor %}
</ol>
"""

SECTION = CombinationsSection()
