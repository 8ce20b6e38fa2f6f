"""Instrumental variables: least squares whose errors are at right angles to another, independent regressor.

With rows A of the regressor, rows Z of its instrument (`heft.estimation.instruments`) and efforts b, it solves

    sum over coordinates r of w_r^2 Z_r^T (A_r x - b_r) = 0

Noise of the positions attenuates least squares, because A^T A contains its square; Z^T A does not, if the noise of Z
and A is independent. The rows [Z | A | b] of each coordinate are folded into one triangular factor, whose blocks

    [R_ZZ  R_ZA  r_Z]          R_ZA x = r_Z  is the equation above, without normal equations,
    [  0   R_AA  r_A]          [R_ZA; R_AA] the factor of least squares on the same rows.

Its covariance is a jackknife over stretches of time, as that of the others: with the score g_k = sum Z^T w^2 e and
G_k = sum Z^T w^2 A of a stretch, an estimate without it differs by (sum_i G_i - G_k)^-1 g_k.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.errors import ArgumentError
from heft.estimation.base import Base
from heft.estimation.estimators import Estimator
from heft.estimation.estimators.weighted import weighted_by_iteration
from heft.estimation.evidence import Evidence, of_robot
from heft.estimation.information import Information, folded, triangle
from heft.estimation.instruments import Instrumented, instrumented
from heft.estimation.least_squares import Fit, solution
from heft.estimation.regression import Regression
from heft.estimation.row_blocks import sources_of
from heft.estimation.rows import rows_of
from heft.estimation.scale_free import sizes_of, without_scale
from heft.estimation.state_error import state_sums, states_of
from heft.estimation.uncertainty import Stretch, batches, cuts, products, stretch_length
from heft.linalg import ROUNDING, significant

Instruments = Literal["instruments", "own"]
"""Which rows residuals are to be at right angles to."""


@dataclass(frozen=True, eq=False)
class Pairs:
    """The rows of a regression beside those of its instruments.

    Attributes:
        base: the base parameters.
        runs: the motions, each with its instrument.
    """

    base: Base
    runs: tuple[Instrumented, ...]

    @classmethod
    def of(cls, evidence: Evidence) -> Pairs:
        """Make the instruments of all motions of an evidence that are long enough."""
        robot = evidence.base.model.robot
        found = (instrumented(robot, motion) for motion in evidence.motions)
        return cls(evidence.base, tuple(each for each in found if each is not None))

    @property
    def n(self) -> int:
        """The number of base parameters."""
        return len(self.base.columns)

    def blocks(self) -> Iterator[list[Array]]:
        """Stream, for each coordinate, the rows [Z; A; b] (2 k + 1, m) that are used."""
        for run in self.runs:
            for blocks, use, _ in self._rows(run):
                yield [np.ascontiguousarray(block[:, each]) for block, each in zip(blocks, use, strict=True)]

    def _rows(self, run: Instrumented) -> Iterator[tuple[list[Array], Bools, Ints]]:
        """Stream the rows of one run, which of them (nv, m) are used, and which samples (m,) they belong to."""
        model, sources = self.base.model, sources_of(self.base.model, self.base.columns)
        both = zip(rows_of(model, sources, run.instrument), rows_of(model, sources, run.motion), strict=True)
        for other, rows in both:
            pairs = [np.vstack([Z[:-1], A]) for Z, A in zip(other.blocks, rows.blocks, strict=True)]
            yield pairs, rows.use, rows.index

    @cached_property
    def information(self) -> Information:
        """The factors of [Z | A | b] of each coordinate; the columns of the instruments come first."""
        sources, n = sources_of(self.base.model, self.base.columns), self.n
        factors, counts = folded(self.blocks(), [2 * len(source.columns) + 1 for source in sources])
        return Information(
            names=(*(f"{name}, instrument" for name in self.base.names), *self.base.names),
            coordinates=tuple(self.base.model.robot.coordinate_names),
            columns=tuple(np.concatenate([source.columns, n + source.columns]) for source in sources),
            factors=tuple(factors),
            counts=counts,
            origins=tuple(run.motion for run in self.runs),
        )

    @property
    def plain(self) -> Information:
        """The factors of [A | b]: least squares on the same rows."""
        return _own(self.information)

    def stretches(self, evidence: Evidence, fits: Sequence[tuple[Fit, Instruments]]) -> Iterator[list[Stretch]]:
        """Yield what stretches of equal time say of the parameters, for each fit: scores Z^T w^2 e and Z^T w^2 A.

        An error f of the efforts moves the estimate by (Z^T w^2 A)^-1 Z^T w^2 f, so the sums over states are of Z.

        Args:
            evidence: says which coordinates have almost no effort.
            fits: estimates, of which residuals are taken and weighted, each with the rows that stand for Z.
        """
        columns = [source.columns for source in sources_of(self.base.model, self.base.columns)]
        length = stretch_length(sum(len(run.motion.kept) for run in self.runs))
        sizes = [sizes_of(evidence, fit.values) for fit, _ in fits]
        small = without_scale(evidence)

        for k, run in enumerate(self.runs):
            pending: list[Stretch] | None = None
            filled = 0
            for blocks, use, index in self._rows(run):
                states = states_of(self.base.model.robot, run.motion, index)
                used = [np.where(each, block, 0.0) for block, each in zip(blocks, use, strict=True)]
                for start, stop, count in cuts(use.shape[1], filled, length, self.n):
                    made: list[list[Stretch]] = [[] for _ in range(count)]
                    for (fit, which), size in zip(fits, sizes, strict=True):
                        scores, pulls = np.zeros((2, count, len(columns), self.n))
                        information, errors = np.zeros((count, self.n, self.n)), np.zeros((len(columns), stop - start))
                        for r, (c, block) in enumerate(zip(columns, used, strict=True)):
                            here = block[:, start:stop]
                            A, b = here[len(c) : -1], here[-1]
                            Z = here[: len(c)] if which == "instruments" else A
                            if small[r]:
                                Z = Z - np.outer(size[r, c], fit.values[c] @ Z - b)
                            errors[r] = b - fit.values[c] @ A
                            right = np.vstack([A, errors[r], np.ones(len(b))])
                            sums = products(fit.weights[r] ** 2 * Z, right, count)
                            scores[:, r, c], pulls[:, r, c] = sums[..., -2], sums[..., -1]
                            information[:, c[:, None], c] += sums[..., :-2]
                        at = slice(start, stop)
                        repeating = state_sums(fit.weights, pulls, errors, use[:, at], states[..., at])
                        for parts, score, each, own in zip(made, scores, information, repeating, strict=True):
                            parts.append(Stretch(score, each, k, sums=own))
                    if pending is not None:
                        made[0] = [one.joined(other) for one, other in zip(pending, made[0], strict=True)]
                    filled = (filled + stop - start) % length
                    pending = made.pop() if filled else None
                    yield from made
            if pending is not None:
                yield pending


class Instrumental(Estimator):
    """The instrumental-variable estimate, weighted per joint by iteration as least squares is."""

    name = "instrumental"
    summary = "instrumental variables: position noise that differentiation amplifies does not bias the parameters"
    needs_second_pass = True
    attenuated = False
    needs_robot = True

    def fit(self, evidence: Regression) -> Fit:
        """Return the instrumental-variable estimate.

        Raises:
            ArgumentError: no run is long enough for instruments.
        """
        evidence = of_robot(evidence)
        pairs = Pairs.of(evidence)
        if not pairs.runs or not np.any(pairs.information.counts):
            raise ArgumentError(
                "No run is long enough for instruments, which smooth the motion over a longer window than cleaning.",
                remedy="Record longer runs without gaps, or use another estimator.",
            )
        scales, prior = evidence.base_scales, evidence.prior
        return weighted_by_iteration(
            evidence, pairs.information, lambda some, weights: solved(some, weights, scales, prior)
        )

    def stretches(self, evidence: Regression, fit: Fit) -> Iterable[Stretch]:
        """Return what short stretches of time say of a fit, through the instruments."""
        robots = of_robot(evidence)
        return (each for (each,) in Pairs.of(robots).stretches(robots, [(fit, "instruments")]))

    def scatter(self, fit: Fit, parts: Iterable[Stretch]) -> Array:
        """Return the covariance (n_base, n_base) from what stretches of time say through the instruments."""
        changes = without_each(fit, list(parts))
        return max(len(changes) - 1, 1) / len(changes) * changes.T @ changes


def solved(both: Information, weights: Array | None, scales: Array, prior: Array) -> Fit:
    """Return the estimate from factors of [Z | A | b], for given weights of the coordinates' residuals.

    Args:
        both: as `Pairs.information`.
        weights: (nv,); None for ones.
        scales: (n,) sizes of the parameters.
        prior: (n,) what directions that are not determined keep.
    """
    R, n = both.stacked(weights), len(scales)
    U, s, _ = np.linalg.svd(R[:n, :n] * scales)
    factor = np.where(significant(s)[:, None], U.T @ R[:n, n:], 0.0)
    return solution(factor, _own(both), weights, scales, prior)


def _own(both: Information) -> Information:
    """Return the factors of [A | b] from those of [Z | A | b]."""
    n = len(both.names) // 2
    columns = tuple(c[c >= n] - n for c in both.columns)
    factors = [triangle(R[:, len(c) :]) for R, c in zip(both.factors, columns, strict=True)]
    return replace(both, names=both.names[n:], columns=columns, factors=tuple(factors))


def without_each(fit: Fit, parts: Sequence[Stretch]) -> Array:
    """Return (stretches, n) how the estimate changes if each stretch is left out: (sum_i G_i - G_k)^-1 g_k."""
    determined = len(fit.values) - fit.undetermined.shape[1]
    _, sizes, Vt = np.linalg.svd(fit.factor[:, :-1] * fit.scales)
    L = fit.scales[:, None] * Vt[:determined].T / sizes[:determined]
    whole = (1 + ROUNDING) * (L.T @ sum(part.information for part in parts) @ L)
    changes = []
    for some in batches(parts, len(L)):
        shares = L.T @ np.array([part.information for part in some]) @ L
        scores = np.array([part.scores.sum(axis=0) for part in some]) @ L
        changes.append(np.linalg.solve(whole - shares, scores[..., None])[..., 0] @ L.T)
    return np.asarray(np.concatenate(changes), float)


ESTIMATOR = Instrumental()
