"""Several results side by side, row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.report.html import Row, fill
from heft.report.section import Section, Sheet
from heft.report.words import NOTHING

if TYPE_CHECKING:
    from markupsafe import Markup

LONG = 24
"""A table with more rows is folded."""


class BesideSection(Section):
    """A table for each that the results have."""

    name, title = "beside", "Comparison with other results"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the tables; None if there is one result alone."""
        if len(sheet.beside) < 2:
            return None
        tables = []
        for title in dict.fromkeys(title for column in sheet.beside for title in column.tables):
            columns = [column.tables.get(title, {}) for column in sheet.beside]
            names = dict.fromkeys(name for column in columns for name in column)
            rows = [
                Row([name, *(column.get(name, NOTHING) for column in columns)], "total" if name == "overall" else "")
                for name in names
            ]
            tables.append((title, rows))
        return fill(TEMPLATE, tables=tables, head=["", *(column.label for column in sheet.beside)], long=LONG)


TEMPLATE = """
{% for title, rows in tables %}
{% if rows | length > long %}
<details><summary>{{ title }}</summary>
{{ table(head, rows) }}
</details>
{% else %}
<h3>{{ title }}</h3>
{{ table(head, rows) }}
{% endif %}
{% endfor %}
"""

SECTION = BesideSection()
