"""Unknown drive gains: the torque per ampere of each drive, from a loaded and an unloaded run.

A robot of which only motor currents were logged, tau_r = k_r i_r, can be scaled at will: torques, masses and gains
double together. A load of which one thing is known, its mass as a rule, fixes the scale; the joints share their
parameters, which fixes each gain beside the others. The currents carry the noise, so it is they that are predicted:

    i_r = g_r A_r x,   g_r = 1 / k_r,   x = (base parameters, load with its known part)

    minimise over g, x:  sum_r w_r^2 |g_r A_r x - i_r|^2 = sum_r w_r^2 |R_r [g_r x; -1]|^2

which is the negative log-likelihood of noise in the currents only. (The homogeneous form A x - k i = 0 by least squares
would put the noisy current among the regressors and shrink every gain; it gives the start.) It is solved by
Gauss-Newton on the small triangular factors; w_r is one over the standard deviation of joint r's residuals, iterated.

The covariance is a jackknife over a few long blocks of time, of the problem linear about its solution. Residuals of a
friction model that is not quite right last for seconds. Taken as independent they would make the gains look two to
three times better than they are, most of all that of a joint with a vertical axis: the moments of inertia that it
alone shows take any scale, and only what it shares with other joints, and the known load, fix it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

import numpy as np

from heft.arrays import Array, Ints
from heft.errors import ArgumentError, did_you_mean
from heft.estimation.base import Base
from heft.estimation.information import Information, information_of, merged, triangle
from heft.estimation.least_squares import Fit, solve
from heft.estimation.payload import carrier, load_columns
from heft.estimation.residuals import Pass
from heft.estimation.uncertainty import Stretch, jackknife
from heft.linalg import least_squares
from heft.logs.log import Log
from heft.logs.motion import Motion
from heft.parameters import INDEX, NAMES

ITERATIONS, TOLERANCE = 100, 1e-10
BLOCKS = 10
"""Blocks of time that the jackknife leaves out, one after the other."""


@dataclass(frozen=True, eq=False)
class DriveGains:
    """Drive gains by coordinate.

    Attributes:
        names: of the coordinates.
        values: (nv,) torque per unit of effort, N m/A for currents; NaN where no effort was measured.
        covariance: (nv, nv) of the values, zero where they are NaN.
        load: (10,) the load in the frame of the body that carries it, as far as the gains' own fit knows it.
        moves: (n_base, nv) how the base parameters of the same identification move with each gain; empty before it.
    """

    names: tuple[str, ...]
    values: Array
    covariance: Array
    load: Array = field(default_factory=lambda: np.zeros(10))
    moves: Array = field(default_factory=lambda: np.zeros((0, 0)))

    @property
    def deviation(self) -> Array:
        """(nv,) standard deviations; NaN where there is no gain."""
        return np.where(np.isfinite(self.values), np.sqrt(np.diag(self.covariance)), np.nan)

    def torques(self, motion: Motion) -> Motion:
        """Return a motion with its currents turned into joint torques."""
        measured = motion.measured & np.isfinite(self.values)
        return replace(motion, effort=motion.effort * self.values, effort_kind="joint_torque", measured=measured)

    def of_log(self, log: Log) -> Log:
        """Return a log with its currents turned into joint torques; its metadata record the gains.

        Raises:
            ArgumentError: the log has no currents, or currents of a joint without a gain.
        """
        if log.effort is None or log.effort_kind != "motor_current":
            raise ArgumentError(
                "The log has no motor currents to which drive gains could be applied.",
                where=log.where,
                remedy="Take the gains out of the map, so that currents stay currents, or omit the gains.",
            )
        known = {name: float(k) for name, k in zip(self.names, self.values, strict=True) if np.isfinite(k)}
        measured = [name for k, name in enumerate(log.v_names) if np.any(np.isfinite(log.effort[:, k]))]
        for name in measured:
            if name not in known:
                raise ArgumentError(
                    f"There is no drive gain of '{name}'.", where=log.where, remedy=did_you_mean(name, known)
                )
        factors = np.array([known.get(name, np.nan) for name in log.v_names])
        metadata = {**log.metadata, "drive_gains": {name: known[name] for name in measured}}
        return replace(log, effort=log.effort * factors, effort_kind="joint_torque", metadata=metadata)

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON: by coordinate its gain, deviation, row of the covariance, and moves; or null."""
        rows: dict[str, Any] = {}
        for r, name in enumerate(self.names):
            rows[name] = {
                "gain": float(self.values[r]),
                "deviation": float(self.deviation[r]),
                "covariance": self.covariance[r].tolist(),
                "moves": self.moves[:, r].tolist() if self.moves.size else [],
            }
        return {name: row if np.isfinite(row["gain"]) else None for name, row in rows.items()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> DriveGains:
        """Read what `to_dict` gives; older results have deviations alone."""
        values, covariance = np.full(len(data), np.nan), np.zeros((len(data), len(data)))
        moves = np.zeros((max([len(row.get("moves", ())) for row in data.values() if row] or [0]), len(data)))
        for r, row in enumerate(data.values()):
            if row:
                values[r] = row["gain"]
                covariance[r] = row.get("covariance", np.eye(len(data))[r] * row["deviation"] ** 2)
                moves[:, r] = row.get("moves", ())
        return cls(tuple(data), values, covariance, moves=moves)


def drive_gains(
    base: Base,
    unloaded: Sequence[Motion],
    loaded: Sequence[Motion],
    known: Mapping[str, float],
    body: str | None = None,
    *,
    loaded_base: Base | None = None,
) -> DriveGains:
    """Return the drive gains of a robot from currents with and without a load.

    Args:
        base: the base parameters of the unloaded robot.
        unloaded: runs without the load; efforts are currents.
        loaded: runs with it.
        known: what is known of the load, in the frame of the body that carries it, such as {"m": 2.805}; names and
            units are those of `heft.parameters.NAMES`.
        body: that carries it; the last one if None.
        loaded_base: the same base of the model that holds for the loaded runs, where friction depends on the load.
    """
    if not unloaded or not loaded:
        raise ArgumentError(
            "Drive gains need at least one unloaded and one loaded run.",
            remedy="Give logs with a load of known mass, and logs without.",
        )
    kinds = {motion.effort_kind: motion.where for motion in (*unloaded, *loaded)}
    if len(kinds) > 1:
        kind, other = kinds
        raise ArgumentError(
            f"Drive gains need efforts of one kind: {kinds[kind]} has a {kind}, {kinds[other]} a {other}.",
            remedy="Import all logs with the same map.",
        )
    for name in known:
        if name not in INDEX:
            raise ArgumentError(f"'{name}' is not a property of a load.", remedy=did_you_mean(name, INDEX))
    if not any(known.values()):
        raise ArgumentError(
            "At least one property of the load must be known and not zero.", remedy="Give its mass: {'m': 2.8}."
        )
    robot = base.model.robot
    problem = _Currents(base, loaded_base or base, unloaded, loaded, known, carrier(robot, body))
    x, g = problem.start()
    weights = 1 / problem.size
    for _ in range(10):
        x, g = problem.solve(x, g, weights)
        sigma = problem.sigma(x, g)
        if np.all(np.abs(weights * sigma - 1) < 1e-6):
            break
        weights = 1 / np.maximum(sigma, 1e-9 * problem.size)
    own = problem.covariance(x, g, weights)[-len(g) :, -len(g) :]
    values, covariance = np.full(robot.nv, np.nan), np.zeros((robot.nv, robot.nv))
    values[problem.used] = 1 / g
    covariance[np.ix_(problem.used, problem.used)] = own / np.outer(g**2, g**2)
    return DriveGains(tuple(robot.coordinate_names), values, covariance, problem.whole(x)[-10:])


class _Currents:
    """The residuals of currents as a function of parameters x, some of them fixed, and inverse gains g.

    Attributes:
        used: the coordinates whose currents were measured.
        size: root mean square of their currents.
    """

    def __init__(
        self,
        base: Base,
        loaded_base: Base,
        unloaded: Sequence[Motion],
        loaded: Sequence[Motion],
        known: Mapping[str, float],
        body: str,
    ) -> None:
        B, n = load_columns(base, body), len(base.columns)
        self.passes = [
            (Pass(base.model, base.columns, unloaded), np.zeros((n, 10))),
            (Pass(loaded_base.model, base.columns, loaded), B),
        ]
        information = merged(
            _with_load(information_of(one.model, one.chosen, motion), C)
            for one, C in self.passes
            for motion in one.motions
        )
        self.used: Ints = np.flatnonzero((information.counts > 0) & (information.energy > 0))
        self.counts = information.counts[self.used]
        self.size = np.sqrt(information.energy[self.used] / self.counts)
        self.coordinates = information.coordinates
        self.parts = [(information.columns[r], information.factors[r]) for r in self.used]
        self.n, self.fixed = n + 10, {n + INDEX[name]: value for name, value in known.items()}
        self.free = np.array([c for c in range(self.n) if c not in self.fixed], np.int64)

    def whole(self, x: Array) -> Array:
        """Return all parameters, the known ones included."""
        full = np.zeros(self.n)
        full[self.free] = x
        for c, value in self.fixed.items():
            full[c] = value
        return full

    def start(self) -> tuple[Array, Array]:
        """Return x and g by least squares of A x - k i = 0, the load's known part on the right."""
        n = len(self.free)
        rows, right = [], []
        for k, (columns, R) in enumerate(self.parts):
            wide = np.zeros((len(R), self.n + len(self.parts)))
            wide[:, columns] = R[:, :-1]
            right.append(-wide[:, : self.n] @ self.whole(np.zeros(n)))
            wide[:, self.n + k] = -R[:, -1]
            rows.append(np.delete(wide, list(self.fixed), axis=1))
        A, b = np.vstack(rows), np.concatenate(right)
        scale = np.linalg.norm(A, axis=0)
        scale[scale == 0] = 1.0
        solution = least_squares(A / scale, b) / scale
        gains = solution[n:]
        usual = np.median(gains[gains > 0]) if np.any(gains > 0) else 1.0
        return solution[:n], 1 / np.where(gains > 0.01 * usual, gains, usual)

    def squares(self, x: Array, g: Array) -> Array:
        """Return the sums of squared residuals of the currents."""
        full = self.whole(x)
        return np.array(
            [np.sum((s * (R[:, :-1] @ full[c]) - R[:, -1]) ** 2) for s, (c, R) in zip(g, self.parts, strict=True)]
        )

    def sigma(self, x: Array, g: Array) -> Array:
        """Return the standard deviations of the currents' residuals."""
        return np.sqrt(self.squares(x, g) / np.maximum(self.counts - len(x) / len(self.used), 1))

    def solve(self, x: Array, g: Array, weights: Array) -> tuple[Array, Array]:
        """Return x and g after damped Gauss-Newton steps."""
        cost, damping = float(weights**2 @ self.squares(x, g)), 1e-6
        for _ in range(ITERATIONS):
            J, e = self._linear(x, g, weights)
            scale = np.linalg.norm(J, axis=0)
            scale[scale == 0] = 1.0
            while True:
                damped = np.vstack([J / scale, np.sqrt(damping) * np.eye(J.shape[1])])
                step = np.linalg.lstsq(damped, -np.concatenate([e, np.zeros(J.shape[1])]), rcond=None)[0] / scale
                trial = x + step[: len(x)], g + step[len(x) :]
                new = float(weights**2 @ self.squares(*trial))
                if new <= cost or damping > 1e8:
                    break
                damping *= 10
            gain, cost = cost - new, min(new, cost)
            if new <= cost:
                x, g = trial
            damping = max(damping / 10, 1e-15)
            if gain <= TOLERANCE * cost:
                break
        return x, g

    def covariance(self, x: Array, g: Array, weights: Array) -> Array:
        """Return the jackknifed covariance of (x, g)."""
        from scipy.special import ndtri, stdtrit

        parts = list(self._blocks(x, g, weights))
        few = float(stdtrit(max(len(parts) - 1, 1), 0.975) / ndtri(0.975))  # Student's t for few blocks
        return few**2 * jackknife(self._fit(*self._linear(x, g, weights)), parts)

    def _fit(self, J: Array, e: Array) -> Fit:
        """Return the linear problem about the solution as a fit, whose step is zero."""
        n = J.shape[1]
        names = tuple(map(str, range(n)))
        scales = np.linalg.norm(J, axis=0)
        scales = 1 / np.where(scales > 0, scales, 1.0)
        factor = triangle(np.column_stack([J, -e]))
        one = Information(names, ("all",), (np.arange(n),), (factor,), np.array([int(self.counts.sum())]))
        return solve(one, np.ones(1), scales, np.zeros(n))

    def _linear(self, x: Array, g: Array, weights: Array) -> tuple[Array, Array]:
        """Return the Jacobian in (x, g) and the residuals."""
        full, rows, errors = self.whole(x), [], []
        for k, (columns, R) in enumerate(self.parts):
            wide = np.zeros((len(R), self.n + len(self.parts)))
            predicted = R[:, :-1] @ full[columns]
            wide[:, columns] = g[k] * R[:, :-1]
            wide[:, self.n + k] = predicted
            rows.append(weights[k] * np.delete(wide, list(self.fixed), axis=1))
            errors.append(weights[k] * (g[k] * predicted - R[:, -1]))
        return np.vstack(rows), np.concatenate(errors)

    def _blocks(self, x: Array, g: Array, weights: Array) -> Iterator[Stretch]:
        """Yield what blocks of time say of (x, g): each has the same share of every log.

        Runs without and with the load often are the same motion. What the model lacks then repeats itself in both, and
        must leave the estimate together.
        """
        shares = [
            [*self._of_one(replace(one, motions=[motion]), B, max(1, -(-len(motion.kept) // BLOCKS)), x, g, weights)]
            for one, B in self.passes
            for motion in one.motions
        ]
        for parts in zip_longest(*shares):
            some = [part for part in parts if part is not None]
            scores, information = sum(part.scores for part in some), sum(part.information for part in some)
            yield Stretch(np.asarray(scores), np.asarray(information))

    def _of_one(self, one: Pass, B: Array, length: int, x: Array, g: Array, weights: Array) -> Iterator[Stretch]:
        """Yield the blocks of one log."""
        full, kept = self.whole(x), np.append(self.free, self.n + np.arange(len(g)))
        columns, total = [source.columns for source in one.sources], self.n + len(g)
        score, information, filled = np.zeros(total), np.zeros((total, total)), 0
        for rows, errors in one.residuals(full[:-10] + B @ full[-10:]):
            start, end = 0, len(rows.index)
            while start < end:
                stop = min(end, start + length - filled)
                for k, r in enumerate(self.used):
                    at = start + np.flatnonzero(rows.use[r, start:stop])
                    A, current = rows.blocks[r][:-1, at].T, rows.blocks[r][-1, at]
                    J = np.zeros((len(at), total))
                    J[:, columns[r]], J[:, self.n - 10 : self.n] = g[k] * A, g[k] * A @ B[columns[r]]
                    J[:, self.n + k] = current - errors[r, at]
                    score += weights[k] ** 2 * J.T @ (current - g[k] * J[:, self.n + k])
                    information += weights[k] ** 2 * J.T @ J
                filled, start = filled + stop - start, stop
                if filled == length:
                    yield Stretch(score[None, kept], information[np.ix_(kept, kept)])
                    score, information, filled = np.zeros(total), np.zeros((total, total)), 0
        if filled:
            yield Stretch(score[None, kept], information[np.ix_(kept, kept)])


def _with_load(information: Information, B: Array) -> Information:
    """Return an information with ten columns more: what a load adds to the base parameters, B (n_base, 10).

    It has no fingerprint: gears of loaded and unloaded runs carry other masses, and their columns mean the same.
    """
    n = len(information.names)
    loads = np.arange(n, n + 10)
    columns = [np.append(c, loads) for c in information.columns]
    factors = [
        np.column_stack([R[:, :-1], R[:, :-1] @ B[c], R[:, -1]])
        for c, R in zip(information.columns, information.factors, strict=True)
    ]
    names = (*information.names, *(f"payload.{name}" for name in NAMES))
    return replace(information, names=names, columns=tuple(columns), factors=tuple(factors), fingerprint={})
