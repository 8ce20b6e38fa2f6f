"""Friction as torque over velocity: what the efforts have beyond inertia and gravity, and the fitted law."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from heft.arrays import Array
from heft.estimation.columns import ARMATURE, Model
from heft.report.efforts import RunEfforts, within
from heft.report.figures import Chart, Figure, Series, View, thinned
from heft.report.html import fill
from heft.report.packing import packed, packed_times
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup

POINTS, BINS = 1500, 30


class FrictionOverVelocity(Section):
    """A figure for every joint with friction; the subject has an estimate and efforts."""

    name, title = "friction", "Friction over velocity"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the place of the figures; None without curves or friction."""
        estimate = sheet.subject.estimate
        return fill(TEMPLATE) if sheet.subject.efforts and _columns(estimate.model) else None

    def figures(self, sheet: Sheet) -> Iterable[Figure]:
        """Return friction over velocity of every joint in every run."""
        for number, run in enumerate(sheet.subject.efforts):
            yield from _figures(sheet.subject.estimate.model, sheet.subject.estimate.values, run, number)


def _columns(model: Model) -> list[int]:
    return [k for k, column in enumerate(model.extra) if column.kind != ARMATURE.name and not column.is_spring]


def _figures(model: Model, values: Array, run: RunEfforts, number: int) -> Iterator[Figure]:
    motion, chosen = run.motion, _columns(model)
    inside = within(motion)
    at = inside[np.unique(np.linspace(0, len(inside) - 1, min(len(inside), 20 * POINTS)).astype(int))]
    states = {name: state[at] for name, state in model.states(motion).items()}
    signals = model.extra_signals(motion.q[at], motion.qd[at], motion.qdd[at], states, motion.run)
    own = np.zeros((len(at), model.robot.nv))
    laws: dict[int, list[str]] = {}
    smooth = np.ones(model.robot.nv, bool)  # where the law is a function of the velocity alone
    for k in chosen:
        column = model.extra[k]
        for r, gear in column.joint_gears:
            own[:, r] += gear * values[model.n_inertial + k] * signals[k]
            laws.setdefault(r, []).append(column.kind)
            smooth[r] &= not (column.memory or column.law.positional or column.is_coupling or column.law.loaded)
    for r in run.joints:
        if r not in laws:
            continue
        rest = motion.effort[at, r] - (run.judged[at, r] - own[:, r])
        use = np.isfinite(rest)
        order = np.flatnonzero(use)[thinned(motion.qd[at, r][use], POINTS)]
        speed = motion.qd[at, r][order]
        series = (
            Series("measured, without inertia and gravity", "measured", packed(rest[order]), "points"),
            Series("median of these", "median", packed(_medians(speed, rest[order])), "points"),
            Series("fitted law", "estimate", packed(own[order, r]), "line" if smooth[r] else "points"),
        )
        unit, turn = run.unit(r), "rad/s" if run.rotational[r] else "m/s"
        chart = Chart(f"friction [{unit}]", {"": View(packed_times(speed), series)}, x=f"velocity [{turn}]", height=240)
        words = f"Fitted: {', '.join(dict.fromkeys(laws[r]))}."
        yield Figure(FrictionOverVelocity.name, f"friction-{r}", motion.names[r], (chart,), number, lead=words)


def _medians(speed: Array, values: Array) -> Array:
    """Return (n,) the median of the values in bins of speed, at the middle of every bin; NaN elsewhere."""
    found = np.full(len(speed), np.nan)
    if len(speed) > BINS:
        edges = np.linspace(speed[0], speed[-1], BINS + 1)
        for low, high in pairwise(edges):
            inside = np.flatnonzero((speed >= low) & (speed <= high))
            if len(inside) > 4:
                found[inside[len(inside) // 2]] = np.median(values[inside])
    return found


TEMPLATE = """
<ul class="key">
<li><span class="dot measured"></span>measured effort without what inertia and gravity explain</li>
<li><span class="dot median"></span>median of it</li>
<li><span class="line estimate"></span>fitted law</li>
</ul>
<p class="lead">Where the medians leave the law, another friction law would fit better.</p>
<div class="plots" data-figures="friction"></div>
"""

SECTION = FrictionOverVelocity()
