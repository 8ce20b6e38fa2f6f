"""Friction of joints that hardly move: before it slides, a contact bends like a bristle, and at rest it stays bent.

Coulomb's sign(s) says nothing at rest, where the sign of a measured velocity is noise. Dahl's model (1968) puts in its
place a state z between -1 and 1 that follows the way travelled,

    dz/dx = (sign(s) - z) / d,    dx = |s| dt,

so that z is sign(s) once the joint has moved by a few d, and keeps its last value at rest. The distance d of each joint
is the one of a row that predicts best the samples that were fitted, slow ones included; inertias and frictions stay as
they were estimated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from heft.arrays import Array, Bools
from heft.estimation.columns import Column, Model
from heft.estimation.hysteresis import bent
from heft.logs.motion import Motion

RUBBING = ("coulomb", "coulomb+", "coulomb-", "stribeck")

DISTANCES = np.geomspace(1e-5, 1e-2, 10)
"""[rad, m] that are tried."""

MOST = 10_000
"""Samples of a run that distances are searched on."""


def predicted(model: Model, values: Array, motion: Motion, distances: Mapping[str, float]) -> Array:
    """Return the efforts (n, nv) that a model predicts with bristles in place of Coulomb's sign.

    Args:
        model: the model.
        values: (n,) its parameters.
        motion: cleaned samples; every segment starts without load.
        distances: d by column of friction [rad, m]; a column that is not among them keeps its sign.
    """
    return model.torques(values, motion.q, motion.qd, motion.qdd) + _change(model, values, motion, distances)


def _change(model: Model, values: Array, motion: Motion, distances: Mapping[str, float]) -> Array:
    """Return what bristles change in the efforts, (n, nv)."""
    tau = np.zeros_like(motion.qd)
    for column, value in zip(model.extra, values[model.n_inertial :], strict=True):
        if column.kind in RUBBING and column.name in distances:
            signal = np.zeros(motion.n)
            for start, stop in motion.segments:
                signal[start:stop] = _bent(column, motion.qd[start:stop], 1 / motion.rate, distances[column.name])
            change = value * (signal - column.signal(motion.qd, motion.qdd))
            for r, gear in column.gears:
                tau[:, r] += gear * change
    return tau


def _bent(column: Column, qd: Array, dt: float, distance: float) -> Array:
    """Return the column's signal with z in place of sign(s)."""
    s = np.sum([gear * qd[:, r] for r, gear in column.gears], axis=0)
    z = bent(s * dt, distance)
    if column.kind == "coulomb+":
        return np.maximum(z, 0.0)
    if column.kind == "coulomb-":
        return np.minimum(z, 0.0)
    return z * np.exp(-np.square(s / column.speed)) if column.kind == "stribeck" else z


def distances(model: Model, values: Array, motions: Sequence[Motion]) -> dict[str, float]:
    """Return the distance of every column of friction with which its joints are predicted best."""
    rubbing = [column for column in model.extra if column.kind in RUBBING]
    if model.bending.any() or not rubbing:
        return {}
    left = np.zeros((len(DISTANCES), model.robot.nv))
    for motion in map(_stretch, motions):
        rest = motion.effort - model.torques(values, motion.q, motion.qd, motion.qdd)
        for k, distance in enumerate(DISTANCES):
            change = _change(model, values, motion, {column.name: float(distance) for column in rubbing})
            left[k] += np.sum(np.where(_used(motion), rest - change, 0.0) ** 2, axis=0)
    best = {}
    for column in rubbing:
        joints = [r for r, _ in column.gears]
        best[column.name] = float(DISTANCES[np.argmin(left[:, joints].sum(axis=1))])
    return best


def _stretch(motion: Motion) -> Motion:
    """Return the first samples of the longest segment."""
    start, stop = max(motion.segments, key=lambda segment: segment[1] - segment[0])
    at = slice(start, min(stop, start + MOST))
    parts = {name: getattr(motion, name)[at] for name in ("t", "q", "qd", "qdd", "effort")}
    return replace(motion, **parts, segments=((0, at.stop - at.start),))


def _used(motion: Motion) -> Bools:
    """Return (n, nv) which efforts were measured, in the motion's segments."""
    inside = np.zeros(motion.n, bool)
    for start, stop in motion.segments:
        inside[start:stop] = True
    return inside[:, None] & motion.measured & np.isfinite(motion.effort)
