"""What is tried: for each kind of input its seeds, how it is damaged, and what heft does with it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from fuzz import command_lines, mutations, seeds, settings_files
from fuzz.mutations import Random

from heft.errors import HeftError

Damage = Callable[[bytes, Random, Sequence[bytes]], bytes]


@dataclass(frozen=True)
class FuzzKind:
    """A kind of input.

    Attributes:
        name: how the table of counts calls it.
        file: the name of its files.
        seeds: returns good inputs; called once, in the process that tries them.
        damage: changes one.
        attempt: lets heft read the file; returns what must be finite, or raises.
        inputs: number of inputs where no time is given, as in the tests of every change.
    """

    name: str
    file: str
    seeds: Callable[[], list[bytes]]
    damage: Damage
    attempt: Callable[[Path], Any]
    inputs: int = 100


def robot(path: Path) -> Any:
    """Load a robot and write it as a mechanism file."""
    import heft

    made = heft.load(path, ignore_loops=True)
    return [made.parameters, json.dumps(made.to_dict(), allow_nan=False)]


def log(path: Path) -> Any:
    """Read a log; missing numbers are NaN, so that only its facts must be finite."""
    import heft

    made = heft.read_log(path)
    return [made.duration, made.n, repr(made)]


def raw(path: Path) -> Any:
    """Read the arrays of a file that does not say what they are."""
    from heft.logs.formats import format_of

    return [array.shape for array in format_of(path).raw(path, {}).arrays.values()]


def mapped(path: Path) -> Any:
    """Read a log by a map."""
    import heft

    made = heft.read_log(path.with_name("raw.csv"), path)
    return [made.duration, made.n, repr(made)]


def result(path: Path) -> Any:
    """Read a result of an identification, predict with it, and write it again."""
    from heft.cli.options import Loading
    from heft.cli.subjects import subject_of

    made: Any = subject_of(str(path), Loading())
    if hasattr(made, "predict"):
        n = made.model.robot.nv
        made.predict(np.zeros(made.model.robot.nq), np.zeros(n), np.zeros(n))
    return json.dumps(made.to_dict(), allow_nan=False)


def model(path: Path) -> Any:
    """Read a learned model and predict with it."""
    from heft.learning.learned import Learned

    made = Learned.load(path)
    one = made.model.robot
    with contextlib.suppress(HeftError):  # what is asked of a model that was read does not name its file
        made.forward(np.zeros((1, one.nq)), np.zeros((1, one.nv)), np.zeros((1, one.nv)))
    return json.dumps(made.to_dict(), allow_nan=False)


def information(path: Path) -> Any:
    """Read saved information, and use all of it."""
    from heft.estimation.information import Information

    made = Information.load(path)
    return [made.stacked(), made.energy, made.squares(np.ones(len(made.names))), repr(made)]


def checkpoint(path: Path) -> Any:
    """Read a checkpoint as a resumed fit does."""
    from heft.learning.checkpoint import load

    courses = load(path, seeds.MARKS)
    states = [state for course in courses for state in (*course.runs, course.networks, course.polish) if state]
    return [(state.x, state.steps, state.done) for state in states]


def options(path: Path) -> Any:
    """Run a command line, which is the content of the input."""
    from fuzz.commands import run

    return run(json.loads(path.read_bytes()), path.parent)


def log_kind(ending: str, make: Callable[[], list[bytes]], attempt: Callable[[Path], Any] = log) -> FuzzKind:
    """Return the kind of logs with this ending."""
    return FuzzKind(f"log {ending}", f"run{ending}", make, mutations.bytes_changed, attempt)


KINDS = (
    FuzzKind("robot URDF", "arm.urdf", seeds.urdf, mutations.xml_changed, robot),
    FuzzKind("robot MJCF", "arm.xml", seeds.mjcf, mutations.xml_changed, robot),
    FuzzKind("robot mechanism JSON", "arm.json", seeds.mechanism_json, mutations.json_changed, robot),
    FuzzKind("robot mechanism TOML", "arm.toml", seeds.mechanism_toml, mutations.toml_changed, robot),
    log_kind(".csv", seeds.csv),
    log_kind(".txt", seeds.csv),
    FuzzKind("log .json", "run.json", seeds.samples, mutations.json_changed, log),
    log_kind(".npz", seeds.npz),
    log_kind(".npy", seeds.npy, raw),
    log_kind(".mat", seeds.mat, raw),
    log_kind(".h5", seeds.hdf5),
    log_kind(".parquet", seeds.parquet),
    log_kind(".mcap", seeds.mcap),
    log_kind(".db3", seeds.db3),
    log_kind(".bag", seeds.ros1),
    FuzzKind("map", "map.toml", seeds.maps, mutations.toml_changed, mapped),
    FuzzKind(
        "settings", "heft.toml", settings_files.seeds, settings_files.settings_changed, settings_files.attempt, 40
    ),
    FuzzKind("result", "result.json", seeds.result, mutations.json_changed, result, 30),
    FuzzKind("learned model", "model.json", seeds.model, mutations.json_changed, model),
    FuzzKind("information", "information.npz", seeds.information, seeds.npz_changed, information),
    FuzzKind("checkpoint", "checkpoint.npz", seeds.checkpoint, seeds.npz_changed, checkpoint),
    FuzzKind("options", "command.json", command_lines.commands, command_lines.options_changed, options, 10),
)
