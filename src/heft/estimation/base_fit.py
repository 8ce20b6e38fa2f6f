"""Base parameters as one kind of runs gives them: values, weights, covariance, and what drive gains do to them.

Where currents were turned into torques by gains k that are themselves estimates, base parameters inherit the error of
the gains. Least squares is linear in the torques, so with tau_r = k_r i_r

    b = sum_r k_r b_r,    db/dk_r = b_r = (sum_s w_s^2 A_s^T A_s)^-1 w_r^2 A_r^T i_r

and the covariance of the gains adds db/dk C_k db/dk^T to that of b.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from heft.arrays import Array
from heft.estimation.estimators import Estimator
from heft.estimation.evidence import Evidence
from heft.estimation.least_squares import Fit, reweighted
from heft.estimation.scales import body_sizes, inertial_scales
from heft.linalg import significant

if TYPE_CHECKING:
    from heft.estimation.drive_gains import DriveGains
    from heft.estimation.estimate import Estimate


@dataclass(frozen=True, eq=False, kw_only=True)
class BaseFit:
    """Base parameters that runs of one kind determine.

    Attributes:
        values: (n,) base parameters.
        weight: (k, n) R: a step d from the values costs |R d|^2; directions that are not determined cost nothing.
        covariance: (n, n) of the values, drive gains taken as exact.
        moves: (n, nv) how a drive gain moves the values; zero where the gains are given.
        scales: (n,) sizes of the base parameters.
    """

    values: Array
    weight: Array
    covariance: Array
    moves: Array
    scales: Array

    @classmethod
    def of(cls, evidence: Evidence, fit: Fit, covariance: Array, gains: DriveGains | None = None) -> BaseFit:
        """Return what a fit found.

        Args:
            evidence: that was fitted, in torques.
            fit: of it.
            covariance: (n, n) of the fit's values.
            gains: by which currents were turned into torques, if they are estimates.
        """
        moves = gain_moves(evidence, fit, gains) if gains is not None else np.zeros((len(fit.values), len(fit.counts)))
        weight = fit.factor[:, :-1] / max(fit.unit, 1e-300)
        return cls(values=fit.values, weight=weight, covariance=covariance, moves=moves, scales=fit.scales)

    @classmethod
    def by(cls, how: Estimator, evidence: Evidence, gains: DriveGains | None = None) -> BaseFit:
        """Return what an estimator finds in evidence."""
        fit = how.fit(evidence)
        return cls.of(evidence, fit, how.spread(evidence, fit).covariance, gains)

    @classmethod
    def stored(cls, estimate: Estimate, gains: DriveGains | None = None) -> BaseFit:
        """Return what an earlier identification found, weighted as its runs would be.

        Args:
            estimate: the identification.
            gains: its drive gains, if the runs that it is compared with are converted by the same; an error of theirs
                then moves both alike.
        """
        base, robot = estimate.base, estimate.model.robot
        mass, radius = body_sizes(estimate.model.plausible.parameters)
        sizes = np.ones(len(base.model.names))
        sizes[: 10 * robot.n_bodies] = inertial_scales(mass[:, None], radius[:, None]).ravel()
        scales = base.scales(sizes)
        own = estimate.covariance
        moves = np.zeros((len(scales), robot.nv)) if gains is None or not gains.moves.size else gains.moves
        if gains is not None:
            own = own - moves @ gains.covariance @ moves.T
        weight = inverse_half(own if estimate.independent is None else estimate.independent, scales)
        return cls(values=estimate.base_values, weight=weight, covariance=own, moves=moves, scales=scales)

    def with_gains(self, gains: DriveGains | None) -> Array:
        """Return the covariance (n, n) of the values, that of the drive gains included."""
        return self.covariance if gains is None else self.covariance + self.moves @ gains.covariance @ self.moves.T


def inverse_half(covariance: Array, scales: Array) -> Array:
    """Return R with R^T R the inverse of a covariance, zero along directions of which it says nothing."""
    variance, directions = np.linalg.eigh(covariance / np.outer(scales, scales))
    known = significant(np.sqrt(np.maximum(variance, 0.0))[::-1])[::-1]
    return np.asarray((directions[:, known] / np.sqrt(variance[known])).T / scales, float)


def gain_moves(evidence: Evidence, fit: Fit, gains: DriveGains) -> Array:
    """Return (n, nv) how each drive gain moves the base parameters of weighted least squares."""
    information, weights = evidence.information, reweighted(fit)
    n, nv = len(fit.values), len(weights)
    _, s, Vt = np.linalg.svd(information.stacked(weights)[:n, :n] * fit.scales)
    keep = significant(s)
    half = fit.scales[:, None] * Vt[keep].T / s[keep]
    moves = np.zeros((n, nv))
    for r, (columns, R) in enumerate(zip(information.columns, information.factors, strict=True)):
        if np.isfinite(gains.values[r]):
            pull = weights[r] ** 2 * R[:, :-1].T @ R[:, -1] / gains.values[r]
            moves[:, r] = half @ (half[columns].T @ pull)
    return moves
