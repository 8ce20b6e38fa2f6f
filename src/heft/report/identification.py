"""An identification in a terminal: errors per joint, every parameter with its interval, warnings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from rich.console import RenderableType
from rich.text import Text

from heft.estimation.base_tilt import BaseTilt
from heft.estimation.comparison import Comparison
from heft.estimation.drive_gains import DriveGains
from heft.estimation.estimate import TWO_SIDED_95, Estimate
from heft.estimation.estimate_table import parameter_table, value
from heft.estimation.excitation import Excitation
from heft.estimation.excitation_table import torque_table, weak_table
from heft.estimation.file_losses import lost_in_file
from heft.estimation.runs import name_of
from heft.logs.journal import once
from heft.logs.residual_table import residual_table
from heft.logs.residuals import JointResidual, Residuals, Validation
from heft.report.advice import verdict
from heft.report.friction import friction_line
from heft.report.payload import loaded_table, payload_table
from heft.report.tables import listed, remarks, section, table
from heft.report.words import NOTHING, counted, short
from heft.text import printable

MOST_WEAK = 12
"""How many weak base parameters are listed."""


def summary(estimate: Estimate, read: Sequence[RenderableType] = (), every: bool = False) -> list[RenderableType]:
    """Return all there is to show of an estimate: doubts, what was read, warnings, the answer, and then details.

    Args:
        estimate: what was found.
        read: lines on what was read.
        every: show long tables whole.
    """
    warned = [remarks(estimate.warnings), ""] if estimate.warnings or not estimate.doubts else [""]
    return [*doubtful(estimate), *read, *warned, *answer(estimate), "", *details(estimate, every)]


def answer(estimate: Estimate) -> list[RenderableType]:
    """Return the answer: how much was identified, and whether it predicts better than the robot's file."""
    head = Text.assemble(
        (printable(estimate.model.robot.name), "bold cyan"),
        f"  {estimate.rank} of {len(estimate.base.columns)} base parameters identified, condition number "
        f"{short(estimate.condition, 3)}",
    )
    kind, sentence = verdict(estimate)
    style = {"better": "bold green", "worse": "bold red"}.get(kind, "bold")
    return [head, *([Text(sentence, style=style)] if estimate.comparison else []), which_logs(estimate)]


def details(estimate: Estimate, every: bool = False) -> list[RenderableType]:
    """Return the tables of an estimate; long ones whole if asked."""
    shown: list[RenderableType] = [residuals(estimate, every)]
    if estimate.friction_choice is not None:
        shown += [friction_line(estimate.friction_choice), ""]
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
    return [*shown, parameters(estimate, every)]


def which_logs(estimate: Estimate) -> Text:
    """Return a line that names the logs that were fitted and those that were held out."""
    fitted, held_out = (
        sorted(named(entry) for entry in estimate.provenance.get(key, ())) for key in ("logs", "held_out")
    )
    text = f"Fitted: {', '.join(fitted)}. "
    if not held_out:
        text += "Nothing was held out."
    elif held_out == fitted:
        text += "Held out: its end."
    else:
        text += f"Held out: {', '.join(held_out)}."
    if estimate.runs is not None and estimate.runs.loaded:
        text += f" With payload: {', '.join(map(name_of, estimate.runs.loaded))}."
    return Text(printable(text))


def named(entry: Mapping[str, Any]) -> str:
    """Return the file of a log by what a result says of it."""
    return (entry.get("source") or {}).get("path", "a motion")


def written(folder: str, names: Collection[str], estimate: Estimate) -> str:
    """Return a sentence on what was written, and what of the estimate no robot file can hold."""
    text = f"Written to {folder}: {', '.join(names)}."
    file = next((name for name in names if name.startswith("identified")), "")
    if file and (lost := lost_in_file(estimate)):
        text += f"\n{file} cannot hold the following values; they are in result.json: {', '.join(lost)}."
    return text


def doubtful(estimate: Estimate) -> list[Text]:
    """Return a line for each reason not to rely on an estimate."""
    return [Text(printable(f"Do not rely on this estimate. {doubt}"), style="bold red") for doubt in estimate.doubts]


def residuals(estimate: Estimate, every: bool = False) -> RenderableType:
    """Return the residuals per joint: of the rows fitted, and on the held-out samples, filtered and as measured.

    Beside the filtered ones stand, if asked, the relative residuals of least squares without constraints.
    """
    groups = [
        ("rmse", estimate.fitted),
        *zip(("held-out rmse", "measured rmse"), parts(estimate.held_out), strict=False),
    ]
    free = unconstrained(estimate.comparison) if every else ()
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
    """Return what each joint determined in its turn, tip first, and whether the motion determines its unknowns."""
    made = table("joint", "unknowns", "condition", "<determined", "rms residual")
    for fit in reversed(estimate.joints):
        seen = Text("yes") if fit.determined else Text("no", style="bold yellow")
        made.add_row(Text(printable(fit.joint)), str(len(fit.names)), short(fit.condition, 3), seen, short(fit.rms))
    return section("Joint by joint, from the tip to the base", made)


def validation_shown(
    found: Validation, title: str, read: Sequence[RenderableType] = (), every: bool = False
) -> list[RenderableType]:
    """Return residuals on logs: doubts, what was read, warnings, the overall residual, and those of every joint."""
    doubts = [Text(printable(f"Do not rely on this comparison. {each}"), style="bold red") for each in found.doubts]
    warned = [remarks(found.warnings), ""] if found.warnings else []
    overall = found.overall
    size = f"{short(overall.rmse)} over {counted(overall.n, 'sample')}"
    head = (
        f"The rms residual is {size}."
        if np.isnan(overall.relative_percent)
        else f"The residual is {overall.relative_percent:.2f} % of the measured {found.quantity} (rms {size})."
    )
    title_line = Text(head, style="bold")
    return [*doubts, *read, *warned, title_line, "", listed(replace(residual_table(found), title=title), every=every)]


def _error(joint: JointResidual | None) -> list[str]:
    if joint is None:
        return [NOTHING, NOTHING]
    relative = NOTHING if np.isnan(joint.relative_percent) else f"{joint.relative_percent:.2f}"
    return [short(joint.rmse), relative]


def parameters(estimate: Estimate, every: bool = False) -> RenderableType:
    """Return the parameters: those that the data determine, or every one with its verdict and its source."""
    whole = parameter_table(estimate)
    small = whole if every else whole.folded().without("verdict", "from")
    if not every and small.left_out:
        small = replace(small, title=f"Parameters from the data, the {len(small)} furthest from the prior")
    return listed(small, *filter(None, [shares(estimate)]))


def shares(estimate: Estimate) -> str:
    """Return a sentence on what the intervals are made of; none if no base parameter has one."""
    known = np.isfinite(estimate.base_deviation) & (estimate.base_noise > 0)
    if not np.any(known):
        return ""
    times = float(np.median(estimate.base_deviation[known] / estimate.base_noise[known]))
    return (
        "The intervals include noise and model error: in the median, the standard deviation of a base parameter is "
        f"{times:.1f} times that from noise alone."
    )


def by_data(estimate: Estimate, k: int) -> str:
    """Return what the data alone say of parameter k: least squares and how far its 95 % interval reaches."""
    half = float(estimate.half_width[k])
    return f"{value(float(estimate.least_squares[k]))} ± {short(half, 2)}" if np.isfinite(half) else short(half)


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


def excited(found: Excitation) -> str:
    """Return how many base parameters a motion excites, in words without a full stop."""
    well, weakly, none = found.counts
    if well == found.structural:
        return f"All {well} base parameters are excited well"
    return f"Of {found.structural} base parameters, {well} are excited well, {weakly} weakly and {none} not at all"


def excitation_shown(
    found: Excitation, read: Sequence[RenderableType] = (), every: bool = False
) -> list[RenderableType]:
    """Return what was read, warnings, the grade of a motion, and then how uncertain torques stay and what is weak."""
    style = {"good": "bold green", "fair": "bold yellow", "poor": "bold red"}[found.grade]
    head = Text.assemble(
        (printable(found.robot), "bold cyan"),
        f"  {counted(found.samples, 'sample')}: the excitation is ",
        (found.grade, style),
        f". {excited(found)}; condition number {short(found.condition, 3)}.",
    )
    logs = Text(printable(f"Graded: {', '.join(found.logs)}."))
    sentences = once((log, note) for log, each in found.notes.items() for note in each)
    warned = [remarks(sentences), ""] if sentences else []
    doubts = [Text(printable(f"Do not rely on these logs. {each}"), style="bold red") for each in found.doubts]
    shown: list[RenderableType] = [
        *doubts,
        *read,
        *warned,
        head,
        logs,
        Text(printable(f"{found.reason} {found.advice}".strip())),
        "",
    ]
    shown.append(listed(torque_table(found), every=every))
    return [*shown, listed(weak_table(found), every=every, most=MOST_WEAK)] if found.weak else shown
