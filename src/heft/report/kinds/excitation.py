"""The report of a designed motion: the robot that plays it, its curves within their limits, predicted intervals."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.excitation.plan import FORMAT, Plan
from heft.report.kind import PageKind, file_made
from heft.report.page_data import PageData, robot_data, shown_run
from heft.report.saved import found_robot, source_of
from heft.report.section import Sheet
from heft.report.words import counted, short
from heft.robot.model import Robot

FRAMES = 1500


@dataclass(frozen=True, eq=False)
class Designed:
    """A plan, and the robot that is to run it; None if it is not at hand."""

    plan: Plan
    robot: Robot | None = None
    notes: tuple[str, ...] = ()

    @property
    def positions(self) -> tuple[Array, Array] | None:
        """Times (n,) and positions (n, nq) of the robot along the motion; None if they are not those of the curve."""
        joints, robot = self.plan.curve.joints, self.robot
        if robot is None or robot.nq != robot.nv or not set(joints) <= set(robot.coordinate_names):
            return None
        t = np.linspace(0.0, self.plan.duration, FRAMES)
        q = np.tile(robot.neutral, (FRAMES, 1))
        q[:, [robot.coordinate_names.index(name) for name in joints]] = self.plan.curve.sample(t)[0]
        return t, q


class ExcitationKind(PageKind):
    """The page of `heft excite`."""

    name, about, files, made_by = "motion", Designed, "motion.json", "heft excite"

    def sheet(self, subject: Designed) -> Sheet:
        """Return the sheet of a plan."""
        plan = subject.plan
        missing = len(plan.unexcited)
        excited = f"{len(plan.predictions) - missing} of {len(plan.predictions)} base parameters are excited"
        return Sheet(
            kind=self.name,
            name=f"{plan.robot}: a motion of {short(plan.duration)} s",
            subject=subject,
            data=_data(subject),
            sections=(
                "robot",
                "motion",
                "peaks",
                "postures",
                "intervals",
                "weak-directions",
                "search",
                "beside",
                "made",
            ),
            judged="better" if plan.enough else "worse",
            judged_words="Excites all base parameters" if plan.enough else "Does not excite all base parameters",
            verdict=f"{excited}. Condition number {short(plan.condition)} in SI units, {short(plan.scaled_condition)} "
            f"with columns of unit length. Criterion {plan.criterion}: {short(plan.value)}.",
            doubts=[f"{missing} of {len(plan.predictions)} base parameters are not excited."] if missing else [],
            warnings=plan.warnings,
            steps=[*_steps(plan)],
            lead=" ".join(plan.assumptions),
            made=[*_made(subject)],
            details=[
                ("All options", json.dumps(plan.options, indent=1, default=str)),
                ("Coefficients", json.dumps(plan.curve.to_dict())),
            ],
        )

    def tables(self, subject: Designed) -> dict[str, dict[str, str]]:
        """Return the figures of the motion and its predicted intervals."""
        plan = subject.plan
        figures = {
            "duration [s]": short(plan.duration),
            "base parameters excited": f"{len(plan.predictions) - len(plan.unexcited)} of {len(plan.predictions)}",
            "condition number, SI units": short(plan.condition),
            "condition number, columns of unit length": short(plan.scaled_condition),
            f"criterion {plan.criterion}": short(plan.value),
        }
        intervals = {
            f"{each.name} [{each.unit}]": f"± {short(each.half_width, 3)}" if each.excited else "not excited"
            for each in plan.predictions
        }
        return {"Motions": figures, "Predicted intervals, 95 %": intervals}

    def reads(self, data: Mapping[str, Any]) -> bool:
        """Return whether it is a motion.json."""
        return data.get("format") == FORMAT

    def read(self, data: Mapping[str, Any], file: Path, notes: list[str]) -> Designed:
        """Return the plan of a motion.json, with its robot if that is found."""
        said = list[str]()
        robot = found_robot(data.get("robot_file"), file, said)
        notes += said
        return Designed(Plan.from_dict(data), robot, tuple(said))


def _data(subject: Designed) -> PageData:
    data = robot_data(subject.robot, subject.plan.robot)
    data = replace(data, notes=(*subject.notes, *data.notes))
    found = subject.positions
    if found is None or subject.robot is None:
        return data
    return replace(data, runs=(shown_run(subject.robot, "the motion", *found),))


def _steps(plan: Plan) -> Iterator[str]:
    reasons = dict.fromkeys(each.why for each in plan.unexcited if each.why)
    for why in [*reasons][:3]:
        count = sum(each.why == why for each in plan.unexcited)
        yield f"{counted(count, 'base parameter is', 'base parameters are')} not excited: {why}"
    yield "Run the motion slowly first and watch it: the limits are those of the description, not of your cell."
    yield "Import the recorded log with heft import, then run heft check and heft identify."


def _made(subject: Designed) -> Iterator[tuple[str, str]]:
    plan, source = subject.plan, source_of(subject.robot)
    if source:
        yield "robot", file_made(source["path"], source["sha256"])
    yield "search", f"{short(plan.seconds, 3)} s"
    noise = ", ".join(f"{name} {short(x, 3)}" for name, x in zip(plan.curve.joints, plan.noise, strict=False))
    yield "assumed noise of the torques", f"{noise} [N m, N]"
    yield "rate of the log", f"{short(plan.rate)} Hz"


KIND = ExcitationKind()
