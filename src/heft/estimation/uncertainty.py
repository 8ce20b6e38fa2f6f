"""How sure one can be: covariance of base parameters, and an honest interval for every parameter.

Residuals are not independent from sample to sample: filters smear them, and what the model lacks repeats itself. So the
covariance is not taken from their size alone but from how the score g = sum A^T w^2 e of a stretch of time really
scatters from stretch to stretch (a cluster-robust, or sandwich, covariance):

    C = (R^T R)^-1 (sum_k g_k g_k^T) (R^T R)^-1

A base parameter has a finite interval wherever it is excited. Of the full parameters, only those have one which
excited combinations alone determine. All others can be moved, together with their neighbours, without any torque
changing: their interval is infinite, and the number that is given comes from the prior, wholly or in part. So does the
number of a parameter that the data tell, but worse than a guess; its interval is finite, and wider than its size.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from heft.estimation.base import Base
from heft.estimation.least_squares import Fit
from heft.estimation.weighting import Pass

Array = NDArray[np.float64]

STRETCHES = 200
"""Stretches of time to cut the logs into: enough for deviations to be known to 5 %."""

ALONE = 1e-7
"""How far a parameter's direction may leave the excited combinations and still count as determined by them."""

MOSTLY = 0.1
"""A number comes from the data if the prior can move it by no more than this part of the parameter's size."""


@dataclass(frozen=True, eq=False)
class Intervals:
    """Intervals of all parameters of a model, and where each number comes from.

    Attributes:
        deviation: (n,) standard deviations; infinite where the data do not tell.
        source: per parameter "data" (combinations that the data tell determine it), "combination" (it is part of
            some such, and the prior tells the rest) or "prior" (no torque depends on it, or the data do not tell).
    """

    deviation: Array
    source: tuple[str, ...]


def scores(one_pass: Pass, values: Array, weights: Array, length: int | None = None) -> Array:
    """Return (stretches, n) the scores of stretches of time; the arguments are those of `joint_scores`."""
    return joint_scores(one_pass, values, weights, length).sum(axis=1)


def stretch_length(rows: int) -> int:
    """Return how many of so many rows of a regression make a stretch."""
    return max(1, -(-rows // STRETCHES))


def joint_scores(one_pass: Pass, values: Array, weights: Array, length: int | None = None) -> Array:
    """Return (stretches, nv, n) each coordinate's part of the scores of stretches of time, log by log.

    No stretch reaches from one log into the next, so that the scores of many logs are those of each, one below the
    other, whoever computes them.

    Args:
        one_pass: the way over the logs.
        values: (n,) parameters of its columns.
        weights: (nv,) of the coordinates' residuals, or (nv, nv) the inverse of their covariance at one instant;
            then instants at which a measured effort is missing do not count.
        length: of a stretch, in rows of the regression; None cuts all logs into some `STRETCHES`.
    """
    length = length or stretch_length(sum(len(motion.kept) for motion in one_pass.motions))
    tables = [_scores(replace(one_pass, motions=[motion]), values, weights, length) for motion in one_pass.motions]
    return np.concatenate(tables)


def _scores(one_pass: Pass, values: Array, weights: Array, length: int) -> Array:
    """Return the scores of the stretches of one log."""
    precision = weights if weights.ndim == 2 else np.diag(weights**2)
    sources, (motion,), done = one_pass.sources, one_pass.motions, 0
    table = np.zeros((-(-len(motion.kept) // length), len(sources), len(values)))
    for rows, errors in one_pass.residuals(values):
        which = (done + np.arange(len(rows.index))) // length
        starts = np.flatnonzero(np.diff(which, prepend=-1))
        use = rows.use
        if weights.ndim == 2:
            use = use & np.all(use[np.any(weights, axis=1)], axis=0)
        pulls = precision @ np.where(use, errors, 0.0)
        for r, (source, block, pull) in enumerate(zip(sources, rows.blocks, pulls * use, strict=True)):
            part = table[:, r]
            part[np.ix_(which[starts], source.columns)] += np.add.reduceat(block[:-1] * pull, starts, axis=1).T
        done += len(rows.index)
    return table


def sandwich(fit: Fit, table: Array) -> Array:
    """Return the covariance (n, n) of base parameters from the scores of stretches, by joint for a recursive fit."""
    stretches, samples = len(table), max(int(fit.counts.sum()), 1)
    if fit.influence is None:
        half = table @ fit.covariance / _unit(fit) ** 2
    else:
        half = np.einsum("srn,rmn->sm", table, fit.influence)
    few = stretches / max(stretches - 1, 1) * samples / max(samples - fit.rank, 1)
    return few * half.T @ half


def _unit(fit: Fit) -> float:
    """Return the deviation that a weighted residual has by the fit: one, but for ordinary least squares."""
    if fit.method != "ordinary":
        return 1.0
    return float(np.sqrt(fit.squares.sum() / max(fit.counts.sum() - fit.rank, 1)))


def intervals(base: Base, fit: Fit, covariance: Array, scales: Array) -> Intervals:
    """Return deviations and sources of all parameters of a model.

    Args:
        base: the base parameters.
        fit: their estimate, which says what is excited.
        covariance: (n_base, n_base) of the estimate.
        scales: (n,) sizes of the model's parameters.
    """
    whole = base.matrix * scales / fit.scales[:, None]
    alone, _, functional = _told(whole, fit.unexcited)
    functional = functional / fit.scales[:, None]
    variance = scales**2 * np.einsum("ki,kl,li->i", functional, covariance, functional)
    deviation = np.where(alone, np.sqrt(np.maximum(variance, 0.0)), np.inf)
    well, seen, _ = _told(whole, fit.weak, MOSTLY)
    well &= alone
    source = ["data" if own else "combination" if some else "prior" for own, some in zip(well, seen, strict=True)]
    return Intervals(deviation, tuple(source))


def _told(whole: Array, blind: Array, most: float = ALONE) -> tuple[NDArray[np.bool_], NDArray[np.bool_], Array]:
    """Return which parameters the combinations at right angles to blind directions determine, or touch, and how.

    Args:
        whole: (n_base, n) base parameters from all, both in units of their sizes.
        blind: (n_base, k) orthonormal.
        most: how far a parameter's direction may leave those combinations.
    """
    told = np.eye(len(whole)) - blind @ blind.T
    seen = told @ whole
    weights = np.linalg.pinv(seen.T, rcond=1e-10)
    leave = np.linalg.norm(seen.T @ weights - np.eye(whole.shape[1]), axis=0)
    touched = np.linalg.norm(seen, axis=0) > ALONE * np.maximum(np.linalg.norm(whole, axis=0), 1e-300)
    return (leave <= most) & touched, touched, told @ weights
