"""An identification in a terminal: errors per joint, every parameter with its interval, warnings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from heft.estimation.base import Base
from heft.estimation.drive_gains import DriveGains
from heft.estimation.estimate import TWO_SIDED_95, Estimate
from heft.estimation.excitation import Excitation
from heft.estimation.judgement import JointError, Judgement
from heft.estimation.payload import Payload
from heft.report.tables import section, table
from heft.report.words import NOTHING, counted, number, printable

SOURCES = {"data": "data", "combination": "both", "prior": "prior"}
"""Where a number comes from, in words."""

CLASS_WORDS = {"I": "alone", "B": "combined", "c": "combined", "X": "never", "D": "drive"}

MOST_WEAK = 12
"""How many weak base parameters are listed."""


def classes(base: Base) -> tuple[str, ...]:
    """Return the verdict on each parameter of a model: the class letters of `heft identifiable`, `D` for the drives'.

    `I` identifiable alone, `B` in a combination and chosen to stand for it, `c` in a combination, `X` never.
    """
    letters = []
    for c in range(len(base.model.names)):
        rows = np.flatnonzero(base.matrix[:, c])
        if c >= base.model.n_inertial:
            letters.append("D")
        elif not len(rows):
            letters.append("X")
        elif c not in base.columns:
            letters.append("c")
        else:
            letters.append("I" if np.count_nonzero(base.matrix[rows[0]]) == 1 else "B")
    return tuple(letters)


def summary(
    estimate: Estimate, payload: Payload | None = None, gains: DriveGains | None = None
) -> list[RenderableType]:
    """Return all there is to show of an estimate, in order."""
    base = estimate.base
    head = Text.assemble(
        (printable(estimate.model.robot.name), "bold cyan"),
        f"  {estimate.rank} of {len(base.columns)} base parameters told by the data, condition number "
        f"{number(estimate.condition, 3)}",
    )
    parts: list[RenderableType] = [head, "", errors(estimate.fitted, estimate.held_out)]
    if estimate.joints:
        parts.append(recursion(estimate))
    if gains is not None:
        parts.append(drives(gains))
    if payload is not None:
        parts.append(load(payload))
    return [*parts, parameters(estimate), remarks(estimate.warnings)]


def errors(fitted: Judgement, held_out: Judgement | None) -> RenderableType:
    """Return the errors per joint, on the samples fitted and on those held out."""
    made = table("joint", "rmse", "rel. %", *(["held out rmse", "held out rel. %"] if held_out else []))
    later = {joint.name: joint for joint in held_out.joints} if held_out else {}
    for joint in fitted.joints:
        made.add_row(Text(printable(joint.name)), *_error(joint), *(_error(later.get(joint.name)) if held_out else []))
    made.add_row(
        Text("overall", style="bold"), *_error(fitted.overall), *(_error(held_out.overall) if held_out else [])
    )
    return section("Errors of the predicted efforts [N m, N]", made)


def recursion(estimate: Estimate) -> RenderableType:
    """Return what each joint told in its turn, tip first, and how well the motion excites it."""
    made = table("joint", "unknowns", "condition", "<excited", "rms left")
    for fit in reversed(estimate.joints):
        excited = Text("yes") if fit.excited else Text("no", style="bold yellow")
        made.add_row(
            Text(printable(fit.joint)), str(len(fit.names)), number(fit.condition, 3), excited, number(fit.rms)
        )
    return section("Joint by joint, from the tip to the base", made)


def judgement(found: Judgement, title: str) -> list[RenderableType]:
    """Return the errors on a log."""
    made = table("joint", "rmse", "rel. %", "samples")
    for joint in (*found.joints, found.overall):
        made.add_row(Text(printable(joint.name)), *_error(joint), str(joint.n))
    return [section(title, made)]


def _error(joint: JointError | None) -> list[str]:
    if joint is None:
        return [NOTHING, NOTHING]
    relative = NOTHING if np.isnan(joint.relative_percent) else f"{joint.relative_percent:.2f}"
    return [number(joint.rmse), relative]


def parameters(estimate: Estimate) -> RenderableType:
    """Return every parameter: verdict, value, what the data alone say, where the value comes from, the file's."""
    made = table("parameter", "<known", "value", "data alone, 95 %", "<unit", "<from", "prior")
    prior = estimate.model.prior
    for k, (name, letter) in enumerate(zip(estimate.names, classes(estimate.base), strict=True)):
        source = estimate.source[k]
        style = {"data": "", "combination": "dim", "prior": "dim"}[source]
        made.add_row(
            Text(printable(name), style=style),
            CLASS_WORDS[letter],
            value(float(estimate.values[k])),
            by_data(estimate, k),
            estimate.model.units[k],
            SOURCES[source],
            number(float(prior[k])),
        )
    return section("Parameters", made)


def by_data(estimate: Estimate, k: int) -> str:
    """Return what the data alone say of parameter k: least squares and how far its 95 % interval reaches."""
    half = TWO_SIDED_95 * float(estimate.deviation[k])
    return f"{value(float(estimate.least_squares[k]))} ± {number(half, 2)}" if np.isfinite(half) else number(half)


def value(x: float) -> str:
    """Return a value; what a solver leaves of a zero is zero."""
    return number(x if abs(x) > 1e-12 else 0.0)


def load(payload: Payload) -> RenderableType:
    """Return an estimated payload."""
    made = table("payload", "value", "± 95 %", "<unit")
    made.add_row("mass", number(payload.mass), number(TWO_SIDED_95 * payload.mass_deviation, 2), "kg")
    for k, axis in enumerate("xyz"):
        half = TWO_SIDED_95 * float(payload.com_deviation[k])
        made.add_row(f"centre of mass {axis}", number(float(payload.com[k])), number(half, 2), "m")
    for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)):
        half = TWO_SIDED_95 * float(payload.inertia_deviation[i, j])
        made.add_row(f"I{'xyz'[i]}{'xyz'[j]}", number(float(payload.inertia[i, j])), number(half, 2), "kg m2")
    return section(f"Payload on {printable(payload.body)}, inertia about its centre of mass", made)


def drives(gains: DriveGains) -> RenderableType:
    """Return estimated drive gains."""
    made = table("joint", "drive gain", "± 95 %", "<unit")
    for name, gain, deviation in zip(gains.names, gains.values, gains.deviation, strict=True):
        if np.isfinite(gain):
            made.add_row(
                Text(printable(name)), number(float(gain)), number(TWO_SIDED_95 * float(deviation), 2), "N m/A"
            )
    return section("Drive gains", made)


def remarks(sentences: Sequence[str]) -> RenderableType:
    """Return warnings, a line each, or that there are none."""
    if not sentences:
        return Text("Nothing odd was found.", style="green")
    grid = Table.grid(padding=(0, 1))
    for sentence in sentences:
        grid.add_row(Text("!", style="bold yellow"), Text(printable(sentence), style="yellow", overflow="fold"))
    return grid


def excitation(found: Excitation, name: str, notes: Mapping[str, Sequence[str]]) -> list[RenderableType]:
    """Return whether a motion is enough, what stays weak, and what would help.

    Args:
        found: what the motion excites.
        name: of the robot.
        notes: by log, what cleaning found odd.
    """
    word = Text("enough", style="bold green") if found.enough else Text("NOT ENOUGH", style="bold red")
    head = Text.assemble(
        (printable(name), "bold cyan"),
        f"  {counted(found.samples, 'sample')}: the motion is ",
        word,
        ". It tells ",
        f"{found.excited} of {found.structural} base parameters; condition number {number(found.condition, 3)}.",
    )
    parts: list[RenderableType] = [head, ""]
    if found.weak:
        made = table("weak base parameter", "deviation / size", "<would be told by more motion of")
        for weak in found.weak[:MOST_WEAK]:
            effort = f"no joint: the effort of {', '.join(weak.unmeasured)} is not measured"
            joints = ", ".join(weak.joints) or (effort if weak.unmeasured else NOTHING)
            made.add_row(Text(printable(weak.expression)), number(weak.deviation, 2), printable(joints))
        more = len(found.weak) - MOST_WEAK
        parts.append(section("What it hardly tells", made, *([f"and {more} more"] if more > 0 else [])))
    sentences = [f"{log}: {note}" for log, each in notes.items() for note in each]
    return [*parts, *([remarks(sentences)] if sentences else [])]
