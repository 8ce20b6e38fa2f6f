"""Measured and predicted efforts of every joint over time, with residuals below, raw or filtered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from heft.report.efforts import BUDGET, FILTERED, RAW, bucket_size, effort_figures
from heft.report.figures import Figure
from heft.report.html import fill
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup


class CurvesSection(Section):
    """Curves over time; the subject has `efforts`, and says why it has none in `without_curves`."""

    name, title = "curves", "Measured and predicted efforts"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the key, the switch and the place of the curves; why there are none otherwise."""
        runs, share = sheet.subject.efforts, _share(sheet)
        kept = [(run.label, size) for run in runs if (size := bucket_size(run, share)) > 1]
        return fill(
            TEMPLATE,
            without=sheet.subject.without_curves,
            predictions=[*runs[0].predictions] if runs else [],
            held=any(run.held_out for run in runs),
            views=(RAW, FILTERED) if any(run.motion.regression_filter for run in runs) else (),
            kept=kept,
        )

    def figures(self, sheet: Sheet) -> Iterable[Figure]:
        """Return the curves of every joint in every run."""
        for number, run in enumerate(sheet.subject.efforts):
            yield from effort_figures(run, number, _share(sheet), self.name)


def _share(sheet: Sheet) -> int:
    return BUDGET // max(len(sheet.subject.efforts), 1)


TEMPLATE = """
{% if predictions %}
<ul class="key">
<li><span class="line measured"></span>measured</li>
{% for name, style in predictions %}
<li><span class="line {{ style }}"></span>predicted by the {{ name }}</li>
{% endfor %}
{% if held %}
<li><span class="box held"></span>held out: not fitted</li>
{% endif %}
<li><span class="box out"></span>left out: too slow for the sign of friction, at a limit of the effort, or missing</li>
</ul>
{% if views %}
<div class="controls only-live"><fieldset><legend>Efforts</legend>
{% for view in views %}
<label><input type="radio" name="view" value="{{ view }}"{% if loop.first %} checked{% endif %}> {{ view }}</label>
{% endfor %}
</fieldset></div>
{% endif %}
<p class="lead">Drag to zoom, double-click to see all, click to move the time.
{%- if views %} The fit sees both sides low-pass filtered.{% endif %}
{%- for label, size in kept %} Of {{ label }}, every pair of points is the smallest and the largest of {{ size
}} samples.
{%- endfor %}</p>
<div class="plots" id="plots" data-figures="curves"></div>
{% else %}
<p class="lead">{{ without }}</p>
{% endif %}
"""

SECTION = CurvesSection()
