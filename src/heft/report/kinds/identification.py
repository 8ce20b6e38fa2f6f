"""The report of an identification: first what matters, then the robot, curves and tables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from heft.estimation.estimate import FORMAT, Estimate
from heft.estimation.estimate_table import value
from heft.estimation.options import Options
from heft.estimation.payload import Payload
from heft.logs.residuals import Residuals
from heft.report.advice import next_steps, verdict
from heft.report.efforts import RunEfforts, run_efforts, shown_runs, within
from heft.report.identification import by_name, which_logs
from heft.report.kind import PageKind, file_made, options_made, plain, versions_made
from heft.report.links import identified_links
from heft.report.page_data import robot_data, shown_run
from heft.report.saved import with_files
from heft.report.section import Sheet
from heft.report.words import short
from heft.robot.model import Robot

JUDGED = {
    "better": "Better than the file",
    "same": "As good as the file",
    "worse": "Worse than the file",
    "unknown": "Not compared with the file",
}

NO_LOGS = (
    "The logs are not at hand, so there are no curves and no motion to play. The numbers on this page are those that "
    "the result holds."
)

PREDICTIONS = (("file", "file"), ("estimate", "estimate"))


@dataclass(frozen=True, eq=False)
class Identified:
    """An estimate with what is drawn of it.

    Attributes:
        estimate: without its runs the page has no curves, and says so.
        drawn: the same robot with the file that its shapes are read from; None for that of the estimate.
        efforts: of the runs that are shown.
        notes: what else the page says above the picture.
    """

    estimate: Estimate
    drawn: Robot | None = None
    efforts: tuple[RunEfforts, ...] = ()
    notes: tuple[str, ...] = ()
    without_curves: str = NO_LOGS

    @classmethod
    def of(cls, estimate: Estimate, drawn: Robot | None = None, notes: tuple[str, ...] = ()) -> Identified:
        """Return an estimate with the efforts of its runs."""
        held_out = estimate.runs.held_out if estimate.runs else ()
        named = dict(zip(PREDICTIONS, (estimate.model.file, estimate.values), strict=True))
        efforts = (
            run_efforts(estimate.model, named, motion, held_out, estimate.presliding)
            for motion in shown_runs(estimate.runs)
        )
        return cls(estimate, drawn, tuple(efforts), notes)

    @property
    def payload(self) -> Payload | None:
        """That of the estimate."""
        return self.estimate.payload


class IdentificationKind(PageKind):
    """The page of `heft identify`."""

    name, about, files, made_by = "identification", Identified, "result.json", "heft identify"
    sections = (
        *("robot", "curves", "residuals", "beside", "parameters", "friction", "directions", "correlations"),
        *(
            "distribution",
            "joint-by-joint",
            "friction-laws",
            "drive-gains",
            "tilt",
            "payload",
            "base-parameters",
            "made",
        ),
    )

    def sheet(self, subject: Identified) -> Sheet:
        """Return the sheet of an estimate."""
        estimate, robot = subject.estimate, subject.estimate.model.robot
        judged, sentence = verdict(estimate)
        data = robot_data(robot, drawn=subject.drawn)
        runs = (
            shown_run(robot, _label(each), each.motion.t[at], each.motion.q[at])
            for each in subject.efforts
            for at in (within(each.motion),)
        )
        data = replace(
            data,
            links=identified_links(estimate, data.links),
            runs=tuple(runs),
            modes=("verdict", "uncertainty", "change"),
            notes=(*subject.notes, *data.notes),
        )
        names = tuple(name for name in self.sections if name != "payload" or estimate.payload is not None)
        return Sheet(
            kind=self.name,
            name=robot.name,
            subject=subject,
            data=data,
            sections=names,
            judged=judged,
            judged_words=JUDGED[judged],
            verdict=sentence,
            doubts=[f"Do not rely on this estimate. {doubt}" for doubt in estimate.doubts],
            warnings=estimate.warnings,
            steps=next_steps(estimate),
            lead=_lead(estimate),
            made=[*_made(estimate)],
            details=[
                ("All options", json.dumps(estimate.options.to_dict(), indent=1)),
                ("Inputs, and what was done to them", json.dumps(_brief(estimate.provenance), indent=1)),
            ],
        )

    def tables(self, subject: Identified) -> dict[str, dict[str, str]]:
        """Return residuals and parameters."""
        estimate = subject.estimate
        judged: Residuals = estimate.held_out.filtered if estimate.held_out else estimate.fitted
        where = "held-out" if estimate.held_out else "fitted (nothing was held out)"
        rows = by_name(judged)
        parameters = {}
        for k, (name, unit) in enumerate(zip(estimate.names, estimate.model.units, strict=True)):
            half = float(estimate.half_width[k])
            parameters[f"{name} [{unit}]"] = value(float(estimate.values[k])) + (
                f" ± {short(half, 2)}" if np.isfinite(half) else ""
            )
        return {
            "Relative residuals [%] on the result's own data": {"data": where}
            | {name: short(row.relative_percent, 3) for name, row in rows.items()},
            "Parameters, with 95 % intervals where the data determine them": parameters,
        }

    def reads(self, data: Mapping[str, Any]) -> bool:
        """Return whether it is a result of `heft identify`."""
        return data.get("format") == FORMAT

    def read(self, data: Mapping[str, Any], file: Path, notes: list[str]) -> Identified:
        """Return the estimate of a result.json with the runs and the shapes that are found."""
        saved = with_files(Estimate.from_dict(data, str(file)), file)
        notes += saved.notes
        return Identified.of(saved.estimate, saved.drawn, saved.notes)


def _label(run: RunEfforts) -> str:
    return run.label + (" (held out)" if run.held_out else "")


def _lead(estimate: Estimate) -> str:
    return (
        f"{estimate.rank} of {len(estimate.base.columns)} base parameters are identified. Condition number "
        f"{short(estimate.condition, 3)}. {which_logs(estimate).plain}"
    )


def _made(estimate: Estimate) -> Iterator[tuple[str, str]]:
    """Yield what a reader asks about the making of an estimate: from what, how, with which versions."""
    provenance, options = estimate.provenance, estimate.options
    robot = provenance.get("robot", {})
    yield "robot", file_made(robot.get("path") or robot.get("name"), robot.get("sha256"))
    for key, word in (("logs", "fitted log"), ("held_out", "held-out log"), ("loaded", "log with payload")):
        for entry in provenance.get(key, ()):
            source = entry.get("source") or {}
            yield word, file_made(source.get("path") or "a motion", source.get("sha256"))
    yield "estimator", options.estimator
    yield "friction", plain(options.to_dict()["friction"])
    given, usual = options.to_dict(), Options().to_dict()
    yield from options_made({k: v for k, v in given.items() if k not in ("estimator", "friction")}, usual)
    yield from versions_made(provenance.get("versions", {}))


def _brief(provenance: Any) -> Any:
    """Return provenance without long lists of numbers, which are in result.json."""
    if isinstance(provenance, dict):
        return {key: _brief(value) for key, value in provenance.items() if key not in ("taps", "versions")}
    if isinstance(provenance, list | tuple):
        return [_brief(value) for value in provenance]
    return provenance


KIND = IdentificationKind()
