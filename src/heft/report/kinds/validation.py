"""The report of a validation: how well a result, a learned model or a robot file predicts logs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from heft.errors import HeftError
from heft.estimation.validate import validate
from heft.logs.cleaning_options import Cleaning
from heft.logs.residuals import Validation
from heft.report.efforts import RunEfforts, within
from heft.report.identification import by_name
from heft.report.kind import PageKind, file_made
from heft.report.page_data import PageData, ShownLink, robot_data, shown_run
from heft.report.saved import found_logs, robot_of, subject_named
from heft.report.saved_schema import ValidationFile
from heft.report.section import Sheet
from heft.report.words import short
from heft.robot.model import Robot

GOOD, FAIR = 10.0, 30.0
"""[%] Up to which relative residual a model predicts well, and fairly."""

SCORE = "the residual of its joint, filtered, in percent of its effort"
AGAIN = "The page of heft validate SUBJECT LOG... -o NAME.html has them."
NO_CURVES = f"The logs are not at hand, so there are no curves and no motion to play. {AGAIN}"
CHANGED = (
    "There are no curves: predicting these logs again does not give the residuals of the result. The robot was loaded "
    f"with options that the result does not hold, or it has changed. {AGAIN}"
)
SAME = 1e-6
"""How far the residuals of the curves may be from those of the result, relative to them."""


@dataclass(frozen=True, eq=False)
class ComparedWithLogs:
    """How well something predicts logs.

    Attributes:
        validation: the residuals.
        subject: what predicts, as it was named.
        logs: that it was compared with.
        robot: None if it is not at hand.
        efforts: of the logs; none if they are not at hand.
        without_curves: why there are none.
        notes: what was not found.
    """

    validation: Validation
    subject: str
    logs: tuple[str, ...]
    robot: Robot | None = None
    efforts: tuple[RunEfforts, ...] = ()
    without_curves: str = NO_CURVES
    notes: tuple[str, ...] = ()


class ValidationKind(PageKind):
    """The page of `heft validate`."""

    name, about, made_by = "validation", ComparedWithLogs, "heft validate"
    entry = ValidationFile

    def sheet(self, subject: ComparedWithLogs) -> Sheet:
        """Return the sheet of a validation."""
        found = subject.validation
        percent = found.filtered.overall.relative_percent
        judged = "better" if percent <= GOOD else "same" if percent <= FAIR else "worse"
        return Sheet(
            kind=self.name,
            name=subject.robot.name if subject.robot else subject.subject,
            subject=subject,
            data=_data(subject),
            sections=("robot", "validation", "curves", "distribution", "beside", "made"),
            judged=judged if np.isfinite(percent) else "unknown",
            judged_words=f"Residual {short(percent, 3)} %",
            verdict=f"The residual is {short(percent, 3)} % of the low-pass filtered {found.quantity}, and "
            f"{short(found.overall.relative_percent, 3)} % of the measured {found.quantity}.",
            warnings=found.warnings,
            doubts=[f"Do not rely on this comparison. {doubt}" for doubt in found.doubts],
            steps=[*_steps(found)],
            lead=f"Predicted by {subject.subject}, compared with {', '.join(subject.logs)}.",
            made=[*_made(subject)],
        )

    def tables(self, subject: ComparedWithLogs) -> dict[str, dict[str, str]]:
        """Return the relative residuals."""
        rows = by_name(subject.validation.filtered)
        return {
            "Relative residuals [%], low-pass filtered": {"logs": ", ".join(subject.logs)}
            | {name: short(row.relative_percent, 3) for name, row in rows.items()}
        }

    def reads(self, data: Mapping[str, Any]) -> bool:
        """Return whether it is what `heft validate` writes."""
        return {"joints", "overall", "filtered", "quantity", "subject", "logs"} <= {*data}

    def read(self, data: Mapping[str, Any], file: Path, notes: list[str]) -> ComparedWithLogs:
        """Return the residuals, with the robot and with curves if their files are found."""
        said = list[str]()
        shown = _shown(data, file, said)
        notes += said
        return replace(shown, logs=tuple(data["logs"]), notes=tuple(said))


def _shown(data: Mapping[str, Any], file: Path, notes: list[str]) -> ComparedWithLogs:
    """Return a saved validation; with curves if predicting again gives the saved residuals."""
    from heft.report.compared import compared_with

    found, name = Validation.from_dict(data), str(data["subject"])
    subject = subject_named(name, file, notes)
    logs = found_logs(data.get("log_files", ()), file, notes)
    without = ComparedWithLogs(found, name, (), robot_of(subject))
    if subject is None or not logs:
        return without
    cleaning, payload = Cleaning.from_dict(data["cleaning"]), bool(data["payload"])
    try:
        again = validate(subject, logs, payload=payload, all_samples=data["all_samples"], cleaning=cleaning)
        if not np.isclose(again.overall.rmse, found.overall.rmse, rtol=SAME, atol=0):
            return replace(without, without_curves=CHANGED)
        return compared_with(subject, found, name, logs, cleaning, payload=payload)
    except HeftError as error:
        return replace(without, without_curves=f"There are no curves. {error}")


def _data(subject: ComparedWithLogs) -> PageData:
    robot, rows = subject.robot, by_name(subject.validation.filtered)
    data = robot_data(robot, subject.subject)
    names = robot.coordinate_names if robot else []

    def judged(link: ShownLink) -> ShownLink:
        found = [rows[names[r]] for r in link.coordinates if names[r] in rows]
        most = max((each.relative_percent for each in found), default=float("nan"))
        if not np.isfinite(most):
            return link
        return replace(link, score=most / 100, score_text=f"The residual of its joint is {short(most, 3)} %.")

    links = tuple(map(judged, data.links))
    runs = tuple(
        shown_run(robot, run.label, run.motion.t[at], run.motion.q[at])
        for run in subject.efforts
        for at in (within(run.motion),)
        if robot is not None and robot.nq == run.motion.q.shape[1]
    )
    notes = (*subject.notes, *data.notes)
    return replace(data, links=links, runs=runs, modes=("score",) if links else (), score=SCORE, notes=notes)


def _steps(found: Validation) -> Iterator[str]:
    worst = max(found.filtered.joints, key=lambda joint: np.nan_to_num(joint.relative_percent), default=None)
    if worst is not None and worst.relative_percent > GOOD:
        yield (
            f"Look at {worst.name} first: its residual is {short(worst.relative_percent, 3)} % of its {found.quantity}."
        )
    percent = found.filtered.overall.relative_percent
    if percent > FAIR:
        yield "The model does not fit this machine. Identify the robot from its logs with heft identify."
    elif percent > GOOD:
        yield "If these logs are of motions unlike those that were fitted, add them to heft identify."
    else:
        yield "It holds on these logs. Use it."


def _made(subject: ComparedWithLogs) -> Iterator[tuple[str, str]]:
    yield "predicted by", subject.subject
    for run in subject.efforts:
        yield "log", file_made(run.label, run.motion.source.sha256 if run.motion.source else None)
    if not subject.efforts:
        yield "logs", ", ".join(subject.logs)


KIND = ValidationKind()
