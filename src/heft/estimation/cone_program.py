"""A cone program, straight to Clarabel: quadratic and linear costs, and affine functions that must lie in cones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from heft.arrays import Array
from heft.estimation.constraints import clarabel

SOLVED = ("Solved", "AlmostSolved")
"""The solver's words for a solution: to full accuracy, or to less."""

WAYS: tuple[dict[str, Any], ...] = ({}, {"max_step_fraction": 0.9}, {"equilibrate_enable": False})
"""Changes of the solver's settings, tried in turn: cones of exponentials sometimes stop it with the usual ones."""

NEAR = 1e-4
"""The gap at which a solution that rounding stopped is as good as the optimum."""


@dataclass(frozen=True, eq=False)
class Optimum:
    """What the solver found.

    Attributes:
        x: (n,) the first n variables.
        status: what the solver said.
        seconds: how long it took.
        gap: how far it is from the optimum at most, in units of the cost.
    """

    x: Array
    status: str
    seconds: float
    gap: float

    @property
    def solved(self) -> bool:
        """Whether x is the optimum, near enough."""
        near = self.status in SOLVED or (self.status == "InsufficientProgress" and self.gap < NEAR)
        return near and bool(np.all(np.isfinite(self.x)))


class ConeProgram:
    """Minimise 1/2 x^T P x + q^T x + linear costs of other variables, subject to A x + B y + s = b, s in cones.

    Args:
        P: (n, n) the cost of the first n variables, symmetric.
        q: (n,) the linear cost of those.
    """

    def __init__(self, P: Array, q: Array) -> None:
        self.P, self.q, self.n, self.width = P, q, len(q), len(q)
        self.blocks: list[tuple[list[tuple[int, Array]], Array, object]] = []
        self.linear: list[tuple[int, Array]] = []

    def new(self, costs: Array) -> int:
        """Add variables with linear costs, and return where they begin."""
        start, self.width = self.width, self.width + len(costs)
        self.linear.append((start, costs))
        return start

    def add(self, A: Array, b: Array, cone: object, others: tuple[int, Array] | None = None) -> None:
        """Add rows A x + B y + s = b, s in the cone, with (where, B) on other variables."""
        self.blocks.append(([(0, A), *([others] if others else [])], b, cone))

    def solve(self) -> Optimum:
        """Return the optimum, if one was found."""
        P = sparse.csc_matrix(np.triu(self.P))
        P.resize(self.width, self.width)
        q = np.zeros(self.width)
        q[: self.n] = self.q
        for start, values in self.linear:
            q[start : start + len(values)] += values
        entries, height = [], 0
        for parts, b, _ in self.blocks:
            for start, values in parts:
                i, j = np.nonzero(values)
                entries.append((values[i, j], height + i, start + j))
            height += len(b)
        value, row, column = (np.concatenate(part) for part in zip(*entries, strict=True))
        A = sparse.csc_matrix((value, (row, column)), (height, self.width))
        right, cones = np.concatenate([b for _, b, _ in self.blocks]), [cone for *_, cone in self.blocks]
        tried = []
        for changes in WAYS:
            solver = clarabel.DefaultSolver(P, q, A, right, cones, _settings(changes))
            solution = solver.solve()
            gap = abs(solution.obj_val - solution.obj_val_dual) / (1 + abs(solution.obj_val)) + solution.r_prim
            x, seconds = np.array(solution.x, float)[: self.n], float(solution.solve_time)
            tried.append(Optimum(x, str(solution.status), seconds, float(gap)))
            if tried[-1].solved or "Infeasible" in tried[-1].status:
                return tried[-1]
        return tried[0]


def _settings(changes: Mapping[str, Any]) -> Any:
    """Return the solver's settings, some of them changed."""
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.direct_solve_method = "faer"  # the matrix is nearly full: what factors it by blocks is faster
    settings.chordal_decomposition_enable = False  # cones of 8 x 8 and less: splitting them takes more iterations
    settings.static_regularization_constant = 1e-10
    settings.iterative_refinement_abstol = settings.iterative_refinement_reltol = 1e-15
    settings.tol_gap_abs = settings.tol_gap_rel = 1e-7
    for name, value in changes.items():
        setattr(settings, name, value)
    return settings
