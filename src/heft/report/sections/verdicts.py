"""The table of verdicts: a sign for every parameter, which explains itself on a click."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.identifiability.verdict_table import SYMBOLS, rows
from heft.parameters import DISPLAY_NAMES
from heft.report.html import fill
from heft.report.links import VERDICTS
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup


class VerdictsSection(Section):
    """A table; the subject has a verdict."""

    name, title = "verdicts", "Which parameters are identifiable"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the table, and the place of the explanation."""
        head, lines = rows(sheet.subject.verdict)
        links = {link.name: k for k, link in enumerate(sheet.data.links) if link.parameters}
        made = [
            {
                "name": line[0],
                "cells": [(SYMBOLS.get(x, ""), VERDICTS.get(x, "")) for x in line[1 : 1 + len(DISPLAY_NAMES)]],
                "dims": line[1 + len(DISPLAY_NAMES) :],
                "link": links.get(line[0]),
            }
            for line in lines
        ]
        return fill(TEMPLATE, head=head, rows=made, symbols=DISPLAY_NAMES, live=bool(links))


TEMPLATE = """
<ul class="key verdicts"><li><span class="alone">★</span> identifiable alone</li>
<li><span class="combination">●</span> in combination, and chosen to stand for it</li>
<li><span class="combination">○</span> in combination</li>
<li><span class="never">✕</span> not identifiable</li></ul>
<p class="lead">{% if live %}<span class="only-live">Choose a sign to read why.</span> {% endif %}V, K and T are the
dimensions of the spaces of velocities and of the parameters of a body that show in efforts, and of those that move to
its parent.</p>
<p id="explanation" class="only-live" aria-live="polite"></p>
<div class="wide" tabindex="0" role="region" aria-label="Verdicts"><table class="verdicts">
<thead><tr>{% for title in head %}<th scope="col">{{ title }}</th>{% endfor %}</tr></thead>
<tbody>
{% for row in rows %}
{% set number = row.link %}
<tr><td>{{ row.name }}</td>
{%- for sign, kind in row.cells %}<td class="{{ kind }}">
{%- if number is not none and sign %}<button type="button" class="{{ kind }}" aria-pressed="false"
 aria-label="{{ row.name }} {{ symbols[loop.index0] }}: {{ kind }}"
 data-explain="{{ number }} {{ loop.index0 }}">{{ sign }}</button>{% else %}{{ sign }}{% endif %}</td>{% endfor %}
{%- for size in row.dims %}<td>{{ size }}</td>{% endfor %}</tr>
{% endfor %}
</tbody></table></div>
"""

SECTION = VerdictsSection()
