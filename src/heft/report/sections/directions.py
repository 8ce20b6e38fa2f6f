"""The directions of the base parameters that the logs excite least, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from heft.arrays import Array
from heft.estimation.estimate import Estimate
from heft.report.html import fill
from heft.report.links import parameter_scales
from heft.report.section import Section, Sheet
from heft.report.words import percentage, short

if TYPE_CHECKING:
    from markupsafe import Markup

MOST, TERMS, SMALL = 5, 4, 0.25
"""How many directions are named, by how many terms, and how large a term must be beside the largest."""


class DirectionsSection(Section):
    """A sentence for each; the subject has an estimate."""

    name, title = "directions", "What the logs say least about"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the sentences."""
        estimate = sheet.subject.estimate
        missing = [name for name, seen in zip(estimate.base.names, estimate.determined, strict=True) if not seen]
        found = worst_directions(estimate)
        return fill(TEMPLATE, missing=missing, found=found) if found or missing else None


def worst_directions(estimate: Estimate) -> list[tuple[str, str]]:
    """Return the combinations of determined base parameters that are least certain, and how uncertain, in words.

    Every base parameter counts in units of the size that it could well have; the directions are the principal axes of
    the covariance in these units, the longest first.
    """
    scales = estimate.base.scales(parameter_scales(estimate))
    seen = np.flatnonzero(estimate.determined & (scales > 0))
    scales = scales[seen]
    covariance = estimate.covariance[np.ix_(seen, seen)] / np.outer(scales, scales)
    if not len(seen) or not np.isfinite(covariance).all():
        return []
    sizes, axes = np.linalg.eigh((covariance + covariance.T) / 2)
    names = [estimate.base.names[k] for k in seen]
    return [
        (_combination(axes[:, k], names), f"{percentage(float(np.sqrt(max(sizes[k], 0.0))))} %")
        for k in range(len(seen) - 1, max(len(seen) - 1 - MOST, -1), -1)
    ]


def _combination(axis: Array, names: list[str]) -> str:
    """Return the largest terms of a direction in words."""
    largest = np.argsort(-np.abs(axis), kind="stable")[:TERMS]
    terms = axis[largest] / axis[largest[0]]
    return combination([(names[k], term) for k, term in zip(largest, terms, strict=True) if abs(term) >= SMALL])


def combination(terms: Sequence[tuple[str, float]]) -> str:
    """Return the terms of a direction, of which the first is one, in words, such as "arm.m − 0.5 hand.m"."""
    words = terms[0][0]
    for name, term in terms[1:]:
        words += f" {'+' if term > 0 else '−'} {short(abs(float(term)), 2)} {name}"
    return words


TEMPLATE = """
{% if missing %}
<p>Not determined at all: {{ missing | join(", ") }}. Their values are the prior's.</p>
{% endif %}
{% if found %}
<p class="lead">Changes of the parameters along these directions show least in the efforts. Every parameter
counts in units
of the size that it could well have; the number is the standard deviation along the direction in the same unit; above
100 % the logs say nothing of use. A motion that makes these parameters matter narrows them most:
<code>heft excite</code> designs it.</p>
<ol>
{% for words, size in found %}
<li>{{ words }}: {{ size }}</li>
{% endfor %}
</ol>
{% endif %}
"""

SECTION = DirectionsSection()
