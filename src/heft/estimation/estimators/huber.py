"""Huber's estimator: a row with residual e has the weight min(1, k sigma / |e|), so single shocks pull little."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

import numpy as np

from heft.arrays import Array
from heft.estimation.estimators import Estimator
from heft.estimation.estimators.covariance import as_measured
from heft.estimation.estimators.weighted import Weighted
from heft.estimation.information import folded
from heft.estimation.least_squares import Fit, solve
from heft.estimation.regression import Regression
from heft.estimation.rows import RegressionRows
from heft.estimation.uncertainty import Shares, Stretch, determined_directions, left_out

EFFICIENT = 1.345
"""Huber's k: 95 % of the efficiency of least squares where the residuals are normal."""

MEDIAN_TO_SIGMA = 1.4826
"""The standard deviation of a normal variable, in medians of its absolute value."""

BINS = 512
"""Of the histogram of log |e| from which a median is read, over twelve decades."""

ITERATIONS = 20


class Huber(Estimator):
    """Huber's estimate by iterated reweighting of rows; deviations are medians, which shocks do not move."""

    name = "huber"
    summary = "Huber's robust estimate: single shocks pull with a bounded force"
    needs_second_pass = True

    def fit(self, evidence: Regression) -> Fit:
        """Return Huber's estimate."""
        information = evidence.information
        fit = Weighted().fit(evidence)
        first = np.maximum(fit.sigma, fit.least_sigma)
        sources = evidence.one_pass.sources
        sigma, done = first, 0
        while done < ITERATIONS:
            values, done = fit.values, done + 1
            sigma = _median_sigma(evidence, values, first)

            def light(rows: RegressionRows, values: Array = values, sigma: Array = sigma) -> list[Array]:
                blocks = []
                for source, block, use, s in zip(sources, rows.blocks, rows.use, sigma, strict=True):
                    kept = block[:, use]
                    error = kept[-1] - values[source.columns] @ kept[:-1]
                    blocks.append(np.ascontiguousarray(kept * np.sqrt(huber_weight(error, s))))
                return blocks

            sizes = [len(source.columns) + 1 for source in sources]
            factors, counts = folded((light(rows) for rows, _ in evidence.one_pass.rows()), sizes)
            lighter = replace(information, factors=tuple(factors), counts=counts)
            weights = np.where(lighter.counts > 0, 1.0 / np.maximum(sigma, fit.least_sigma), 0.0)
            fit = solve(lighter, weights, evidence.base_scales, evidence.prior)
            if np.all(np.abs(fit.values - values) <= 1e-2 * np.sqrt(np.diag(fit.covariance))):
                break
        return replace(as_measured(fit, information), sigma=sigma, iterations=done)

    def shares(self, fit: Fit) -> Shares:
        """Return Huber's weights, and the slopes of his pulls: one inside the bound, where pulls grow, zero outside."""
        sigma = (1 / np.where(fit.weights > 0, fit.weights, np.inf))[:, None]

        def both(errors: Array) -> tuple[Array, Array]:
            weight = huber_weight(errors, sigma)
            return weight, np.where(weight < 1, 0.0, 1.0)

        return both

    def scatter(self, fit: Fit, parts: Iterable[Stretch]) -> Array:
        """Return the jackknifed covariance: an estimate without a stretch moves as the slopes of all pulls say.

        Weighted rows would say too little: rows outside the bound pull, but do not hold the estimate.
        """
        parts = list(parts)
        L, _ = determined_directions(fit.scales, reduce(np.add, [part.information for part in parts]))
        return left_out(L, parts)


def huber_weight(errors: Array, sigma: Array | float) -> Array:
    """Return Huber's weight of each residual, of a given standard deviation."""
    return np.asarray(np.minimum(1.0, EFFICIENT * sigma / np.maximum(np.abs(errors), 1e-300)), float)


def _median_sigma(evidence: Regression, values: Array, unit: Array) -> Array:
    """Return (nv,) deviations from the median of |e|, read from a histogram of its logarithm."""
    edges = np.linspace(-9.0, 3.0, BINS + 1)
    counts = np.zeros((len(unit), BINS))
    for _, errors in evidence.one_pass.residuals(values):
        for r, error in enumerate(errors):
            finite = np.abs(error[np.isfinite(error)]) / unit[r]
            counts[r] += np.histogram(np.log10(np.clip(finite, 1.1e-9, 0.9e3)), edges)[0]
    share = np.cumsum(counts, axis=1) / np.maximum(counts.sum(axis=1), 1)[:, None]
    middle = [np.interp(0.5, share[r], edges[1:]) if counts[r].any() else -9.0 for r in range(len(unit))]
    return MEDIAN_TO_SIGMA * unit * 10 ** np.array(middle)


ESTIMATOR = Huber()
