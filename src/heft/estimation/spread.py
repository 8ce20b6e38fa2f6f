"""How an estimate scatters: noise, what the model lacks, and what differs between logs.

*Noise* is what two hundred short stretches of time say (`heft.estimation.uncertainty`). A model that lacks something
errs for seconds in the same way, and many short stretches take that for many independent errors. So the covariance
comes from a few long blocks, with the quantile of Student's t for few; only its correlations, for which so few blocks
do not suffice, are partly those of noise. It has three more parts.

**Noise in the regressor.** Noisy positions make the columns of the regression larger than the motion was, and the
estimate smaller. With instruments Z, here the mean of the rows before and after each row, whose noise is another,
the estimate moves by

    delta = (Z^T A)^-1 Z^T e - (A^T A)^-1 A^T e

Where delta is larger than its own scatter, least squares is biased (Durbin, Wu, Hausman), and delta delta^T is added.

**Errors that last longer than a block.** The scatter of an estimate over K parts of the time, with the information G_k
and the score g_k of part k, in units in which the information of all is the identity, is

    d_k = (1 - G_k)^-1/2 g_k,      V = sum_k d_k d_k^T

It is free of bias if residuals are independent (CR2; Bell and McCaffrey 2002), whatever the length of the parts. So the
same V from fifths of the time, and from whole logs, shows whether the blocks were long enough. If they were, V is the
same but for chance; errors that last longer, or that differ between logs, make it larger. So few parts determine no
variance well. The ratio of variances is therefore pooled over the parameters, separately for links and for drives,
whose friction drifts (moderated as by Smyth 2004): the more the ratios of single parameters differ, the more each
counts by itself.

**Errors that repeat themselves** whenever a joint comes back to the same state are the same in all parts of the time
(`heft.estimation.state_error`). Variances are at least those of noise and of such errors together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from heft.arrays import Array, Bools
from heft.estimation.least_squares import Fit
from heft.estimation.state_error import repeated
from heft.estimation.uncertainty import Spread, Stretch, determined_directions, left_out, quantile

BLOCKS = 20
"""Long blocks of time; 19 degrees of freedom make an interval 7 % wider than certain deviations would."""

FEW = 5
"""Parts of the time that are compared with the blocks: as long as can be, and enough for a variance."""

WEAK = 0.1
"""An instrument's correlation with its regressor, below which it says nothing."""

STEPS = 20
"""Of Newton's method, far more than it needs."""

CERTAIN = 1e12
"""Degrees of freedom of a variance that is certain."""

ALONE = 1e-6
"""What a part determines but for this share by itself, the others do not confirm or deny."""


def spread_of(
    drives: Bools, fit: Fit, parts: Iterable[Stretch], scatter: Callable[[Fit, Sequence[Stretch]], Array]
) -> Spread:
    """Return how an estimate scatters.

    Args:
        drives: (n,) which parameters belong to drives, not to links.
        fit: the estimate.
        parts: what short stretches of time say of it.
        scatter: returns the covariance (n, n) from what stretches or blocks say of a fit.
    """
    parts = list(parts)
    blocks = long_blocks(parts)
    parts = [replace(part, neighbours=None) for part in parts]  # those of the blocks alone are looked at
    noise = scatter(fit, parts)
    covariance = _shrunk(scatter(fit, blocks), noise, len(blocks))
    freedom = np.full(len(fit.values), max(len(blocks) - 1.0, 1.0))
    L, _ = determined_directions(fit.scales, np.sum([part.information for part in blocks], axis=0))
    parts, blocks = _centred(L, parts), _centred(L, blocks)
    covariance, freedom = _with_longer(L, parts, blocks, drives, covariance, freedom)
    covariance = _with_repeated(covariance, noise, repeated(L, [part.sums for part in parts if part.sums is not None]))
    several = len(by_run(parts)) > 1
    contrasts, differences = _contrasts(fit, parts) if several else np.zeros((2, 0, len(fit.values)))
    shift = _noisy_regressor(L, blocks)
    return Spread(
        covariance=covariance + np.outer(shift, shift),
        noise=noise,
        freedom=freedom,
        contrasts=contrasts,
        differences=differences,
    )


def half_width(deviation: Array | float) -> Array:
    """Return how far 95 % intervals reach to either side, of deviations that come from long blocks."""
    return quantile(BLOCKS - 1.0) * deviation


def by_run(parts: Sequence[Stretch]) -> list[list[Stretch]]:
    """Return the stretches of each run."""
    runs: dict[int, list[Stretch]] = {}
    for part in parts:
        runs.setdefault(part.run, []).append(part)
    return [*runs.values()]


def long_blocks(parts: Sequence[Stretch], count: int = BLOCKS) -> list[Stretch]:
    """Return stretches joined to about so many blocks of equal time; no block reaches over two logs.

    Args:
        parts: stretches in order, log by log.
        count: of blocks; 0 joins those of each log.
    """
    joined = []
    for mine in by_run(parts):
        number = max(1, min(len(mine), round(count * len(mine) / len(parts))))
        for k in range(number):
            first, *rest = mine[k * len(mine) // number : (k + 1) * len(mine) // number]
            joined.append(first.joined(*rest))
    return joined


def _shrunk(covariance: Array, noise: Array, blocks: int) -> Array:
    """Return a covariance of full rank from one of few blocks: its deviations, correlations nearer to those of noise.

    Of n parameters, so few blocks determine no more directions than there are blocks. The weights are those of an
    inverse Wishart prior with n degrees of freedom.
    """
    known = np.diag(noise) > 0
    times = np.sqrt(np.divide(np.diag(covariance), np.diag(noise), out=np.zeros(len(noise)), where=known))
    weight = blocks / (blocks + len(noise))
    return weight * covariance + (1 - weight) * noise * np.outer(times, times)


def _centred(L: Array, parts: Sequence[Stretch]) -> list[Stretch]:
    """Return stretches with residuals of least squares, for an estimate that is not quite that: one score for all."""
    step = L @ (L.T @ np.sum([_total(part) for part in parts], axis=0))
    centred = []
    for part in parts:
        beside = part.neighbours
        if beside is not None:
            beside = np.column_stack([beside[:, :-1], beside[:, -1] - beside[:, :-1] @ step])
        sums = None if part.sums is None else part.sums.moved(step)
        scores = (_total(part) - part.information @ step)[None]
        centred.append(Stretch(scores, part.information, part.run, beside, sums))
    return centred


def _noisy_regressor(L: Array, blocks: Sequence[Stretch]) -> Array:
    """Return (n,) how far noise in the regressor may have moved an estimate; zero as far as noise in e explains it."""
    n = len(L)
    found = [part.neighbours for part in blocks if part.neighbours is not None]
    if len(found) < len(blocks) or len(blocks) < 2:
        return np.zeros(n)
    crossed = L.T @ np.sum([part[:, :n] for part in found], axis=0) @ L
    U, s, Vt = np.linalg.svd(crossed)
    strong = s > WEAK
    keep = Vt[strong].T @ Vt[strong]
    moves = np.array(
        [
            L @ (Vt[strong].T @ ((U.T[strong] @ (L.T @ beside[:, n])) / s[strong]) - keep @ (L.T @ _total(part)))
            for beside, part in zip(found, blocks, strict=True)
        ]
    )
    shift = moves.sum(axis=0)
    scatter = len(moves) / (len(moves) - 1) * np.sum(moves**2, axis=0)
    excess = np.maximum(shift**2 - scatter, 0.0)
    return np.sign(shift) * np.sqrt(excess)


def _with_longer(
    L: Array, parts: Sequence[Stretch], blocks: Sequence[Stretch], drives: Bools, covariance: Array, freedom: Array
) -> tuple[Array, Array]:
    """Return covariance and degrees of freedom with errors that last longer than a block, or differ between logs."""
    longer = {len(pieces): pieces for pieces in (long_blocks(parts, FEW), long_blocks(parts, 0))}
    short = _scatter(L, blocks)
    for pieces in longer.values():
        if not 1 < len(pieces) < len(blocks):
            continue
        ratio, certain = _times_larger(_scatter(L, pieces), short, drives)
        spare = 1 / freedom + (ratio - 1) ** 2 / certain
        freedom = np.minimum(ratio**2 / spare, freedom)  # what pooling adds is uncertain: drift moves many parameters
        covariance, short = covariance * np.sqrt(np.outer(ratio, ratio)), short._replace(size=ratio * short.size)
    return covariance, freedom


def _with_repeated(covariance: Array, noise: Array, error: Array) -> Array:
    """Return a covariance whose variances are at least those of noise and of an error (n, n) together.

    Blocks of time show a part of an error that repeats itself: the larger of both counts, not their sum.
    """
    own = np.diag(covariance)
    least = np.minimum(np.diag(noise), own) + np.diag(error)
    wider = np.sqrt(np.divide(least, own, out=np.ones(len(own)), where=(own > 0) & (least > own)))
    return covariance * np.outer(wider, wider)


class _Variances(NamedTuple):
    """Variances (n,) of parameters, and their degrees of freedom; both are zero where nothing is known."""

    size: Array
    freedom: Array


def _scatter(L: Array, pieces: Sequence[Stretch]) -> _Variances:
    """Return how parameters scatter over pieces of the time."""
    n, K = len(L), len(pieces)
    moved, halves, diagonal = np.zeros((K, n)), np.zeros((K, L.shape[1], n)), np.zeros((K, n))
    for k, piece in enumerate(pieces):
        share, V = np.linalg.eigh(L.T @ _symmetric(piece.information) @ L)
        share = np.clip(share, 0.0, 1.0)
        root = np.where(share < 1 - ALONE, 1 / np.sqrt(np.maximum(1 - share, ALONE)), 0.0)
        X = V.T @ L.T
        moved[k] = X.T @ (root * (V.T @ (L.T @ _total(piece))))
        halves[k] = V @ ((root * share)[:, None] * X)
        diagonal[k] = np.where(root > 0, share, 0.0) @ X**2
    # the scatter of `moved` if residuals were independent, of unit variance: a quadratic form with this matrix
    form = -np.einsum("kpn,lpn->nkl", halves, halves)
    form[:, np.arange(K), np.arange(K)] = diagonal.T
    expected, squared = np.trace(form, axis1=1, axis2=2), np.einsum("nkl,nkl->n", form, form)
    independent = np.sum(L**2, axis=1)
    told = (expected > ALONE * independent) & (independent > 0)
    size = np.divide(np.sum(moved**2, axis=0) * independent, expected, out=np.zeros(n), where=told)
    return _Variances(size, np.divide(expected**2, squared, out=np.zeros(n), where=told))


def _times_larger(long: _Variances, short: _Variances, drives: Bools) -> tuple[Array, Array]:
    """Return (n,) how many times larger variances over long pieces are than over short ones, and the ratios' freedom.

    Args:
        long: variances over long pieces.
        short: over short pieces.
        drives: (n,) which parameters belong to drives, not to links.
    """
    told = (long.freedom > 0) & (short.size > 0)
    ratio = np.divide(long.size, short.size, out=np.ones(len(drives)), where=told)
    pooled, certain = np.ones(len(ratio)), np.full(len(ratio), np.inf)
    for group in (drives, ~drives):
        if np.any(told & group):
            prior, strength = _common(*(each[told & group] for each in (ratio, long.freedom, short.freedom)))
            own = np.where(told, long.freedom, 0.0)[group]
            strength = min(strength, float(own.sum()))  # no more than all of them together
            certain[group] = strength + own
            pooled[group] = (strength * prior + own * ratio[group]) / (strength + own)
    return np.maximum(pooled, 1.0), np.maximum(certain, 1.0)


def _common(ratios: Array, long: Array, short: Array) -> tuple[float, float]:
    """Return the scaled inverse chi-square that ratios of variances come from: its size and degrees of freedom.

    The logarithm of a variance with d degrees of freedom about the true one has mean psi(d/2) - log(d/2) and variance
    psi'(d/2), psi the digamma function. Both variances come from the same residuals, one from sums over longer pieces,
    and their ratio is independent of the variance over short pieces (Basu). So the moments of its logarithm are their
    differences. What the logarithms scatter beyond that is the scatter of the true ratios.

    Args:
        ratios: of variances over long pieces to those over short ones.
        long: degrees of freedom of the former.
        short: of the latter; infinite if they are certain.
    """
    from scipy.special import digamma, polygamma

    def mean(freedom: Array) -> Array:
        half = np.minimum(freedom, CERTAIN) / 2
        return digamma(half) - np.log(half)

    logs = np.log(np.maximum(ratios, 1e-12)) - mean(long) + mean(short)
    chance = float(np.mean(polygamma(1, long / 2) - polygamma(1, short / 2)))
    excess = float(np.var(logs, ddof=1)) - chance if len(logs) > 1 else np.inf
    if excess <= 1e-6:
        return float(np.exp(np.mean(logs))), np.inf
    half = 0.5 + 1 / min(excess, 1e6)
    for _ in range(STEPS):  # Newton's on 1/psi', which is almost straight
        slope = float(polygamma(1, half))
        half += slope * (1 - slope / min(excess, 1e6)) / float(polygamma(2, half))
    return float(np.exp(np.mean(logs) + digamma(half) - np.log(half))), 2 * half


def _contrasts(fit: Fit, parts: Sequence[Stretch]) -> tuple[Array, Array]:
    """Return (runs, n) by how much each run alone differs from the others together: in deviations, and as it is.

    The deviations are those within runs, from residuals about each run's own estimate: what differs between runs has
    no part in them.
    """
    alone = [_alone(fit, mine) for mine in by_run(parts)]
    deviations, differences = [], []
    for own in alone:
        others = [each for each in alone if each is not own]
        information, meat, score = (np.sum([getattr(each, x) for each in others], axis=0) for x in _Alone._fields[:3])
        L, seen = determined_directions(fit.scales, information)
        difference = own.shift - L @ (L.T @ score)
        variance = np.diag(own.covariance) + np.einsum("np,pq,nq->n", L, L.T @ meat @ L, L)
        told = own.seen & seen & (variance > 0)
        differences.append(np.where(told, difference, 0.0))
        deviations.append(
            np.divide(difference, np.sqrt(np.where(told, variance, 1.0)), out=np.zeros(len(L)), where=told)
        )
    return np.array(deviations), np.array(differences)


class _Alone(NamedTuple):
    """What one run says by itself: how far its own estimate is from that of all, and how it scatters."""

    information: Array
    meat: Array
    score: Array
    shift: Array
    covariance: Array
    seen: Bools


def _alone(fit: Fit, parts: Sequence[Stretch]) -> _Alone:
    """Return what the stretches of one run say by themselves."""
    blocks = long_blocks(parts)
    information = np.sum([part.information for part in blocks], axis=0)
    score = np.sum([_total(part) for part in blocks], axis=0)
    L, seen = determined_directions(fit.scales, information)
    shift = L @ (L.T @ score)
    covariance = left_out(L, (replace(part, scores=(_total(part) - part.information @ shift)[None]) for part in blocks))
    return _Alone(information, information @ covariance @ information.T, score, shift, covariance, seen)


def _total(part: Stretch) -> Array:
    """Return (n,) the score of all coordinates."""
    return np.asarray(part.scores.sum(axis=0), float)


def _symmetric(information: Array) -> Array:
    """Return an information as that of least squares is; that of instruments is so only nearly."""
    return (information + information.T) / 2
