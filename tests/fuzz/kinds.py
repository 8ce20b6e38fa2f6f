"""What is tried: for each kind of input its seeds, how it is damaged, and what heft does with it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from fuzz import command_lines, datasets, mutations, seeds, settings_files
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


def groups(path: Path) -> Any:
    """Take the part of a robot that each group of an SRDF names."""
    import heft
    from heft.errors import ArgumentError
    from heft.robot.srdf import groups_in

    arm, parts = heft.load(path.with_name("arm.urdf")), []
    for name in list(groups_in(path))[:5]:
        with contextlib.suppress(ArgumentError):  # a group of joints that the robot does not have
            parts.append(arm.part(group=f"{path}:{name}").parameters)
    return parts


def mesh(path: Path) -> Any:
    """Read a mesh, its convex hull and the capsule around it, and what a page shows of it."""
    from heft.excitation.solids import Solid
    from heft.report.scene import coarser, shown_mesh
    from heft.robot.geometry import Geometry
    from heft.robot.shapes import MeshShape

    shape = MeshShape(path)
    solid = Solid.of(Geometry("link", 0, shape, np.eye(3), np.zeros(3)))
    shown = shown_mesh(coarser(shape.mesh, 10))
    ends, radius = solid.segment
    return [shape.mesh.vertices, solid.points, ends, radius, shown.vertices.low, shown.vertices.high]


def log(path: Path) -> Any:
    """Read a log; missing numbers are NaN, so that only its facts must be finite."""
    import heft

    made = heft.read_log(path)
    return [made.duration, made.n, repr(made)]


def guessed(path: Path) -> Any:
    """Read a log whose columns have telling names, and the map that is guessed for it again."""
    import heft
    from heft.logs.maps.guess import toml
    from heft.logs.maps.unmapped import read_unmapped

    made, guess = read_unmapped(path)
    if guess is not None:
        (path.parent / "guessed.toml").write_text(toml(guess.map))
        again = heft.read_log(path, path.parent / "guessed.toml")
        assert again.joints == made.joints
    return [made.duration, made.n, repr(made)]


def dataset(path: Path) -> Any:
    """Read a LeRobot dataset."""
    return guessed(datasets.unpacked(path))


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
    from heft.report.identification import summary

    made: Any = subject_of(str(path), Loading())
    if hasattr(made, "predict"):
        n = made.model.robot.nv
        made.predict(np.zeros(made.model.robot.nq), np.zeros(n), np.zeros(n))
        assert summary(made)
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
    from heft.estimation.earlier import cleaning_like
    from heft.estimation.fingerprint import difference
    from heft.estimation.information import Information
    from heft.logs.cleaning_options import Cleaning

    made = Information.load(path)
    with contextlib.suppress(HeftError):  # what new logs would be compared with does not name the file
        made.merge(made)
    with contextlib.suppress(HeftError):
        cleaning_like(made, Cleaning())
    assert difference(made.fingerprint, made.fingerprint) is None
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
    FuzzKind("groups SRDF", "arm.srdf", seeds.srdf, mutations.xml_changed, groups),
    FuzzKind("mesh OBJ", "part.obj", seeds.obj, mutations.bytes_changed, mesh),
    FuzzKind("mesh STL", "part.stl", seeds.stl, mutations.bytes_changed, mesh),
    FuzzKind("mesh COLLADA", "part.dae", seeds.collada, mutations.xml_changed, mesh),
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
    log_kind(".log", seeds.labelled, guessed),
    FuzzKind("log LeRobot", "dataset.zip", datasets.datasets, datasets.dataset_changed, dataset),
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
