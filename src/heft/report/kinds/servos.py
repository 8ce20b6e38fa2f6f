"""The report of position servos: what they are like, how certain that is, and how well they predict."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from heft.report.kind import PageKind, plain
from heft.report.page_data import robot_data
from heft.report.saved import robot_of, subject_named
from heft.report.section import Sheet
from heft.report.words import short
from heft.robot.model import Robot

RMS = "rms"


@dataclass(frozen=True, eq=False)
class FoundServos:
    """Servos that were identified.

    Attributes:
        facts: as `servos.json` has them.
        robot: that they drive; None if it is not at hand.
        notes: what was not found.
    """

    facts: Mapping[str, Any]
    robot: Robot | None = None
    notes: tuple[str, ...] = ()

    @property
    def joints(self) -> dict[str, dict[str, Any]]:
        """The parameters of each servo, by joint and name: value, half width of the 95 % interval, unit."""
        found = self.facts["servos"].items()
        return {joint: {name: each for name, each in servo.items() if name != RMS} for joint, servo in found}

    @property
    def errors(self) -> dict[str, dict[str, float | None]]:
        """The rms errors of each joint: fitted, held out, and of the commands."""
        return {joint: servo[RMS] for joint, servo in self.facts["servos"].items()}


class ServoKind(PageKind):
    """The page of `heft identify --servo`."""

    name, about, files, made_by = "servos", FoundServos, "servos.json", "heft identify --servo"

    def sheet(self, subject: FoundServos) -> Sheet:
        """Return the sheet of servos."""
        facts = subject.facts
        data = robot_data(subject.robot, facts["robot"])
        judged, sentence = _verdict(subject)
        return Sheet(
            kind=self.name,
            name=facts["robot"],
            subject=subject,
            data=replace(data, notes=(*subject.notes, *data.notes)),
            sections=("servos", "robot", "beside", "made"),
            judged=judged,
            judged_words={"better": "Predicts the motion", "worse": "Does not predict the motion"}.get(judged, ""),
            verdict=sentence,
            doubts=[f"Do not rely on these servos. {doubt}" for doubt in facts["doubts"]],
            warnings=facts["warnings"],
            steps=[*_steps(subject)],
            made=[("logs", plain(facts["sources"]))],
            details=[("All facts", json.dumps(facts, indent=1, default=str))],
        )

    def tables(self, subject: FoundServos) -> dict[str, dict[str, str]]:
        """Return the parameters of the servos."""
        rows = {
            f"{joint} {name} [{each['unit']}]": _with_interval(each)
            for joint, servo in subject.joints.items()
            for name, each in servo.items()
        }
        return {"Servos, with 95 % intervals": rows}

    def reads(self, data: Mapping[str, Any]) -> bool:
        """Return whether it is a servos.json."""
        return str(data.get("format", "")).startswith("heft-servos/")

    def read(self, data: Mapping[str, Any], file: Path, notes: list[str]) -> FoundServos:
        """Return the servos of a servos.json, with their robot if that is found."""
        said = list[str]()
        robot = robot_of(subject_named(str(data.get("subject", "")), file, said))
        notes += said
        return FoundServos(data, robot, tuple(said))


def _verdict(subject: FoundServos) -> tuple[str, str]:
    """Return whether simulated positions are nearer to the measured ones than the commands are, and a sentence."""
    held = subject.facts["samples"]["held_out"] > 0
    key, where = ("held_out", "On held-out samples") if held else ("fitted", "On the fitted samples")
    errors = {joint: (each[key] or 0.0, each["command"] or 0.0) for joint, each in subject.errors.items()}
    joint, (own, command) = max(errors.items(), key=lambda item: item[1][0] / max(item[1][1], 1e-300))
    better = all(own < command for own, command in errors.values())
    return (
        "better" if better else "worse",
        f"{where}, simulated joints are within {short(_rms(errors, 0), 2)} rad or m (rms) of the measured positions; "
        f"commands are within {short(_rms(errors, 1), 2)}. Worst is '{joint}', with {short(own, 2)}, where the command "
        f"has {short(command, 2)}.",
    )


def _rms(errors: Mapping[str, tuple[float, float]], which: int) -> float:
    return float(np.sqrt(np.mean([each[which] ** 2 for each in errors.values()])))


def _steps(subject: FoundServos) -> Iterator[str]:
    loose = sorted(
        {name for servo in subject.joints.values() for name, each in servo.items() if each["half_width"] is None}
    )
    if loose:
        yield (
            f"These logs do not determine the {', '.join(loose)} of every servo. Record larger and faster motions, "
            "with steps that the servos cannot follow."
        )
    yield "servos.xml has the servos as position actuators of MuJoCo; it cannot hold delay and backlash."


def _with_interval(each: Mapping[str, Any]) -> str:
    if each["value"] is None or each["half_width"] is None:
        return "not determined"
    return f"{short(each['value'])} ± {short(each['half_width'], 2)}"


KIND = ServoKind()
