"""Friction that differs between logs, as with the temperature of the grease: one set of coefficients for each run.

Every term of friction keeps its column, and gets another for each run but the first: how much that run differs from the
mean of all. The differences add to zero, so the column itself is the mean over the runs. The robot, and predictions of
runs that were not fitted, have the mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError
from heft.estimation.armature import ARMATURE
from heft.estimation.base import Base
from heft.estimation.columns import Column
from heft.estimation.information import Information, information_of
from heft.estimation.least_squares import Fit
from heft.logs.motion import Motion

INDEPENDENT = 5
"""Rows of a regression that count as one independent sample: filters and errors of the model smear residuals."""

LEAST = 0.1
"""The part of the squared residual, at least, that friction of each run must explain to be named."""


def numbered(motions: Sequence[Motion]) -> tuple[Motion, ...]:
    """Return motions that know which run they are."""
    return tuple(replace(motion, run=k) for k, motion in enumerate(motions))


def per_log(base: Base, runs: int) -> Base:
    """Return the base parameters with friction that may differ between runs.

    Args:
        base: with one set of friction for all.
        runs: how many are fitted.

    Raises:
        ArgumentError: there is only one run.
    """
    if runs < 2:
        raise ArgumentError(
            "Friction for each log needs at least two logs that are fitted.",
            remedy="Give more logs, or leave the option out.",
        )
    model = base.model
    more = tuple(
        replace(column, name=f"{column.name}@{run + 1}", run=run)
        for run in range(1, runs)
        for column in model.extra
        if drifts(column)
    )
    k, n = base.matrix.shape
    matrix = np.zeros((k + len(more), n + len(more)))
    matrix[:k, :n], matrix[k:, n:] = base.matrix, np.eye(len(more))
    columns = np.concatenate([base.columns, np.arange(n, n + len(more))])
    return Base(model=replace(model, extra=(*model.extra, *more)), matrix=matrix, columns=columns)


def drifts(column: Column) -> bool:
    """Return whether a column is friction, which may differ between runs; springs and inertias do not."""
    return column.run is None and column.kind != ARMATURE.name and not column.law.positional


@dataclass(frozen=True)
class Drift:
    """How much of a joint's residual is friction that differs between runs.

    Attributes:
        coordinate: its name.
        explained: the part of its squared residual that friction of each run explains.
        column: the term of friction that differs most, in units of what it was fitted to.
        least, largest: its values over the runs.
    """

    coordinate: str
    explained: float
    column: str
    least: float
    largest: float


def drifting(base: Base, fit: Fit, motions: Sequence[Motion]) -> Iterator[Drift]:
    """Yield the joints whose friction differs between runs beyond chance, inertial parameters being the same.

    Args:
        base: with one set of friction for all runs.
        fit: its estimate.
        motions: the runs that were fitted.
    """
    if len(motions) < 2:
        return
    parts = [information_of(base.model, base.columns, motion) for motion in motions]
    n = base.model.n_inertial
    rubs = {k for k, c in enumerate(base.columns) if c >= n and drifts(base.model.extra[c - n])}
    for r, name in enumerate(base.model.robot.coordinate_names):
        own = [k for k in parts[0].columns[r] if k in rubs]
        left = explained = independent = 0.0
        changes = []
        for part in parts:
            F, g = _residual(part, r, fit.values, own)
            change = np.linalg.lstsq(F, g, rcond=1e-6)[0]
            left, explained = left + float(g @ g), explained + float(np.sum((F @ change) ** 2))
            independent += part.counts[r] / INDEPENDENT
            changes.append(change)
        chance = len(own) * (len(parts) - 1) / max(independent, 1.0)
        if own and left > 0 and explained / left > max(LEAST, 3 * chance):
            values = fit.values[own] + np.array(changes)
            k = int(np.argmax(np.ptp(values, axis=0) / np.maximum(np.abs(fit.values[own]), 1e-300)))
            low, high = float(values[:, k].min()), float(values[:, k].max())
            yield Drift(name, explained / left, base.names[own[k]], low, high)


def _residual(part: Information, r: int, values: Array, own: Sequence[int]) -> tuple[Array, Array]:
    """Return the columns of some parameters in the factor of coordinate r, and its residual under all of them."""
    R, columns = part.factors[r], part.columns[r]
    at = [int(np.flatnonzero(columns == k)[0]) for k in own]
    return R[:, at], R[:, -1] - R[:, :-1] @ values[columns]
