"""How it was made: command, files with their hashes, options, versions, date."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.report.html import fill
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup


class MadeSection(Section):
    """Pairs of words, and long texts folded."""

    name, title = "made", "How it was made"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the pairs; None if nothing is known."""
        return fill(TEMPLATE, sheet=sheet) if sheet.made or sheet.details else None


TEMPLATE = """
<dl class="made">
{% for key, value in sheet.made %}
<dt>{{ key }}</dt><dd{% if key == "command" %} class="command"{% endif %}>{{ value }}</dd>
{% endfor %}
</dl>
{% for title, text in sheet.details %}
<details><summary>{{ title }}</summary><pre>{{ text }}</pre></details>
{% endfor %}
"""

SECTION = MadeSection()
