"""The directions of the base parameters that a designed motion will say least about, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.report.html import fill
from heft.report.section import Section, Sheet
from heft.report.sections.directions import combination
from heft.report.words import percentage

if TYPE_CHECKING:
    from markupsafe import Markup


class WeakDirectionsSection(Section):
    """A sentence for each; the subject has a plan."""

    name, title = "weak-directions", "What the motion says least about"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the sentences."""
        weak = sheet.subject.plan.weak
        found = [(combination(each.terms), f"{percentage(each.deviation)} %") for each in weak]
        return fill(TEMPLATE, found=found) if found else None


TEMPLATE = """
<p class="lead">Changes of the parameters along these directions show least in the torques of this motion. Every
parameter counts in units of the size that it could well have; the number is the standard deviation along the
direction in the same unit. Another run, designed with <code>--after</code> this one, narrows them most.</p>
<ol>
{% for words, size in found %}
<li>{{ words }}: {{ size }}</li>
{% endfor %}
</ol>
"""

SECTION = WeakDirectionsSection()
