"""Friction that differs between logs, as with the temperature of the grease: one set of coefficients for each run.

Every term of friction keeps its column, and gets another for each run but the first: how much that run differs from the
mean of all. The differences add to zero, so the column itself is the mean over the runs. The robot, and predictions of
runs that were not fitted, have the mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from heft.errors import ArgumentError
from heft.estimation.armature import ARMATURE
from heft.estimation.base import Base
from heft.estimation.columns import Column, Model
from heft.logs.motion import Motion


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
    model, more = base.model, differing(base.model, runs)
    k, n = base.matrix.shape
    matrix = np.zeros((k + len(more), n + len(more)))
    matrix[:k, :n], matrix[k:, n:] = base.matrix, np.eye(len(more))
    columns = np.concatenate([base.columns, np.arange(n, n + len(more))])
    return Base(model=replace(model, extra=(*model.extra, *more)), matrix=matrix, columns=columns)


def differing(model: Model, runs: int) -> tuple[Column, ...]:
    """Return the columns by which the friction of each run but the first differs from the mean."""
    return tuple(
        replace(column, name=f"{column.name}@{run + 1}", run=run)
        for run in range(1, runs)
        for column in model.extra
        if drifts(column)
    )


def drifts(column: Column) -> bool:
    """Return whether a column is friction, which may differ between runs; springs and inertias do not."""
    return column.run is None and column.kind != ARMATURE.name and not column.law.positional
