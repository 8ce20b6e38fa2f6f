"""What one more sensor would make identifiable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heft.report.html import Cell, fill
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup

NAMED = 8


class SensorGains(Section):
    """A table; the subject has gains."""

    name, title = "sensor-gains", "What one more sensor would add"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the table, or how to get it."""
        gains = sheet.subject.gains
        rows = [
            (
                each.sensor,
                each.n_base,
                f"+{each.gain}",
                Cell(_some(each.newly_alone), len(each.newly_alone), fold=True),
                Cell(_some(each.newly_identifiable), len(each.newly_identifiable), fold=True),
            )
            for each in gains or ()
        ]
        return fill(TEMPLATE, rows=rows, known=gains is not None, now=sheet.subject.verdict.n_base)


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


TEMPLATE = """
{% if rows %}
<p class="lead">Now {{ now }} base parameters are identifiable. ft@LINK is a force/torque sensor at the joint of that
link, ft@base one below the robot.</p>
{{ table(["sensor", "base parameters", "more", "<newly identifiable alone", "<newly identifiable"], rows) }}
{% elif known %}
<p class="lead">No sensor would make more parameters identifiable.</p>
{% else %}
<p class="lead">Run heft identifiable with --compare-sensors to see it.</p>
{% endif %}
"""

SECTION = SensorGains()
