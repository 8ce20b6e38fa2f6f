"""The entropic divergence of a robot from its file: how far the links are from what the prior has, body by body.

With J the pseudo-inertia of a body and J0 that of its file, this is the Bregman divergence of -log det (J + E),

    D = tr((J0 + E)^-1 (J - J0)) - log det((J0 + E)^-1 (J + E))

For E = 0 it is that of Lee, Wensing and Park (2020), the same in all frames and units. But then a belief is as strong
as the file's number is small: a massless body, a rotor of a few grams or a link drawn as a thin rod would outweigh all
others, and a link that the data do not let be thin would rather become heavy. E is a part of the body's plausible size
(`heft.estimation.scales`), so that no belief is narrower than it. Where the file has no mass, E is the whole size. D is
zero at the file and nowhere else, whatever E is, and for a file whose bodies are zero too.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from heft.arrays import Array
from heft.estimation.affine_matrices import AffineMatrices
from heft.estimation.columns import Model
from heft.estimation.cone_program import ConeProgram
from heft.estimation.constraints import PSEUDO, clarabel, pseudo_inertias, svec_rows
from heft.parameters import to_pseudo_inertia

NARROWEST = 0.1
"""E of a body that the file gives a mass, in units of its plausible size.

Of 0.1 and 0.3 and tenths and tens of those, this one came nearest to the true links of simulated robots whose files are
wrong by tens of percent, have point masses, or lack masses; also if any one of nine robots was left out.
"""

_LOWER = [(i, j) for j in range(4) for i in range(j, 4)]
"""Entries of a lower triangular matrix."""


def divergence(model: Model, values: Array, reference: Array) -> float:
    """Return the divergence of all bodies and rotors of a model from a reference, both (n,) parameters."""
    total = 0.0
    for _, pick, size in pseudo_inertias(model):
        half, E = _belief(pick, size, reference)
        relative = half @ (to_pseudo_inertia(pick @ values) + E) @ half.T
        total += float(np.trace(relative) - np.linalg.slogdet(relative)[1] - 4)
    return total


def add_divergence(program: ConeProgram, model: Model, reference: Array, start: Array, basis: Array) -> None:
    """Add the divergence to the cost of a program whose first variables x stand for the parameters start + basis x.

    log det M is the sum of log Z_kk for lower triangular Z with [[M, Z], [Z^T, diag Z]] >= 0, each logarithm in a cone
    of exponentials.
    """
    for relative, constant in _relative(model, reference, start, basis):
        program.q = program.q + np.einsum("iin->n", relative)
        new = program.new(np.concatenate([np.zeros(10), -np.ones(4)]))  # ten entries of Z, four logarithms
        Z, M, still = np.zeros((8, 8, 14)), np.zeros((8, 8, relative.shape[2])), np.zeros((8, 8, 1))
        for k, (i, j) in enumerate(_LOWER):
            Z[i, 4 + j, k] = Z[4 + j, i, k] = 1.0
            if i == j:
                Z[4 + i, 4 + i, k] = 1.0
        M[:4, :4], still[:4, :4, 0] = relative, constant
        program.add(-svec_rows(M), svec_rows(still)[:, 0], clarabel.PSDTriangleConeT(8), (new, -svec_rows(Z)))
        for d in range(4):
            # (t, 1, Z_dd) in the exponential cone: exp(t) <= Z_dd
            rows = np.zeros((3, 14))
            rows[0, 10 + d], rows[2, _LOWER.index((d, d))] = -1.0, -1.0
            program.add(np.zeros((3, 0)), np.array([0.0, 1.0, 0.0]), clarabel.ExponentialConeT(), (new, rows))


class Divergence:
    """The divergence as a function of x, where the parameters are start + basis x, and a quadratic 1/2 x^T P x.

    Args:
        model: whose bodies diverge.
        reference: (n,) from which parameters.
        start: (n,) the parameters at x = 0.
        basis: (n, n) how they change with x.
        P: (n, n) what is added.
    """

    def __init__(self, model: Model, reference: Array, start: Array, basis: Array, P: Array) -> None:
        slopes, constants = zip(*_relative(model, reference, start, basis), strict=True)
        self.relative, self.P = AffineMatrices.of(constants, slopes), P
        self.trace = self.relative.gradient(np.broadcast_to(np.eye(4), (len(constants), 4, 4)), len(P))

    def at(self, x: Array) -> tuple[float, Array, Array]:
        """Return value, gradient (n,) and Hessian (n, n)."""
        M, Px = self.relative.at(x), self.P @ x
        inverse, H = np.asarray(np.linalg.inv(M), float), self.P.copy()
        self.relative.add_curvature(H, inverse)
        divergence = np.trace(M, axis1=1, axis2=2) - np.linalg.slogdet(M)[1] - 4
        gradient = self.trace - self.relative.gradient(inverse, len(x)) + Px
        return float(np.sum(divergence) + x @ Px / 2), gradient, H

    def is_defined(self, x: Array) -> bool:
        """Tell whether all J + E are positive definite."""
        return bool(np.linalg.eigvalsh(self.relative.at(x)).min() > 0)


def _relative(model: Model, reference: Array, start: Array, basis: Array) -> Iterator[tuple[Array, Array]]:
    """Yield, for each body, M = C (J + E) C^T as a function of x: its slopes (4, 4, n) and its constant (4, 4)."""
    for _, pick, size in pseudo_inertias(model):
        half, E = _belief(pick, size, reference)
        slopes = np.einsum("ij,jkn,lk->iln", half, PSEUDO @ (pick @ basis), half)
        yield slopes, half @ (to_pseudo_inertia(pick @ start) + E) @ half.T


def _belief(pick: Array, size: Array, reference: Array) -> tuple[Array, Array]:
    """Return C with C (J0 + E) C^T = 1, and E."""
    J0 = to_pseudo_inertia(pick @ reference)
    # a file may hold an inertia that is not physically consistent: its nearest one is what is believed
    unit = np.sqrt(np.diag(size))
    values, vectors = np.linalg.eigh(J0 / np.outer(unit, unit))
    J0 = (unit[:, None] * vectors) * np.maximum(values, 0.0) @ (unit[:, None] * vectors).T
    E = max(NARROWEST, 1.0 - J0[3, 3] / size[3, 3]) * size
    return np.asarray(np.linalg.inv(np.linalg.cholesky(J0 + E)), float), E
