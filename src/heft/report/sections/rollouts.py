"""Predicted motions beside measured ones, until when they are valid, and their energy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from heft.report.figures import Chart, Figure, Mark, bucket_times, extremes, one_view
from heft.report.html import fill
from heft.report.page_data import coordinate_units
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup

POINTS = 1500


class RolloutsSection(Section):
    """A figure for each shown start; the subject has rollouts."""

    name, title = "rollouts", "Predicted and measured motions"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the place of the figures, or why there are none."""
        return fill(TEMPLATE, found=sheet.subject.rollouts)

    def figures(self, sheet: Sheet) -> Iterable[Figure]:
        """Return positions and energy along each shown prediction, and all valid times."""
        found = sheet.subject.rollouts
        if found is None:
            return
        robot = sheet.subject.model.robot
        names, units = robot.configuration_names, coordinate_units(robot)
        for k, each in enumerate(found.shown):
            t = bucket_times(each.t, POINTS)
            until = (Mark("valid until here", x=each.valid),) if each.valid < each.t[-1] else ()
            charts = [
                Chart(
                    f"{name} [{units[name].position}]" if name in units else name,
                    one_view(
                        t,
                        ("measured", "measured", extremes(each.measured[:, i], POINTS)),
                        ("predicted", "estimate", extremes(each.predicted[:, i], POINTS)),
                    ),
                    height=150,
                    marks=until,
                )
                for i, name in enumerate(names)
            ]
            energies = [("predicted", "estimate", extremes(each.energy, POINTS))]
            if each.measured_energy is not None:
                energies.insert(0, ("measured", "measured", extremes(each.measured_energy, POINTS)))
            charts.append(Chart("energy of the model [J]", one_view(t, *energies), height=150, marks=until))
            yield Figure(self.name, f"rollout-{k}", each.title, tuple(charts))
        counts, edges = np.histogram(found.valid, np.linspace(0, found.horizon, 21))
        chart = Chart(
            "starts",
            one_view((edges[1:] + edges[:-1]) / 2, ("starts", "estimate", counts.astype(float)), form="bars"),
            x="valid time [s]",
            height=190,
        )
        yield Figure(self.name, "valid-times", "Valid times of all starts", (chart,))


TEMPLATE = """
{% if found %}
<ul class="key"><li><span class="line measured"></span>measured</li>
<li><span class="line estimate"></span>predicted by the model from the first sample and the commands alone</li>
<li><span class="line limit"></span>valid until here: the squared error of the positions is below 0.1</li></ul>
<div class="plots" data-figures="rollouts"></div>
{% else %}
<p class="lead">The logs are not at hand, so there are no predictions to show.</p>
{% endif %}
"""

SECTION = RolloutsSection()
