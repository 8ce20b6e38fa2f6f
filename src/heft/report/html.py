"""HTML of the reports: whatever a name or a path holds is shown as text, and no browser acts on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from heft.report.words import short, split_sum, visible

if TYPE_CHECKING:
    from jinja2 import Environment, Template
    from markupsafe import Markup


UNIT = re.compile(r"\[[^]]*\]")
"""A unit in the title of a column, which is not broken."""

COMMAND = re.compile(r"\bheft (?:[a-z]+)(?: --[a-z-]+)?(?![a-z])")
"""A command in a sentence, such as heft check or heft learn --resume."""


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
    made.filters["commands"] = commands
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


def sum_of(text: str) -> Markup | str:
    """Return a sum; of one with many terms the first, and the others on a click."""
    first, rest, count = split_sum(text)
    return fill(SUM, first=first, rest=rest, count=count) if rest else text


def commands(text: str) -> Markup:
    """Return a sentence in which the commands of heft are marked as code."""
    return _marked(COMMAND, text, "<code>{}</code>")


def _marked(pattern: re.Pattern[str], text: str, element: str) -> Markup:
    """Return a text, escaped, in which whatever fits the pattern is inside an element."""
    from markupsafe import Markup, escape

    return Markup(pattern.sub(lambda found: element.format(found[0]), str(escape(visible(text)))))


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
    titles = [_marked(UNIT, each.lstrip("<"), '<span class="unit">{}</span>') for each in head]
    cells, tall = [_cells(row) for row in made], len(made) > TALL
    return fill(TABLE, titles=titles, lefts=lefts, rows=cells, id=id, sortable=sortable, tall=tall)


def _cells(row: Row) -> dict[str, Any]:
    cells = [each if isinstance(each, Cell) else Cell(each) for each in row.cells]
    return {"cells": cells, "kind": row.kind, "data": row.data}


SUM = "<details><summary>{{ first }} and {{ count }} more terms</summary>{{ rest }}</details>"

TALL = 40
"""Rows above which a table scrolls by itself, below its head."""

TABLE = """<div class="wide{{ " tall" if tall }}" tabindex="0" role="region" aria-label="Table"><table
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
