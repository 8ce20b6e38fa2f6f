"""Uncertainty: the covariance of the base parameters, and an honest interval for every parameter.

Residuals are not independent from sample to sample: filters smear them, and what the model lacks repeats itself. So the
covariance is not taken from their size alone but from what the estimate would have been without each of some two
hundred stretches of time (a delete-a-group jackknife). With the score g_k = sum A^T w^2 e and the information
G_k = sum A^T w^2 A of a stretch, and R^T R of all,

    C = (K - 1)/K sum_k d_k d_k^T,    d_k = (R^T R - G_k)^-1 g_k

Without G_k this is the usual sandwich. Its intervals are too narrow: a short stretch moves along few directions, has
much weight in them, and so draws the estimate to itself and leaves a smaller residual than the noise was.

A base parameter has a finite interval wherever it is excited. Of the full parameters, only those have one which
excited combinations alone determine. All others can be moved, together with their neighbours, without any torque
changing: their interval is infinite, and the number that is given comes from the prior, wholly or in part. So does the
number of a parameter that the data determine, but worse than a guess; its interval is finite and wider than its size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array, Bools
from heft.estimation.base import Base
from heft.estimation.least_squares import Fit
from heft.estimation.residuals import Pass
from heft.linalg import ROUNDING, pseudo_inverse

STRETCHES = 200
"""Stretches of time to cut the logs into: enough to determine deviations to 5 %."""

ALONE = 1e-7
"""How far a parameter's direction may leave the excited combinations and still count as determined by them."""

MOSTLY = 0.1
"""A number comes from the data if the prior can move it by no more than this part of the parameter's size."""


@dataclass(frozen=True, eq=False)
class Intervals:
    """Intervals of all parameters of a model, and where each number comes from.

    Attributes:
        deviation: (n,) standard deviations; infinite where the data do not determine the parameter.
        source: per parameter "data" (identified combinations determine it), "combination" (it is part of some such, and
            the prior decides the rest) or "prior" (no torque depends on it, or the data do not excite it).
    """

    deviation: Array
    source: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Stretch:
    """What a stretch of time says of n parameters.

    Attributes:
        scores: (nv, n) each coordinate's part of A^T w^2 e.
        information: (n, n) A^T w^2 A.
    """

    scores: Array
    information: Array

    def widened(self, n: int) -> Stretch:
        """Return it padded with zeros to n parameters."""
        more = n - self.scores.shape[1]
        return Stretch(np.pad(self.scores, ((0, 0), (0, more))), np.pad(self.information, (0, more)))


def stretch_length(rows: int) -> int:
    """Return how many rows of a regression make a stretch, of how many there are."""
    return max(1, -(-rows // STRETCHES))


def stretches(
    one_pass: Pass,
    values: Array,
    weights: Array,
    length: int | None = None,
    shares: Callable[[Array], Array] | None = None,
) -> Iterator[Stretch]:
    """Yield stretches of equal time, log by log.

    No stretch reaches from one log into the next, so that those of many logs are those of each, whoever computes them.

    Args:
        one_pass: the way over the logs.
        values: (n,) parameters of its columns.
        weights: (nv,) of the coordinates' residuals, or (nv, nv) the inverse of their covariance at one instant;
            then instants at which a measured effort is missing do not count.
        length: of a stretch, in rows of the regression; None cuts all logs into some `STRETCHES`.
        shares: gives each of the residuals (nv, m) its weight; None: all count fully.
    """
    length = length or stretch_length(sum(len(motion.kept) for motion in one_pass.motions))
    for motion in one_pass.motions:
        yield from _stretches(replace(one_pass, motions=[motion]), values, weights, length, shares)


def _stretches(
    one_pass: Pass, values: Array, weights: Array, length: int, shares: Callable[[Array], Array] | None
) -> Iterator[Stretch]:
    """Yield the stretches of one log."""
    precision = weights if weights.ndim == 2 else np.diag(weights**2)
    columns, n = [source.columns for source in one_pass.sources], len(values)
    scores, information, filled = np.zeros((len(columns), n)), np.zeros((n, n)), 0
    for rows, errors in one_pass.residuals(values):
        use = rows.use
        if weights.ndim == 2:
            use = use & np.all(use[np.any(weights, axis=1)], axis=0)
        errors = np.where(use, errors, 0.0)
        share = use if shares is None else use * shares(errors)
        pulls = precision @ (share * errors)
        start, end = 0, len(rows.index)
        while start < end:
            stop = min(end, start + length - filled)
            here = [block[:-1, start:stop] * each[start:stop] for block, each in zip(rows.blocks, share, strict=True)]
            for r, A in enumerate(here):
                scores[r, columns[r]] += A @ pulls[r, start:stop]
            for r, s in zip(*np.nonzero(precision), strict=True):
                information[np.ix_(columns[r], columns[s])] += precision[r, s] * here[r] @ here[s].T
            filled, start = filled + stop - start, stop
            if filled == length:
                yield Stretch(scores, information)
                scores, information, filled = np.zeros_like(scores), np.zeros_like(information), 0
    if filled:
        yield Stretch(scores, information)


def jackknife(fit: Fit, parts: Iterable[Stretch]) -> Array:
    """Return the covariance (n, n) of base parameters from the stretches of a fit."""
    # (R^T R)^-1 = L L^T on the excited directions, so that (R^T R - G)^-1 = L (1 - L^T G L)^-1 L^T
    excited = len(fit.values) - fit.unexcited.shape[1]
    _, sizes, Vt = np.linalg.svd(fit.factor[:, :-1] * fit.scales)
    L = fit.scales[:, None] * Vt[:excited].T / sizes[:excited]
    half = np.array([L @ _without(L.T @ part.information @ L, L.T @ part.scores.sum(axis=0)) for part in parts])
    return max(len(half) - 1, 1) / len(half) * half.T @ half


def _without(share: Array, score: Array) -> Array:
    """Return (1 - share)^-1 score; what a single stretch determines alone has share 1."""
    return np.linalg.solve((1 + ROUNDING) * np.eye(len(share)) - share, score).astype(float)


def intervals(base: Base, fit: Fit, covariance: Array, scales: Array) -> Intervals:
    """Return deviations and sources of all parameters of a model.

    Args:
        base: the base parameters.
        fit: their estimate, which says what is excited.
        covariance: (n_base, n_base) of the estimate.
        scales: (n,) sizes of the model's parameters.
    """
    whole = base.matrix * scales / fit.scales[:, None]
    alone, _, functional = _determined(whole, fit.unexcited)
    functional = functional / fit.scales[:, None]
    variance = scales**2 * np.einsum("ki,kl,li->i", functional, covariance, functional)
    deviation = np.where(alone, np.sqrt(np.maximum(variance, 0.0)), np.inf)
    well, seen, _ = _determined(whole, fit.weak, MOSTLY)
    well &= alone
    source = ["data" if own else "combination" if some else "prior" for own, some in zip(well, seen, strict=True)]
    return Intervals(deviation, tuple(source))


def _determined(whole: Array, blind: Array, most: float = ALONE) -> tuple[Bools, Bools, Array]:
    """Return which parameters the combinations at right angles to blind directions determine, or touch, and how.

    Args:
        whole: (n_base, n) base parameters from all, both in units of their sizes.
        blind: (n_base, k) orthonormal.
        most: how far a parameter's direction may leave those combinations.
    """
    visible = np.eye(len(whole)) - blind @ blind.T
    seen = visible @ whole
    weights = pseudo_inverse(seen.T)
    leave = np.linalg.norm(seen.T @ weights - np.eye(whole.shape[1]), axis=0)
    touched = np.linalg.norm(seen, axis=0) > ALONE * np.maximum(np.linalg.norm(whole, axis=0), 1e-300)
    return (leave <= most) & touched, touched, visible @ weights
