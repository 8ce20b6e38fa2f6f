"""`heft.validate`: how well an estimate, a learned model, or a robot as its file has it, predicts logs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError
from heft.estimation.base import Base, base_of
from heft.estimation.columns import Model, model_of
from heft.estimation.diagnosis import refuse_currents
from heft.estimation.drive_gains import DriveGains
from heft.estimation.evidence import Evidence
from heft.estimation.findings.almost_no_effort import joints_without_effort
from heft.estimation.findings.confused import confused
from heft.estimation.findings.effort_lag import effort_lag
from heft.estimation.findings.other_gravity import other_gravity
from heft.estimation.findings.sampled import sampled
from heft.estimation.presliding import predicted
from heft.estimation.residuals import Residuals, Validation, validation
from heft.estimation.runs import passive_of, without_dead_channels
from heft.friction import DEFAULT_FRICTION
from heft.identifiability.analysis import identifiability
from heft.logs.cleaning_options import Cleaning
from heft.logs.comparability import with_doubts
from heft.logs.motion import Motion
from heft.logs.runs import Progress, RunLike, as_runs, motions_of
from heft.logs.unlogged import held_joints, read_all, without_unlogged
from heft.robot.model import Robot

if TYPE_CHECKING:
    from heft.estimation.payload import Payload


class Validated(Protocol):
    """What can be compared with logs: `heft.Estimate` and `heft.Learned`."""

    def validate(
        self,
        runs: RunLike | Sequence[RunLike],
        *,
        all_samples: bool = False,
        payload: bool = False,
        cleaning: Cleaning | None = None,
        progress: Progress | None = None,
    ) -> Validation:
        """Return the residuals on runs; see `heft.validate`."""
        ...


def validate(
    subject: Validated | Robot,
    runs: RunLike | Sequence[RunLike],
    *,
    payload: bool = False,
    all_samples: bool = False,
    cleaning: Cleaning | None = None,
    progress: Progress | None = None,
) -> Validation:
    """Return the residuals of an estimate, of a learned model, or of a robot as its file has it, on runs.

    Args:
        subject: whose torques are compared with the measured ones.
        runs: paths of logs, logs or motions, one or several.
        all_samples: also count the samples at which a joint is so slow that the sign of its friction is in doubt.
        payload: the robot carries the payload of the estimate in these runs.
        cleaning: how logs are cleaned. Of an estimate or a learned model, None cleans them as those that it was fitted
            to, and an option that is not the default takes the place of what was chosen there. Of a robot, None takes
            the defaults.
        progress: called with how many runs have been read, and how many there are.

    Returns:
        The residuals against the efforts as measured, `.overall` and `.joints`, and `.filtered` ones beside them. A
        learned model that has no inverse, such as a black box, has residuals of accelerations; `.quantity` says which.

    Raises:
        HeftError: a run cannot be read, or has motor currents.

    Example:
        >>> heft.validate(robot, "run.csv").overall.relative_percent
    """
    if not isinstance(subject, Robot):
        return subject.validate(runs, all_samples=all_samples, payload=payload, cleaning=cleaning, progress=progress)
    if payload:
        raise no_payload()
    read = read_all(as_runs(runs))
    robot = without_unlogged(subject, read)
    model = model_of(robot, armature=True)
    motions = prepared(robot, read, cleaning=cleaning, progress=progress)
    found = with_doubts(validated(model, model.file, motions, all_samples=all_samples), motions)
    fitted = model_of(robot, DEFAULT_FRICTION, armature=True)
    found = with_faults(found, fitted, motions, lambda: base_of(fitted, identifiability(robot).reduction), robot)
    return replace(found, warnings=(*held_joints(subject, robot), *found.warnings))


FAULTY = 5.0
"""[%] The relative residual from which on flips, swaps and another mounting are looked for: none leaves less."""


def with_faults(
    found: Validation, model: Model, motions: Sequence[Motion], base: Callable[[], Base], file: Robot | None = None
) -> Validation:
    """Return a validation with a doubt for each fault of the logs, as `heft.identify` names them.

    These are flips, swaps and another mounting or, without them, efforts so late or early that the residual halves
    without the lag. Smaller lags are not named: where terms cancel in the efforts, they cannot be told from what the
    model lacks, and nor can units and scales. Parameters are fitted to the motions anew, so that those that are judged
    do not matter.

    Args:
        found: residuals on motions.
        model: that is fitted.
        motions: what the model is compared with.
        base: returns the base parameters of the model; called where residuals are large.
        file: the robot as its file has it, if that is what is compared: its masses may tell another gravity, too.
    """
    if model.contacts is not None or model.sensors:
        return found
    large = found.filtered.overall.relative_percent > FAULTY
    faults, tilted = _faults(base(), motions, file) if large else ([], [])
    if not faults:
        faults, _ = effort_lag(model, range(len(model.names)), motions)
    return replace(found, doubts=(*found.doubts, *faults), warnings=(*found.warnings, *tilted))


def _faults(base: Base, motions: Sequence[Motion], file: Robot | None) -> tuple[list[str], list[str]]:
    """Return a sentence for flips, swaps or another mounting, if the logs can tell and it explains most; or for a tilt.

    Another mounting and a tilt are told by the masses of the file too, if that is what is compared.
    """
    sample = sampled(motions)
    if sample is None or any(joints_without_effort(Evidence.of(base, motions))):
        return [], []
    faults = [*confused(base, sample, suspicious=False, clear=True)]
    if faults or file is None:
        return faults, []
    found, grave = other_gravity(file, sample)
    return (found, []) if grave else ([], found)


def no_payload() -> ArgumentError:
    """Return the error of a payload that is asked for and not there."""
    return ArgumentError(
        "There is no payload to apply: a robot file or a result without loaded logs has none.",
        remedy="Give the result of heft identify with loaded logs, or leave the payload out.",
    )


BETTER = 0.8
"""The other way to look at a log, with or without payload, is named if its residual is less than this much."""


def compared(chosen: Validation, other: Validation, payload: Payload, applied: bool) -> Validation:
    """Return a validation with a warning if the logs fit better without the payload that is applied, or with it."""
    here, there = chosen.filtered.overall, other.filtered.overall
    if there.rmse >= BETTER * here.rmse:
        return chosen
    load = f"the payload of {payload.mass:.3g} kg on '{payload.body}'"
    figures = f"{there.relative_percent:.3g} % instead of {here.relative_percent:.3g} %"
    if applied:
        text = f"These logs fit better without {load}: {figures}. Leave the payload out if it was not attached."
    else:
        text = f"These logs fit better with {load} of the result: {figures}. If it was attached, apply it: --payload."
    return replace(chosen, warnings=(*chosen.warnings, text))


def prepared(
    robot: Robot,
    runs: RunLike | Sequence[RunLike],
    *,
    gains: DriveGains | None = None,
    cleaning: Cleaning | None = None,
    progress: Progress | None = None,
) -> list[Motion]:
    """Return runs ready to be compared with torques: read, cleaned, in torques, dead channels marked.

    Raises:
        HeftError: a run cannot be read, or has motor currents and there are no drive gains.
    """
    motions = motions_of(robot, runs, cleaning, progress, needs_effort=True)
    if gains is not None:
        motions = [gains.torques(m) if m.effort_kind == "motor_current" else m for m in motions]
    refuse_currents(motions)
    passive = passive_of(robot, [motion.cleaning.passive for motion in motions])
    return [without_dead_channels(motion, robot, passive) for motion in motions]


def validated(
    model: Model,
    values: Array,
    motions: Sequence[Motion],
    *,
    presliding: Mapping[str, float] | None = None,
    all_samples: bool = False,
) -> Validation:
    """Return the residuals of all parameters of a model (n,) on motions.

    Args:
        model: the model.
        values: its parameters.
        motions: from `prepared`.
        presliding: distances of `heft.estimation.presliding`, by which friction at rest is predicted.
        all_samples: count samples at any speed.
    """
    if not all_samples:
        return validation(model, values, motions)
    if not presliding:
        slow = [replace(motion, velocity_threshold=np.zeros_like(motion.velocity_threshold)) for motion in motions]
        return validation(model, values, slow)
    sums = np.zeros((2, 3, model.robot.nv))
    for motion in motions:
        used = motion.measured & np.isfinite(motion.true_effort)
        error = np.where(used, motion.effort - predicted(model, values, motion, presliding), np.nan)
        unfiltered = replace(motion, regression_filter=None)
        for total, view in zip(sums, (unfiltered, motion), strict=True):
            rest, effort = view.filtered(error), view.filtered(np.where(used, motion.effort, np.nan))
            total += [np.nansum(rest**2, axis=0), np.nansum(effort**2, axis=0), np.sum(np.isfinite(rest), axis=0)]
    names = model.robot.coordinate_names
    measured, filtered = (Residuals.of(names, s, e, n.astype(np.int64)) for s, e, n in sums)
    return Validation(measured, filtered)
