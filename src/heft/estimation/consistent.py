"""A physically possible estimate of all parameters, straight from the triangular factor.

With base = M x, the factor [R | z] of the weighted regression and a prior x0 (what the robot's file says):

    minimise  1/2 |R M x - z|^2 + prior(x)    subject to  J_i(x) >= 0 for every body, and what else is known

The data fix the excited combinations. Along all other directions the prior decides. Two priors:

* "euclidean": 1/2 |N^T (x - x0)|^2 in units of the parameters' sizes, N an orthonormal basis of exactly those
  directions that the data do not tell. Where the least-squares estimate is possible as it stands, its base
  parameters come out unchanged.
* "entropic": sum_i tr(J0_i^-1 J_i) - log det(J0_i^-1 J_i) - 4, the Bregman divergence of -log det, which is the same in
  all frames and units (Lee, Wensing and Park 2020). It acts on all directions, with a weight small beside the data's.

The residual is a variable of its own, r = R M x - z, so that no normal equations are formed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from heft.errors import ArgumentError, PhysicsError, did_you_mean
from heft.estimation.base import Base
from heft.estimation.constraints import PSEUDO, Knowledge, Rows, clarabel, known, physical, pseudo_inertias, svec_rows
from heft.estimation.least_squares import Fit
from heft.parameters import to_pseudo_inertia

Array = NDArray[np.float64]

PRIORS = ("euclidean", "entropic")
WEIGHT = {"euclidean": 1.0, "entropic": 1e-3}
"""Of the prior beside the data, whose residuals count in units of their deviation."""


@dataclass(frozen=True, eq=False)
class Consistent:
    """A physically possible set of parameters.

    Attributes:
        values: (n,) all parameters of the model.
        base: (n_base,) their base parameters.
        moved: (n_base,) how far consistency moved the base parameters that the data tell, in standard deviations.
        status: what the solver said.
        seconds: how long it took.
    """

    values: Array
    base: Array
    moved: Array
    status: str
    seconds: float


def consistent(
    base: Base,
    fit: Fit,
    scales: Array,
    *,
    prior: str = "euclidean",
    reference: Array | None = None,
    knowledge: Knowledge | None = None,
) -> Consistent:
    """Return the physically possible estimate of all parameters.

    Args:
        base: the base parameters.
        fit: their least-squares estimate.
        scales: (n,) sizes of the model's parameters.
        prior: "euclidean" or "entropic".
        reference: (n,) what the prior prefers; the robot's file if None.
        knowledge: bounds and symmetries of links.

    Raises:
        PhysicsError: what is known contradicts itself.
    """
    if prior not in PRIORS:
        raise ArgumentError(f"'{prior}' is no prior.", remedy=did_you_mean(prior, PRIORS))
    model = base.model
    x0 = model.prior if reference is None else reference
    unit = float(np.sqrt(fit.squares.sum() / max(fit.counts.sum(), 1))) if fit.method == "ordinary" else 1.0
    rows = [*physical(model), *(known(model, knowledge) if knowledge else [])]
    rows = [Rows(r.A * scales, r.b, r.cone) for r in rows]
    D, z = _data(base, fit, scales, max(unit, 1e-300))
    problem = _Problem(D, z, rows)
    if prior == "euclidean":
        N = _untold(base, fit, scales)
        problem.pull(np.sqrt(WEIGHT[prior]) * N.T, np.sqrt(WEIGHT[prior]) * (N.T @ (x0 / scales)))
    else:
        _entropic(problem, base, x0, scales, WEIGHT[prior])
    u, status, seconds = problem.solve()
    values = scales * u
    deviation = np.sqrt(np.diag(fit.covariance))
    told = (deviation > 0) & (np.linalg.norm(fit.weak, axis=1) < 1e-3)
    moved = np.where(told, (base.reduce(values) - fit.values) / np.where(told, deviation, 1.0), 0.0)
    return Consistent(values, base.reduce(values), moved, status, seconds)


def _data(base: Base, fit: Fit, scales: Array, unit: float) -> tuple[Array, Array]:
    """Return D, z of the data's residual D u - z for u = x / scales, along the directions that the data tell."""
    n = len(fit.values)
    R, z = fit.factor[:, :n] * fit.scales / unit, fit.factor[:, n] / unit
    told = np.eye(n) - fit.weak @ fit.weak.T
    D = R @ told @ (base.matrix * scales / fit.scales[:, None])
    return D, z


def _untold(base: Base, fit: Fit, scales: Array) -> Array:
    """Return (n, k) an orthonormal basis, in units of the scales, of the directions that the data do not tell."""
    told = np.eye(len(fit.values)) - fit.weak @ fit.weak.T
    seen = told @ (base.matrix * scales / fit.scales[:, None])
    _, s, Vt = np.linalg.svd(seen)
    rank = int(np.sum(s > 1e-9 * s[0])) if len(s) else 0
    return Vt[rank:].T


class _Problem:
    """A cone program in (u, r, ...): rows are collected, then solved."""

    def __init__(self, D: Array, z: Array, rows: list[Rows]) -> None:
        self.n, self.width = D.shape[1], D.shape[1]
        self.blocks: list[tuple[Any, int, Array, object]] = []
        self.quadratic: list[tuple[int, int]] = []
        self.linear: list[tuple[int, Array]] = []
        self.pull(D, z)
        for r in rows:
            self.add(r.A, 0, r.b, r.cone)

    def new(self, count: int) -> int:
        """Return where `count` new variables begin."""
        start, self.width = self.width, self.width + count
        return start

    def add(self, A: Any, start: int, b: Array, cone: object) -> None:
        """Add rows on the variables from `start` on."""
        self.blocks.append((sparse.csc_matrix(A), start, b, cone))

    def pull(self, D: Array, z: Array) -> None:
        """Add 1/2 |D u - z|^2 to the cost, through variables r = D u - z."""
        if not len(D):
            return
        start = self.new(len(D))
        left = sparse.csc_matrix(D)
        gap = sparse.csc_matrix((len(D), start - self.n))
        self.add(sparse.hstack([left, gap, -sparse.eye(len(D))]), 0, z, clarabel.ZeroConeT(len(D)))
        self.quadratic.append((start, len(D)))

    def solve(self) -> tuple[Array, str, float]:
        """Return u, the solver's status and its time [s]."""
        P = np.zeros(self.width)
        for start, count in self.quadratic:
            P[start : start + count] = 1.0
        q = np.zeros(self.width)
        for start, values in self.linear:
            q[start : start + len(values)] += values
        rows = []
        for A, start, _, _ in self.blocks:
            before = sparse.csc_matrix((A.shape[0], start))
            after = sparse.csc_matrix((A.shape[0], self.width - start - A.shape[1]))
            rows.append(sparse.hstack([before, A, after]))
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-9
        A = sparse.csc_matrix(sparse.vstack(rows))
        b = np.concatenate([np.asarray(b, float) for _, _, b, _ in self.blocks])
        cones = [cone for *_, cone in self.blocks]
        solution = clarabel.DefaultSolver(sparse.csc_matrix(sparse.diags(P)), q, A, b, cones, settings).solve()
        status = str(solution.status)
        if "Solved" not in status and "Insufficient" not in status:
            raise PhysicsError(
                f"No physically possible parameters fit what is known of the links (the solver says: {status}).",
                remedy="Look for bounds that contradict each other or the total mass.",
            )
        return np.array(solution.x[: self.n]), status, float(solution.solve_time)


def _entropic(problem: _Problem, base: Base, x0: Array, scales: Array, weight: float) -> None:
    """Add weight sum_i (tr(J0^-1 J) - log det J) to the cost.

    log det J is the sum of log Z_kk for lower triangular Z with [[J, Z], [Z^T, diag Z]] >= 0, each logarithm in a cone
    of exponentials.
    """
    for _, pick, size in pseudo_inertias(base.model):
        J0 = to_pseudo_inertia(pick @ x0)
        if np.min(np.linalg.eigvalsh(_whiten(J0, size))) < 1e-4:
            J0 = J0 + (1e-4 - min(np.min(np.linalg.eigvalsh(_whiten(J0, size))), 0.0)) * size
        half = np.linalg.inv(np.linalg.cholesky(J0))
        relative = np.einsum("ij,jkn,lk->iln", half, PSEUDO @ (pick * scales), half)
        problem.linear.append((0, weight * np.einsum("iin->n", relative)))
        start = problem.new(14)  # ten entries of Z, four logarithms
        problem.linear.append((start + 10, -weight * np.ones(4)))
        Z = np.zeros((8, 8, 14))
        lower = [(i, j) for j in range(4) for i in range(j, 4)]
        for k, (i, j) in enumerate(lower):
            Z[i, 4 + j, k] = Z[4 + j, i, k] = 1.0
            if i == j:
                Z[4 + i, 4 + i, k] = 1.0
        top = np.zeros((8, 8, relative.shape[2]))
        top[:4, :4] = relative
        gap = sparse.csc_matrix((36, start - problem.n))
        A = sparse.hstack([sparse.csc_matrix(-svec_rows(top)), gap, sparse.csc_matrix(-svec_rows(Z))])
        problem.add(A, 0, np.zeros(36), clarabel.PSDTriangleConeT(8))
        for d in range(4):
            # (t, 1, Z_dd) in the exponential cone: exp(t) <= Z_dd
            E = np.zeros((3, 14))
            E[0, 10 + d], E[2, lower.index((d, d))] = -1.0, -1.0
            problem.add(E, start, np.array([0.0, 1.0, 0.0]), clarabel.ExponentialConeT())


def _whiten(J: Array, size: Array) -> Array:
    half = np.diag(1 / np.sqrt(np.diag(size)))
    return half @ J @ half
