"""Residuals of a learned model on logs, as those of an estimate: efforts where it predicts them, else accelerations.

The effort that a model expects for a motion is its inverse dynamics through the inverse of its actuators. Commands act
late, so that they are compared with the efforts of a delay ago. A black box, and actuators that saturate or are a
network, have no inverse, and servos are not commanded by efforts; the residuals are then those of accelerations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from heft.arrays import Array, Bools
from heft.errors import ArgumentError
from heft.learning.model import WhiteBox
from heft.learning.recording import Recording, recordings_of
from heft.logs.motion import Motion
from heft.logs.residuals import Residuals, Validation

if TYPE_CHECKING:
    from heft.learning.learned import Learned


def validated(learned: Learned, motions: Sequence[Motion], all_samples: bool) -> Validation:
    """Return the residuals of a learned model on motions.

    Args:
        learned: the model.
        motions: cleaned, with efforts of the kind that it was learned from.
        all_samples: also count samples at which a joint is so slow that the sign of its friction is in doubt.

    Raises:
        ArgumentError: efforts are of another kind.
    """
    model, kind = learned.model, learned.facts.get("effort_kind")
    efforts = isinstance(model, WhiteBox) and model.actuators.is_affine and not np.any(model.servos)
    sums = np.zeros((2, 3, model.robot.nv))
    for motion in motions:
        if kind is not None and motion.effort_kind != kind:
            raise ArgumentError(
                f"Its efforts are of the kind {motion.effort_kind}; the model was learned from {kind}.",
                where=motion.where,
                remedy="Give a log of the same kind, or convert it with heft import.",
            )
        runs = recordings_of(model.robot, motion, servos=model.servos)
        error, measured = np.full((2, *motion.qd.shape), np.nan)
        for (start, stop), run in zip(motion.segments, runs, strict=True):
            error[start:stop], measured[start:stop] = _compared(learned, run, efforts)
        used = motion.measured & np.isfinite(motion.true_effort) if efforts else np.ones(error.shape, bool)
        if not all_samples:
            used = used & (np.abs(motion.qd) >= motion.velocity_threshold)
        inside = np.concatenate([np.arange(*segment) for segment in motion.segments])
        _add(sums[0], error[inside], measured[inside], used[inside])
        _add(sums[1], motion.filtered(error), motion.filtered(measured), used[motion.kept])
    names = model.robot.coordinate_names
    unfiltered, filtered = (Residuals.of(names, each[0], each[1], each[2].astype(np.int64)) for each in sums)
    return Validation(unfiltered, filtered, quantity="efforts" if efforts else "accelerations")


def _compared(learned: Learned, run: Recording, efforts: bool) -> tuple[Array, Array]:
    """Return the error and what was measured, (n, nv): efforts as they act at the samples, or accelerations."""
    late, held = learned.delays, learned.model.held
    if efforts:
        u = run.late(late, held)
        return u - learned.inverse(run.q, run.qd, run.qdd), u
    return run.qdd - learned.forward(run.q, run.qd, run.acting(late, held)), run.qdd


def _add(total: Array, error: Array, measured: Array, used: Bools) -> None:
    """Add the squares of errors and of what was measured, and how many there are, (3, nv)."""
    total += [np.sum(np.where(used, x, 0.0) ** 2, axis=0) for x in (error, measured)] + [np.sum(used, axis=0)]
