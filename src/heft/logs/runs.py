"""Runs as callers give them: whatever takes a run takes the path of a log file, a `Log`, a `Motion`, or a list of them.

A path is read, logs are cleaned for the robot together, and a motion is used unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from heft.errors import ArgumentError
from heft.logs.cleaning import Refine, clean_in_place, clean_together, for_other_logs
from heft.logs.cleaning_options import Cleaning
from heft.logs.held import Held, Here
from heft.logs.log import Log
from heft.logs.log_files import read_log
from heft.logs.motion import Motion
from heft.robot.model import Robot

RunLike = Log | Motion | str | Path
"""One run, as callers may give it."""

Progress = Callable[[int, int], None]
"""Called with the number of runs that are ready and the number of all runs."""

STAMPS = 1e-3
"""How exactly stamps say the sampling rate, as a share of it."""


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


def refuse_idle_cutoff(cleaning: Cleaning, runs: Iterable[RunLike]) -> None:
    """Refuse a cut-off frequency above half the sampling rate of every log: the filter could not have it.

    Logs that are cleaned as faster ones were may be below it: they are not filtered.

    Args:
        cleaning: how the logs are to be cleaned.
        runs: those whose cut-off frequency was asked for, read.

    Raises:
        ArgumentError: naming the frequency and the highest possible one.
    """
    refuse_cutoff_above(cleaning, [run.rate for run in runs if isinstance(run, Log)])


def refuse_cutoff_above(cleaning: Cleaning, rates: Sequence[float]) -> None:
    """Do the same by the sampling rates of the logs [Hz]."""
    highest, asked = max(rates, default=np.inf) / 2, float(np.max(cleaning.cutoff or 0.0))
    if asked > (1 + STAMPS) * highest:
        raise ArgumentError(
            f"The cut-off frequency of {asked:.4g} Hz is above half the sampling rate of the "
            f"{'logs' if len(rates) > 1 else 'log'}, {highest:.4g} Hz, the highest frequency that samples show.",
            remedy="Give a lower one, or let heft choose it.",
        )


def motions_of(
    robot: Robot,
    runs: RunLike | Iterable[RunLike],
    cleaning: Cleaning | None = None,
    progress: Progress | None = None,
    *,
    needs_effort: bool = False,
) -> list[Motion]:
    """Return the motion of each run: files are read, logs are cleaned together, motions are used unchanged.

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
    return cleaned_runs(robot, runs, cleaning, progress, needs_effort=needs_effort)[0]


def cleaned_runs(
    robot: Robot,
    runs: RunLike | Iterable[RunLike],
    cleaning: Cleaning | None = None,
    progress: Progress | None = None,
    *,
    needs_effort: bool = False,
    refine: Refine | None = None,
) -> tuple[list[Motion], Cleaning]:
    """Return the motion of each run, and the options with which other runs of the robot are to be cleaned.

    These are what was chosen for the logs among the runs or, if all of them are motions, the options of the first.

    Args:
        robot: the robot that moved.
        runs: one run or several.
        cleaning: how logs are cleaned; None takes the defaults.
        progress: called after each run.
        needs_effort: refuse a log in which no effort was measured.
        refine: chooses cut-off frequencies; see `heft.logs.cleaning.clean_together`.

    Raises:
        HeftError: as `motions_of`.
    """
    given, ready = as_runs(runs), list[Log | Motion]()
    for done, run in enumerate(given, start=1):
        ready.append(run if isinstance(run, Motion | Log) else read_log(run))
        if progress is not None:
            progress(done, len(given))
    logs = [run for run in ready if isinstance(run, Log)]
    cleaned, settled = clean_together(robot, logs, cleaning, refine) if logs else ([], None)
    if needs_effort:
        for motion in cleaned:
            motion.require_effort()
    rest = iter(cleaned)
    motions = [next(rest) if isinstance(run, Log) else run for run in ready]
    if settled is None:
        asked = cleaning or Cleaning()
        settled = for_other_logs(replace(motions[0].cleaning, decimation=None, gap=None)) if motions else asked
    return motions, settled


def cleaned_held(
    robot: Robot,
    runs: Held[Log | Motion],
    cleaning: Cleaning,
    progress: Progress | None = None,
    *,
    needs_effort: bool = False,
    refine: Refine | None = None,
) -> tuple[Held[Motion], Cleaning]:
    """Do what `cleaned_runs` does with runs, wherever they are: their motions stay there."""
    if isinstance(runs, Here):
        here = cleaned_runs(robot, runs.items, cleaning, progress, needs_effort=needs_effort, refine=refine)
        return Here(here[0]), here[1]
    logs: Held[Any] = runs
    motions, settled = clean_in_place(robot, logs, cleaning, refine)
    if needs_effort:
        motions.each(Motion.require_effort)
    if progress is not None:
        progress(len(runs), len(runs))
    return motions, settled
