"""From logs to an estimate in one call: what `heft.identify` and the command line share.

A run may be a `Log`, which is cleaned, a `Motion`, which is taken as it is, or the path of a log file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from heft.errors import ArgumentError
from heft.estimation import identification
from heft.estimation.base import Base, base_of
from heft.estimation.cluster import Distant
from heft.estimation.columns import BENDING, DEFAULT_FRICTION, model_of
from heft.estimation.constraints import Knowledge
from heft.estimation.diagnosis import living
from heft.estimation.estimate import Estimate
from heft.estimation.identification import Options, held_out
from heft.estimation.information import Information
from heft.estimation.judgement import Judgement
from heft.estimation.presliding import distances, judge_all
from heft.identifiability.analysis import identifiability
from heft.logs.cleaning import clean
from heft.logs.cleaning_options import Cleaning
from heft.logs.log import Log
from heft.logs.log_files import read_log
from heft.logs.motion import Motion
from heft.robot.model import Robot

if TYPE_CHECKING:
    from distributed import Client

SEARCHED = ("stribeck", *BENDING)
"""Kinds of friction whose columns depend on a number that is searched in the logs."""

T = TypeVar("T")
Run = Log | Motion | str | Path
Progress = Callable[[int, int], None]

ONE_PASS = ("ordinary", "weighted", "recursive")
"""The estimators that need no second pass over logs, and so can be given information in their place."""


def identify(
    robot: Robot,
    runs: Run | Sequence[Run],
    *,
    friction: Sequence[str] = DEFAULT_FRICTION,
    armature: bool | None = None,
    couplings: Sequence[Mapping[str, float]] = (),
    estimator: str = "weighted",
    prior: str = "euclidean",
    knowledge: Knowledge | None = None,
    hold_out: bool = True,
    cleaning: Cleaning | None = None,
    information: Information | None = None,
    scheduler: str | Client | None = None,
    progress: Progress | None = None,
) -> Estimate:
    """Estimate all parameters of a robot, physically possible and each with its interval, from logs.

    Args:
        robot: as its file has it: the prior.
        runs: with several, the last is held out and judged; of a single one, its last fifth.
        friction: columns of friction, of "viscous", "coulomb", "asymmetric", "stribeck", "offset".
        armature: columns of reflected inertia; None: unless the robot's rotors are modelled.
        couplings: gears by joint name, for each motor that turns with several joints.
        estimator: "weighted", "ordinary", "covariance", "huber" or "recursive".
        prior: "euclidean" or "entropic": how what the data do not tell stays near the robot's file.
        knowledge: bounds and symmetries of links, total mass.
        hold_out: false fits everything and judges nothing.
        cleaning: how logs are cleaned; None takes the defaults.
        information: of earlier logs over the same columns, to be added.
        scheduler: of dask.distributed. The first run, and the one held out, are read here; the others, which must be
            files, by the workers.
        progress: called with how many runs are read, and how many there are.

    Returns:
        The estimate: `.robot`, `.validate(log)`, `.to_dict()`.

    Raises:
        HeftError: a log cannot be read or used; the message says why.
    """
    options = Options(tuple(friction), armature, tuple(couplings), estimator, prior, knowledge or Knowledge(), hold_out)
    given = [runs] if isinstance(runs, Log | Motion | str | Path) else list(runs)
    reduction = identifiability(robot).reduction
    distant = None
    if information is not None or scheduler is not None:
        base = _linear_base(robot, options, reduction)
        if information is not None:
            check_columns(base, information)
        if scheduler is not None:
            given, far = shared_out(given, hold_out)
            if far:
                distant = Distant(base, _paths(far), partial(motion_of_file, robot, cleaning), scheduler)
    motions = motions_of(robot, given, cleaning, progress)
    estimate = identification.identify(
        robot, motions, options, before=information, distant=distant, reduction=reduction
    )
    if any(column.kind in BENDING for column in estimate.model.extra):
        return estimate
    bends = distances(estimate, fitted(estimate, motions))
    return replace(estimate, options={**estimate.options, "presliding": bends})


def motions_of(
    robot: Robot, runs: Sequence[Run], cleaning: Cleaning | None = None, progress: Progress | None = None
) -> list[Motion]:
    """Return runs cleaned for a robot.

    Raises:
        HeftError: one cannot be read or used.
    """
    motions = []
    for k, run in enumerate(runs):
        log = read_log(run) if isinstance(run, str | Path) else run
        motions.append(log if isinstance(log, Motion) else _with_effort(clean(robot, log, cleaning)))
        if progress:
            progress(k + 1, len(runs) + 1)
    return motions


def shared_out(runs: Sequence[T], hold_out: bool) -> tuple[list[T], list[T]]:
    """Return which runs are read here and which by a cluster: here the first, and the last if it is held out."""
    last = max(len(runs) - 1, 1) if hold_out else len(runs)
    return [*runs[:1], *runs[last:]], list(runs[1:last])


def motion_of_file(robot: Robot, cleaning: Cleaning | None, path: str) -> Motion:
    """Read and clean one log: what a worker of a cluster does."""
    return motions_of(robot, [path], cleaning)[0]


def fitted(estimate: Estimate, motions: Sequence[Motion]) -> list[Motion]:
    """Return what of the motions an estimate was fitted to."""
    alive = living(estimate.model.robot, motions)
    return held_out(alive)[0] if estimate.held_out is not None else alive


def judged(subject: Estimate | Robot, motions: Sequence[Motion], every: bool = False) -> Judgement:
    """Return the errors against efforts as they were measured, neither filtered nor thinned.

    Args:
        subject: an estimate, or a robot as its file has it.
        motions: cleaned runs.
        every: judge the samples too at which a joint is so slow that friction's sign is in doubt. An estimate
            predicts them with `heft.estimation.presliding`; a robot from a file as they come.
    """
    bends = isinstance(subject, Estimate) and any(column.kind in BENDING for column in subject.model.extra)
    if every and isinstance(subject, Estimate) and not bends:
        return judge_all(subject, motions, subject.options.get("presliding", {}))
    raw = [replace(motion, regression_filter=None) for motion in motions]
    if every:
        raw = [replace(motion, velocity_threshold=np.zeros_like(motion.velocity_threshold)) for motion in raw]
    return identification.validate(subject, raw)


def check_columns(base: Base, information: Information) -> None:
    """Refuse information over other columns.

    Raises:
        ArgumentError: names what differs.
    """
    other = sorted({*base.names} ^ {*information.names})
    if other:
        raise ArgumentError(
            f"The information was gathered over other columns than this estimate has: {', '.join(other[:4])}"
            f"{' and more' if len(other) > 4 else ''} {'is' if len(other) == 1 else 'are'} in one of them only.",
            remedy="Use the same robot file and the same friction options as when it was saved.",
        )


def _linear_base(robot: Robot, options: Options, reduction: Any) -> Base:
    """Return the base of a model that is the same for every log."""
    if options.estimator not in ONE_PASS:
        raise ArgumentError(
            f"The estimator '{options.estimator}' goes over all logs again, and saved or distant information cannot.",
            remedy="Use 'weighted', 'ordinary' or 'recursive'.",
        )
    for kind in SEARCHED:
        if kind in options.friction:
            raise ArgumentError(
                f"What '{kind}' friction needs is searched in the logs themselves, not in information.",
                remedy="Leave it out of the friction, or give all logs at once.",
            )
    return base_of(model_of(robot, options.friction, options.armature, options.couplings), reduction)


def _paths(runs: Sequence[Run]) -> list[str]:
    if not all(isinstance(run, str | Path) for run in runs):
        raise ArgumentError("Workers read logs themselves.", remedy="Give paths of log files that they can see.")
    return [str(Path(run).absolute()) for run in runs if isinstance(run, str | Path)]


def _with_effort(motion: Motion) -> Motion:
    motion.require_effort()
    return motion
