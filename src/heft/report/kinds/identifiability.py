"""The report of identifiability: which parameters any motion determines, why, and what one more sensor would buy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from heft.identifiability.comparison import SensorGain
from heft.identifiability.explanation import combination
from heft.identifiability.verdict import Verdict
from heft.identifiability.verdict_table import headline, notes, proof
from heft.parameters import DISPLAY_NAMES
from heft.report.kind import PageKind, file_made
from heft.report.links import VERDICTS, best_verdict, determined
from heft.report.page_data import PageData, ShownLink, ShownParameter, robot_data
from heft.report.saved import found_robot, source_of
from heft.report.section import Sheet
from heft.report.words import counted
from heft.robot.model import Robot

SMALL = 16
"""Up to so many bodies, a page says what one more sensor would buy without being asked."""


@dataclass(frozen=True, eq=False)
class Decided:
    """A verdict.

    Attributes:
        verdict: the verdict.
        robot: None if it is not at hand.
        gains: what one more sensor would buy; None if that is not known.
        notes: what was not found.
    """

    verdict: Verdict
    robot: Robot | None = None
    gains: Sequence[SensorGain] | None = None
    notes: tuple[str, ...] = ()


class IdentifiabilityKind(PageKind):
    """The page of `heft identifiable`."""

    name, about, made_by = "identifiability", Decided, "heft identifiable"

    def sheet(self, subject: Decided) -> Sheet:
        """Return the sheet of a verdict."""
        verdict = subject.verdict
        return Sheet(
            kind=self.name,
            name=verdict.robot,
            subject=subject,
            data=_data(subject),
            sections=("robot", "verdicts", "sensor-gains", "combinations", "beside", "made"),
            judged_words=f"{verdict.n_base} of {verdict.n_parameters} parameters",
            verdict=f"{headline(verdict)}. {proof(verdict)}",
            warnings=[*dict.fromkeys(notes(verdict))],
            steps=[*_steps(subject)],
            lead="All of this follows from the kinematics alone: no log is needed, and no log can change it.",
            made=[*_made(subject)],
        )

    def tables(self, subject: Decided) -> dict[str, dict[str, str]]:
        """Return the count and the verdict on every parameter."""
        verdict = subject.verdict
        words = {"I": "★ alone", "B": "● in combination", "c": "○ in combination", "X": "✕ not identifiable"}
        measured = ", ".join(verdict.sensors) if verdict.sensors is not None else "all joint efforts"
        return {
            "Counts": {"base parameters": f"{verdict.n_base} of {verdict.n_parameters}", "measured": measured},
            "Verdicts": {name: words[letter] for name, letter in verdict.classes.items()},
        }

    def reads(self, data: Mapping[str, Any]) -> bool:
        """Return whether it is what `heft identifiable` writes."""
        return {"certificate", "bodies", "base_parameters", "snapped"} <= {*data}

    def read(self, data: Mapping[str, Any], file: Path, notes: list[str]) -> Decided:
        """Return the verdict, with its robot if that is found."""
        said = list[str]()
        robot = found_robot(data.get("robot_file"), file, said, data.get("base"))
        notes += said
        gains = [
            SensorGain(each["sensor"], each["n_base"], each["gain"], *map(tuple, (each[k] for k in NEW)))
            for each in data.get("sensor_gains") or ()
        ]
        return Decided(Verdict.from_dict(dict(data)), robot, gains or None, tuple(said))


NEW = ("newly_alone", "newly_identifiable")


def _data(subject: Decided) -> PageData:
    verdict = subject.verdict
    bodies = {body.name: body for body in verdict.bodies}
    data = robot_data(subject.robot, verdict.robot)
    combinations = {name: combination(verdict, name) for name in verdict.reduction.names}
    own: dict[str, list[str]] = {}
    for name in combinations:
        terms = verdict.terms(name)
        for body in dict.fromkeys(term.rpartition(".")[0] for term, _, _ in terms if len(terms) > 1):
            own.setdefault(body, []).append(combinations[name])

    def decided(link: ShownLink) -> ShownLink:
        if link.name not in bodies:
            return link
        parameters = tuple(
            ShownParameter(symbol, "", VERDICTS[letter], verdict.explain(f"{link.name}.{symbol}"))
            for symbol, letter in zip(DISPLAY_NAMES, bodies[link.name].classes, strict=True)
        )
        return replace(
            link,
            verdict=best_verdict(parameters),
            sentence=determined(link.name, parameters),
            parameters=parameters,
            combinations=tuple(own.get(link.name, ())),
        )

    links = tuple(map(decided, data.links))
    known = all(link.parameters for link in links)
    return replace(data, links=links, modes=("verdict",) if known else (), notes=(*subject.notes, *data.notes))


def _steps(subject: Decided) -> Iterator[str]:
    gains = [gain for gain in subject.gains or () if gain.gain > 0]
    if gains:
        best = gains[0]
        yield (
            f"One more sensor, {best.sensor}, would add most: {counted(best.gain, 'base parameter')}, and "
            f"{counted(len(best.newly_alone), 'parameter')} that would become identifiable alone."
        )
    yield "Design a motion that excites all of them with heft excite, or grade one that you have with heft check."


def _made(subject: Decided) -> Iterator[tuple[str, str]]:
    source, verdict = source_of(subject.robot), subject.verdict
    if source:
        yield "robot", file_made(source["path"], source["sha256"])
    yield "base", verdict.base
    yield "gravity", " ".join(f"{g:g}" for g in verdict.gravity) + " m/s2"
    yield "measured", ", ".join(verdict.sensors) if verdict.sensors is not None else "all joint efforts"
    yield "rotors", "with parameters" if verdict.rotors else "without parameters"
    yield "proof", proof(verdict)


KIND = IdentifiabilityKind()
