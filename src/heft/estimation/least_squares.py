"""Least squares from triangular factors: ordinary, and weighted per coordinate by iteration.

With R, z the stacked factor and its right-hand side, the estimate minimises |R x - z|^2. Its solution goes through the
singular values of R in units of the parameters' scales (`heft.estimation.scales`) and of the residuals' standard
deviation. Then a singular value s means: along its direction the data tell the parameters to 1/s of their size. Where
s is zero but for rounding, nobody excited the direction: the estimate stays at the prior there, and its uncertainty
is infinite. Where s < 1 the data tell less than a guess would; least squares takes them at their word, but a
consistent estimate leaves such a weak direction to the prior.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.errors import ArgumentError
from heft.estimation.information import Information
from heft.estimation.tip_to_base import JointFit
from heft.linalg import significant


@dataclass(frozen=True, eq=False)
class Fit:
    """A least-squares estimate.

    Attributes:
        names: of the parameters.
        values: (n,).
        covariance: (n, n) of the excited part of the values, residuals taken as independent.
        unexcited: (n, k) orthonormal (in units of the scales) directions of which the data say nothing.
        weak: (n, l) those and the ones of which the data say less than a guess would.
        singular_values: (n,) of the weighted factor in units of the scales, falling.
        scales: (n,) those units.
        factor: (n, n + 1) [R | z], weighted.
        weights: (nv,) what the coordinates' residuals were multiplied by.
        sigma: (nv,) standard deviations of the residuals.
        counts: (nv,) samples.
        squares: (nv,) sums of squared residuals.
        energy: (nv,) sums of squared efforts.
        method: "ordinary", "weighted", "covariance", "huber" or "recursive".
        iterations: how often weights were computed.
        joints: what each joint told, base to tip, of the recursive estimate.
        influence: (nv, n, n) how a coordinate's score moves the values, of the recursive estimate.
    """

    names: tuple[str, ...]
    values: Array
    covariance: Array
    unexcited: Array
    weak: Array
    singular_values: Array
    scales: Array
    factor: Array
    weights: Array
    sigma: Array
    counts: Ints
    squares: Array
    energy: Array
    method: str
    iterations: int = 1
    joints: tuple[JointFit, ...] = ()
    influence: Array | None = None

    @property
    def rank(self) -> int:
        """How many directions the data tell better than a guess."""
        return len(self.values) - self.weak.shape[1]

    @property
    def rmse(self) -> Array:
        """(nv,) root mean square residuals, in the unit of the efforts."""
        return np.sqrt(self.squares / np.maximum(self.counts, 1))

    @property
    def relative_percent(self) -> Array:
        """(nv,) 100 |residual| / |effort|."""
        return 100 * np.sqrt(self.squares / np.where(self.energy > 0, self.energy, np.inf))

    @property
    def condition(self) -> float:
        """The condition number of the weighted factor with columns of unit length."""
        norms = np.linalg.norm(self.factor[:, :-1], axis=0)
        if not len(norms) or np.any(norms == 0):
            return float("inf")
        s = np.linalg.svd(self.factor[:, :-1] / norms, compute_uv=False)
        return float(s[0] / s[-1]) if s[-1] > 0 else float("inf")


def ordinary(information: Information, scales: Array, prior: Array | None = None) -> Fit:
    """Return the ordinary least-squares estimate.

    Args:
        information: over the base columns.
        scales: (n,) sizes of the parameters.
        prior: (n,) what unexcited directions keep; zeros if None.
    """
    return _solve(information, np.ones(len(information.counts)), scales, prior, common=True, method="ordinary")


def weighted(information: Information, scales: Array, prior: Array | None = None, iterations: int = 20) -> Fit:
    """Return the estimate in which each coordinate's residuals count in units of their standard deviation.

    The deviations come from the residuals themselves, starting with ordinary least squares, until they stay the same
    to 1e-6. No second pass over the logs is needed.
    """
    fit, done = ordinary(information, scales, prior), 0
    while done < iterations:
        before, done = fit.sigma, done + 1
        fit = _solve(information, reweighted(fit), scales, prior, common=False, method="weighted")
        if np.all(np.abs(fit.sigma - before) <= 1e-6 * before):
            break
    return replace(fit, iterations=done)


def solved(information: Information, weights: Array, scales: Array, prior: Array | None, method: str) -> Fit:
    """Return the estimate for given weights (nv,), the residuals' deviations being their inverses."""
    return _solve(information, weights, scales, prior, common=False, method=method)


def reweighted(fit: Fit) -> Array:
    """Return 1 / sigma; a coordinate without residual is not let to outweigh the others by more than rounding does."""
    floor = 1e-9 * np.sqrt(fit.energy / np.maximum(fit.counts, 1)) + 1e-300
    return np.where(fit.counts > 0, 1.0 / np.maximum(fit.sigma, floor), 0.0)


def _solve(
    information: Information, weights: Array, scales: Array, prior: Array | None, *, common: bool, method: str
) -> Fit:
    n, counts = len(information.names), information.counts
    if not np.any(counts):
        raise ArgumentError("There is no sample to estimate from.", remedy="Check the motion and its thresholds.")
    prior = np.zeros(n) if prior is None else prior
    stacked = information.stacked(weights)
    R, z = stacked[:n, :n], stacked[:n, n]
    U, s, Vt = np.linalg.svd(R * scales)
    enough = significant(s)
    values = prior + scales * _along(U, s, Vt, enough, z - R @ prior)
    squares = information.squares(values)
    freedom = np.maximum(counts * (1 - np.sum(enough) / np.sum(counts)), 1)
    if common:
        variance = np.full(len(counts), squares.sum() / freedom.sum())
        per_unit = np.sqrt(variance[0])
        sigma = np.sqrt(squares / freedom)
    else:
        sigma = np.sqrt(squares / freedom)
        per_unit = 1.0
    half = scales[:, None] * (Vt[enough].T / s[enough]) * per_unit
    return Fit(
        information.names,
        values,
        half @ half.T,
        Vt[~enough].T,
        Vt[~(enough & (s > per_unit))].T,
        s / per_unit if per_unit > 0 else np.full(n, np.inf),
        scales,
        stacked[:n],
        weights,
        sigma,
        counts,
        squares,
        information.energy,
        method,
    )


def _along(U: Array, s: Array, Vt: Array, keep: Bools, rhs: Array) -> Array:
    """Return the least-squares solution along the kept singular directions, which moves nothing else."""
    return Vt[keep].T @ ((U.T[keep] @ rhs) / s[keep])
