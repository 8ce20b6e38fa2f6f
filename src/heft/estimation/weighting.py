"""Estimators that weigh samples, and so go over the logs again: full residual covariance, and Huber's.

Residuals of different joints at the same instant are correlated (a backlash, an unmodelled wobble); with their
covariance S = L^-1 L^-T the rows of all joints are multiplied by L before they are folded. Huber's estimator gives a
row with residual e the weight min(1, k sigma / |e|), so that single shocks pull with a bounded force.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.estimation.base import Base
from heft.estimation.columns import Model
from heft.estimation.information import Information, folded, information_of, merged, source_of
from heft.estimation.least_squares import Fit, reweighted, solved, weighted
from heft.estimation.rows import Rows, Source, rows_of, sources_of
from heft.logs.motion import Motion

HUBER = 1.345
"""Huber's k: 95 % of the efficiency of least squares where the residuals are normal."""

MEDIAN_TO_SIGMA = 1.4826
"""The standard deviation of a normal variable, in medians of its absolute value."""

BINS = 512
"""Of the histogram of log |e| from which a median is read, over twelve decades."""


@dataclass(frozen=True, eq=False)
class Pass:
    """A way over the logs with chosen columns of a model."""

    model: Model
    chosen: Sequence[int] | Ints
    motions: Sequence[Motion]

    @property
    def sources(self) -> list[Source]:
        """Where each coordinate's columns come from."""
        return sources_of(self.model, self.chosen)

    def rows(self) -> Iterator[tuple[Rows, Array]]:
        """Stream rows with an array (nv, m) for their residuals."""
        sources = self.sources
        for motion in self.motions:
            for rows in rows_of(self.model, sources, motion):
                yield rows, np.empty(rows.use.shape)

    def residuals(self, values: Array) -> Iterator[tuple[Rows, Array]]:
        """Stream rows and their residuals (nv, m) under parameters; NaN where a row is not to be used."""
        sources = self.sources
        for rows, errors in self.rows():
            for r, (source, block) in enumerate(zip(sources, rows.blocks, strict=True)):
                errors[r] = np.where(rows.use[r], block[-1] - values[source.columns] @ block[:-1], np.nan)
            yield rows, errors


def residual_covariance(base: Base, motions: Sequence[Motion], values: Array) -> tuple[Array, Bools]:
    """Return the covariance of the residuals of all used coordinates at one instant, and which those are."""
    used = np.zeros(base.model.robot.nv, bool)
    for motion in motions:
        used |= motion.measured
    square, count = np.zeros((used.sum(), used.sum())), 0
    for _, errors in Pass(base.model, base.columns, motions).residuals(values):
        e = errors[used]
        e = e[:, np.all(np.isfinite(e), axis=0)]
        square, count = square + e @ e.T, count + e.shape[1]
    return square / max(count - len(values) / max(used.sum(), 1), 1), used


def whitened(base: Base, motions: Sequence[Motion], covariance: Array, used: Bools) -> Information:
    """Return the information of rows multiplied by L, L^T L the inverse of a covariance, where no effort is missing."""
    L = np.linalg.inv(np.linalg.cholesky(covariance))
    n, nv = len(base.columns), base.model.robot.nv
    one_pass = Pass(base.model, base.columns, motions)
    sources = one_pass.sources

    def blocks() -> Iterator[list[Array]]:
        for rows, _ in one_pass.rows():
            keep = np.all(rows.use[used], axis=0)
            wide = [np.zeros((n + 1, int(keep.sum()))) for _ in range(len(L))]
            for k, r in enumerate(np.flatnonzero(used)):
                block = rows.blocks[r][:, keep]
                for i in range(k, len(L)):
                    wide[i][sources[r].columns] += L[i, k] * block[:-1]
                    wide[i][-1] += L[i, k] * block[-1]
            yield wide

    some, counted = folded(blocks(), [n + 1] * len(L))
    factors, counts = [np.zeros((n + 1, n + 1)) for _ in range(nv)], np.zeros(nv, np.int64)
    for k, r in enumerate(np.flatnonzero(used)):
        factors[r], counts[r] = some[k], counted[k]
    names, coordinates = base.names, tuple(base.model.robot.coordinate_names)
    every = tuple(np.arange(n) for _ in range(nv))
    return Information(names, coordinates, every, tuple(factors), counts, tuple(map(source_of, motions)))


def with_covariance(
    base: Base, motions: Sequence[Motion], information: Information, scales: Array, prior: Array, iterations: int = 3
) -> Fit:
    """Return the estimate weighted by the full covariance of the residuals, which is taken from them, iterated."""
    fit = weighted(information, scales, prior)
    for _ in range(iterations):
        covariance, used = residual_covariance(base, motions, fit.values)
        both = whitened(base, motions, covariance, used)
        fit = _as_measured(solved(both, np.ones(len(used)), scales, prior, "covariance"), information)
    return replace(fit, iterations=iterations)


def huber_weight(errors: Array, sigma: Array | float) -> Array:
    """Return Huber's weight of each residual, of a given deviation."""
    return np.asarray(np.minimum(1.0, HUBER * sigma / np.maximum(np.abs(errors), 1e-300)), float)


def huber(
    base: Base, motions: Sequence[Motion], information: Information, scales: Array, prior: Array, iterations: int = 20
) -> Fit:
    """Return Huber's estimate by iterated reweighting of rows; deviations are medians, which shocks do not move."""
    fit = weighted(information, scales, prior)
    first = np.maximum(fit.sigma, reweighted_floor(fit))
    sources = sources_of(base.model, base.columns)
    sigma, done = first, 0
    while done < iterations:
        values, done = fit.values, done + 1
        sigma = _median_sigma(base, motions, values, first)

        def light(rows: Rows, values: Array = values, sigma: Array = sigma) -> list[Array]:
            blocks = []
            for source, block, use, s in zip(sources, rows.blocks, rows.use, sigma, strict=True):
                kept = block[:, use]
                error = kept[-1] - values[source.columns] @ kept[:-1]
                blocks.append(np.ascontiguousarray(kept * np.sqrt(huber_weight(error, s))))
            return blocks

        lighter = merged(information_of(base.model, base.columns, motion, blocks=light) for motion in motions)
        weights = np.where(lighter.counts > 0, 1.0 / np.maximum(sigma, reweighted_floor(fit)), 0.0)
        fit = solved(lighter, weights, scales, prior, "huber")
        if np.all(np.abs(fit.values - values) <= 1e-2 * np.sqrt(np.diag(fit.covariance))):
            break
    return replace(_as_measured(fit, information), sigma=sigma, iterations=done)


def reweighted_floor(fit: Fit) -> Array:
    """Return the least deviation that a coordinate is given."""
    return 1.0 / np.maximum(reweighted(replace(fit, sigma=np.zeros_like(fit.sigma))), 1e-300)


def _as_measured(fit: Fit, information: Information) -> Fit:
    """Give a fit to transformed rows the counts, residuals and energy of the measured ones."""
    squares = information.squares(fit.values)
    freedom = np.maximum(information.counts * (1 - fit.rank / max(information.counts.sum(), 1)), 1)
    sigma = np.sqrt(squares / freedom)
    return replace(fit, squares=squares, energy=information.energy, counts=information.counts, sigma=sigma)


def _median_sigma(base: Base, motions: Sequence[Motion], values: Array, unit: Array) -> Array:
    """Return (nv,) deviations from the median of |e|, read from a histogram of its logarithm."""
    edges = np.linspace(-9.0, 3.0, BINS + 1)
    counts = np.zeros((len(unit), BINS))
    for _, errors in Pass(base.model, base.columns, motions).residuals(values):
        for r, error in enumerate(errors):
            finite = np.abs(error[np.isfinite(error)]) / unit[r]
            counts[r] += np.histogram(np.log10(np.clip(finite, 1.1e-9, 0.9e3)), edges)[0]
    share = np.cumsum(counts, axis=1) / np.maximum(counts.sum(axis=1), 1)[:, None]
    middle = [np.interp(0.5, share[r], edges[1:]) if counts[r].any() else -9.0 for r in range(len(unit))]
    return MEDIAN_TO_SIGMA * unit * 10 ** np.array(middle)
