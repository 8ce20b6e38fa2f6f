"""Runs as callers give them: whatever takes a run takes the path of a log file, a `Log`, a `Motion`, or a list of them.

A path is read, a log is cleaned for the robot, and a motion is used unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from heft.errors import ArgumentError
from heft.logs.cleaning import clean
from heft.logs.cleaning_options import Cleaning
from heft.logs.log import Log
from heft.logs.log_files import read_log
from heft.logs.motion import Motion
from heft.robot.model import Robot

RunLike = Log | Motion | str | Path
"""One run, as callers may give it."""

Progress = Callable[[int, int], None]
"""Called with the number of runs that are ready and the number of all runs."""


def as_runs(runs: RunLike | Iterable[RunLike]) -> list[RunLike]:
    """Return a list of runs; a single run becomes a list of one.

    Raises:
        ArgumentError: something in it is not a run.
    """
    given: Any = [runs] if isinstance(runs, RunLike) or not isinstance(runs, Iterable) else list(runs)
    for run in given:
        if not isinstance(run, RunLike):
            raise ArgumentError(
                f"A run is the path of a log file, a Log or a Motion; a {type(run).__name__} was given.",
                remedy='Pass "run.parquet", heft.read_log("run.parquet"), or a list of such runs.',
            )
    return given


def motions_of(
    robot: Robot,
    runs: RunLike | Iterable[RunLike],
    cleaning: Cleaning | None = None,
    progress: Progress | None = None,
    *,
    needs_effort: bool = False,
) -> list[Motion]:
    """Return the motion of each run: files are read, logs are cleaned, motions are used unchanged.

    Args:
        robot: the robot that moved.
        runs: one run or several.
        cleaning: how logs are cleaned; None takes the defaults.
        progress: called after each run.
        needs_effort: refuse a log in which no effort was measured.

    Raises:
        ArgumentError: something in `runs` is not a run.
        FileError: a file cannot be read.
        FormatError: a log is damaged, does not fit the robot, or has no effort though one is needed.
    """
    given = as_runs(runs)
    motions = []
    for done, run in enumerate(given, start=1):
        motions.append(run if isinstance(run, Motion) else _cleaned(robot, run, cleaning, needs_effort))
        if progress is not None:
            progress(done, len(given))
    return motions


def _cleaned(robot: Robot, run: Log | str | Path, cleaning: Cleaning | None, needs_effort: bool) -> Motion:
    motion = clean(robot, run if isinstance(run, Log) else read_log(run), cleaning)
    if needs_effort:
        motion.require_effort()
    return motion
