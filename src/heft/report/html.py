"""HTML of the reports: whatever a name or a path holds is shown as text, and no browser acts on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from heft.report.words import short, visible

if TYPE_CHECKING:
    from jinja2 import Environment, Template
    from markupsafe import Markup


@dataclass(frozen=True)
class Cell:
    """A cell of a table.

    Attributes:
        text: what is shown.
        sort: what the column is sorted by; None for the text.
        fold: whether it may have several lines.
    """

    text: object
    sort: float | str | None = None
    fold: bool = False


@dataclass(frozen=True)
class Row:
    """A row of a table with its `kind` ("", "faint" or "total") and attributes for scripts, by name."""

    cells: Sequence[object]
    kind: str = ""
    data: tuple[tuple[str, object], ...] = ()


@cache
def _environment() -> Environment:
    from jinja2 import Environment, StrictUndefined

    made = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_shown
    )
    made.filters["number"] = number
    made.globals["table"] = table
    return made


@cache
def _template(text: str) -> Template:
    return _environment().from_string(text)


def unit(name: str) -> str:
    """Return a unit as it is printed, such as kg m² for kg m2."""
    return name.replace("m2", "m²").replace("s2", "s²")


def number(value: float | None, digits: int = 4) -> str:
    """Return a number as short text; a dash for none."""
    return "–" if value is None else short(float(value), digits)


def fill(text: str, **context: Any) -> Markup:
    """Return a template with its context: texts are escaped, and control characters visible."""
    from markupsafe import Markup

    return Markup(_template(text).render(**context))


def file_template(name: str) -> str:
    """Return the text of a template of this folder."""
    return files("heft.report").joinpath(name).read_text(encoding="utf-8")


def table(
    head: Sequence[str], rows: Iterable[Sequence[object] | Row], *, id: str = "", sortable: bool = False
) -> Markup:
    """Return a table that scrolls by itself where it is too wide.

    Args:
        head: titles of the columns; those that begin with "<" are aligned to the left, like the first.
        rows: cells, or a `Row` of them.
        id: of the table.
        sortable: whether a click on a title sorts it.
    """
    made = [each if isinstance(each, Row) else Row(each) for each in rows]
    lefts = [title.startswith("<") for title in head]
    titles = [title.lstrip("<") for title in head]
    return fill(TABLE, titles=titles, lefts=lefts, rows=[_cells(row) for row in made], id=id, sortable=sortable)


def _cells(row: Row) -> dict[str, Any]:
    cells = [each if isinstance(each, Cell) else Cell(each) for each in row.cells]
    return {"cells": cells, "kind": row.kind, "data": row.data}


TABLE = """<div class="wide" tabindex="0" role="region" aria-label="Table"><table
{%- if sortable %} class="sortable"{% endif %}{% if id %} id="{{ id }}"{% endif %}>
<thead><tr>{% for title in titles %}<th scope="col"{% if lefts[loop.index0] %} class="left"{% endif %}>
{%- if sortable and title %}<button type="button">{{ title }}</button>{% else %}{{ title }}{% endif %}</th>{% endfor %}
</tr></thead>
<tbody>
{% for row in rows %}
<tr{% if row.kind %} class="{{ row.kind }}"{% endif %}
{%- for key, value in row.data %} data-{{ key }}="{{ value }}"{% endfor %}>
{%- for cell in row.cells %}<td{% if lefts[loop.index0] or cell.fold %} class="{{ "left " if lefts[loop.index0] }}
{{- "fold" if cell.fold }}"{% endif %}{% if cell.sort is not none %} data-value="{{ cell.sort }}"{% endif %}>
{{- cell.text }}</td>{% endfor %}</tr>
{% endfor %}
</tbody>
</table></div>
"""


def _shown(value: object) -> object:
    """Return what a page shows of a value; markup of our own is left as it is."""
    return value if hasattr(value, "__html__") else visible(value)
