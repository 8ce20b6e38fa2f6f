"""Predictions at rest by a model with dry friction: Dahl's state (`heft.friction.dahl`) in place of the sign.

The inertias and coefficients stay as they were estimated. The bending distance of each column is the one on a grid
that best predicts the samples that were fitted, slow ones included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from heft.arrays import Array, Bools
from heft.estimation.columns import Model
from heft.friction.dahl import bent
from heft.logs.motion import Motion

DISTANCES = np.geomspace(1e-5, 1e-2, 10)
"""[rad, m] The candidates."""

MOST_SAMPLES = 10_000
"""Samples of a run on which distances are searched."""


def predicted(model: Model, values: Array, motion: Motion, distances: Mapping[str, float]) -> Array:
    """Return the efforts (n, nv) that a model predicts with contacts that bend before they slide.

    Args:
        model: the model.
        values: (n,) its parameters.
        motion: cleaned samples; the contacts are unloaded at the start of every segment.
        distances: bending distances by column [rad, m]; a column that is not among them keeps its sign, or the state
            that its own law has.
    """
    still = model.torques(values, motion.q, motion.qd, motion.qdd)
    return still + _change(model, values, motion, model.states(motion) | bent_states(model, motion, distances))


def bent_states(model: Model, motion: Motion, distances: Mapping[str, float]) -> dict[str, Array]:
    """Return the state (n,) of each column that has a distance."""
    return {
        column.name: column.along(motion, partial(bent, distance=distances[column.name]))
        for column in model.extra
        if column.name in distances
    }


def _change(model: Model, values: Array, motion: Motion, states: Mapping[str, Array]) -> Array:
    """Return by how much states in place of signs change the efforts, (n, nv)."""
    tau, some = np.zeros_like(motion.qd), replace(model, extra=tuple(c for c in model.extra if c.name in states))
    with_states, without = (some.extra_signals(motion.q, motion.qd, motion.qdd, which) for which in (states, None))
    value = dict(zip((column.name for column in model.extra), values[model.n_inertial :], strict=False))
    for column, change in zip(some.extra, with_states - without, strict=True):
        for r, gear in column.gears:
            tau[:, r] += gear * value[column.name] * change
    return tau


def distances(model: Model, values: Array, motions: Sequence[Motion]) -> dict[str, float]:
    """Return the bending distance of every column of dry friction with which its joints are predicted best.

    Joints whose friction has memory need none.
    """
    held = np.flatnonzero(model.holds_at_rest)
    dry = [
        column
        for column in model.extra
        if column.law.dry and column.run is None and not {r for r, _ in column.gears} & {*held}
    ]
    if not dry:
        return {}
    squares = np.zeros((len(DISTANCES), model.robot.nv))
    for motion in (motion.longest(MOST_SAMPLES) for motion in motions):
        residual = motion.effort - model.torques(values, motion.q, motion.qd, motion.qdd)
        for k, distance in enumerate(DISTANCES):
            states = bent_states(model, motion, {column.name: float(distance) for column in dry})
            change = _change(model, values, motion, states)
            squares[k] += np.sum(np.where(_used(motion), residual - change, 0.0) ** 2, axis=0)
    best = {}
    for column in dry:
        joints = [r for r, _ in column.gears]
        best[column.name] = float(DISTANCES[np.argmin(squares[:, joints].sum(axis=1))])
    return best


def _used(motion: Motion) -> Bools:
    """Return (n, nv) which efforts were measured, in the motion's segments."""
    inside = np.zeros(motion.n, bool)
    for start, stop in motion.segments:
        inside[start:stop] = True
    return inside[:, None] & motion.measured & np.isfinite(motion.true_effort)
