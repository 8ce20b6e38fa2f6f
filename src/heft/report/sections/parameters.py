"""Every parameter of an estimate: value, interval, file, verdict and source, sorted and filtered by the reader."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from heft.arrays import Array
from heft.estimation.estimate import Estimate
from heft.estimation.estimate_table import CLASS_WORDS, SOURCES, value
from heft.report.html import Cell, Row, fill, number, unit
from heft.report.identification import by_data, shares
from heft.report.links import VERDICTS, parameter_scales
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup

HEAD = ("parameter", "<identifiable", "value", "data alone, 95 %", "<compared with the file", "file", "<unit", "<from")


class ParametersSection(Section):
    """A table with a dot and a bar in each row; the subject has an estimate."""

    name, title = "parameters", "Parameters"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the table with its filters."""
        estimate = sheet.subject.estimate
        head = (*HEAD, "noise", "model error")
        return fill(TEMPLATE, head=head, rows=[*_rows(estimate)], shares=shares(estimate), example=estimate.names[0])


def _rows(estimate: Estimate) -> Iterator[Row]:
    prior, scales, robot = estimate.model.file, picture_scales(estimate), estimate.model.robot
    for k, (name, letter) in enumerate(zip(estimate.names, estimate.base.classes, strict=True)):
        source = estimate.source[k]
        cells = [
            name,
            CLASS_WORDS[letter],
            Cell(value(float(estimate.values[k])), float(estimate.values[k])),
            Cell(by_data(estimate, k), _or_empty(estimate.half_width[k])),
            Cell(dot(estimate, k, float(scales[k])), _or_empty(abs(estimate.values[k] - prior[k]) / scales[k])),
            Cell(number(prior[k]), float(prior[k])),
            unit(estimate.model.units[k]),
            SOURCES[source],
            Cell(number(estimate.noise[k], 2), _or_empty(estimate.noise[k])),
            Cell(number(estimate.model_error[k], 2), _or_empty(estimate.model_error[k])),
        ]
        link = k // 10 if k < 10 * robot.n_bodies else ""
        data = (("name", name), ("verdict", VERDICTS[letter]), ("source", source), ("link", link))
        yield Row(cells, "" if source == "data" else "faint", data)


def picture_scales(estimate: Estimate) -> Array:
    """Return (n,) how far from the file's value the pictures reach to either side.

    For links it is the size that a parameter could well have by the file. For drives it is the largest value in the
    same unit that a joint has, by the file or by the estimate: an offset counts beside Coulomb friction.
    """
    scales, model = parameter_scales(estimate), estimate.model
    sizes = np.maximum(np.abs(model.file), np.abs(estimate.values))[model.n_inertial :]
    units = np.array(model.units[model.n_inertial :])
    scales[model.n_inertial :] = [sizes[units == unit].max() for unit in units]
    return scales


def dot(estimate: Estimate, k: int, scale: float) -> Markup | str:
    """Return a picture of a parameter beside the file's value, over one scale to either side; "" without a scale."""
    from markupsafe import Markup

    if not scale > 0:
        return ""

    def place(x: float) -> float:
        return float(np.clip(60 + 56 * (x - estimate.model.file[k]) / scale, 2, 118))

    own, half = float(estimate.values[k]), float(estimate.half_width[k])
    bar = ""
    if np.isfinite(half):
        ends = [place(float(estimate.least_squares[k]) + side * half) for side in (-1, 1)]
        bar = f'<line class="bar" x1="{ends[0]:.1f}" x2="{ends[1]:.1f}" y1="7" y2="7"/>'
    kind = "" if estimate.source[k] == "data" else ' class="out"'
    return Markup(
        '<svg class="dot" viewBox="0 0 120 14" aria-hidden="true"><line class="zero" x1="60" x2="60" y1="0" y2="14"/>'
        f'{bar}<circle{kind} cx="{place(own):.1f}" cy="7" r="3"/></svg>'
    )


def _or_empty(value: float) -> float | str:
    return float(value) if np.isfinite(value) else ""


TEMPLATE = """
<p class="lead">The value is that of the physically consistent robot. Next to it is the estimate from the data alone:
least squares with its 95 % interval, without prior and consistency. Where the interval is infinite, the data do not
determine this parameter by itself, and its value comes from the prior, wholly or in part. {{ shares }} The picture in
each row has
the file's value as a dashed line, the estimate as a dot (hollow where the prior has a part in it) and the interval as a
bar, over one scale to either side: the size that the parameter could well have by the file or, for a drive, the
largest value in the same unit that a joint has.</p>
<div class="controls only-live">
<label>Name <input type="search" id="filter-words" placeholder="such as {{ example }}"></label>
<label>Verdict <select id="filter-verdict"><option value="">any</option><option value="alone">alone</option>
<option value="combination">in combination</option><option value="never">not identifiable</option>
<option value="drive">of a drive</option></select></label>
<label>From <select id="filter-source"><option value="">anywhere</option><option value="data">data</option>
<option value="combination">both</option><option value="prior">prior</option></select></label>
<span id="filter-count" class="soft" aria-live="polite"></span>
<button type="button" id="filter-clear" hidden>Show all</button>
</div>
{{ table(head, rows, id="parameters-table", sortable=true) }}
"""

SECTION = ParametersSection()
