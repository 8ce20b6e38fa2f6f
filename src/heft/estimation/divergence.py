"""The entropic divergence of a robot from its file: how far the links are from what the prior has, body by body.

With J the pseudo-inertia of a body, this is a sum of two Bregman divergences of -log det (J + E),

    D(J | J0; E) + BARRIER D(J | T; 0),    D(J | J0; E) = tr((J0 + E)^-1 (J - J0)) - log det((J0 + E)^-1 (J + E))

J0 is the pseudo-inertia in the file. For E = 0, D is that of Lee, Wensing and Park (2020), the same in all frames and
units. But then a belief is as strong as the file's number is small: a massless body, a rotor of a few grams or a link
drawn as a thin rod would outweigh all others, and a link that the data do not let be thin would rather become heavy. E
is a part of the body's plausible size (`heft.estimation.scales`), so that no belief is narrower than it. Where the file
has no mass, E is the whole size.

The first term alone lets links become points, rods and discs, at the boundary of physical consistency. The second is a
barrier there. T is the body of the file with its principal second moments about the centre of mass raised to a least
one, so that it is never singular; where the file has no mass, it is a small round body. Where the file's links have
mass and are not that thin, the divergence is zero at the file and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from heft.arrays import Array
from heft.estimation.affine_matrices import AffineMatrices
from heft.estimation.columns import Model
from heft.estimation.cone_program import ConeProgram
from heft.estimation.constraints import PSEUDO, clarabel, pseudo_inertias, svec_rows
from heft.estimation.plausible_links import MISSING
from heft.parameters import to_pseudo_inertia

NARROWEST = 0.1
"""E of a body that the file gives a mass, in units of its plausible size.

Of 0.1 and 0.3 and tenths and tens of those, this one came nearest to the true links of simulated robots whose files are
wrong by tens of percent, have point masses, or lack masses; also if any one of nine robots was left out.
"""

BARRIER = 0.1
"""The weight of the second term."""

THINNEST = 0.01
"""The least second moment of T, in units of those of the body's plausible size."""

SMALL = 0.1
"""The body that stands for one without mass in the file, in units of its plausible size."""

_LOWER = [(i, j) for j in range(4) for i in range(j, 4)]
"""Entries of a lower triangular matrix."""


def divergence(model: Model, values: Array, reference: Array) -> float:
    """Return the divergence of all bodies and rotors of a model from a reference, both (n,) parameters."""
    total = 0.0
    for weight, _, relative in _relative(model, reference, values, np.zeros((len(values), 0))):
        total += weight * float(np.trace(relative) - np.linalg.slogdet(relative)[1] - 4)
    return total


def thickness(model: Model, values: Array) -> dict[str, float]:
    """Return how thick each link is, by its parameters among all (n,): 0 at the boundary of consistency, 1 as in T."""
    found = {}
    for name, pick, size in pseudo_inertias(model)[: model.robot.n_bodies]:
        J0 = _nearest_consistent(to_pseudo_inertia(pick @ model.prior), size)
        C = np.linalg.inv(np.linalg.cholesky(_thick(J0, size)))
        found[name] = float(np.linalg.eigvalsh(C @ to_pseudo_inertia(pick @ values) @ C.T)[0])
    return found


def add_divergence(program: ConeProgram, model: Model, reference: Array, start: Array, basis: Array) -> None:
    """Add the divergence to the cost of a program whose first variables x stand for the parameters start + basis x.

    log det M is the sum of log Z_kk for lower triangular Z with [[M, Z], [Z^T, diag Z]] >= 0, each logarithm in a cone
    of exponentials.
    """
    for weight, relative, constant in _relative(model, reference, start, basis):
        program.q = program.q + weight * np.einsum("iin->n", relative)
        new = program.new(np.concatenate([np.zeros(10), -weight * np.ones(4)]))  # ten entries of Z, four logarithms
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
        weights, slopes, constants = zip(*_relative(model, reference, start, basis), strict=True)
        self.relative, self.P, self.weights = AffineMatrices.of(constants, slopes), P, np.array(weights)
        self.trace = self.relative.gradient(self.weights[:, None, None] * np.eye(4), len(P))

    def at(self, x: Array) -> tuple[float, Array, Array]:
        """Return value, gradient (n,) and Hessian (n, n)."""
        M, Px = self.relative.at(x), self.P @ x
        inverse, H = np.asarray(np.linalg.inv(M), float), self.P.copy()
        self.relative.add_curvature(H, np.sqrt(self.weights)[:, None, None] * inverse)
        divergence = np.trace(M, axis1=1, axis2=2) - np.linalg.slogdet(M)[1] - 4
        gradient = self.trace - self.relative.gradient(self.weights[:, None, None] * inverse, len(x)) + Px
        return float(self.weights @ divergence + x @ Px / 2), gradient, H

    def is_defined(self, x: Array) -> bool:
        """Tell whether all J + E, and all J, are positive definite."""
        return bool(np.linalg.eigvalsh(self.relative.at(x)).min() > 0)


def _relative(model: Model, reference: Array, start: Array, basis: Array) -> Iterator[tuple[float, Array, Array]]:
    """Yield, for each term, its weight, and C (J + E) C^T as a function of x: slopes (4, 4, n) and constant (4, 4)."""
    for _, pick, size in pseudo_inertias(model):
        J, slope = to_pseudo_inertia(pick @ start), PSEUDO @ (pick @ basis)
        for weight, E, believed in _beliefs(_nearest_consistent(to_pseudo_inertia(pick @ reference), size), size):
            C = np.asarray(np.linalg.inv(np.linalg.cholesky(believed)), float)
            yield weight, np.einsum("ij,jkn,lk->iln", C, slope, C), C @ (J + E) @ C.T


def _beliefs(J0: Array, size: Array) -> Iterator[tuple[float, Array, Array]]:
    """Yield, for each term of a body, its weight, E, and what J + E is believed to be."""
    E = max(NARROWEST, 1.0 - J0[3, 3] / size[3, 3]) * size
    yield 1.0, E, J0 + E
    yield BARRIER, np.zeros((4, 4)), _thick(J0, size)


def _thick(J0: Array, size: Array) -> Array:
    """Return T, which is positive definite."""
    mass, h = J0[3, 3], J0[:3, 3]
    if mass < MISSING * size[3, 3]:
        return SMALL * size
    about_origin = np.outer(h, h) / mass
    moments, axes = np.linalg.eigh(J0[:3, :3] - about_origin)
    T = J0.copy()
    T[:3, :3] = axes * np.maximum(moments, THINNEST * mass * size[0, 0] / size[3, 3]) @ axes.T + about_origin
    return T


def _nearest_consistent(J0: Array, size: Array) -> Array:
    """Return the physically consistent pseudo-inertia that is nearest to one of a file."""
    unit = np.sqrt(np.diag(size))
    values, vectors = np.linalg.eigh(J0 / np.outer(unit, unit))
    return (unit[:, None] * vectors) * np.maximum(values, 0.0) @ (unit[:, None] * vectors).T
