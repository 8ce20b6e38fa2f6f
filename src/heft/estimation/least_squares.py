"""Least squares from triangular factors, for given weights of the coordinates: what every estimator ends in.

With R, z the stacked factor and its right-hand side, the estimate minimises |R x - z|^2. Its solution goes through the
singular values of R in units of the parameters' scales (`heft.estimation.scales`) and of the residuals' standard
deviation. Then a singular value s means: along its direction the data determine the parameters to 1/s of their size.
Where s is zero except for rounding, the direction is not determined: the estimate stays at the prior there, and its
uncertainty is infinite. Where s > 1 the data determine it better than a guess would: it is excited. Least squares takes
the data at their word in between, too, but a consistent estimate leaves such a weak direction to the prior.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.errors import ArgumentError
from heft.estimation.information import Information
from heft.estimation.tip_to_base import JointFit
from heft.linalg import significant

BLIND = 1e-3
"""A base parameter counts as determined, or as excited, where no more than this part of it lies in directions that are
not."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Fit:
    """A least-squares estimate.

    Attributes:
        names: of the parameters.
        values: (n,).
        covariance: (n, n) of the determined part of the values, residuals taken as independent.
        undetermined: (n, k) orthonormal (in units of the scales) directions that the data do not determine at all.
        weak: (n, l) those that they do not excite: these, and others that they determine less well than a guess would.
        singular_values: (n,) of the weighted factor in units of the scales, falling.
        scales: (n,) those units.
        factor: (n, n + 1) [R | z], weighted.
        unit: the standard deviation of a weighted residual; one where the weights are in units of it.
        weights: (nv,) by which the coordinates' residuals were multiplied.
        sigma: (nv,) standard deviations of the residuals.
        counts: (nv,) samples.
        squares: (nv,) sums of squared residuals.
        energy: (nv,) sums of squared efforts.
        iterations: how often weights were computed.
        joints: what each joint determined, base to tip, of the recursive estimate.
        influence: (nv, n, n) how a coordinate's score moves the values, of the recursive estimate.
        bandwidth: (nv,) of the joints' simulated controllers [rad/s], of closed-loop output error.
    """

    names: tuple[str, ...]
    values: Array
    covariance: Array
    undetermined: Array
    weak: Array
    singular_values: Array
    scales: Array
    factor: Array
    unit: float
    weights: Array
    sigma: Array
    counts: Ints
    squares: Array
    energy: Array
    iterations: int = 1
    joints: tuple[JointFit, ...] = ()
    influence: Array = field(default_factory=lambda: np.zeros((0, 0, 0)))
    bandwidth: Array = field(default_factory=lambda: np.zeros(0))

    @property
    def rank(self) -> int:
        """How many directions the data excite."""
        return len(self.values) - self.weak.shape[1]

    @property
    def determined(self) -> Bools:
        """(n,) whether the data determine each parameter, well or badly."""
        return np.linalg.norm(self.undetermined, axis=1) < BLIND

    @property
    def wholly_excited(self) -> Bools:
        """(n,) whether the data excite every direction that a parameter has a part in."""
        return np.linalg.norm(self.weak, axis=1) < BLIND

    @property
    def rmse(self) -> Array:
        """(nv,) root mean square residuals, in the unit of the efforts."""
        return np.sqrt(self.squares / np.maximum(self.counts, 1))

    @property
    def least_sigma(self) -> Array:
        """(nv,) the least standard deviation that a coordinate is given, so that rounding does not outweigh others.

        It is a part of its efforts; of all efforts, where its own are zero throughout.
        """
        own = np.sqrt(self.energy / np.maximum(self.counts, 1))
        every = float(np.sqrt(np.sum(self.energy) / max(int(np.sum(self.counts)), 1)))
        return 1e-9 * np.where(own > 0, own, every or 1.0)

    @property
    def equilibrated(self) -> Fit:
        """The same in units in which all columns have one length, so that rounding hides no direction.

        Rows without contact forces have many nearly equal columns: in plausible sizes their directions differ by so
        much that noise in the regressor, which moves the weakest ones most, would be lost.
        """
        norms = np.linalg.norm(self.factor[:, :-1], axis=0)
        return replace(self, scales=np.where(norms > 0, 1 / np.where(norms > 0, norms, 1.0), self.scales))

    @property
    def condition(self) -> float:
        """The condition number of the weighted factor with columns of unit length."""
        norms = np.linalg.norm(self.factor[:, :-1], axis=0)
        if not len(norms) or np.any(norms == 0):
            return float("inf")
        s = np.linalg.svd(self.factor[:, :-1] / norms, compute_uv=False)
        return float(s[0] / s[-1]) if s[-1] > 0 else float("inf")


def solve(information: Information, weights: Array | None, scales: Array, prior: Array) -> Fit:
    """Return the estimate for given weights of the coordinates' residuals.

    Args:
        information: over the base columns.
        weights: (nv,) one over the residuals' standard deviations; None: all coordinates have one common deviation,
            which is taken from the residuals.
        scales: (n,) sizes of the parameters.
        prior: (n,) what directions that are not determined keep.

    Raises:
        ArgumentError: there is no sample.
    """
    n = len(information.names)
    if not np.any(information.counts):
        raise ArgumentError("There is no sample to estimate from.", remedy="Check the motion and its thresholds.")
    return solution(information.stacked(weights)[:n], information, weights, scales, prior)


def solution(factor: Array, information: Information, weights: Array | None, scales: Array, prior: Array) -> Fit:
    """Return the estimate that minimises |R x - z|^2 of a factor [R | z] (n, n + 1), with residuals of an information.

    The factor is that of the information for least squares; other estimators make their own. The other arguments are
    those of `solve`.
    """
    n, counts = len(information.names), information.counts
    common = weights is None
    weights = np.ones(len(counts)) if weights is None else weights
    R, z = factor[:, :n], factor[:, n]
    U, s, Vt = np.linalg.svd(R * scales)
    determined = significant(s)
    values = prior + scales * _along(U, s, Vt, determined, z - R @ prior)
    squares = information.squares(values)
    freedom = np.maximum(counts * (1 - np.sum(determined) / np.sum(counts)), 1)
    deviation = float(np.sqrt(squares.sum() / freedom.sum())) if common else 1.0
    half = scales[:, None] * (Vt[determined].T / s[determined]) * deviation
    return Fit(
        names=information.names,
        values=values,
        covariance=half @ half.T,
        undetermined=Vt[~determined].T,
        weak=Vt[~(determined & (s > deviation))].T,
        singular_values=s / deviation if deviation > 0 else np.full(n, np.inf),
        scales=scales,
        factor=factor,
        unit=float(np.sqrt(squares.sum() / np.sum(counts))) if common else 1.0,
        weights=weights,
        sigma=np.sqrt(squares / freedom),
        counts=counts,
        squares=squares,
        energy=information.energy,
    )


def reweighted(fit: Fit) -> Array:
    """Return (nv,) 1 / sigma, the weights that the residuals of a fit ask for."""
    return np.where(fit.counts > 0, 1.0 / np.maximum(fit.sigma, fit.least_sigma), 0.0)


def _along(U: Array, s: Array, Vt: Array, keep: Bools, rhs: Array) -> Array:
    """Return the least-squares solution along the kept singular directions, which moves nothing else."""
    return Vt[keep].T @ ((U.T[keep] @ rhs) / s[keep])
