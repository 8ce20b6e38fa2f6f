"""The physically consistent estimate of all parameters, straight from the triangular factor.

With base = M x, the factor [R | z] of the weighted regression and a prior x0 (the parameters of the robot file):

    minimise  1/2 |R M x - z|^2 + prior(x)    subject to  J_i(x) >= 0 for every body, and prior knowledge

The data fix the excited combinations. Along all other directions the prior decides. Two priors:

* "euclidean": 1/2 |N^T (x - x0)|^2 in units of the parameters' sizes, N an orthonormal basis of exactly those
  directions that the data do not determine. Where least squares is physically consistent as it is, its base
  parameters come out unchanged.
* "entropic": sum_i tr(J0_i^-1 J_i) - log det(J0_i^-1 J_i) - 4, the Bregman divergence of -log det, which is the same in
  all frames and units (Lee, Wensing and Park 2020). It acts on all directions, with a weight small beside the data's.

What is solved for is the step from the estimate that is best without cones. That one comes from triangular factors
alone; the matrix of the quadratic cost, D^T D and the prior's, only measures steps, and so may be formed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import linalg, sparse

from heft.arrays import Array
from heft.errors import ArgumentError, PhysicsError, did_you_mean
from heft.estimation.base import Base
from heft.estimation.constraints import (
    PSEUDO,
    Knowledge,
    clarabel,
    knowledge_rows,
    physical,
    pseudo_inertias,
    svec_rows,
)
from heft.estimation.least_squares import Fit
from heft.parameters import to_pseudo_inertia

PRIORS = ("euclidean", "entropic")
WEIGHT = {"euclidean": 1.0, "entropic": 1e-3}
"""Of the prior beside the data, whose residuals count in units of their deviation."""

USABLE = ("Solved", "AlmostSolved", "InsufficientProgress")
"""The solver's words for a solution: to full accuracy, to less, or as far as rounding allowed."""

STIFFEST = 1e5
"""Singular values of the data's part of the cost are capped here: beside larger ones the prior would be lost to
rounding."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Consistent:
    """A physically consistent set of parameters.

    Attributes:
        values: (n,) all parameters of the model.
        base: (n_base,) their base parameters.
        moved: (n_base,) how far consistency moved the base parameters that the data determine, in standard deviations.
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
    """Return the physically consistent estimate of all parameters.

    Args:
        base: the base parameters.
        fit: their least-squares estimate.
        scales: (n,) sizes of the model's parameters.
        prior: "euclidean" or "entropic".
        reference: (n,) what the prior prefers; the robot's file if None.
        knowledge: bounds and symmetries of links.

    Raises:
        PhysicsError: the prior knowledge contradicts itself.
    """
    if prior not in PRIORS:
        raise ArgumentError(f"'{prior}' is not a prior.", remedy=did_you_mean(prior, PRIORS))
    model = base.model
    x0 = model.prior if reference is None else reference
    rows = [*physical(model), *(knowledge_rows(model, knowledge) if knowledge else [])]
    T, inverse, best = _determined(base, fit, scales)
    centre = x0 / scales + inverse @ (best - T @ (x0 / scales))
    problem = _Problem(_stiffness(fit, max(fit.unit, 1e-300)) @ T, centre)
    for r in rows:
        problem.add(r.A * scales, r.b, r.cone)
    if prior == "euclidean":
        problem.P += WEIGHT[prior] * (np.eye(len(scales)) - inverse @ T)
    else:
        _entropic(problem, base, x0, scales, WEIGHT[prior])
    u, status, seconds = problem.solve()
    values = scales * u
    deviation = np.sqrt(np.diag(fit.covariance))
    known_well = (deviation > 0) & fit.well_excited
    moved = np.where(known_well, (base.reduce(values) - fit.values) / np.where(known_well, deviation, 1.0), 0.0)
    return Consistent(values=values, base=base.reduce(values), moved=moved, status=status, seconds=seconds)


def _determined(base: Base, fit: Fit, scales: Array) -> tuple[Array, Array, Array]:
    """Return T (n_base, n), its pseudo-inverse, and t: the data would have T u = t for u = x / scales.

    T u are the base parameters in units of the fit, without the directions that the data hardly determine.
    """
    weak = fit.weak @ fit.weak.T
    T = base.matrix * scales / fit.scales[:, None]
    T -= weak @ T
    inverse = np.asarray(linalg.solve(T @ T.T + weak, T, assume_a="pos").T, float)
    best = fit.values / fit.scales
    return T, inverse, best - weak @ best


def _stiffness(fit: Fit, unit: float) -> Array:
    """Return K: the data's residual, in deviations, grows by |K T step|^2."""
    K = fit.factor[:, :-1] * fit.scales / unit
    if len(K) and fit.singular_values[0] > STIFFEST:
        _, s, Vt = np.linalg.svd(K)
        K = np.minimum(s, STIFFEST)[:, None] * Vt
    return K


class _Problem:
    """A cone program: a quadratic cost of the step from `centre`, linear costs, cones on the step and other variables.

    Attributes:
        P: (n, n) the quadratic cost's matrix.
    """

    def __init__(self, D: Array, centre: Array) -> None:
        self.n, self.width, self.centre = len(centre), len(centre), centre
        self.P = D.T @ D
        self.blocks: list[tuple[list[tuple[int, Array]], Array, object]] = []
        self.linear: list[tuple[int, Array]] = []

    def new(self, count: int) -> int:
        """Return where `count` new variables begin."""
        start, self.width = self.width, self.width + count
        return start

    def add(self, A: Array, b: Array, cone: object, others: tuple[int, Array] | None = None) -> None:
        """Add rows A u + B w + s = b, s in the cone, on u = centre + step and (where, B) on other variables."""
        parts = [(0, A), *([others] if others else [])]
        self.blocks.append((parts, b - A @ self.centre[: A.shape[1]], cone))

    def solve(self) -> tuple[Array, str, float]:
        """Return u, the solver's status and its time [s]."""
        unit = np.ones(self.width)
        unit[: self.n] = 1 / np.sqrt(np.maximum(np.diag(self.P), 1.0))
        P = sparse.csc_matrix(np.triu(self.P * unit[: self.n] * unit[: self.n, None]))
        P.resize(self.width, self.width)
        q = np.zeros(self.width)
        for start, values in self.linear:
            q[start : start + len(values)] += values
        entries, height = [], 0
        for parts, b, _ in self.blocks:
            for start, values in parts:
                i, j = np.nonzero(values)
                entries.append((values[i, j] * unit[start + j], height + i, start + j))
            height += len(b)
        value, row, column = (np.concatenate(part) for part in zip(*entries, strict=True))
        A = sparse.csc_matrix((value, (row, column)), (height, self.width))
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.direct_solve_method = "faer"  # the matrix is nearly full: what factors it by blocks is faster
        settings.static_regularization_constant = 1e-10
        settings.iterative_refinement_abstol = settings.iterative_refinement_reltol = 1e-15
        settings.tol_gap_abs = settings.tol_gap_rel = 1e-7
        cones = [cone for *_, cone in self.blocks]
        solver = clarabel.DefaultSolver(
            P,
            q * unit,
            A,
            np.concatenate([b for _, b, _ in self.blocks]),
            cones,
            settings,
        )
        solution = solver.solve()
        status = str(solution.status)
        if status not in USABLE:
            raise PhysicsError(
                f"No physically consistent parameters fit the prior knowledge of the links (solver: {status}).",
                remedy="Look for bounds that contradict each other or the total mass. If you gave none, the log is far "
                "from what any robot of this kind could do: look at its units, signs and joints with heft check.",
            )
        return self.centre + (unit * solution.x)[: self.n], status, float(solution.solve_time)


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
        problem.add(-svec_rows(top), np.zeros(36), clarabel.PSDTriangleConeT(8), (start, -svec_rows(Z)))
        for d in range(4):
            # (t, 1, Z_dd) in the exponential cone: exp(t) <= Z_dd
            E = np.zeros((3, 14))
            E[0, 10 + d], E[2, lower.index((d, d))] = -1.0, -1.0
            problem.add(np.zeros((3, 0)), np.array([0.0, 1.0, 0.0]), clarabel.ExponentialConeT(), (start, E))


def _whiten(J: Array, size: Array) -> Array:
    half = np.diag(1 / np.sqrt(np.diag(size)))
    return half @ J @ half
