"""The efforts that a result, a learned model or a robot file predicts on logs, as curves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from heft.errors import ArgumentError
from heft.estimation.columns import model_of
from heft.estimation.coordinates import is_rotational
from heft.estimation.estimate import Estimate
from heft.estimation.runs import name_of
from heft.estimation.validate import prepared
from heft.logs.cleaning_options import Cleaning
from heft.logs.residuals import Validation
from heft.logs.runs import RunLike
from heft.logs.unlogged import read_all, without_unlogged
from heft.report.efforts import MOST_RUNS, RunEfforts, run_efforts, within
from heft.report.kinds.validation import ComparedWithLogs
from heft.robot.model import Robot

if TYPE_CHECKING:
    from heft.learning.learned import Learned

MODEL = ("model", "estimate")


def compared_with(
    subject: Estimate | Learned | Robot,
    found: Validation,
    named: str,
    logs: Sequence[RunLike],
    cleaning: Cleaning,
    *,
    payload: bool = False,
) -> ComparedWithLogs:
    """Return a validation with the curves that it is made from.

    Args:
        subject: what predicts.
        found: how well.
        named: how the user named it.
        logs: that it was compared with.
        cleaning: how they are cleaned; of a result or a model, beside what was chosen there.
        payload: whether the payload of the result is carried.
    """
    names, shown = tuple(map(str, logs)), list(logs)[:MOST_RUNS]
    if isinstance(subject, Estimate):
        cleaning = cleaning.over(subject.cleaning)
        motions = prepared(subject.model.robot, shown, gains=subject.drive_gains, cleaning=cleaning)
        model, values = subject.loaded() if payload else (subject.model, subject.values)
        sets = {("file", "file"): subject.model.file, ("estimate", "estimate"): values}
        runs = (run_efforts(model, sets, motion, presliding=subject.presliding) for motion in motions)
        return ComparedWithLogs(found, named, names, subject.model.robot, tuple(runs))
    if isinstance(subject, Robot):
        read = read_all(shown)
        robot = without_unlogged(subject, read)
        model = model_of(robot, armature=True)
        motions = prepared(robot, read, cleaning=cleaning)
        runs = (run_efforts(model, {("file", "estimate"): model.file}, motion) for motion in motions)
        return ComparedWithLogs(found, named, names, robot, tuple(runs))
    return _learned(subject, found, named, names, shown, cleaning)


def _learned(
    model: Learned, found: Validation, named: str, names: tuple[str, ...], logs: Sequence[RunLike], cleaning: Cleaning
) -> ComparedWithLogs:
    from heft.learning.recording import motions_to_learn

    robot, runs = model.model.robot, list[RunEfforts]()
    turning = np.array([is_rotational(robot, r) for r in range(robot.nv)])
    if np.any(model.model.servos):
        why = "There are no curves of efforts, since its servos are commanded by positions."
        return ComparedWithLogs(found, named, names, robot, without_curves=why)
    try:
        motions, _ = motions_to_learn(robot, logs, cleaning.over(model.cleaning))
        for motion in motions:
            at, efforts = within(motion), np.full((motion.n, robot.nv), np.nan)
            efforts[at] = model.inverse(motion.q[at], motion.qd[at], motion.qdd[at])
            runs.append(RunEfforts(motion, {MODEL: efforts}, turning, np.zeros(robot.nv, bool), (), name_of(motion)))
    except ArgumentError as error:
        return ComparedWithLogs(found, named, names, robot, without_curves=f"There are no curves. {error}")
    return ComparedWithLogs(found, named, names, robot, tuple(runs))
