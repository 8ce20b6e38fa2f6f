"""The verbs whose writing is tried by faults: how each is called, and its long work done once for all of them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import heft

Freeze = Callable[[], None]
"""Puts what a verb computed before in the place of its work."""


@dataclass(frozen=True)
class Case:
    """A verb as it is called.

    Attributes:
        name: of the case.
        call: the arguments.
        output: the file or folder that it writes.
        own: the files in a folder that are heft's.
        beside: another file that it writes, which must be absent, as it was, or whole.
        exchange: whether the system can exchange two folders in one step.
    """

    name: str
    call: tuple[str, ...]
    output: str
    own: tuple[str, ...] = ()
    beside: str = ""
    exchange: bool = True


WITHOUT = "identify, no exchange"
CHECKPOINT = "out/checkpoint.npz"
IDENTIFY = ("identify", "arm.urdf", "run1.parquet", "-q", "-o", "out")
RESULTS = ("result.json", "report.html", "identified.urdf")
PAYLOAD = ("payload", "arm.urdf", "run2.parquet", "--unloaded", "run1.parquet", "-q", "-o", "out")
LEARN = ("learn", "arm.urdf", "run1.parquet", "-q", "-o", "out")
MODEL = ("model.json", "learned.urdf", "report.html")
MOTION = ("motion.json", "motion.parquet", "report.html", "motion.csv")

_ALL = (
    Case("identify", IDENTIFY, "out", RESULTS),
    Case(WITHOUT, IDENTIFY, "out", RESULTS, exchange=False),
    Case("payload", PAYLOAD, "out", ("payload.json", "report.html", "loaded.urdf")),
    Case("excite", ("excite", "arm.urdf", "--to", "csv", "-q", "-o", "out"), "out", MOTION),
    Case("learn", LEARN, "out", MODEL, beside=CHECKPOINT),
    Case("learn, out of time", LEARN, "out", MODEL, beside=CHECKPOINT),
    Case("learn, resumed", (*LEARN, "--resume"), "out", MODEL, beside=CHECKPOINT),
    Case("inspect", ("inspect", "arm.urdf", "-q", "-o", "x.json"), "x.json"),
    Case("identifiable", ("identifiable", "arm.urdf", "-q", "-o", "x.json"), "x.json"),
    Case("minimal", ("minimal", "arm.urdf", "-q", "-o", "x.json"), "x.json"),
    Case("check", ("check", "arm.urdf", "run1.parquet", "-q", "-o", "x.json"), "x.json"),
    Case("validate", ("validate", "arm.urdf", "run1.parquet", "-q", "-o", "x.json"), "x.json"),
    Case("demo", ("demo", "-q", "-o", "x.json"), "x.json"),
    Case("import", ("import", "raw.csv", "-q", "-o", "x.parquet"), "x.parquet"),
    Case("import, map", ("import", "odd.csv", "-q", "-o", "x.parquet"), "x.parquet", beside="x.map.toml"),
    Case("simulate", ("simulate", "arm.urdf", "--duration", "0.01", "-q", "-o", "x.csv"), "x.csv"),
    Case("export", ("export", "arm.urdf", "-q", "-o", "x.c"), "x.c"),
    Case("save information", (*IDENTIFY[:4], "--save-information", "x.npz"), "x.npz"),
)
CASES = {case.name: case for case in _ALL}


def frozen(case: Case) -> Freeze:
    """Do the verb's work in the current folder, which is long, and return what lets a child give it again.

    Only a child is changed: this process goes on to run other tests.
    """
    verb = case.call[0]
    if verb == "learn":
        return _learned(case)
    if verb == "demo":
        return _toured()
    if verb not in _WORK:
        return lambda: None
    found = _WORK[verb](heft.load("arm.urdf"))
    return partial(setattr, heft, verb, lambda *_, **__: found)


_WORK: dict[str, Callable[[heft.Robot], Any]] = {
    "identify": lambda robot: heft.identify(robot, ["run1.parquet"]),
    "payload": lambda robot: heft.payload(robot, ["run2.parquet"], unloaded=["run1.parquet"]),
    "excite": lambda robot: heft.excite(
        robot, duration=4.0, limits={"acceleration": 20.0, "jerk": 500.0}, starts=1, search_seconds=2.0
    ),
    "check": lambda robot: heft.check(robot, ["run1.parquet"]),
    "validate": lambda robot: heft.validate(robot, ["run1.parquet"]),
}


def with_report(frozen: Freeze, drawn: Path) -> Freeze:
    """Return what also gives the report again that a verb has drawn, if it draws one."""
    if not drawn.is_file():
        return frozen
    from heft.report import page

    text = drawn.read_text(encoding="utf-8")

    def both() -> None:
        frozen()
        page.page = lambda *_, **__: text

    return both


def _learned(case: Case) -> Freeze:
    """Learn once; a child saves two checkpoints as a fit does, and then has the model."""
    from heft.learning import checkpoint
    from heft.learning import learn as learning

    model = learning.learn(heft.load("arm.urdf"), ["run1.parquet"], kind="linear")
    model.to_dict()
    if case.name != "learn":
        model.facts["stopped"] = "out of time"
    states = checkpoints()

    def learn(*_: Any, checkpoint_file: Path, **__: Any) -> Any:
        for state in states:
            checkpoint.save(checkpoint_file, state, {"robot": "0"})
        return model

    return partial(setattr, learning, "learn", learn)


def checkpoints() -> list[Any]:
    """Return two states of a fit, one after the other."""
    import numpy as np

    from heft.learning.course import Course
    from heft.learning.levenberg import LevenbergState

    return [[Course([LevenbergState(np.arange(30.0) * k, 1.0 / k)], None, None)] for k in (1, 2)]


def _toured() -> Freeze:
    from heft.cli import tour

    stops = []
    for stop in tour.STOPS:
        seen = SimpleNamespace(facts=stop(True).facts)
        stops.append(lambda _, seen=seen: seen)
        stops[-1].__name__ = stop.__name__
    return partial(setattr, tour, "STOPS", tuple(stops))


def put_old(case: Case, place: Path, foreign: dict[str, bytes]) -> None:
    """Put an old result into a folder, and what is not heft's."""
    if not case.own:
        (place / case.output).write_bytes(b"old")
        return
    contents = {name: f"old {name}".encode() for name in case.own} | foreign
    for name, content in contents.items():
        (place / case.output / name).parent.mkdir(parents=True, exist_ok=True)
        (place / case.output / name).write_bytes(content)
    if "--resume" in case.call:
        save_checkpoint(place / case.beside, 0)


def save_checkpoint(path: Path, number: int) -> None:
    """Write one of the two checkpoints."""
    from heft.learning import checkpoint

    checkpoint.save(path, checkpoints()[number], {"robot": "0"})


def whole_files(case: Case, folder: Path) -> list[bytes]:
    """Return what the file beside the output may hold after a fault, apart from what a whole run leaves."""
    if case.beside != CHECKPOINT:
        return []
    place = folder / "checkpoints"
    made = []
    for number in (0, 1):
        save_checkpoint(place / "one.npz", number)
        made.append((place / "one.npz").read_bytes())
    shutil.rmtree(place)
    return made


def at(folder: Path, work: Callable[[], Freeze]) -> Freeze:
    """Work in another folder."""
    here = os.getcwd()
    os.chdir(folder)
    try:
        return work()
    finally:
        os.chdir(here)
