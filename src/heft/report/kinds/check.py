"""The report of a check: how well logged motions excite a robot, what stays weak, and what would help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from heft.errors import HeftError
from heft.estimation.excitation import Excitation
from heft.logs.cleaning import clean
from heft.logs.cleaning_options import Cleaning
from heft.logs.journal import once
from heft.logs.motion import Motion
from heft.logs.unlogged import read_all, without_unlogged
from heft.report.efforts import MOST_RUNS, within
from heft.report.identification import excited
from heft.report.kind import PageKind, file_made
from heft.report.page_data import PageData, ShownLink, robot_data, shown_run
from heft.report.saved import found_logs, found_robot, source_of
from heft.report.saved_schema import CheckFile
from heft.report.section import Sheet
from heft.report.words import short
from heft.robot.model import Robot

JUDGED = {"good": "better", "fair": "same", "poor": "worse"}
SCORE = "how uncertain the predicted torque of its joint stays, in percent of its rms"


AGAIN = "The page of heft check ROBOT LOG... -o NAME.html has them."
NO_CURVES = f"The logs are not at hand, so there are no curves and no motion to play. {AGAIN}"
OTHER_JOINTS = (
    "There are no curves: the robot was loaded with options that the result does not hold, so its joints differ. "
    f"{AGAIN}"
)


@dataclass(frozen=True, eq=False)
class Graded:
    """What motions excite, with the robot and the motions where they are at hand, and why there are no motions."""

    excitation: Excitation
    robot: Robot | None = None
    motions: tuple[Motion, ...] = ()
    notes: tuple[str, ...] = ()
    without_curves: str = NO_CURVES

    @classmethod
    def of(cls, excitation: Excitation, drawn: Robot | None = None) -> Graded:
        """Return the grade of `heft.check`, with the motions that it read."""
        runs = excitation.runs
        robot = drawn if runs is None or (drawn and drawn.body_names == runs.robot.body_names) else runs.robot
        return cls(excitation, robot, runs.fitted[:MOST_RUNS] if runs else ())


class CheckKind(PageKind):
    """The page of `heft check`."""

    name, about, made_by = "check", Graded, "heft check"
    entry = CheckFile

    def sheet(self, subject: Graded) -> Sheet:
        """Return the sheet of a grade."""
        found = subject.excitation
        return Sheet(
            kind=self.name,
            name=found.robot,
            subject=subject,
            data=_data(subject),
            sections=("robot", "torque-uncertainty", "weak", "logged-motion", "beside", "made"),
            judged=JUDGED[found.grade],
            judged_words=f"The excitation is {found.grade}",
            verdict=f"{excited(found)}. Condition number {short(found.condition, 3)}.",
            warnings=once((log, note) for log, each in found.notes.items() for note in each),
            doubts=[f"Do not rely on these logs. {doubt}" for doubt in found.doubts],
            steps=[each for each in (found.reason, found.advice) if each],
            lead=f"Graded: {', '.join(found.logs)}.",
            made=[*_made(subject)],
        )

    def tables(self, subject: Graded) -> dict[str, dict[str, str]]:
        """Return the grade, and how uncertain torques stay."""
        found = subject.excitation
        well, weakly, none = found.counts
        grades = {
            "grade": found.grade,
            "excited well, weakly, not at all": f"{well}, {weakly}, {none}",
            "condition number": short(found.condition, 3),
        }
        torques = {each.name: short(each.elsewhere, 2) for each in (*found.torques, found.overall)}
        return {"Grades": grades, "Uncertainty of torques on other motions [%]": torques}

    def reads(self, data: Mapping[str, Any]) -> bool:
        """Return whether it is what `heft check` writes."""
        return {"structural_rank", "excited_rank", "torque_uncertainty_percent", "weak"} <= {*data}

    def read(self, data: Mapping[str, Any], file: Path, notes: list[str]) -> Graded:
        """Return the grade, with its robot and its motions if their files are found."""
        said = list[str]()
        shown = _shown(data, file, said)
        notes += said
        return replace(shown, notes=tuple(said))


def _shown(data: Mapping[str, Any], file: Path, notes: list[str]) -> Graded:
    """Return a saved grade, with the motions if their logs are there and the robot has the same joints."""
    found, entries = Excitation.from_dict(data), data.get("log_files", ())
    robot = found_robot(data.get("robot_file"), file, notes, data.get("base"))
    logs = found_logs(entries, file, notes)
    if robot is None or not logs:
        return Graded(found, robot)
    try:
        read = read_all(logs[:MOST_RUNS])
        moved = without_unlogged(robot, read)
        if [each.name for each in found.torques] != moved.coordinate_names:
            return Graded(found, robot, without_curves=OTHER_JOINTS)
        chosen = [Cleaning.from_dict(entry["cleaning"]) for entry in entries]
        motions = [clean(moved, log, how) for log, how in zip(read, chosen, strict=False)]
    except HeftError as error:
        return Graded(found, robot, without_curves=f"There are no curves. {error}")
    return Graded(found, robot if robot.body_names == moved.body_names else moved, tuple(motions))


def _data(subject: Graded) -> PageData:
    robot, uncertain = subject.robot, {each.name: each for each in subject.excitation.torques}
    data = robot_data(robot, subject.excitation.robot)
    names = robot.coordinate_names if robot else []

    def graded(link: ShownLink) -> ShownLink:
        found = [uncertain[names[r]] for r in link.coordinates if names[r] in uncertain]
        most = max((max(each.logged, each.elsewhere) for each in found), default=float("nan"))
        if not np.isfinite(most):
            return link
        words = "; ".join(
            f"{each.name}: {short(each.logged, 2)} % of its rms on this motion, {short(each.elsewhere, 2)} % on others"
            for each in found
        )
        return replace(link, score=most / 100, score_text=f"Uncertainty of its predicted torque. {words}.")

    links = tuple(map(graded, data.links))
    runs = tuple(
        shown_run(robot, motion.where, motion.t[at], motion.q[at])
        for motion in subject.motions
        for at in (within(motion),)
        if robot is not None and robot.nq == motion.q.shape[1]
    )
    notes = (*subject.notes, *data.notes)
    return replace(data, links=links, runs=runs, modes=("score",) if links else (), score=SCORE, notes=notes)


def _made(subject: Graded) -> Iterator[tuple[str, str]]:
    source = source_of(subject.robot)
    if source:
        yield "robot", file_made(source["path"], source["sha256"])
    for motion in subject.motions:
        yield "log", file_made(motion.where, motion.source.sha256 if motion.source else None)
    yield "samples", str(subject.excitation.samples)


KIND = CheckKind()
