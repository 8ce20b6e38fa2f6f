"""Unknown drive gains: the torque per ampere of each drive, from a loaded and an unloaded run.

A robot of which only motor currents were logged, tau_r = k_r i_r, can be scaled at will: torques, masses and gains
double together. A load of which one thing is known, its mass as a rule, fixes the scale; the joints share their
parameters, which fixes each gain beside the others. The currents carry the noise, so it is they that are predicted:

    i_r = g_r A_r x,   g_r = 1 / k_r,   x = (base parameters, load with its known part)

    minimise over g, x:  sum_r w_r^2 |g_r A_r x - i_r|^2 = sum_r w_r^2 |R_r [g_r x; -1]|^2

which is the negative log-likelihood of noise in the currents only. (The homogeneous form A x - k i = 0 by least squares
would put the noisy current among the regressors and shrink every gain; it gives the start.) It is solved by
Gauss-Newton on the small triangular factors; w_r is one over the standard deviation of joint r's residuals, iterated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from heft.arrays import Array, Ints
from heft.errors import ArgumentError, did_you_mean
from heft.estimation.base import Base
from heft.estimation.information import Information
from heft.estimation.payload import loaded_base
from heft.linalg import least_squares, pseudo_inverse
from heft.logs.motion import Motion
from heft.parameters import INDEX
from heft.robot.model import Robot

ITERATIONS, TOLERANCE = 100, 1e-10


@dataclass(frozen=True, eq=False)
class DriveGains:
    """Drive gains by coordinate.

    Attributes:
        names: of the coordinates.
        values: (nv,) torque per unit of effort, N m/A for currents; NaN where no effort was measured.
        deviation: (nv,) standard deviations, residuals taken as independent.
    """

    names: tuple[str, ...]
    values: Array
    deviation: Array

    def torques(self, motion: Motion) -> Motion:
        """Return a motion with its currents turned into joint torques."""
        measured = motion.measured & np.isfinite(self.values)
        return replace(motion, effort=motion.effort * self.values, effort_kind="joint_torque", measured=measured)

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        rows = zip(self.names, self.values, self.deviation, strict=True)
        return {name: {"gain": float(k), "deviation": float(s)} if np.isfinite(k) else None for name, k, s in rows}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> DriveGains:
        """Read what `to_dict` gives."""
        nothing = {"gain": np.nan, "deviation": np.nan}
        rows = [row or nothing for row in data.values()]
        return cls(tuple(data), *(np.array([row[key] for row in rows], float) for key in ("gain", "deviation")))


def drive_gains(
    base: Base,
    unloaded: Sequence[Motion],
    loaded: Sequence[Motion],
    known: Mapping[str, float],
    body: str | None = None,
) -> DriveGains:
    """Return the drive gains of a robot from currents with and without a load.

    Args:
        base: the base parameters of the unloaded robot.
        unloaded: runs without the load; efforts are currents.
        loaded: runs with it.
        known: what is known of the load, in the frame of the body that carries it, such as {"m": 2.805}; names and
            units are those of `heft.parameters.NAMES`.
        body: that carries it; the last one if None.
    """
    if not unloaded or not loaded:
        raise ArgumentError(
            "Drive gains need at least one unloaded and one loaded run.",
            remedy="Give logs with a load of known mass, and logs without.",
        )
    for name in known:
        if name not in INDEX:
            raise ArgumentError(f"'{name}' is not a property of a load.", remedy=did_you_mean(name, INDEX))
    if not any(known.values()):
        raise ArgumentError(
            "Something of the load must be known that is not zero.", remedy="Give its mass: {'m': 2.8}."
        )
    robot: Robot = base.model.robot
    both = loaded_base(base, robot.body_names[-1] if body is None else body)
    information = both.information(unloaded, loaded)
    fixed = {both.n + INDEX[name]: value for name, value in known.items()}
    used = np.flatnonzero((information.counts > 0) & (information.energy > 0))
    problem = _Currents(information, used, fixed)
    x, g = problem.start()
    weights = np.ones(len(used)) / np.sqrt(information.energy[used] / information.counts[used])
    covariance = np.zeros((len(used), len(used)))
    for _ in range(10):
        x, g, covariance = problem.solve(x, g, weights)
        squares = problem.squares(x, g)
        sigma = np.sqrt(squares / np.maximum(information.counts[used] - len(x) / len(used), 1))
        if np.all(np.abs(weights * sigma - 1) < 1e-6):
            break
        weights = 1 / np.maximum(sigma, 1e-9 * np.sqrt(information.energy[used] / information.counts[used]))
    values, deviation = np.full((2, robot.nv), np.nan)
    values[used] = 1 / g
    deviation[used] = np.sqrt(np.diag(covariance)) / g**2
    return DriveGains(tuple(robot.coordinate_names), values, deviation)


class _Currents:
    """The residuals of currents as a function of parameters x, some of them fixed, and inverse gains g."""

    def __init__(self, information: Information, used: Ints, fixed: Mapping[int, float]) -> None:
        self.parts = [(information.columns[r], information.factors[r]) for r in used]
        self.n, self.fixed = len(information.names), fixed
        self.free = np.array([c for c in range(self.n) if c not in fixed], np.int64)

    def _whole(self, x: Array) -> Array:
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
            right.append(-wide[:, : self.n] @ self._whole(np.zeros(n)))
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
        full = self._whole(x)
        return np.array(
            [np.sum((s * (R[:, :-1] @ full[c]) - R[:, -1]) ** 2) for s, (c, R) in zip(g, self.parts, strict=True)]
        )

    def solve(self, x: Array, g: Array, weights: Array) -> tuple[Array, Array, Array]:
        """Return x, g and the covariance of g after damped Gauss-Newton steps."""
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
        J, _ = self._linear(x, g, weights)
        scale = np.linalg.norm(J, axis=0)
        scale[scale == 0] = 1.0
        inverse = pseudo_inverse(J / scale) / scale[:, None]
        half = inverse[len(x) :]
        return x, g, half @ half.T

    def _linear(self, x: Array, g: Array, weights: Array) -> tuple[Array, Array]:
        """Return the Jacobian in (x, g) and the residuals."""
        full, rows, errors = self._whole(x), [], []
        for k, (columns, R) in enumerate(self.parts):
            wide = np.zeros((len(R), self.n + len(self.parts)))
            predicted = R[:, :-1] @ full[columns]
            wide[:, columns] = g[k] * R[:, :-1]
            wide[:, self.n + k] = predicted
            rows.append(weights[k] * np.delete(wide, list(self.fixed), axis=1))
            errors.append(weights[k] * (g[k] * predicted - R[:, -1]))
        return np.vstack(rows), np.concatenate(errors)
