"""The report of a learned model: how it was fitted, how long its predictions stay valid, and what it has learned."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heft.errors import HeftError, MissingExtraError
from heft.learning import FORMAT
from heft.report.kind import PageKind, options_made
from heft.report.learning import learning_facts, origins
from heft.report.page_data import PageData, robot_data, shown_run
from heft.report.rollouts import Rollouts, rollouts_of
from heft.report.section import Sheet
from heft.report.words import counted, short

if TYPE_CHECKING:
    from heft.learning.learned import Learned
    from heft.learning.recording import Recording


@dataclass(frozen=True, eq=False)
class Taught:
    """A learned model.

    Attributes:
        model: the model.
        facts: what `heft learn --json` shows of it.
        rollouts: predictions beside what was measured; None if the logs are not at hand.
        notes: what was not found.
    """

    model: Learned
    facts: dict[str, Any]
    rollouts: Rollouts | None = None
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, model: Learned, facts: dict[str, Any], notes: tuple[str, ...] = ()) -> Taught:
        """Return a model with predictions on the recordings that were held out of it."""
        return cls(model, facts, rollouts_of(model) if model.held else None, notes)


class LearningKind(PageKind):
    """The page of `heft learn`."""

    name, about, files, made_by = "learned model", Taught, "model.json", "heft learn"

    def sheet(self, subject: Taught) -> Sheet:
        """Return the sheet of a model."""
        facts, model = subject.facts, subject.model
        return Sheet(
            kind=self.name,
            name=facts["robot"],
            subject=subject,
            data=_data(subject),
            sections=("rollouts", "robot", "learned", "loss", "beside", "made"),
            judged_words=f"{facts['model']['kind']}, energy {facts['energy_class']}",
            verdict=_verdict(facts),
            doubts=[f"Its energy is not bounded: {model.energy_reason}."] if model.energy_reason else [],
            warnings=facts.get("warnings", ()),
            steps=[*_steps(facts)],
            lead=" ".join(f"{' '.join(line.split())}." for line in origins(facts)),
            made=[*_made(model, facts)],
            details=[("All facts", json.dumps({k: v for k, v in model.facts.items() if k != "history"}, indent=1))],
        )

    def tables(self, subject: Taught) -> dict[str, dict[str, str]]:
        """Return the measures and the base parameters."""
        facts = subject.facts
        test = facts["test"]
        measures = {"kind": facts["model"]["kind"], "energy": facts["energy_class"], "loss": short(facts["loss"])}
        if "mse" in test:
            measures["normalised error of accelerations"] = short(test["mse"]) if test["mse"] is not None else "–"
            measures |= {f"valid time at error {k} [s]": short(v) for k, v in test["valid"].items()}
        base = {each["name"]: short(each["value"]) for each in facts.get("base_parameters", ())}
        return {"Measures on held-out data": measures} | ({"Base parameters": base} if base else {})

    def reads(self, data: Mapping[str, Any]) -> bool:
        """Return whether it is a model.json."""
        return data.get("format") == FORMAT

    def read(self, data: Mapping[str, Any], file: Path, notes: list[str]) -> Taught:
        """Return the model, with predictions if its logs are found."""
        try:
            from heft.learning.learned import Learned
        except ModuleNotFoundError as error:
            raise MissingExtraError(str(error.name), "learn", "A learned model") from None
        model = Learned.from_dict(dict(data), str(file))
        said = list[str]()
        model = replace(model, held=tuple(_held(model, file, said)))
        notes += said
        return Taught.of(model, learning_facts(model), tuple(said))


def _held(model: Learned, file: Path, notes: list[str]) -> Iterator[Recording]:
    """Yield the recordings that a model was tested on, where their logs are found."""
    from heft.learning.recording import recordings_of

    for name in model.facts.get("test", {}).get("logs", ()):
        places = [place for folder in (Path(), *file.resolve().parents) if (place := folder / name).is_file()]
        if not places:
            notes.append(f"The log '{name}' was not found.")
            continue
        try:
            runs = recordings_of(model.model.robot, places[0], model.cleaning, model.model.servos)
            share = model.facts.get("held_out")
            yield from runs if share is None else (run.split(share)[1] for run in runs)
        except HeftError as error:
            notes.append(f"The log '{places[0]}' is not shown: {error}")


def _data(subject: Taught) -> PageData:
    robot = subject.model.robot
    data = robot_data(robot)
    runs = tuple(
        shown_run(robot, f"{each.name}, {word}", each.t, q)
        for each in (subject.rollouts.shown if subject.rollouts else ())
        for word, q in (("predicted", each.predicted), ("measured", each.measured))
    )
    return replace(data, runs=runs, notes=(*subject.notes, *data.notes))


def _verdict(facts: Mapping[str, Any]) -> str:
    test = facts["test"]
    if "mse" not in test:
        return "The fit was interrupted, so the model was not tested."
    valid = ", ".join(f"{short(seconds)} s at an error of {limit}" for limit, seconds in test["valid"].items())
    return (
        f"On held-out data its predictions stay valid for {valid} (median of {counted(test['starts'], 'start')}, "
        f"longest {short(test['horizon'])} s; squared error of positions). "
        f"{100 * test['diverged']:.0f} % of free motions of {test['free']:g} s gain energy and diverge."
    )


def _steps(facts: Mapping[str, Any]) -> Iterator[str]:
    test = facts["test"]
    if facts["stopped"] in ("interrupted", "out of time"):
        yield "The fit was not finished: heft learn --resume continues it where a checkpoint was kept."
    if "mse" in test and test["diverged"] > 0:
        yield "Choose actuators that cannot add energy, such as viscous or stribeck, if the model is to run freely."
    if facts["model"]["kind"] == "white-box":
        yield "Compare it with heft identify on the same logs: its intervals say which parameters can be relied on."
    yield "Run heft validate with further logs to see whether it holds on other motions."


def _made(model: Learned, facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for known in model.facts.get("runs", ()):
        yield "log", f"{known['source']['path']} (content {known['content']})"
    yield "loss", f"{short(facts['loss'])} in {facts.get('steps', 0)} steps, {facts['stopped']}"
    if model.facts.get("seconds") is not None:
        yield "time", f"{short(model.facts['seconds'], 3)} s"
    options = {k: v for k, v in model.facts.get("options", {}).items() if k != "cleaning"}
    if options:
        yield from options_made(options, {})


KIND = LearningKind()
