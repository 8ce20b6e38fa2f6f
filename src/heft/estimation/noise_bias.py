"""Does noise in the positions bias the estimate? The test of Durbin, Wu and Hausman.

If the regressor has no noise, least squares and instrumental variables estimate the same parameters, and differ by
chance alone. Noise attenuates least squares and not the other. Each difference d_i is compared with its own standard
deviation, by a jackknife over stretches of time of the difference itself, so that correlated residuals do not make it
seem significant. Of n differences one is often large by chance, so that the level is divided by n (Bonferroni).

Where the test rejects, d is the measured bias, and the intervals of least squares have to contain it: C + d d^T.

A simulated motion that follows noisy positions is noisy, too (`output-error`). Commands are not: there the simulation
explains far more than least squares along the commands do, and nothing is tested. Otherwise the test of least squares
says whether there is noise, and if there is, the difference of the estimate itself from instrumental variables is its
bias; its standard deviation is that of both, as if they were independent, which is more than it can be.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr

from heft.arrays import Array, Bools
from heft.estimation.estimators import Estimator
from heft.estimation.estimators.instrumental import Pairs, solved, without_each
from heft.estimation.estimators.weighted import weighted_by_iteration
from heft.estimation.evidence import Evidence
from heft.estimation.least_squares import Fit, solve

COMMANDS = 0.5
"""Positions are commands if a simulated motion leaves less than this much of the rms residual of every coordinate."""

LEVEL = 0.05
"""The probability that an estimate without bias is said to have one."""


@dataclass(frozen=True, eq=False)
class NoiseBias:
    """How instrumental variables differ from least squares.

    Attributes:
        names: of the base parameters.
        difference: (n,) instrumental minus least squares.
        deviation: (n,) standard deviations of the differences.
        significant: (n,) which of them are not chance, at `LEVEL` for all together.
    """

    names: tuple[str, ...]
    difference: Array
    deviation: Array
    significant: Bools

    @property
    def spread(self) -> Array:
        """(n, n) what the covariance of least squares lacks: d d^T, or zero if there is no sign of a bias."""
        d = self.difference if np.any(self.significant) else np.zeros(len(self.difference))
        return np.outer(d, d)


def noise_bias(evidence: Evidence, fit: Fit, how: Estimator) -> NoiseBias | None:
    """Return the test's result for a fit; None where it does not apply or the logs do not suffice for it."""
    if not how.attenuated or evidence.earlier:
        return None
    pairs = Pairs.of(evidence)
    if not pairs.runs or not np.all((pairs.information.counts > 0) == (fit.counts > 0)):
        return None
    scales, prior, weights = evidence.base_scales, evidence.prior, fit.weights
    plain = weighted_by_iteration(evidence, pairs.plain, lambda some, w: solve(some, w, scales, prior), weights)
    used = fit.counts > 0
    if how.simulates and np.all(fit.sigma[used] < COMMANDS * plain.sigma[used]):
        return None
    other = weighted_by_iteration(evidence, pairs.information, lambda some, w: solved(some, w, scales, prior), weights)
    parts = list(pairs.stretches(evidence, [(other, "instruments"), (plain, "own")]))
    if len(parts) <= 2:
        return None
    try:
        scatter = without_each(other, [part for part, _ in parts]) - without_each(plain, [part for _, part in parts])
    except np.linalg.LinAlgError:  # a stretch of time alone determines some direction
        return None
    deviation = np.sqrt((len(scatter) - 1) / len(scatter) * np.sum(scatter**2, axis=0))
    difference = np.where(fit.determined, other.values - plain.values, 0.0)
    certain = np.maximum(deviation, 1e-9 * scales)
    chance = 2 * stdtr(len(scatter) - 1, -np.abs(difference) / certain)
    noisy = np.asarray(chance * len(difference) < LEVEL)
    if how.simulates and np.any(noisy):
        alone = without_each(other, [part for part, _ in parts])
        variance = (len(alone) - 1) / len(alone) * np.sum(alone**2, axis=0) + np.diag(fit.covariance)
        difference, deviation = np.where(fit.determined, other.values - fit.values, 0.0), np.sqrt(variance)
        chance = 2 * stdtr(len(alone) - 1, -np.abs(difference) / np.maximum(deviation, 1e-9 * scales))
        noisy = np.asarray(chance * len(difference) < LEVEL)
    return NoiseBias(fit.names, difference, deviation, noisy)
