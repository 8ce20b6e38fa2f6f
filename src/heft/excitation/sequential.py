"""One local search: sequential quadratic programming within a radius that adapts.

Each iteration minimises a quadratic model of the criterion f under the linearised limits h, and takes the step if the
merit f + mu max(h, 0) falls as the model predicts. A step that fails because limits curve is corrected once: the limits
found at its end take the place of those at its start. The model's Hessian is that of the Lagrangian, by damped BFGS
updates. From a motion that keeps all limits, all motions that are reached keep them but for small excesses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array
from heft.excitation.linearised import Rows, linearised
from heft.excitation.problem import Outlook, Problem
from heft.excitation.quadratic import Step, quadratic_step
from heft.excitation.verification import Violation

FIRST_RADIUS, SMALLEST_RADIUS, LARGEST_RADIUS = 0.05, 1e-5, 0.5
"""The largest size of any part of a step, in units of the free numbers."""

FIRST_PENALTY = 10.0
"""mu of the first step."""

CURVED = 0.2
"""A BFGS update keeps at least this share of the model's curvature along a step (Powell's damping)."""

GOOD, POOR, TAKEN = 0.75, 0.25, 1e-4
"""The share of the predicted gain above which the radius grows, below which it shrinks, and above which a step is
taken."""

CONVERGED = 1e-5
"""The predicted gain at which a search ends."""


@dataclass(frozen=True, eq=False)
class LocalSearch:
    """Where a local search stands.

    Attributes:
        problem: what is searched in.
        x: the free numbers.
        radius: of the next step.
        penalty: mu.
        B: (n, n) the model's Hessian; None before the first step.
        value: of the criterion, limits not counted.
        worst: the largest excess over a limit, as the problem counts it.
        converged: whether no step is expected to gain anything.
    """

    problem: Problem
    x: Array
    radius: float = FIRST_RADIUS
    penalty: float = FIRST_PENALTY
    B: Array | None = None
    value: float = np.inf
    worst: float = np.inf
    converged: bool = False

    def advanced(self, iterations: int, watch: Callable[[LocalSearch], None]) -> LocalSearch:
        """Return the search after some iterations, or when it has converged.

        Args:
            iterations: at most.
            watch: called before every iteration; it stops the search by raising.
        """
        point, search = _Point.at(self.problem, self.x), self
        for _ in range(iterations):
            if search.converged:
                break
            watch(search)
            search, point = search._stepped(point)
        return replace(search, value=point.value, worst=point.outlook.worst)

    def sharpened(self) -> LocalSearch:
        """Return the search with the criterion nearer to the number that people quote, if it is smoothed."""
        sharp = self.problem.criterion.sharp
        if sharp is self.problem.criterion:
            return self
        return replace(
            self, problem=replace(self.problem, criterion=sharp), B=None, radius=FIRST_RADIUS, converged=False
        )

    def looking_at(self, times: Array) -> LocalSearch:
        """Return the search with distances looked at at more times [s], which moves on."""
        problem = replace(self.problem, extra=np.union1d(self.problem.extra, times))
        return replace(self, problem=problem, radius=max(self.radius, FIRST_RADIUS), converged=False)

    def keeping(self, broken: Sequence[Violation]) -> LocalSearch:
        """Return the search with less torque where a motion exceeds a limit between samples, by the share it does."""
        torques, limits = self.problem.torques, self.problem.torques.limits.copy()
        for each in broken:
            if each.kind == "effort":
                limits[torques.joints.effort_names.index(each.name)] *= each.limit / each.found
        return replace(self, problem=replace(self.problem, torques=replace(torques, limits=limits)))

    def _stepped(self, point: _Point) -> tuple[LocalSearch, _Point]:
        """Return the search and its point after one iteration."""
        problem = self.problem
        B = np.eye(len(self.x)) * (2 * float(np.linalg.norm(point.gradient))) if self.B is None else self.B
        rows = linearised(problem, point.outlook, self.radius)
        step = quadratic_step(B, point.gradient, rows.A, rows.h, self.radius, self.penalty)
        gain = self._predicted(point, B, step)
        if gain < CONVERGED:
            return replace(self, B=B, converged=True), point
        new = _Point.at(problem, self.x + step.p)
        share = self._gained(point, new) / gain
        if share < POOR and new.outlook.worst > point.outlook.worst:
            ends = rows.at(new.outlook.excess) - rows.A @ step.p
            corrected = quadratic_step(B, point.gradient, rows.A, ends, self.radius, self.penalty)
            other = _Point.at(problem, self.x + corrected.p)
            if self._gained(point, other) > max(share * gain, 0.0):
                step, new, share = corrected, other, self._gained(point, other) / gain
        B = _updated(B, step.p, self._turned(point, new, rows, step), first=self.B is None)
        size = float(np.abs(step.p).max())
        radius = self.radius
        if share > GOOD and size > 0.9 * radius:
            radius = min(2 * radius, LARGEST_RADIUS)
        elif share < POOR:
            radius = size / (2 if share > -1 else 4)
        enough = max(self.penalty, 2 * float(step.multipliers.sum())) * (2 if step.slack > 1e-6 else 1)
        after = replace(self, radius=radius, penalty=enough, B=B, converged=radius < SMALLEST_RADIUS)
        return (replace(after, x=self.x + step.p), new) if share > TAKEN else (after, point)

    def _predicted(self, point: _Point, B: Array, step: Step) -> float:
        """Return by how much the merit falls by the model."""
        falls = -float(point.gradient @ step.p + 0.5 * step.p @ B @ step.p)
        return falls + self.penalty * (point.outlook.worst - step.slack)

    def _gained(self, old: _Point, new: _Point) -> float:
        """Return by how much the merit falls."""
        return old.value - new.value + self.penalty * (old.outlook.worst - new.outlook.worst)

    def _turned(self, old: _Point, new: _Point, rows: Rows, step: Step) -> Array:
        """Return how the gradient of the Lagrangian changes over a step."""
        curved = np.where(rows.curved, step.multipliers, 0.0)  # limits that are linear in x do not turn
        pull = rows.spread(curved, new.outlook.excess)
        return new.gradient - old.gradient + self.problem.limit_gradient(new.outlook, pull) - rows.A.T @ curved


@dataclass(frozen=True, eq=False)
class _Point:
    """A motion with its criterion and gradient."""

    outlook: Outlook
    value: float
    gradient: Array

    @classmethod
    def at(cls, problem: Problem, x: Array) -> _Point:
        outlook = problem.outlook(x)
        value, to_M = problem.criterion.value_and_gradient(outlook.M)
        return cls(outlook, value, problem.gradient(outlook, to_M))


def _updated(B: Array, p: Array, y: Array, *, first: bool) -> Array:
    """Return the Hessian after a step p over which the gradient changed by y; it stays positive definite."""
    along = float(p @ y)
    if first and along > 0:
        B = np.eye(len(p)) * np.clip(float(y @ y) / along, 0.1 * B[0, 0], 10 * B[0, 0])
    Bp = B @ p
    curvature = float(p @ Bp)
    if along < CURVED * curvature:
        share = (1 - CURVED) * curvature / (curvature - along)
        y = share * y + (1 - share) * Bp
    return B - np.outer(Bp, Bp) / curvature + np.outer(y, y) / float(p @ y)
