"""Residuals of parameters on motions: streamed row by row, and summed up per joint (`heft.logs.residuals`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array, Ints
from heft.estimation.columns import Model
from heft.estimation.row_blocks import RowSource, sources_of
from heft.estimation.rows import RegressionRows, rows_of
from heft.estimation.state_error import states_of
from heft.logs.motion import Motion
from heft.logs.residuals import Residuals, Validation


@dataclass(frozen=True, eq=False)
class Pass:
    """One pass over motions with chosen columns of a model."""

    model: Model
    chosen: Sequence[int] | Ints
    motions: Sequence[Motion]

    @property
    def sources(self) -> Sequence[RowSource]:
        """Where each coordinate's columns come from."""
        return sources_of(self.model, self.chosen)

    def states(self, at: Ints) -> Array | None:
        """Return states (nv, 3, len(at)) at samples of the first motion; None if rows are not those of joints."""
        return None if self.model.contacts else states_of(self.model.robot, self.motions[0], at)

    def rows(self) -> Iterator[tuple[RegressionRows, Array]]:
        """Stream rows with an array (nv, m) for their residuals."""
        sources = self.sources
        for motion in self.motions:
            for rows in rows_of(self.model, sources, motion):
                yield rows, np.empty(rows.use.shape)

    def residuals(self, values: Array) -> Iterator[tuple[RegressionRows, Array]]:
        """Stream rows and their residuals (nv, m) under parameters; NaN where a row is not to be used."""
        sources = self.sources
        for rows, errors in self.rows():
            for r, (source, block) in enumerate(zip(sources, rows.blocks, strict=True)):
                errors[r] = np.where(rows.use[r], block[-1] - values[source.columns] @ block[:-1], np.nan)
            yield rows, errors


def validation(model: Model, values: Array, motions: Sequence[Motion]) -> Validation:
    """Return both residuals of all parameters of a model (n,) on motions.

    The same samples count whatever friction the model has, so that models can be compared.
    """
    model = replace(model, slow_rows=False)
    unfiltered = [replace(motion, regression_filter=None) for motion in motions]
    return Validation(residuals(model, values, unfiltered), residuals(model, values, motions))


def residuals(model: Model, values: Array, motions: Sequence[Motion]) -> Residuals:
    """Return the residuals of all parameters of a model (n,) on motions, filtered as the motions say."""
    squares, energy, counts = *np.zeros((2, len(model.rows))), np.zeros(len(model.rows), np.int64)
    for rows, errors in Pass(model, range(len(values)), motions).residuals(values):
        squares += np.nansum(errors**2, axis=1)
        energy += [np.sum(block[-1, use] ** 2) for block, use in zip(rows.blocks, rows.use, strict=True)]
        counts += np.sum(rows.use, axis=1)
    return Residuals.of(model.rows, squares, energy, counts)
