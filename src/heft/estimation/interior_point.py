"""An interior-point method for a dense cost and many small matrices that must be positive semidefinite.

    minimise  cost(x)    subject to  S_i(x) >= 0,  A x + b >= 0,  x^T G x <= 1

The S_i are the pseudo-inertias of bodies, each an affine function of a few of the variables. A general solver keeps
their rows and the cost in one sparse system. Here each matrix is condensed onto its few variables, which leaves one
dense positive definite system of as many unknowns as there are variables: for thirty links, several times as fast.
The cost may be any convex function with a Hessian, so that the logarithm of a determinant needs no cones.

Newton's method on the optimality conditions with the scaling of Nesterov and Todd and the corrector of Mehrotra, from a
start that need not be feasible.

Notation: S, Z the matrices and their multipliers; s, z the other constraints and theirs. R scales the matrices to one
diagonal, R^-1 S R^-T = R^T Z R = diag(level).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from heft.arrays import Array
from heft.estimation.affine_matrices import AffineMatrices
from heft.estimation.cone_program import Optimum

GAP, VIOLATION, SLOPE = 1e-8, 1e-9, 1e-7
"""At the optimum the gap, beside the cost, the violation of a constraint, and the slope of the Lagrangian, beside that
of the cost, are below these."""

MOST_STEPS = 60

SHARE = 0.99
"""How much of the way to the boundary a step goes."""

SHORTEST = 1e-10
"""A step that is shorter than this part of Newton's leads nowhere."""

ROOM = 0.1
"""How far inside its cone each constraint begins."""


class Cost(Protocol):
    """A convex function with a Hessian."""

    def at(self, x: Array) -> tuple[float, Array, Array]:
        """Return its value, its gradient (n,) and a new matrix, its Hessian (n, n)."""
        ...

    def is_defined(self, x: Array) -> bool:
        """Tell whether it has a value at x."""
        ...


@dataclass(frozen=True, eq=False)
class QuadraticCost:
    """The cost 1/2 x^T P x."""

    P: Array

    def at(self, x: Array) -> tuple[float, Array, Array]:
        """Return value, gradient and Hessian."""
        gradient = self.P @ x
        return float(x @ gradient) / 2, gradient, self.P.copy()

    def is_defined(self, x: Array) -> bool:
        """Tell that it is defined everywhere."""
        return True


@dataclass(frozen=True, eq=False)
class Inequalities:
    """What must not be negative: A x + b and, if there is a metric G, (1 - x^T G x) / 2."""

    A: Array
    b: Array
    G: Array | None = None

    def at(self, x: Array) -> tuple[Array, Array]:
        """Return the values (k,) and their slopes (k, n)."""
        if self.G is None:
            return self.A @ x + self.b, self.A
        Gx = self.G @ x
        return np.append(self.A @ x + self.b, (1 - x @ Gx) / 2), np.vstack([self.A, -Gx])

    def add_curvature(self, H: Array, z: Array) -> None:
        """Add the Hessian of the part of the Lagrangian that they and their multipliers z are."""
        if self.G is not None:
            H += z[-1] * self.G


@dataclass(frozen=True, eq=False)
class ConvexProblem:
    """A cost, and the constraints under which it is to be least."""

    cost: Cost
    matrices: AffineMatrices
    inequalities: Inequalities


@dataclass(frozen=True, eq=False)
class _InteriorPoint:
    """Variables, constraints and multipliers, all constraints and multipliers strictly positive."""

    x: Array
    S: Array
    Z: Array
    s: Array
    z: Array

    @property
    def complementarity(self) -> float:
        """The products of constraints and multipliers, which are zero at the optimum."""
        return float(np.sum(self.S * self.Z) + self.s @ self.z)


def minimise(problem: ConvexProblem, start: Array) -> Optimum:
    """Return the optimum, if it was found.

    Args:
        problem: what is solved.
        start: (n,) where to begin; the cost must be defined there.
    """
    begun, point = time.perf_counter(), _first(problem, start)
    status, gap = "InsufficientProgress", np.inf
    for _ in range(MOST_STEPS):
        newton = _Newton(problem, point)
        gap = newton.gap
        if newton.is_solved:
            status = "Solved"
            break
        try:
            with np.errstate(all="ignore"):  # where there is no optimum, multipliers grow without bounds
                point = newton.next()
        except np.linalg.LinAlgError:  # rounding stops the method here
            break
        if not np.all(np.isfinite(point.x)):
            break
    return Optimum(point.x, status, time.perf_counter() - begun, gap)


def _first(problem: ConvexProblem, start: Array) -> _InteriorPoint:
    """Return a point whose constraints are satisfied with room to spare; they need not be those of its variables."""
    S, one = problem.matrices.at(start), np.eye(problem.matrices.constant.shape[1])
    S = S + max(0.0, ROOM - float(np.linalg.eigvalsh(S).min())) * one
    s = np.maximum(problem.inequalities.at(start)[0], ROOM)
    return _InteriorPoint(start, S, np.broadcast_to(one, S.shape), s, np.ones(len(s)))


class _Newton:
    """The optimality conditions at a point, linearised."""

    def __init__(self, problem: ConvexProblem, point: _InteriorPoint) -> None:
        self.problem, self.point = problem, point
        value, gradient, self.H = problem.cost.at(point.x)
        values, self.slopes = problem.inequalities.at(point.x)
        self.off_S, self.off_s = problem.matrices.at(point.x) - point.S, values - point.s
        self.slope = gradient - problem.matrices.gradient(point.Z, len(gradient)) - self.slopes.T @ point.z
        self.gap = point.complementarity / max(1.0, abs(value))
        violation = max(float(np.abs(self.off_S).max()), float(np.abs(self.off_s).max(initial=0.0)))
        flat = float(np.abs(self.slope).max()) < SLOPE * max(1.0, float(np.abs(gradient).max()))
        self.is_solved = self.gap < GAP and violation < VIOLATION and flat

    @cached_property
    def scaling(self) -> tuple[Array, Array]:
        """The levels (m, k) and R^-1 (m, k, k)."""
        L_S, L_Z = (np.asarray(np.linalg.cholesky(M), float) for M in (self.point.S, self.point.Z))
        U, level, _ = np.linalg.svd(_transposed(L_Z) @ L_S)
        return level, _transposed(L_Z @ U / np.sqrt(level)[:, None, :])

    @cached_property
    def factor(self) -> Any:
        """Cholesky's of the Hessian of the Lagrangian with all constraints condensed into it."""
        point, inverse = self.point, self.scaling[1]
        self.problem.inequalities.add_curvature(self.H, point.z)
        self.problem.matrices.add_curvature(self.H, _transposed(inverse) @ inverse)
        self.H += (self.slopes.T * (point.z / point.s)) @ self.slopes
        return cho_factor(self.H, overwrite_a=True, check_finite=False)

    def next(self) -> _InteriorPoint:
        """Return the next point: as far as constraints allow, towards products that are equal and smaller.

        Raises:
            LinAlgError: the matrices have come too near to singular ones.
        """
        point, (levels, inverse) = self.point, self.scaling
        one = np.eye(levels.shape[1])
        level, count = levels[:, None] * one, levels.size + len(point.s)
        mean = point.complementarity / count
        # where a step straight to the optimum would lead tells how much smaller, and what to correct
        straight = self._step(-(level**2), -point.s * point.z)
        length = min(1.0, self._longest(straight))
        left = np.sum((level + length * straight.S) * (level + length * straight.Z))
        left += (point.s + length * straight.s) @ (point.z + length * straight.z)
        aim = mean * (left / count / mean) ** 3
        aim_S = aim * one - level**2 - _symmetric(straight.S @ straight.Z)
        step = self._step(aim_S, aim - point.s * point.z - straight.s * straight.z)
        length = min(1.0, SHARE * self._longest(step))
        while not self.problem.cost.is_defined(point.x + length * step.x):
            length /= 2
            if not length > SHORTEST:
                raise np.linalg.LinAlgError("no step stays where the cost is defined")
        return _InteriorPoint(
            point.x + length * step.x,
            _symmetric(point.S + length * (self.problem.matrices.change(step.x) + self.off_S)),
            _symmetric(point.Z + length * (_transposed(inverse) @ step.Z @ inverse)),
            point.s + length * step.s,
            point.z + length * step.z,
        )

    def _step(self, aim_S: Array, aim_s: Array) -> _InteriorPoint:
        """Return the step that changes the products by an aim and ends all violations; S and Z are scaled."""
        point, (levels, inverse) = self.point, self.scaling
        back = _transposed(inverse)
        both = 2 * aim_S / (levels[:, :, None] + levels[:, None, :])  # what S and Z change by, together
        right = self.problem.matrices.gradient(back @ (both - inverse @ self.off_S @ back) @ inverse, len(point.x))
        right += self.slopes.T @ ((aim_s - point.z * self.off_s) / point.s) - self.slope
        x = np.asarray(cho_solve(self.factor, right, check_finite=False), float)
        S = inverse @ (self.problem.matrices.change(x) + self.off_S) @ back
        s = self.slopes @ x + self.off_s
        return _InteriorPoint(x, S, both - S, s, (aim_s - point.z * s) / point.s)

    def _longest(self, step: _InteriorPoint) -> float:
        """Return how many times a step can be made before a constraint or a multiplier is zero."""
        levels = self.scaling[0]
        unit = 1 / np.sqrt(levels[:, :, None] * levels[:, None, :])
        changes = [np.linalg.eigvalsh(_symmetric(unit * part)).min() for part in (step.S, step.Z)]
        changes += [np.min(step.s / self.point.s, initial=0.0), np.min(step.z / self.point.z, initial=0.0)]
        fastest = -float(min(changes))
        return 1 / fastest if fastest > 0 else np.inf


def _transposed(M: Array) -> Array:
    return np.swapaxes(M, -1, -2)


def _symmetric(M: Array) -> Array:
    return (M + _transposed(M)) / 2
