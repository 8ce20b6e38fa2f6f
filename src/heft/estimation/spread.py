"""How an estimate scatters: noise, what the model lacks, and what differs between logs.

*Noise* is what two hundred short stretches of time say (`heft.estimation.uncertainty`). A model that lacks something
errs for seconds in the same way, and many short stretches take that for many independent errors. So the covariance
comes from a few long blocks, with the quantile of Student's t for few; only its correlations, for which so few blocks
do not suffice, are partly those of noise. It has two more parts.

**Noise in the regressor.** Noisy positions make the columns of the regression larger than the motion was, and the
estimate smaller. With instruments Z, here the mean of the rows before and after each row, whose noise is another,
the estimate moves by

    delta = (Z^T A)^-1 Z^T e - (A^T A)^-1 A^T e

Where delta is larger than its own scatter, least squares is biased (Durbin, Wu, Hausman), and delta delta^T is added.

**Differences between logs.** A block is a whole log here: with the information G_k and the score g_k of log k, in units
in which the information of all logs is the identity,

    d_k = (1 - G_k)^-1/2 g_k,      V = sum_k d_k d_k^T

is the scatter of an estimate between logs, free of bias if residuals are independent (CR2; Bell and McCaffrey 2002).
Two to five logs determine no variance well. Its ratio to the variance within logs is therefore pooled over the
parameters, separately for links and for drives, whose friction drifts (moderated as by Smyth 2004): the more the
ratios of single parameters differ, the more each counts by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from heft.arrays import Array, Bools
from heft.estimation.least_squares import Fit
from heft.estimation.uncertainty import Spread, Stretch, excited_directions, left_out, quantile

BLOCKS = 20
"""Long blocks of time; 19 degrees of freedom make an interval 7 % wider than certain deviations would."""

WEAK = 0.1
"""An instrument's correlation with its regressor, below which it says nothing."""

STEPS = 20
"""Of Newton's method, far more than it needs."""

ALONE = 1e-6
"""What a log determines but for this part by itself, the other logs do not confirm or deny."""


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
    noise = scatter(fit, parts)
    covariance = _shrunk(scatter(fit, blocks), noise, len(blocks))
    freedom = np.full(len(fit.values), max(len(blocks) - 1.0, 1.0))
    L, _ = excited_directions(fit.scales, np.sum([part.information for part in blocks], axis=0))
    parts, blocks = _centred(L, parts), _centred(L, blocks)
    runs = long_blocks(parts, 0)
    contrasts = differences = np.zeros((0, len(fit.values)))
    if len(runs) > 1:
        ratio, certain = _between(L, runs, np.diag(covariance), drives)
        inside, outside = np.diag(covariance), np.diag(covariance) * (ratio - 1)
        spare = inside**2 / freedom + outside**2 / certain
        both = np.divide(inside * inside * ratio**2, spare, out=freedom.copy(), where=spare > 0)
        freedom = np.minimum(both, freedom)  # what pooling adds is uncertain: drift moves many parameters at once
        contrasts, differences = _contrasts(fit, parts)
        covariance = covariance * np.sqrt(np.outer(ratio, ratio))
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
            for part in rest:
                first = first.joined(part)
            joined.append(first)
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
        centred.append(replace(part, scores=(_total(part) - part.information @ step)[None], neighbours=beside))
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


def _between(L: Array, runs: Sequence[Stretch], within: Array, drives: Bools) -> tuple[Array, Array]:
    """Return (n,) how many times larger variances are than within logs, at least one, and their degrees of freedom."""
    n, K = len(L), len(runs)
    moved, halves, diagonal = np.zeros((K, n)), np.zeros((K, L.shape[1], n)), np.zeros((K, n))
    for k, run in enumerate(runs):
        share, V = np.linalg.eigh(L.T @ _symmetric(run.information) @ L)
        share = np.clip(share, 0.0, 1.0)
        root = np.where(share < 1 - ALONE, 1 / np.sqrt(np.maximum(1 - share, ALONE)), 0.0)
        X = V.T @ L.T
        moved[k] = X.T @ (root * (V.T @ (L.T @ _total(run))))
        halves[k] = V @ ((root * share)[:, None] * X)
        diagonal[k] = np.where(root > 0, share, 0.0) @ X**2
    # the scatter of `moved` if residuals were independent, of unit variance: a quadratic form with this matrix
    form = -np.einsum("kpn,lpn->nkl", halves, halves)
    form[:, np.arange(K), np.arange(K)] = diagonal.T
    expected, squared = np.trace(form, axis1=1, axis2=2), np.einsum("nkl,nkl->n", form, form)
    independent = np.sum(L**2, axis=1)
    told = (expected > ALONE * independent) & (within > 0) & (independent > 0)
    ratio, freedom = np.ones(n), np.ones(n)
    scale = np.divide(expected * within, independent, out=np.ones(n), where=told)
    ratio[told] = (np.sum(moved**2, axis=0) / scale)[told]
    freedom[told] = (expected**2 / np.maximum(squared, 1e-300))[told]
    pooled, certain = np.ones(n), np.full(n, np.inf)
    for group in (drives, ~drives):
        if np.any(told & group):
            prior, strength = _common(ratio[told & group], freedom[told & group])
            own = np.where(told, freedom, 0.0)[group]
            strength = min(strength, float(own.sum()))  # no more than all of them together
            certain[group] = strength + own
            pooled[group] = (strength * prior + own * ratio[group]) / (strength + own)
    return np.maximum(pooled, 1.0), np.maximum(certain, 1.0)


def _common(ratios: Array, freedom: Array) -> tuple[float, float]:
    """Return the scaled inverse chi-square that ratios of variances come from: its size and degrees of freedom.

    The logarithm of a ratio with d degrees of freedom about the true one has mean psi(d/2) - log(d/2) and variance
    psi'(d/2), psi the digamma function; what the logarithms scatter beyond that is the scatter of the true ratios.
    """
    from scipy.special import digamma, polygamma

    logs = np.log(np.maximum(ratios, 1e-12)) - digamma(freedom / 2) + np.log(freedom / 2)
    excess = float(np.var(logs, ddof=1) - np.mean(polygamma(1, freedom / 2))) if len(logs) > 1 else np.inf
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
        L, seen = excited_directions(fit.scales, information)
        difference = own.shift - L @ (L.T @ score)
        variance = np.diag(own.covariance) + np.einsum("np,pq,nq->n", L, L.T @ meat @ L, L)
        told = own.seen & seen & (variance > 0)
        differences.append(np.where(told, difference, 0.0))
        deviations.append(np.divide(difference, np.sqrt(variance), out=np.zeros(len(L)), where=told))
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
    L, seen = excited_directions(fit.scales, information)
    shift = L @ (L.T @ score)
    covariance = left_out(L, (replace(part, scores=(_total(part) - part.information @ shift)[None]) for part in blocks))
    return _Alone(information, information @ covariance @ information, score, shift, covariance, seen)


def _total(part: Stretch) -> Array:
    """Return (n,) the score of all coordinates."""
    return np.asarray(part.scores.sum(axis=0), float)


def _symmetric(information: Array) -> Array:
    """Return an information as that of least squares is; that of instruments is so only nearly."""
    return (information + information.T) / 2
