"""A designed motion in a terminal: postures, peaks beside limits, predicted intervals, what stays weak."""

from __future__ import annotations

import numpy as np
from rich.console import RenderableType
from rich.text import Text

from heft.excitation.plan import Plan, PredictedInterval
from heft.report.plots import curve, sparkline
from heft.report.tables import folded, more, remarks, section, table
from heft.report.words import NOTHING, bound, printable, short

TALL = 12
"""Up to this many coordinates, a preview has two lines for each; beyond it, one."""

WEAKEST = 8
"""How many of the least certain parameters a terminal shows."""

POINTS = 500


def summary(plan: Plan, every: bool = False) -> list[RenderableType]:
    """Return a plan as text and tables: warnings, the answer, details, and at the end what was assumed."""
    excited = len(plan.predictions) - len(plan.unexcited)
    title = Text.assemble(
        (printable(plan.robot), "bold cyan"),
        f"  {short(plan.duration)} s, {excited} of {len(plan.predictions)} base parameters excited",
    )
    numbers = Text(
        f"Condition number {short(plan.condition)} in SI units, {short(plan.scaled_condition)} with columns of unit "
        f"length. Criterion {plan.criterion}: {short(plan.value)}, after {short(plan.seconds, 3)} s."
    )
    warned = [remarks(plan.warnings), ""] if plan.warnings else []
    shown: list[RenderableType] = [*warned, title, numbers, ""]
    if plan.unexcited:
        shown.append(unexcited(plan, every))
    shown += [*postures(plan, every), peaks(plan, every), weakest(plan, every)]
    return [*shown, *(Text(printable(line), style="dim") for line in plan.assumptions)]


def postures(plan: Plan, every: bool = True) -> list[RenderableType]:
    """Return the postures that are held, if the motion is made of them."""
    if not plan.stops:
        return []
    made = table("from", "to", *plan.curve.joints)
    for start, end, q in plan.stops:
        made.add_row(short(start, 4), short(end, 4), *(short(float(x), 3) for x in q))
    return [section("Postures [s; rad, m]", *folded(made, every))]


def peaks(plan: Plan, every: bool = True) -> RenderableType:
    """Return the range and the largest rates of every joint, beside the limits that they keep."""
    made = table("joint", "from", "to", "of", "|qd|", "of", "|qdd|", "of", "|tau|", "of")
    limits = plan.limits
    for r, peak in enumerate(plan.peaks()):
        made.add_row(
            Text(printable(peak["name"])),
            short(peak["lower"], 3),
            short(peak["upper"], 3),
            f"{short(limits.lower[r], 3)}..{short(limits.upper[r], 3)}",
            *(
                text
                for kind in ("velocity", "acceleration", "effort")
                for text in (short(peak[kind], 3), bound(float(f"{getattr(limits, kind)[r]:.3g}")))
            ),
        )
    return section("Motion, and limits less the margins [rad, m, s, N m, N]", *folded(made, every))


def weakest(plan: Plan, every: bool = False) -> RenderableType:
    """Return the parameters that will be least certain for their size."""
    made = table("base parameter", "prior", "± 95 %", "<unit", "% of size")
    known = [each for each in plan.predictions if each.excited]
    shown = sorted(known, key=lambda each: -each.deviation)[: None if every else WEAKEST]
    for each in shown:
        made.add_row(*_cells(each))
    return section("Predicted intervals, the least certain first", made, *more(len(known) - len(shown)))


def _cells(each: PredictedInterval) -> list[str | Text]:
    percent = short(100 * each.deviation, 2) if np.isfinite(each.deviation) else NOTHING
    half = short(each.half_width, 3) if np.isfinite(each.half_width) else NOTHING
    return [Text(printable(each.name)), short(each.prior), half, each.unit, percent]


def unexcited(plan: Plan, every: bool = True) -> RenderableType:
    """Return the parameters that the motion does not excite, and why."""
    made = table("base parameter", "<why")
    for each in plan.unexcited:
        made.add_row(Text(printable(each.name)), Text(printable(each.why)))
    return section("Not excited", *folded(made, every))


def preview(plan: Plan) -> RenderableType:
    """Return the positions of all joints over time as curves of text."""
    t = np.linspace(0.0, plan.duration, POINTS)
    q = plan.curve.sample(t)[0]
    made = table("joint", "start", "min", "max", "<q over time")
    for r, name in enumerate(plan.curve.joints):
        plot = curve(q[:, r], 40) if len(plan.curve.joints) <= TALL else sparkline(q[:, r], 40)
        numbers = [short(float(x), 3) for x in (q[0, r], q[:, r].min(), q[:, r].max())]
        made.add_row(Text(printable(name)), *numbers, Text(plot, style="cyan"))
    return section(f"Positions over {short(plan.duration)} s [rad, m]", made)
