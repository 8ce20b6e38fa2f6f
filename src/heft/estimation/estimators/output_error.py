"""Closed-loop output error: the torques of a simulated robot under PD control are fitted to the measured ones.

It needs only torques and what the robot was told to do (DIDIM: direct and inverse dynamic identification models,
Gautier, Janot and Vandanjon 2013). The positions of the log are the reference of a PD controller: commands where no
positions were measured, or positions from an encoder too coarse to differentiate. The model with the present
parameters follows them in simulation. Since control hides errors of the parameters from the motion, the torque changes
with the parameters as the regressor of the simulated motion says, d tau / d x = A(q_s, qd_s, qdd_s):

    x, w  <-  Gauss-Newton step of  sum |tau - A(q_s) x|^2  over the parameters x and the bandwidths w of the joints

The bandwidths are fitted too (d tau / d log w by differences), and eliminated from the factor: [R_ww R_wx; 0 R_xx].
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.errors import PhysicsError
from heft.estimation.closed_loop import ClosedLoop, refuse_joints
from heft.estimation.consistent import consistent
from heft.estimation.estimators import Estimator, register
from heft.estimation.estimators.weighted import Weighted
from heft.estimation.evidence import Evidence, of_robot
from heft.estimation.information import Information, folded
from heft.estimation.least_squares import Fit, reweighted, solution
from heft.estimation.regression import Regression
from heft.estimation.rows import RowSource, rows_of, sources_of
from heft.estimation.uncertainty import stretch_length
from heft.linalg import ROUNDING, significant
from heft.logs.motion import Motion

START = 2 * np.pi * 8.0
"""The bandwidth to begin with [rad/s]."""

SLOWEST, FASTEST = 2 * np.pi * 1.0, 2 * np.pi * 25.0
"""Bandwidths that a position controller may have [rad/s]."""

DIFFERENCE = 0.02
"""Change of log w for the derivative."""

LARGEST = 0.7
"""The largest change of log w in one step."""

ITERATIONS, TOLERANCE = 30, 0.1
"""It has converged where a step gains no more logarithm of the likelihood: parameters then move by a fraction of their
deviation."""

SHORTEST = 0.01
"""It has converged, too, where no step longer than this part of Gauss and Newton's reduces the residuals."""


@register
class OutputError(Estimator):
    """Closed-loop output error with fitted bandwidths, each joint weighted by its residuals."""

    name = "output-error"
    summary = "closed-loop output error (DIDIM): positions are commands or coarse, PD control is simulated and fitted"
    needs_second_pass = True
    needs_robot = True
    attenuated = False

    def fit(self, evidence: Regression) -> Fit:
        """Return the estimate.

        Raises:
            PhysicsError: it did not converge.
            ArgumentError: a joint is not one that is simulated under control, or the runs are too short.
        """
        evidence = of_robot(evidence)
        refuse_joints(evidence.base.model.robot)
        start = Weighted().fit(evidence)
        bandwidth = np.full(evidence.base.model.robot.nv, START)
        best, step = _solved(evidence, _follow(evidence, start, _varied(bandwidth)), start)
        share = 1.0
        for done in range(2, ITERATIONS + 1):
            trial = np.clip(bandwidth * np.exp(np.clip(share * step, -LARGEST, LARGEST)), SLOWEST, FASTEST)
            fit, next_step = _solved(evidence, _follow(evidence, best, _varied(trial)), best)
            gain = _cost(best) - _cost(fit)
            if gain >= 0:
                best, bandwidth, step, share = fit, trial, next_step, min(1.0, 2 * share)
            else:
                share /= 4
            if done > 3 and (0 <= gain < TOLERANCE or share < SHORTEST):
                return replace(best, iterations=done, bandwidth=bandwidth)
        raise PhysicsError(
            f"Closed-loop output error did not converge in {ITERATIONS} iterations.",
            remedy="Use the estimator 'instrumental' or 'weighted', or start from a robot file with better inertias.",
        )

    def covariance(self, evidence: Regression, fit: Fit) -> Array:
        """Return the covariance (n_base, n_base) by a jackknife over stretches, the bandwidths being fitted too."""
        evidence = of_robot(evidence)
        runs = _follow(evidence, fit, _varied(fit.bandwidth))
        columns = [
            _columns(source, len(fit.counts)) for source in sources_of(evidence.base.model, evidence.base.columns)
        ]
        length = stretch_length(sum(len(run[0].kept) for run in runs))
        size = len(fit.counts) + len(fit.values)
        scores, shares = [], []
        for run in runs:
            for blocks, use in _rows(evidence, run, fit):
                for start in range(0, use.shape[1], length):
                    score, share = np.zeros(size), np.zeros((size, size))
                    for block, each, c, weight in zip(blocks, use, columns, fit.weights, strict=True):
                        here = weight * block[:, start : start + length][:, each[start : start + length]]
                        own = here[len(fit.counts) : -1]
                        score[c] += here[:-1] @ (here[-1] - fit.values[c[len(fit.counts) :] - len(fit.counts)] @ own)
                        share[np.ix_(c, c)] += here[:-1] @ here[:-1].T
                    scores.append(score)
                    shares.append(share)
        changes = _without(np.array(scores), np.array(shares))[:, len(fit.counts) :]
        return max(len(changes) - 1, 1) / len(changes) * changes.T @ changes


def _without(scores: Array, shares: Array) -> Array:
    """Return how estimates change if each stretch is left out, along what all of them determine."""
    whole = shares.sum(axis=0)
    unit = np.sqrt(np.maximum(np.diag(whole), 1e-300))
    sizes, directions = np.linalg.eigh(whole / np.outer(unit, unit))
    L = (directions[:, significant(sizes)] / np.sqrt(sizes[significant(sizes)])) / unit[:, None]
    others = (1 + ROUNDING) * np.eye(L.shape[1]) - L.T @ shares @ L
    return np.asarray(np.linalg.solve(others, (scores @ L)[..., None])[..., 0] @ L.T, float)


def _columns(source: RowSource, nv: int) -> Ints:
    """Return the columns of a coordinate among the bandwidths and the parameters."""
    return np.concatenate([np.arange(nv), nv + source.columns])


def _cost(fit: Fit) -> float:
    """Return minus the logarithm of the likelihood, but for a constant."""
    used = fit.counts > 0
    return float(np.log(np.maximum(fit.sigma, fit.least_sigma)[used]) @ fit.counts[used])


def _varied(bandwidth: Array) -> Array:
    """Return (1 + nv, nv): the bandwidths, and each of them changed in turn."""
    return bandwidth * np.exp(np.vstack([np.zeros(len(bandwidth)), DIFFERENCE * np.eye(len(bandwidth))]))


def _follow(evidence: Evidence, fit: Fit, bandwidth: Array) -> list[list[Motion]]:
    """Return for each motion the simulated ones, one for each set of bandwidths."""
    base = evidence.base
    values = consistent(base, fit, evidence.scales).values
    return [ClosedLoop.of(base.model, values, motion).follow(motion, bandwidth) for motion in evidence.motions]


def _rows(evidence: Evidence, run: list[Motion], fit: Fit) -> Iterator[tuple[list[Array], Bools]]:
    """Stream, for each coordinate, [d tau / d log w; A; tau] of a simulated run, and which rows (nv, m) are used."""
    model, sources = evidence.base.model, sources_of(evidence.base.model, evidence.base.columns)
    for every in zip(*(rows_of(model, sources, each) for each in run), strict=True):
        out = []
        for r, source in enumerate(sources):
            torque = [fit.values[source.columns] @ rows.blocks[r][:-1] for rows in every]
            slopes = [(changed - torque[0]) / DIFFERENCE for changed in torque[1:]]
            out.append(np.vstack([*slopes, every[0].blocks[r]]))
        yield out, every[0].use


def _solved(evidence: Evidence, runs: list[list[Motion]], fit: Fit) -> tuple[Fit, Array]:
    """Return the fit to the rows of simulated motions, and the step of log w."""
    base, n, nv = evidence.base, len(fit.values), evidence.base.model.robot.nv
    sources = sources_of(base.model, base.columns)

    def blocks() -> Iterator[list[Array]]:
        for run in runs:
            for rows, use in _rows(evidence, run, fit):
                yield [np.ascontiguousarray(block[:, each]) for block, each in zip(rows, use, strict=True)]

    factors, counts = folded(blocks(), [nv + len(source.columns) + 1 for source in sources])
    both = Information(
        names=(*(f"bandwidth {k}" for k in range(nv)), *base.names),
        coordinates=evidence.information.coordinates,
        columns=tuple(_columns(source, nv) for source in sources),
        factors=tuple(factors),
        counts=counts,
        sources=evidence.information.sources,
    )
    plain = replace(
        both,
        names=base.names,
        columns=tuple(source.columns for source in sources),
        factors=tuple(R[:, nv:] for R in both.factors),
    )
    weights = reweighted(fit)
    stacked = both.stacked(weights)
    found = solution(stacked[nv : nv + n, nv:], plain, weights, evidence.base_scales, evidence.prior)
    rest = stacked[:nv, -1] - stacked[:nv, nv:-1] @ found.values
    step = np.linalg.lstsq(stacked[:nv, :nv], rest, rcond=1e-8)[0]
    return found, np.asarray(step, float)
