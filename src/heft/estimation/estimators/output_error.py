"""Closed-loop output error: the torques of a simulated robot under PD control are fitted to the measured ones.

It needs only torques and what the robot was told to do (DIDIM: direct and inverse dynamic identification models,
Gautier, Janot and Vandanjon 2013). The positions of the log are the reference of a PD controller: commands where no
positions were measured, or positions from an encoder too coarse to differentiate. The model with the present
parameters follows them in simulation. Since control hides errors of the parameters from the motion, the torque changes
with the parameters as the regressor of the simulated motion says, d tau / d x = A(q_s, qd_s, qdd_s):

    x, w  <-  Gauss-Newton step of  sum |tau - A(q_s) x|^2  over the parameters x and the bandwidths w of the joints

The bandwidths are fitted too (d tau / d log w by differences), and eliminated from the factor: [R_ww R_wx; 0 R_xx].
Where the gains of the controller are given, only the parameters are fitted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.errors import ArgumentError, PhysicsError
from heft.estimation.closed_loop import ClosedLoop, Followed, Gains, refuse_joints
from heft.estimation.consistent import consistent
from heft.estimation.estimators import Estimator
from heft.estimation.estimators.weighted import Weighted
from heft.estimation.evidence import Evidence, of_robot
from heft.estimation.information import Information, folded, triangle
from heft.estimation.least_squares import Fit, reweighted, solution
from heft.estimation.regression import Regression
from heft.estimation.row_blocks import RowSource, sources_of
from heft.estimation.rows import rows_of
from heft.estimation.state_error import state_sums, states_of
from heft.estimation.uncertainty import Stretch, stretch_length
from heft.robot.model import Robot

START = 2 * np.pi * 8.0
"""The bandwidth to begin with [rad/s]."""

SLOWEST, FASTEST = 2 * np.pi * 1.0, 2 * np.pi * 50.0
"""Bandwidths that a position controller may have [rad/s]. Motions with less than a few Hz are followed by the fastest
as if they were measured positions, to a thousandth of their accelerations."""

DIFFERENCE = 0.02
"""Change of log w for the derivative."""

ITERATIONS, TOLERANCE = 30, 0.1
"""It has converged where a step gains no more logarithm of the likelihood: parameters then move by a fraction of their
deviation."""

SHORTEST = 0.01
"""It has converged, too, where no step longer than this part of Gauss and Newton's reduces the residuals."""


class OutputError(Estimator):
    """Closed-loop output error with fitted bandwidths, each joint weighted by its residuals."""

    name = "output-error"
    summary = (
        "closed-loop output error (DIDIM): positions are commands or coarse, PD control is simulated, fitted or given"
    )
    needs_second_pass = True
    needs_robot = True
    simulates = True

    def __init__(self, controller: Mapping[str, tuple[float, float]] | None = None) -> None:
        self.controller = controller
        """Kp and Kd of every joint [N m/rad, N m s/rad], by name; None where they are fitted."""

    def controlled_by(self, controller: Mapping[str, tuple[float, float]]) -> OutputError:
        """Return the estimator for a controller with known gains."""
        return OutputError(controller)

    def fit(self, evidence: Regression) -> Fit:
        """Return the estimate.

        Raises:
            PhysicsError: it did not converge.
            ArgumentError: a joint is not one that is simulated under control, or the runs are too short.
        """
        evidence = of_robot(evidence)
        refuse_joints(evidence.base.model.robot)
        start = Weighted().fit(evidence)
        if self.controller is not None:
            return self._fit_to_known(evidence, start)
        bandwidth = np.full(evidence.base.model.robot.nv, START)
        best, step = _solved(evidence, self._follow(evidence, start, bandwidth), start, bandwidth)
        share = 1.0
        for done in range(2, ITERATIONS + 1):
            trial = _stepped(bandwidth, share * step)
            fit, next_step = _solved(evidence, self._follow(evidence, best, trial), best, trial)
            gain = _cost(best) - _cost(fit)
            if gain >= 0:
                best, bandwidth, step, share = fit, trial, next_step, min(1.0, 2 * share)
            else:
                share /= 4
            if done > 3 and (0 <= gain < TOLERANCE or share < SHORTEST):
                return replace(best, iterations=done, bandwidth=bandwidth)
        raise _no_convergence()

    def _fit_to_known(self, evidence: Evidence, best: Fit) -> Fit:
        """Return the estimate where the gains are known: each step is linear least squares along a simulated motion."""
        known = np.zeros(0)
        best = _solved(evidence, self._follow(evidence, best, None), best, known)[0]
        for done in range(2, ITERATIONS + 1):
            fit = _solved(evidence, self._follow(evidence, best, None), best, known)[0]
            gain, best = _cost(best) - _cost(fit), fit
            if done > 3 and abs(gain) < TOLERANCE:
                return replace(best, iterations=done)
        raise _no_convergence()

    def _follow(self, evidence: Evidence, fit: Fit, bandwidth: Array | None) -> list[Followed]:
        """Return how each motion is followed: with these bandwidths and each of them changed, or with known gains."""
        base = evidence.base
        values = consistent(base, fit, evidence.scales, prior="euclidean").values
        runs = []
        for motion in evidence.motions:
            loop = ClosedLoop.of(base.model, values, motion)
            gains = loop.gains(_varied(bandwidth)) if bandwidth is not None else self._known(base.model.robot)
            runs.append(loop.follow(motion, gains))
        return runs

    def _known(self, robot: Robot) -> Gains:
        """Return the given gains of all joints, (1, nv) each.

        Raises:
            ArgumentError: a joint has none, or one that no stable controller has.
        """
        given = dict(self.controller or {})
        for name in {*robot.coordinate_names} ^ {*given}:
            known = name in robot.coordinate_names
            raise ArgumentError(
                f"The controller has no gains for joint '{name}'." if known else f"There is no joint '{name}'.",
                remedy=f"Give Kp and Kd for each of {', '.join(robot.coordinate_names)}.",
            )
        gains = np.array([given[name] for name in robot.coordinate_names], float).T
        if not np.all((gains > 0) & np.isfinite(gains)):
            raise ArgumentError(
                "A gain of the controller is not above zero.", remedy="Give Kp [N m/rad] and Kd [N m s/rad]."
            )
        return gains[0][None], gains[1][None]

    def stretches(self, evidence: Regression, fit: Fit) -> Iterable[Stretch]:
        """Return what stretches of the simulated motions say of the parameters, the bandwidths being fitted too.

        A step of the parameters moves the bandwidths along, -G_ww^-1 G_wx: with them T it changes torques by A T.
        Bandwidths at their bounds stay there.
        """
        evidence, fitted = of_robot(evidence), len(fit.bandwidth)
        parts = list(self._stretches(evidence, fit))
        whole = reduce(np.add, [part.information for part in parts])
        free = np.flatnonzero((fit.bandwidth > SLOWEST) & (fit.bandwidth < FASTEST))
        along = np.zeros((fitted, len(fit.values)))
        along[free] = -np.linalg.pinv(whole[np.ix_(free, free)], hermitian=True) @ whole[free, fitted:]
        T = np.vstack([along, np.eye(len(fit.values))])
        return [part.along(T) for part in parts]

    def _stretches(self, evidence: Evidence, fit: Fit) -> Iterator[Stretch]:
        """Yield what stretches say of bandwidths and parameters."""
        fitted = len(fit.bandwidth)
        runs = self._follow(evidence, fit, fit.bandwidth if fitted else None)
        columns = [_columns(source, fitted) for source in sources_of(evidence.base.model, evidence.base.columns)]
        length, size = stretch_length(sum(len(run.motion.kept) for run in runs)), fitted + len(fit.values)
        for number, run in enumerate(runs):
            for blocks, use, index in _rows(evidence, run):
                states = states_of(evidence.base.model.robot, run.motion, index)
                for start in range(0, use.shape[1], length):
                    at = slice(start, start + length)
                    scores, pulls = np.zeros((2, len(columns), size))
                    information, errors = np.zeros((size, size)), np.zeros(use[:, at].shape)
                    for r, (block, each, c) in enumerate(zip(blocks, use, columns, strict=True)):
                        here = np.where(each[at], fit.weights[r] * block[:, at], 0.0)
                        errors[r] = here[-1] - fit.values[c[fitted:] - fitted] @ here[fitted:-1]
                        scores[r, c], pulls[r, c] = here[:-1] @ errors[r], here[:-1].sum(axis=1)
                        information[np.ix_(c, c)] += here[:-1] @ here[:-1].T
                    (sums,) = state_sums(np.ones(len(columns)), pulls[None], errors, use[:, at], states[..., at])
                    yield Stretch(scores, information, number, sums=sums)


def _no_convergence() -> PhysicsError:
    return PhysicsError(
        f"Closed-loop output error did not converge in {ITERATIONS} iterations.",
        remedy="Use the estimator 'instrumental' or 'weighted', or start from a robot file with better inertias.",
    )


def _columns(source: RowSource, fitted: int) -> Ints:
    """Return the columns of a coordinate among the fitted bandwidths and the parameters."""
    return np.concatenate([np.arange(fitted), fitted + source.columns])


def _cost(fit: Fit) -> float:
    """Return minus the logarithm of the likelihood, but for a constant."""
    used = fit.counts > 0
    return float(np.log(np.maximum(fit.sigma, fit.least_sigma)[used]) @ fit.counts[used])


def _stepped(bandwidth: Array, step: Array) -> Array:
    """Return the bandwidths after a step of log w, taken along 1/w^2, with which the torque changes linearly."""
    return np.clip(bandwidth / np.sqrt(np.maximum(1 - 2 * step, 1e-12)), SLOWEST, FASTEST)


def _varied(bandwidth: Array) -> Array:
    """Return (1 + nv, nv): the bandwidths, and each of them changed in turn."""
    return bandwidth * np.exp(np.vstack([np.zeros(len(bandwidth)), DIFFERENCE * np.eye(len(bandwidth))]))


def _rows(evidence: Evidence, run: Followed) -> Iterator[tuple[list[Array], Bools, Ints]]:
    """Stream, for each coordinate, [d tau / d log w; A; tau] of a simulated run, which rows are used, their samples."""
    model, slopes = evidence.base.model, _slopes(run)
    for rows in rows_of(model, sources_of(model, evidence.base.columns), run.motion):
        here = slopes[rows.index]
        yield [np.vstack([here[:, :, r].T, block]) for r, block in enumerate(rows.blocks)], rows.use, rows.index


def _slopes(run: Followed) -> Array:
    """Return d tau / d log w (n, fitted, nv) along a simulated run, filtered as its rows are; zero where it is not."""
    plain = np.moveaxis(run.torques[1:] - run.torques[0], 1, 0) / DIFFERENCE
    low_pass, slopes = run.motion.regression_filter, np.zeros(plain.shape)
    for a, b in run.motion.segments:
        kept = slice(a, b) if low_pass is None else low_pass.kept(a, b)
        slopes[kept] = plain[a:b] if low_pass is None else low_pass.apply(plain[a:b])
    return slopes


def _solved(evidence: Evidence, runs: list[Followed], fit: Fit, bandwidth: Array) -> tuple[Fit, Array]:
    """Return the fit to the rows of simulated motions, and the step of log w.

    A bandwidth at its bound that would go beyond it is not fitted: parameters that go with a step which is not taken
    would be biased.
    """
    base, n, fitted = evidence.base, len(fit.values), len(bandwidth)
    sources = sources_of(base.model, base.columns)

    def blocks() -> Iterator[list[Array]]:
        for run in runs:
            for rows, use, _ in _rows(evidence, run):
                yield [np.ascontiguousarray(block[:, each]) for block, each in zip(rows, use, strict=True)]

    factors, counts = folded(blocks(), [fitted + len(source.columns) + 1 for source in sources])
    both = Information(
        names=(*(f"bandwidth {k}" for k in range(fitted)), *base.names),
        coordinates=evidence.information.coordinates,
        columns=tuple(_columns(source, fitted) for source in sources),
        factors=tuple(factors),
        counts=counts,
        origins=evidence.information.origins,
    )
    plain = replace(
        both,
        names=base.names,
        columns=tuple(source.columns for source in sources),
        factors=tuple(R[:, fitted:] for R in both.factors),
    )
    weights = reweighted(fit)
    stacked = both.stacked(weights)

    def solved(free: Bools) -> tuple[Fit, Array]:
        k, step = int(np.sum(free)), np.zeros(fitted)
        R = triangle(stacked[:, [*np.flatnonzero(free), *range(fitted, fitted + n + 1)]])
        found = solution(R[k : k + n, k:], plain, weights, evidence.base_scales, evidence.prior)
        rest = R[:k, -1] - R[:k, k:-1] @ found.values
        step[free] = np.linalg.lstsq(R[:k, :k], rest, rcond=1e-8)[0]
        return found, step

    found, step = solved(np.ones(fitted, bool))
    beyond = np.where(step > 0, bandwidth >= FASTEST, bandwidth <= SLOWEST)
    return solved(~beyond) if np.any(beyond) else (found, step)


ESTIMATOR = OutputError()
