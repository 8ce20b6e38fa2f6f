"""What a verb is asked about: the result of an identification, a learned model, or a robot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heft.cli.given import refuse_given
from heft.cli.options import Loading, warn_of_loops
from heft.errors import FileError, MissingExtraError
from heft.robot.formats import robot_formats

if TYPE_CHECKING:
    from heft.estimation.estimate import Estimate
    from heft.learning.learned import Learned
    from heft.robot.model import Robot

OF_THE_ROBOT = (
    "base",
    "free_mimics",
    "lock",
    "base_link",
    "tip_link",
    "group",
    "package_path",
    "xacro_arg",
    "ignore_loops",
)
"""Options that say how a robot is loaded, which a result has behind it."""


def subject_of(name: str, loading: Loading, logs: Sequence[Path] = ()) -> Estimate | Learned | Robot:
    """Return the result, the learned model or the robot of that name, a part of it as its logs record it."""
    from heft.estimation.estimate import Estimate

    learned = learned_in(name)
    if learned is not None:
        refuse_given((*OF_THE_ROBOT, "gravity"), "on a learned model, which has its own robot")
        return learned
    data = result_in(name)
    if data is not None:
        refuse_given(OF_THE_ROBOT, "on a result, which has its own robot")
        return _under(Estimate.from_dict(data, str(file_of(name, "result.json"))), loading)
    return loading.load(name, logs=logs)


def robot_of(subject: Estimate | Learned | Robot) -> Robot:
    """Return the robot that a subject is, or is about."""
    from heft.robot.model import Robot

    return subject if isinstance(subject, Robot) else subject.model.robot


def _under(estimate: Estimate, loading: Loading) -> Estimate:
    """Return a result under the gravity that was asked for; the rest of its robot is fixed."""
    warn_of_loops(estimate.model.robot)
    if loading.gravity is None:
        return estimate
    model = replace(estimate.model, robot=estimate.model.robot.with_gravity(loading.gravity))
    return replace(estimate, base=replace(estimate.base, model=model))


def result_in(name: str | Path) -> dict[str, Any] | None:
    """Return what a result.json holds, or the one in a folder; None if it is something else."""
    from heft.estimation.estimate import FORMAT

    return _json_in(file_of(name, "result.json"), FORMAT)


def file_of(name: str | Path, inside: str) -> Path:
    """Return the file itself, or the one in a folder."""
    return Path(name) / inside if Path(name).is_dir() else Path(name)


def learned_in(name: str | Path) -> Learned | None:
    """Return the model that a model.json holds, or the one in a folder; None if it is something else.

    Raises:
        FileError: the folder has a result as well.
        MissingExtraError: learned models need an extra that is not installed.
    """
    from heft.learning import FORMAT

    path = Path(name)
    if path.is_dir() and (path / "model.json").is_file():
        if (path / "result.json").is_file():
            raise FileError(
                "This folder has a result.json and a learned model.json.",
                where=str(path),
                remedy="Name the file that is meant.",
            )
        path /= "model.json"
    if path.is_dir() or (data := _json_in(path, FORMAT)) is None:
        return None
    try:
        from heft.learning.learned import Learned
    except ModuleNotFoundError as error:
        raise MissingExtraError(str(error.name), "learn", "A learned model") from None
    return Learned.from_dict(data, str(path))


def _json_in(path: Path, kind: str) -> dict[str, Any] | None:
    """Return the object in a JSON file of this format; None if it is something else."""
    from heft.files import read_bytes
    from heft.reading.text import json_value

    if path.suffix.lower() != ".json":
        return None
    data = json_value(read_bytes(path), str(path))
    return data if isinstance(data, dict) and data.get("format") == kind else None


def robot_beside(name: str, loading: Loading) -> Robot | None:
    """Return the identified robot in the folder of a result, in the format of its file; None if there is none."""
    folder = Path(name) if Path(name).is_dir() else Path(name).parent
    files = [folder / f"identified{each.suffix}" for each in robot_formats().values()]
    return next((loading.load(str(file)) for file in files if file.is_file()), None)
