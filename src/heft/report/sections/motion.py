"""A designed motion, joint by joint: position, velocity, acceleration and effort, within their limits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from heft.report.figures import Chart, Figure, Mark, one_view
from heft.report.html import fill
from heft.report.page_data import CoordinateUnits, coordinate_units
from heft.report.section import Section, Sheet
from heft.report.words import short

if TYPE_CHECKING:
    from markupsafe import Markup

POINTS = 1000


class MotionSection(Section):
    """A figure for every joint; the subject has a plan."""

    name, title = "motion", "The motion and its limits"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the place of the figures."""
        return fill(TEMPLATE)

    def figures(self, sheet: Sheet) -> Iterable[Figure]:
        """Return the curves of every joint."""
        plan = sheet.subject.plan
        t = np.linspace(0.0, plan.duration, POINTS)
        q, qd, qdd, _ = plan.curve.sample(t)
        at = np.linspace(0, len(plan.torques) - 1, POINTS).astype(int)
        limits = plan.limits
        units = coordinate_units(sheet.subject.robot)
        for r, name in enumerate(plan.curve.joints):
            of = units.get(name, CoordinateUnits())
            drawn = [
                (f"position [{of.position}]", q[:, r], limits.lower[r], limits.upper[r]),
                (f"velocity [{of.velocity}]", qd[:, r], -limits.velocity[r], limits.velocity[r]),
                (f"acceleration [{of.acceleration}]", qdd[:, r], -limits.acceleration[r], limits.acceleration[r]),
                (f"predicted effort [{of.effort}]", plan.torques[at, r], -limits.effort[r], limits.effort[r]),
            ]
            charts = tuple(
                Chart(
                    f"{title}, limits {short(float(low), 3)} to {short(float(high), 3)}",
                    one_view(t, (title.partition(" [")[0], "estimate", values)),
                    height=130,
                    marks=tuple(Mark("", y=float(limit)) for limit in (low, high) if np.isfinite(limit)),
                )
                for title, values, low, high in drawn
            )
            yield Figure(self.name, f"motion-{r}", name, charts)


TEMPLATE = """
<ul class="key"><li><span class="line estimate"></span>the motion</li>
<li><span class="line limit"></span>its limit, less the margin; not drawn where it is far away</li></ul>
<p class="lead">Drag to zoom, double-click to see all, click to move the time.</p>
<div class="plots" data-figures="motion"></div>
"""

SECTION = MotionSection()
