"""A saved result with what it was made from, as far as that is still there: its logs for curves, its robot for shapes.

A file counts as the same if its hash is: it is looked for by the path that the result names, from the current folder
and from the folders around the result. What is not found, or has changed, is left out and named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heft.errors import HeftError
from heft.estimation.estimate import Estimate
from heft.estimation.runs import Runs
from heft.estimation.validate import prepared
from heft.files import read_bytes
from heft.logs.log import Log
from heft.logs.motion import Motion
from heft.reading.text import json_value
from heft.report.efforts import MOST_RUNS
from heft.robot.load import load
from heft.robot.model import Robot

if TYPE_CHECKING:
    from heft.learning.learned import Learned


@dataclass(frozen=True, eq=False)
class Saved:
    """A result and what was found of its files.

    Attributes:
        estimate: with the runs whose logs were found.
        drawn: the robot as its file has it, to read shapes from; None if it was not found.
        notes: what was not found.
    """

    estimate: Estimate
    drawn: Robot | None
    notes: tuple[str, ...]


def with_files(estimate: Estimate, result: Path) -> Saved:
    """Find the logs and the robot of a result.

    Args:
        estimate: as the result holds it.
        result: its file.
    """
    notes: list[str] = []
    return Saved(_with_runs(estimate, result, notes), _drawn(estimate, result, notes), tuple(notes))


def _with_runs(estimate: Estimate, result: Path, notes: list[str]) -> Estimate:
    fitted, held = (
        {entry["content"]: entry for entry in estimate.provenance.get(key, ()) if entry.get("content")}
        for key in ("logs", "held_out")
    )
    motions: list[Motion] = []
    for entry in [*{**held, **fitted}.values()][:MOST_RUNS]:
        found = _file(entry.get("source"), result, "log", notes)
        if found is not None:
            try:
                robot, gains = estimate.model.robot, estimate.drive_gains
                motions += prepared(robot, [found], gains=gains, cleaning=estimate.cleaning)
            except HeftError as error:
                notes.append(f"The log '{found}' is not shown: {error}")
    if not motions:
        return estimate
    runs = Runs(
        robot=estimate.model.robot,
        unloaded=tuple(motions),
        fitted=tuple(_parts(motions, fitted)),
        held_out=tuple(_parts(motions, held)),
    )
    return replace(estimate, runs=runs)


def _parts(motions: list[Motion], entries: Mapping[str, Mapping[str, Any]]) -> Iterator[Motion]:
    """Yield the parts of motions that entries of a result name."""
    for motion in motions:
        if motion.content in entries:
            yield replace(
                motion, segments=tuple((a, b) for a, b in entries[motion.content]["segments"] if b <= motion.n)
            )


def _drawn(estimate: Estimate, result: Path, notes: list[str]) -> Robot | None:
    robot = estimate.model.robot
    drawn = found_robot(estimate.provenance.get("robot"), result, notes, robot.base)
    if drawn is None:
        return None
    held = {name: 0 for name in drawn.joint_names if name not in robot.joint_names}
    drawn = drawn.lock(held) if held else drawn
    return drawn if drawn.body_names == robot.body_names else None


def source_of(robot: Robot | None, name: str | None = None) -> dict[str, Any] | None:
    """Return the file of a robot and its hash, ready for JSON; by its name, such as zoo:ur5e, if it is of none."""
    source = robot.source if robot is not None else None
    if source is None:
        return {"path": name, "sha256": None} if name else None
    return {"path": str(source.path) if source.path else None, "sha256": sha256(source.content).hexdigest()}


def found_robot(
    entry: Mapping[str, Any] | None, result: Path, notes: list[str], base: str | None = None
) -> Robot | None:
    """Return the robot that a result names; None, with a note, if its file is not there or not the same.

    Args:
        entry: the path and the hash of its file.
        result: the file of the result.
        notes: takes the note.
        base: of the robot, if the file does not say it.
    """
    name = str((entry or {}).get("path") or "")
    found = name if name.startswith("zoo:") else _file(entry, result, "robot file", notes)
    if found is None:
        return None
    try:
        return load(found, "floating" if base == "floating" else None, ignore_loops=True)
    except HeftError as error:
        notes.append(f"The shapes of '{found}' are not shown: {error}")
        return None


def subject_named(name: str, result: Path, notes: list[str]) -> Estimate | Learned | Robot | None:
    """Return what a result was made with, a robot, another result or a learned model, by its name; None with a note."""
    places = [Path(name), *(folder / name for folder in [*result.resolve().parents][:3])]
    inside = [place / file for place in places for file in ("result.json", "model.json")]
    for place in [*places, *inside]:
        if place.is_file() and place.suffix == ".json":
            content = read_bytes(place)
            if b"heft-estimate" in content[:200]:
                return Estimate.from_dict(json_value(content, str(place)), str(place))
            if b"heft-learned" in content[:200]:
                return _learned(json_value(content, str(place)), place, notes)
    for each in [name, *(str(place) for place in places[1:] if place.exists())]:
        try:
            return load(each, ignore_loops=True)
        except HeftError:
            continue
    notes.append(f"The robot '{name}' was not found, so it is not drawn.")
    return None


def _learned(data: Any, place: Path, notes: list[str]) -> Learned | None:
    try:
        from heft.learning.learned import Learned
    except ModuleNotFoundError:
        notes.append(f"The learned model '{place}' is not shown: it needs the extra learn.")
        return None
    return Learned.from_dict(data, str(place))


def robot_of(subject: Estimate | Learned | Robot | None) -> Robot | None:
    """Return the robot that a subject is, or is about."""
    return subject if subject is None or isinstance(subject, Robot) else subject.model.robot


def log_files(runs: Sequence[Log | Motion]) -> list[dict[str, Any]]:
    """Return the files of runs and their hashes, ready for JSON; nothing of a run that was made in Python."""
    return [{"path": run.source.path, "sha256": run.source.sha256} for run in runs if run.source]


def cleaned_files(motions: Sequence[Motion]) -> list[dict[str, Any]]:
    """Return the files of motions, their hashes, and how they were cleaned, ready for JSON."""
    named = [motion for motion in motions if motion.source]
    how = ({"cleaning": motion.cleaning.to_dict()} for motion in named)
    return [entry | options for entry, options in zip(log_files(named), how, strict=True)]


def found_logs(entries: Sequence[Mapping[str, Any]], result: Path, notes: list[str]) -> list[Path]:
    """Return the logs that a result names; none, with notes, unless all of them are there and the same."""
    found = [_file(entry, result, "log", notes) for entry in entries]
    return [place for place in found if place is not None] if None not in found else []


def _file(entry: Mapping[str, Any] | None, result: Path, what: str, notes: list[str]) -> Path | None:
    """Return the file that a result names; None, with a note, if it is not there or not the same."""
    if not entry or not entry.get("path"):
        return None
    path = Path(entry["path"])
    places = [place for folder in (Path(), *result.resolve().parents) if (place := folder / path).is_file()]
    if not places:
        notes.append(f"The {what} '{path}' was not found.")
    for place in places:
        if sha256(read_bytes(place)).hexdigest() == entry.get("sha256"):
            return place
    if places:
        notes.append(f"The {what} '{places[0]}' is not the one that the result was made from.")
    return None
