"""What a model has learned: coefficients of its actuators, and base parameters beside the prior."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from heft.report.html import Cell, fill, number
from heft.report.learning import sum_text
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup

TERMS = 6


class LearnedSection(Section):
    """Tables; the subject has facts."""

    name, title = "learned", "What was learned"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the tables; None for a model without parameters to read."""
        facts = sheet.subject.facts
        drives = [
            (joint, component, name, number(value))
            for joint, components in facts.get("coefficients", {}).items()
            for component, values in components.items()
            for name, value in values.items()
        ]
        base = [
            (each["name"], number(each["value"]), _prior(each["prior"]), Cell(_terms(each), fold=True))
            for each in facts.get("base_parameters", ())
        ]
        axes = [(each["joint"], f"{each['learned']:.2f}", f"{each['prior']:.2f}") for each in facts.get("axes", ())]
        return fill(TEMPLATE, drives=drives, base=base, axes=axes) if drives or base or axes else None


def _prior(value: float | None) -> str:
    return number(value if value is not None and np.isfinite(value) else None)


def _terms(entry: dict[str, Any]) -> str:
    more = f" + {len(entry['terms']) - TERMS} more" if len(entry["terms"]) > TERMS else ""
    return sum_text(entry["terms"][:TERMS]) + more


TEMPLATE = """
{% if drives %}
<h3>Actuators</h3>
{{ table(["joint", "<component", "<coefficient", "value"], drives) }}
{% endif %}
{% if base %}
<h3>Base parameters</h3>
<p class="lead">Single masses are not shown: models with the same error can have very different ones.</p>
{{ table(["base parameter", "learned", "prior", "<terms"], base) }}
{% endif %}
{% if axes %}
<h3>Angle of each axis to the one before it, or to gravity [deg]</h3>
{{ table(["joint", "learned", "prior"], axes) }}
{% endif %}
"""

SECTION = LearnedSection()
