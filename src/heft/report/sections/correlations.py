"""The correlation matrix of the base parameters: which of them the logs can hardly tell apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from heft.arrays import Array, Ints
from heft.estimation.estimate import Estimate
from heft.report.figures import Matrix
from heft.report.html import fill
from heft.report.packing import packed
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup

MOST, PAIRS = 160, 10
"""How many base parameters the matrix shows, those with the strongest correlations, and how many pairs are listed."""


class CorrelationsSection(Section):
    """A matrix and its strongest pairs; the subject has an estimate."""

    name, title = "correlations", "Correlations of the base parameters"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the place of the matrix, and the pairs; None for fewer than two parameters."""
        names, values, left_out = correlations(sheet.subject.estimate)
        if len(names) < 2:
            return None
        i, j = np.triu_indices(len(names), 1)
        strongest = np.argsort(-np.abs(values[i, j]), kind="stable")[:PAIRS]
        rows = [(names[i[k]], names[j[k]], f"{values[i[k], j[k]]:+.2f}") for k in strongest]
        return fill(TEMPLATE, rows=rows, left_out=left_out, count=len(names))

    def matrix(self, sheet: Sheet) -> Matrix | None:
        """Return the matrix."""
        names, values, _ = correlations(sheet.subject.estimate)
        return Matrix(names, packed(values)) if len(names) > 1 else None


def correlations(estimate: Estimate) -> tuple[tuple[str, ...], Array, int]:
    """Return names (k,), correlations (k, k) of the base parameters that are determined, and how many are not shown."""
    size = np.sqrt(np.maximum(np.diag(estimate.covariance), 0.0))
    seen: Ints = np.flatnonzero(estimate.determined & (size > 0) & np.isfinite(size))
    found = estimate.covariance[np.ix_(seen, seen)] / np.outer(size[seen], size[seen])
    found = np.clip(np.nan_to_num(found), -1, 1)
    if len(seen) > MOST:
        others = np.abs(found - np.diag(np.diag(found))).max(axis=1)
        chosen = np.sort(np.argsort(-others, kind="stable")[:MOST])
        seen, found = seen[chosen], found[np.ix_(chosen, chosen)]
    return tuple(estimate.base.names[k] for k in seen), found, int(estimate.determined.sum()) - len(seen)


TEMPLATE = """
<p class="lead">Near 1 or −1 the logs determine a sum or a difference of two parameters better than either of them.
{%- if left_out > 0 %} The {{ count }} with the strongest correlations are shown, {{ left_out }} are not.{% endif %}</p>
<div class="beside">
<figure class="only-live matrix"><div id="matrix"></div><figcaption><span class="values" aria-live="polite"></span>
</figcaption><ul class="key"><li><span class="box minus"></span>−1</li><li><span class="box zero"></span>0</li>
<li><span class="box plus"></span>+1</li></ul></figure>
<div><h3>The strongest</h3>
{{ table(["<", "<", "correlation"], rows) }}</div>
</div>
"""

SECTION = CorrelationsSection()
