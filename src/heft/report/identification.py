"""An identification in a terminal: errors per joint, every parameter with its interval, warnings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from heft.estimation.base_tilt import BaseTilt
from heft.estimation.comparison import Comparison
from heft.estimation.drive_gains import DriveGains
from heft.estimation.estimate import TWO_SIDED_95, Estimate
from heft.estimation.excitation import Excitation
from heft.estimation.runs import name_of
from heft.logs.journal import once
from heft.logs.residuals import JointResidual, Residuals, Validation
from heft.report.friction import friction_line
from heft.report.payload import loaded_table, payload_table
from heft.report.tables import section, table
from heft.report.words import NOTHING, counted, printable, short

SOURCES = {"data": "data", "combination": "both", "prior": "prior"}
"""Where a number comes from, in words."""

CLASS_WORDS = {"I": "alone", "B": "combined", "c": "combined", "X": "no", "D": "drive"}

MOST_WEAK = 12
"""How many weak base parameters are listed."""


def summary(estimate: Estimate) -> list[RenderableType]:
    """Return all there is to show of an estimate, in order."""
    base = estimate.base
    head = Text.assemble(
        (printable(estimate.model.robot.name), "bold cyan"),
        f"  {estimate.rank} of {len(base.columns)} base parameters identified, condition number "
        f"{short(estimate.condition, 3)}",
    )
    shown: list[RenderableType] = [*doubtful(estimate), head, which_logs(estimate), "", residuals(estimate)]
    if estimate.friction_choice is not None:
        shown.append(friction_line(estimate.friction_choice))
    if estimate.joints:
        shown.append(recursion(estimate))
    if estimate.drive_gains is not None:
        shown.append(drives(estimate.drive_gains))
    if estimate.base_tilt is not None:
        shown.append(standing(estimate.base_tilt))
    if estimate.payload is not None:
        shown.append(payload_table(estimate.payload))
        if estimate.payload.residuals is not None:
            shown.append(loaded_table(estimate.payload.residuals))
    return [*shown, parameters(estimate), remarks(estimate.warnings)]


def which_logs(estimate: Estimate) -> Text:
    """Return a line that names the logs that were fitted and those that were held out."""
    fitted, held_out = (
        sorted(entry["source"]["path"] if entry["source"] else "a motion" for entry in estimate.provenance[key])
        for key in ("logs", "held_out")
    )
    text = f"Fitted: {', '.join(fitted)}. "
    if not held_out:
        text += "Nothing was held out."
    elif held_out == fitted:
        text += "Held out: the end of it."
    else:
        text += f"Held out: {', '.join(held_out)}."
    if estimate.runs is not None and estimate.runs.loaded:
        text += f" With payload: {', '.join(map(name_of, estimate.runs.loaded))}."
    return Text(printable(text))


def written(folder: str, names: Iterable[str], estimate: Estimate) -> str:
    """Return a sentence on what was written, and what of the estimate no robot file can hold."""
    text = f"Written to {folder}: {', '.join(names)}."
    if estimate.model.extra and {"identified.urdf", "identified.xml"} & {*names}:
        text += "\nThe robot file holds the links. Friction and armature are in result.json."
    return text


def doubtful(estimate: Estimate) -> list[Text]:
    """Return a line for each reason not to rely on an estimate."""
    return [Text(printable(f"Do not rely on this estimate. {doubt}"), style="bold red") for doubt in estimate.doubts]


def residuals(estimate: Estimate) -> RenderableType:
    """Return the residuals per joint: of the rows fitted, and on the held-out samples, filtered and as measured.

    Beside the filtered ones stand the relative residuals of least squares without constraints.
    """
    groups = [
        ("rmse", estimate.fitted),
        *zip(("held-out rmse", "measured rmse"), parts(estimate.held_out), strict=False),
    ]
    free = unconstrained(estimate.comparison)
    titles, cells = [], {joint.name: list[str]() for joint in (*estimate.fitted.joints, estimate.fitted.overall)}
    for k, (title, part) in enumerate(groups):
        beside = by_name(free[k]) if k < len(free) else {}
        titles += [title, "rel. %", *(["LS %"] if beside else [])]
        for name, row in cells.items():
            row += _error(by_name(part).get(name)) + ([_error(beside.get(name))[1]] if beside else [])
    made = table("joint", *titles)
    for name, row in cells.items():
        made.add_row(Text(printable(name), style="bold" if name == estimate.fitted.overall.name else ""), *row)
    note = "; LS: unconstrained least squares" if free else ""
    return section(f"Residuals [N m, N], low-pass filtered except 'measured'{note}", made)


def unconstrained(compared: Comparison | None) -> tuple[Residuals, ...]:
    """Return the residuals of least squares without constraints: fitted, and held-out if there are any."""
    found = (compared.unconstrained.fitted, compared.unconstrained.held_out) if compared else ()
    return tuple(part for part in found if part is not None)


def by_name(part: Residuals) -> dict[str, JointResidual]:
    """Return the residuals of the joints, and of all together, by name."""
    return {joint.name: joint for joint in (*part.joints, part.overall)}


def parts(held_out: Validation | None) -> tuple[Residuals, ...]:
    """Return the held-out residuals in the order in which they are shown: filtered, then measured."""
    return (held_out.filtered, held_out.measured) if held_out else ()


def recursion(estimate: Estimate) -> RenderableType:
    """Return what each joint determined in its turn, tip first, and how well the motion excites it."""
    made = table("joint", "unknowns", "condition", "<excited", "rms residual")
    for fit in reversed(estimate.joints):
        excited = Text("yes") if fit.excited else Text("no", style="bold yellow")
        made.add_row(Text(printable(fit.joint)), str(len(fit.names)), short(fit.condition, 3), excited, short(fit.rms))
    return section("Joint by joint, from the tip to the base", made)


def validation_table(found: Validation, title: str) -> list[RenderableType]:
    """Return the residuals on logs: against the efforts as measured, and low-pass filtered."""
    made = table("joint", "rmse", "rel. %", "samples", "filtered rmse", "rel. %", "rows")
    pairs = zip((*found.joints, found.overall), (*found.filtered.joints, found.filtered.overall), strict=True)
    for joint, filtered in pairs:
        made.add_row(Text(printable(joint.name)), *_error(joint), str(joint.n), *_error(filtered), str(filtered.n))
    return [section(title, made), *([remarks(found.warnings)] if found.warnings else [])]


def _error(joint: JointResidual | None) -> list[str]:
    if joint is None:
        return [NOTHING, NOTHING]
    relative = NOTHING if np.isnan(joint.relative_percent) else f"{joint.relative_percent:.2f}"
    return [short(joint.rmse), relative]


def parameters(estimate: Estimate) -> RenderableType:
    """Return every parameter: verdict, value, what the data alone say, where the value comes from, the prior's."""
    made = table("parameter", "<verdict", "value", "data alone, 95 %", "<unit", "<from", "prior")
    prior = estimate.model.prior
    for k, (name, letter) in enumerate(zip(estimate.names, estimate.base.classes, strict=True)):
        source = estimate.source[k]
        style = {"data": "", "combination": "dim", "prior": "dim"}[source]
        made.add_row(
            Text(printable(name), style=style),
            CLASS_WORDS[letter],
            value(float(estimate.values[k])),
            by_data(estimate, k),
            estimate.model.units[k],
            SOURCES[source],
            short(float(prior[k])),
        )
    return section("Parameters", made, *filter(None, [shares(estimate)]))


def shares(estimate: Estimate) -> str:
    """Return a sentence on what the intervals are made of; none if no base parameter has one."""
    known = np.isfinite(estimate.base_deviation) & (estimate.base_noise > 0)
    if not np.any(known):
        return ""
    times = float(np.median(estimate.base_deviation[known] / estimate.base_noise[known]))
    return (
        f"The intervals contain noise and model error: the standard deviation of a base parameter is {times:.1f} times "
        "that of noise alone (median)."
    )


def by_data(estimate: Estimate, k: int) -> str:
    """Return what the data alone say of parameter k: least squares and how far its 95 % interval reaches."""
    half = float(estimate.half_width[k])
    return f"{value(float(estimate.least_squares[k]))} ± {short(half, 2)}" if np.isfinite(half) else short(half)


def value(x: float) -> str:
    """Return a value; what a solver leaves of a zero is zero."""
    return short(x if abs(x) > 1e-12 else 0.0)


def drives(gains: DriveGains) -> RenderableType:
    """Return estimated drive gains."""
    made = table("joint", "drive gain", "± 95 %", "<unit")
    for name, gain, deviation in zip(gains.names, gains.values, gains.deviation, strict=True):
        if np.isfinite(gain):
            made.add_row(Text(printable(name)), short(float(gain)), short(TWO_SIDED_95 * float(deviation), 2), "N m/A")
    return section("Drive gains", made)


def standing(tilt: BaseTilt) -> RenderableType:
    """Return how the base is tilted."""
    made = table("axis of the base", "gravity turned by", "± 95 %", "<unit")
    for axis, degrees, half in tilt.rows():
        made.add_row(axis, short(degrees), short(half, 2), "deg")
    gravity = " ".join(short(float(g), 5) for g in tilt.gravity)
    return section("Tilt of the base", made, f"Gravity in the frame of the base: {gravity} m/s2")


def remarks(sentences: Sequence[str]) -> RenderableType:
    """Return warnings, a line each, or that there are none."""
    if not sentences:
        return Text("Warnings: none.", style="green")
    grid = Table.grid(padding=(0, 1))
    for sentence in sentences:
        grid.add_row(Text("!", style="bold yellow"), Text(printable(sentence), style="yellow", overflow="fold"))
    return grid


def excitation_table(found: Excitation) -> list[RenderableType]:
    """Return the grade of a motion, how uncertain torques stay, which base parameters are weak, and what would help."""
    style = {"good": "bold green", "fair": "bold yellow", "poor": "bold red"}[found.grade]
    well, weakly, none = found.counts
    head = Text.assemble(
        (printable(found.robot), "bold cyan"),
        f"  {counted(found.samples, 'sample')}: the excitation is ",
        (found.grade, style),
        f". Of {found.structural} base parameters, {well} are excited well, {weakly} weakly and {none} not at all; "
        f"condition number {short(found.condition, 3)}.",
    )
    made = table("joint", "this motion", "others within limits")
    for each in (*found.torques, found.overall):
        made.add_row(Text(printable(each.name)), short(each.logged, 2), short(each.elsewhere, 2))
    shown: list[RenderableType] = [head, Text(printable(found.advice)), ""]
    shown.append(section("Uncertainty of predicted torques [% of their rms]", made))
    if found.weak:
        made = table("weak base parameter", "deviation / size", "torque %", "<excited by more motion of")
        for weak in found.weak[:MOST_WEAK]:
            effort = f"no joint: the effort of {', '.join(weak.unmeasured)} is not measured"
            joints = ", ".join(weak.joints) or (effort if weak.unmeasured else NOTHING)
            numbers = short(weak.deviation, 2), short(weak.torque_percent, 2)
            made.add_row(Text(printable(weak.expression)), *numbers, printable(joints))
        more = len(found.weak) - MOST_WEAK
        title = "Weakly excited; a deviation above 1 is not excited at all"
        shown.append(section(title, made, *([f"and {more} more"] if more > 0 else [])))
    sentences = once((log, note) for log, each in found.notes.items() for note in each)
    return [*shown, *([remarks(sentences)] if sentences else [])]
