"""Uncertainty: what stretches of time say of an estimate, and an honest interval for every parameter.

Residuals are not independent from sample to sample: filters smear them, and what the model lacks repeats itself. So a
covariance is not taken from their size alone but from what the estimate would have been without each of several
stretches of time (a delete-a-group jackknife). With the score g_k = sum A^T w^2 e and the information
G_k = sum A^T w^2 A of a stretch, and R^T R of all,

    C = (K - 1)/K sum_k d_k d_k^T,    d_k = (R^T R - G_k)^-1 g_k

Without G_k this is the usual sandwich. Its intervals are too narrow: a short stretch moves along few directions, has
much weight in them, and so draws the estimate to itself and leaves a smaller residual than the noise was. How long the
stretches must be, and what else belongs into an interval, is in `heft.estimation.spread`.

A base parameter has a finite interval wherever it is determined. Of the full parameters, only those have one which
determined combinations alone determine. All others can be moved, together with their neighbours, without any torque
changing: their interval is infinite, and the number that is given comes from the prior, wholly or in part. So does the
number of a parameter that the data determine, but worse than a guess; its interval is finite and wider than its size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice

import numpy as np

from heft.arrays import Array, Bools
from heft.estimation.base import Base
from heft.estimation.least_squares import BLIND, Fit
from heft.estimation.residuals import Pass
from heft.estimation.state_error import StateSums, state_sums
from heft.linalg import ROUNDING, pseudo_inverse

STRETCHES = 200
"""Stretches of time to cut the logs into: enough to determine the deviations that noise makes to 5 %."""

TOGETHER = 1_000_000
"""Numbers of the informations of stretches that are computed together."""

CONFIDENCE = 0.95
"""Share of all intervals that shall contain the truth."""

ALONE = 1e-7
"""How far a parameter's direction may leave the determined combinations and still count as determined by them."""

MOSTLY = 0.1
"""A number comes from the data if the prior can move it by no more than this part of the parameter's size."""


Shares = Callable[[Array], tuple[Array, Array]]
"""Gives residuals (nv, m) their weights, and the derivatives of their pulls, residual times weight; both (nv, m)."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Spread:
    """How an estimate of n base parameters scatters.

    Attributes:
        covariance: (n, n) of all that was seen to move it: noise, and what the model lacks.
        noise: (n, n) of noise alone, from short stretches of time.
        freedom: (n,) degrees of freedom of the variances on the diagonal of `covariance`; infinite if they are certain.
        contrasts: (runs, n) by how many standard deviations within runs each run alone differs from the others
            together; zero where one of both does not excite the parameter.
        differences: (runs, n) the same, as it is.
    """

    covariance: Array
    noise: Array
    freedom: Array
    contrasts: Array
    differences: Array

    @classmethod
    def independent(cls, fit: Fit) -> Spread:
        """Return that of residuals that are independent of each other: nothing more is known of earlier logs."""
        none = np.zeros((0, len(fit.values)))
        freedom = np.full(len(fit.values), np.inf)
        return cls(covariance=fit.covariance, noise=fit.covariance, freedom=freedom, contrasts=none, differences=none)


@dataclass(frozen=True, eq=False)
class Intervals:
    """Intervals of all parameters of a model, and where each number comes from.

    Attributes:
        deviation: (n,) standard deviations; infinite where the data do not determine the parameter.
        noise: (n,) the part of them that noise makes.
        freedom: (n,) degrees of freedom of the deviations.
        source: per parameter "data" (identified combinations determine it), "combination" (it is part of some such, and
            the prior decides the rest) or "prior" (no torque depends on it, or the data do not excite it).
    """

    deviation: Array
    noise: Array
    freedom: Array
    source: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Stretch:
    """What a stretch of time says of n parameters.

    Attributes:
        scores: (nv, n) each coordinate's part of A^T w^2 e.
        information: (n, n) A^T w^2 A.
        run: the number of its log.
        neighbours: (n, n + 1) Z^T w^2 [A | e], where a row of Z is the mean of the regressor's rows before and after;
            None if it was not computed.
        sums: of its rows and states; None if they were not computed, or if rows are not those of joints.
    """

    scores: Array
    information: Array
    run: int = 0
    neighbours: Array | None = None
    sums: StateSums | None = None

    def widened(self, n: int) -> Stretch:
        """Return it padded with zeros to n parameters."""
        more = n - self.scores.shape[1]
        return Stretch(np.pad(self.scores, ((0, 0), (0, more))), np.pad(self.information, (0, more)), self.run)

    def along(self, T: Array) -> Stretch:
        """Return what it says of k steps, each of which moves its n parameters by a column of T (n, k)."""
        sums = None if self.sums is None else self.sums._replace(rows=self.sums.rows @ T)
        return Stretch(self.scores @ T, T.T @ self.information @ T, self.run, sums=sums)

    def joined(self, *others: Stretch) -> Stretch:
        """Return what it and other stretches of the same log say together."""
        parts = self, *others
        beside = [part.neighbours for part in parts if part.neighbours is not None]
        sums = [part.sums for part in parts if part.sums is not None]
        return Stretch(
            reduce(np.add, [part.scores for part in parts]),
            reduce(np.add, [part.information for part in parts]),
            self.run,
            reduce(np.add, beside) if len(beside) == len(parts) else None,
            sums[0].joined(*sums[1:]) if len(sums) == len(parts) else None,
        )


def stretch_length(rows: int) -> int:
    """Return how many rows of a regression make a stretch, of how many there are."""
    return max(1, -(-rows // STRETCHES))


def stretches(
    one_pass: Pass,
    values: Array,
    weights: Array,
    length: int | None = None,
    shares: Shares | None = None,
    neighbours: bool = False,
) -> Iterator[Stretch]:
    """Yield stretches of equal time, log by log.

    No stretch reaches from one log into the next, so that those of many logs are those of each, whoever computes them.

    Args:
        one_pass: the way over the logs.
        values: (n,) parameters of its columns.
        weights: (nv,) of the coordinates' residuals, or (nv, nv) the inverse of their covariance at one instant;
            then instants at which a measured effort is missing do not count.
        length: of a stretch, in rows of the regression; None cuts all logs into some `STRETCHES`.
        shares: gives each of the residuals (nv, m) its weight, and how its pull grows with it; None: all count fully.
        neighbours: whether `Stretch.neighbours`, which doubles time and memory, and `Stretch.sums` are computed.
    """
    length = length or stretch_length(sum(len(motion.kept) for motion in one_pass.motions))
    for run, motion in enumerate(one_pass.motions):
        yield from _stretches(replace(one_pass, motions=[motion]), run, values, weights, length, shares, neighbours)


def _stretches(
    one_pass: Pass, run: int, values: Array, weights: Array, length: int, shares: Shares | None, neighbours: bool
) -> Iterator[Stretch]:
    """Yield the stretches of the log of this number."""
    precision = weights if weights.ndim == 2 else np.diag(weights**2)
    columns, n = [source.columns for source in one_pass.sources], len(values)
    pairs = [(r, s, np.ix_(columns[r], columns[s])) for r, s in zip(*np.nonzero(precision), strict=True)]
    pending, filled = None, 0
    for rows, errors in one_pass.residuals(values):
        use = rows.use
        if weights.ndim == 2:
            use = use & np.all(use[np.any(weights, axis=1)], axis=0)
        errors = np.where(use, errors, 0.0)
        weight, slope = (use, use) if shares is None else (use * share for share in shares(errors))
        pulled = np.asarray(weight * errors, float)
        pulls = precision @ pulled
        whole = [np.where(each, block[:-1], 0.0) for block, each in zip(rows.blocks, use, strict=True)]
        both = whole
        if neighbours:
            both = [np.concatenate([block, _beside(block, each)]) for block, each in zip(whole, use, strict=True)]
        states = one_pass.states(rows.index) if neighbours else None
        for start, stop, count in cuts(len(rows.index), filled, length, n):
            scores, information = np.zeros((count, len(columns), n)), np.zeros((count, n, n))
            beside = np.zeros((count, n, n + 1)) if neighbours else None
            moved = np.zeros_like(scores)
            for r, s, (i, j) in pairs:
                at, k = slice(start, stop), len(i)
                steep = precision[r, s] * slope[s, at] * whole[s][:, at]
                if r == s:
                    steep = np.concatenate([steep, pulls[r : r + 1, at]])
                    sums = products(both[r][:, at], steep, count)
                    scores[:, r, columns[r]] = sums[:, :k, -1]
                    if beside is not None:
                        beside[:, columns[r], n] += sums[:, k:, -1]
                    sums = sums[..., :-1]
                else:
                    sums = products(both[r][:, at], steep, count)
                information[:, i, j] += sums[:, :k]
                if beside is not None:
                    beside[:, i, j] += sums[:, k:]
                if states is not None:
                    pull = precision[r, s] * slope[s : s + 1, at]
                    moved[:, s, columns[r]] += products(whole[r][:, at], pull, count)[..., 0]
            own = [None] * count if beside is None else beside
            repeating: Iterable[StateSums | None] = [None] * count
            if states is not None:
                at, sizes = slice(start, stop), np.sqrt(np.diag(precision))
                repeating = state_sums(sizes, moved, pulled[:, at], use[:, at], states[..., at])
            made = [Stretch(*each) for each in zip(scores, information, [run] * count, own, repeating, strict=True)]
            if pending is not None:
                made[0] = pending.joined(made[0])
            filled = (filled + stop - start) % length
            pending = made.pop() if filled else None
            yield from made
    if pending is not None:
        yield pending


def cuts(rows: int, filled: int, length: int, n: int) -> Iterator[tuple[int, int, int]]:
    """Cut rows of a regression into stretches.

    Args:
        rows: how many there are.
        filled: how many rows the stretch has that began before them.
        length: of a stretch.
        n: parameters; what many stretches say together has its limits in memory.

    Yields:
        where parts begin and end, and how many stretches of equal length each has; the first may end a stretch that
        began before, and the last may be shorter than one.
    """
    start = 0
    while start < rows:
        stop = min(rows, start + length - filled)
        count = 1
        if stop - start == length:
            count = min((rows - start) // length, max(1, TOGETHER // n**2))
            stop = start + count * length
        yield start, stop, count
        start, filled = stop, 0


def products(left: Array, right: Array, count: int) -> Array:
    """Return (count, a, b): left (a, m) times right (b, m) transposed, of so many equal parts of their columns."""
    parts = [x.reshape(len(x), count, -1) for x in (left, right)]
    return parts[0].transpose(1, 0, 2) @ parts[1].transpose(1, 2, 0)


def _beside(A: Array, use: Bools) -> Array:
    """Return the mean (k, m) of the rows before and after each row; zero where one of the three is not to be used."""
    mean = np.zeros_like(A)
    if A.shape[1] > 2:
        mean[:, 1:-1] = (A[:, :-2] + A[:, 2:]) / 2 * (use[:-2] & use[1:-1] & use[2:])
    return mean


def jackknife(fit: Fit, parts: Iterable[Stretch]) -> Array:
    """Return the covariance (n, n) of base parameters from the stretches of a fit."""
    # (R^T R)^-1 = L L^T on the determined directions, so that (R^T R - G)^-1 = L (1 - L^T G L)^-1 L^T
    determined = len(fit.values) - fit.undetermined.shape[1]
    _, sizes, Vt = np.linalg.svd(fit.factor[:, :-1] * fit.scales)
    return left_out(fit.scales[:, None] * Vt[:determined].T / sizes[:determined], parts)


def left_out(L: Array, parts: Iterable[Stretch]) -> Array:
    """Return the jackknifed covariance (n, n) along directions L (n, determined): L^T G L = 1, with G that of all."""
    half = []
    for some in batches(parts, len(L)):
        shares = L.T @ np.array([part.information for part in some]) @ L
        scores = np.array([part.scores.sum(axis=0) for part in some]) @ L
        half.append(_without(shares, scores) @ L.T)
    moves = np.concatenate(half)
    return max(len(moves) - 1, 1) / len(moves) * moves.T @ moves


def batches(parts: Iterable[Stretch], n: int) -> Iterator[list[Stretch]]:
    """Yield stretches, as many at a time as are computed together, of so many parameters."""
    left = iter(parts)
    while some := [*islice(left, max(1, TOGETHER // n**2))]:
        yield some


def determined_directions(scales: Array, information: Array) -> tuple[Array, Bools]:
    """Return L (n, determined) with L^T G L = 1 for an information G, and which parameters (n,) it determines."""
    squares, V = np.linalg.eigh((information + information.T) / 2 * np.outer(scales, scales))
    kept = squares > ROUNDING * max(float(squares[-1]), 0.0)
    seen = np.linalg.norm(V[:, ~kept], axis=1) < BLIND
    return scales[:, None] * V[:, kept] / np.sqrt(squares[kept]), seen


def _without(shares: Array, scores: Array) -> Array:
    """Return (1 - share)^-1 score of each stretch (m, k); what a single stretch determines alone has share 1."""
    return np.linalg.solve((1 + ROUNDING) * np.eye(shares.shape[-1]) - shares, scores[..., None])[..., 0].astype(float)


def quantile(freedom: Array | float) -> Array:
    """Return how many standard deviations of so many degrees of freedom a 95 % interval reaches to either side."""
    from scipy.special import ndtri, stdtrit

    upper = (1 + CONFIDENCE) / 2
    finite = np.isfinite(freedom)
    return np.where(finite, stdtrit(np.where(finite, freedom, 1.0), upper), ndtri(upper))


def intervals(base: Base, fit: Fit, spread: Spread, scales: Array) -> Intervals:
    """Return deviations and sources of all parameters of a model.

    Args:
        base: the base parameters.
        fit: their estimate, which says what is determined.
        spread: how the estimate scatters.
        scales: (n,) sizes of the model's parameters.
    """
    whole = base.matrix * scales / fit.scales[:, None]
    alone, _, functional = _determined(whole, fit.undetermined)
    functional = functional / fit.scales[:, None]

    def deviation(covariance: Array) -> Array:
        variance = scales**2 * np.einsum("ki,kl,li->i", functional, covariance, functional)
        return np.where(alone, np.sqrt(np.maximum(variance, 0.0)), np.inf)

    # of a combination: as many as its parts have, each by its share
    parts = functional**2 * np.diag(spread.covariance)[:, None]
    total = parts.sum(axis=0)
    certain = (parts / spread.freedom[:, None]).sum(axis=0)
    freedom = np.divide(total, certain, out=np.full(len(total), np.inf), where=certain > 0)
    well, seen, _ = _determined(whole, fit.weak, MOSTLY)
    well &= alone
    source = ["data" if own else "combination" if some else "prior" for own, some in zip(well, seen, strict=True)]
    whole_deviation = deviation(spread.covariance)
    noise = np.minimum(deviation(spread.noise), whole_deviation)
    return Intervals(whole_deviation, noise, freedom, tuple(source))


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
