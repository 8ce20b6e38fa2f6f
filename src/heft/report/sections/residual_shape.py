"""How the residuals of every joint are distributed, and over which frequencies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from heft.report.efforts import RunEfforts
from heft.report.figures import Figure, Mark, histogram, spectrum
from heft.report.html import fill
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup

SHORTEST = 16
"""Samples without a gap that a spectrum needs."""


class ResidualShape(Section):
    """Histogram and spectrum of every joint; the subject has efforts."""

    name, title = "distribution", "Residuals by size and by frequency"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the place of the figures; None without curves."""
        runs = sheet.subject.efforts
        return fill(TEMPLATE, predictions=[*runs[0].predictions]) if runs else None

    def figures(self, sheet: Sheet) -> Iterable[Figure]:
        """Return both charts of every joint in every run."""
        for number, run in enumerate(sheet.subject.efforts):
            yield from _figures(run, number)


def _figures(run: RunEfforts, number: int) -> Iterator[Figure]:
    motion = run.motion
    start, stop = max(motion.segments, key=lambda segment: segment[1] - segment[0])
    low_pass = motion.regression_filter
    marks = [Mark(f"low-pass filter, {low_pass.cutoff:.3g} Hz", x=low_pass.cutoff)] if low_pass else []
    for r in run.joints:
        rests = {name: motion.effort[:, r] - values[:, r] for name, values in run.predictions.items()}
        (judged, _), last = [*rests.items()][-1]
        charts = [histogram(last, judged, run.unit(r))]
        signals = [("measured effort", "measured", motion.effort[start:stop, r])]
        signals += [(f"residual of the {name}", style, rest[start:stop]) for (name, style), rest in rests.items()]
        if stop - start >= SHORTEST and all(np.isfinite(values).all() for _, _, values in signals):
            charts.append(spectrum(signals, motion.rate, run.unit(r), marks))
        found = tuple(chart for chart in charts if chart is not None)
        if found:
            yield Figure(ResidualShape.name, f"distribution-{r}", motion.names[r], found, number)


TEMPLATE = """
<p class="lead">A residual that is noise alone has the bell's shape and a flat spectrum. What remains at the
frequencies of
the motion is what the model lacks.</p>
<ul class="key">
<li><span class="box bars"></span>residuals of the {{ predictions[-1][0] }} by size</li>
<li><span class="line normal"></span>normal distribution of the same spread</li>
<li><span class="line measured"></span>measured effort by frequency</li>
{% for name, style in predictions %}
<li><span class="line {{ style }}"></span>residual of the {{ name }} by frequency</li>
{% endfor %}
</ul>
<div class="plots" data-figures="distribution"></div>
"""

SECTION = ResidualShape()
