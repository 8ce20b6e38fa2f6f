"""A recorded motion, joint by joint: positions and velocities over time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from heft.report.figures import Chart, Figure, bucket_times, extremes, one_view
from heft.report.html import fill
from heft.report.page_data import CoordinateUnits, coordinate_units
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup

POINTS = 2000


class LoggedMotion(Section):
    """A figure for every joint; the subject has motions, or says in `without_curves` why it has none."""

    name, title = "logged-motion", "The motion"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the place of the figures; why there are none otherwise."""
        return fill(TEMPLATE, motions=sheet.subject.motions, without=sheet.subject.without_curves)

    def figures(self, sheet: Sheet) -> Iterable[Figure]:
        """Return position and velocity of every coordinate in every run."""
        units = coordinate_units(sheet.subject.robot)
        for number, motion in enumerate(sheet.subject.motions):
            at = np.concatenate([np.arange(*segment) for segment in motion.segments])
            t = bucket_times(motion.t[at] - motion.t[at[0]], POINTS)
            for r, name in enumerate(motion.names):
                of = units.get(name, CoordinateUnits())
                signals = [("velocity", f"velocity [{of.velocity}]", motion.qd[at, r])]
                if motion.q.shape[1] == len(motion.names):
                    signals.insert(0, ("position", f"position [{of.position}]", motion.q[at, r]))
                charts = tuple(
                    Chart(title, one_view(t, (word, "estimate", extremes(values, POINTS))), height=140)
                    for word, title, values in signals
                )
                yield Figure(self.name, f"motion-{r}", name, charts, number)


TEMPLATE = """
{% if motions %}
<p class="lead">Drag to zoom, double-click to see all, click to move the time.</p>
<div class="plots" data-figures="logged-motion"></div>
{% else %}
<p class="lead">{{ without }}</p>
{% endif %}
"""

SECTION = LoggedMotion()
