"""The ten inertial parameters of a rigid body: names, orders, conversions, physical consistency.

The parameters are linear in the dynamics and taken about the body's origin, in body axes (P0 eq. 35):

    [m, hx, hy, hz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz],   h = m c,   I = I_c + m (c.c 1 - c c^T)

Three other forms of the same ten numbers are here: the 6x6 spatial inertia, the 4x4 pseudo-inertia
(whose positive definiteness *is* physical consistency, Wensing et al. 2018) and the log-Cholesky
coordinates (Rucker and Wensing 2022), which are unconstrained.

All functions take a leading batch shape: parameters are (..., 10).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from heft.arguments import array
from heft.arrays import Array
from heft.errors import ArgumentError, PhysicsError, did_you_mean

NAMES = ("m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")
"""Storage order."""

DISPLAY_NAMES = ("m", "mcx", "mcy", "mcz", "Ixx", "Iyy", "Izz", "Iyz", "Ixz", "Ixy")
"""The order in which the papers' tables print parameters and prefer them as base parameters."""

PINOCCHIO_NAMES = ("m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
"""The order of Pinocchio's ``Inertia.toDynamicParameters`` and of its regressors."""

SYMMETRIC_ROTOR_NAMES = ("m", "mcz", "It", "Izz")
"""A rotor symmetric about its spin axis z: It is its transverse moment, Ixx = Iyy = It."""

INDEX = {name: k for k, name in enumerate(NAMES)}

_MOMENTS = np.array([[4, 5, 6], [5, 7, 8], [6, 8, 9]])
"""Which of the ten parameters stands where in the 3x3 inertia."""

_UPPER = np.array([0, 1, 2, 4, 5, 8])
"""Where the six moments stand in a 3x3 inertia that is written row by row."""

SYMMETRIC_ROTOR_BASIS = np.zeros((10, 4))
"""(10, 4): ten parameters of a symmetric rotor from its four."""
for _k, _names in enumerate((("m",), ("mcz",), ("Ixx", "Iyy"), ("Izz",))):
    for _name in _names:
        SYMMETRIC_ROTOR_BASIS[INDEX[_name], _k] = 1.0


def order(source: Sequence[str], target: Sequence[str]) -> list[int]:
    """Return the index list that takes columns in `source` order to `target` order: ``x[..., order]``."""
    for name in target:
        if name not in source:
            raise ArgumentError(f"'{name}' is not an inertial parameter.", remedy=did_you_mean(name, source))
    return [list(source).index(name) for name in target]


def _skew(h: Array) -> Array:
    cross = np.zeros((*h.shape, 3))
    cross[..., 2, 1], cross[..., 0, 2], cross[..., 1, 0] = x, y, z = h[..., 0], h[..., 1], h[..., 2]
    cross[..., 1, 2], cross[..., 2, 0], cross[..., 0, 1] = -x, -y, -z
    return cross


def rotational_inertia(parameters: ArrayLike) -> Array:
    """Return the 3x3 inertia about the body origin [kg m2], (..., 3, 3)."""
    return array("'parameters'", parameters).take(_MOMENTS, axis=-1)


def _from_blocks(mass: ArrayLike, h: Array, inertia: Array) -> Array:
    mass = array("'mass'", mass)
    pi = np.empty((*np.broadcast_shapes(mass.shape, h.shape[:-1], inertia.shape[:-2]), 10))
    pi[..., 0], pi[..., 1:4] = mass, h
    pi[..., 4:] = inertia.reshape(*inertia.shape[:-2], 9).take(_UPPER, axis=-1)
    return pi


def from_com(mass: ArrayLike, com: ArrayLike, inertia_at_com: ArrayLike) -> Array:
    """Return the parameters of a body from what a CAD program or a URDF gives.

    Args:
        mass: (...) [kg].
        com: (..., 3) centre of mass in body coordinates [m].
        inertia_at_com: (..., 3, 3) about the centre of mass, in body axes [kg m2].
    """
    mass, com = array("'mass'", mass), array("'com'", com)
    h = mass[..., None] * com
    return _from_blocks(mass, h, array("'inertia_at_com'", inertia_at_com) - _skew(h) @ _skew(com))


def to_com(parameters: ArrayLike) -> tuple[Array, Array, Array]:
    """Return mass (...), centre of mass (..., 3) and inertia about it (..., 3, 3).

    A body without mass has its centre at the origin.
    """
    pi = array("'parameters'", parameters)
    mass, h = pi[..., 0], pi[..., 1:4]
    massless = mass[..., None] == 0
    com = np.where(massless, 0.0, h / np.where(massless, 1.0, mass[..., None]))
    return mass, com, rotational_inertia(pi) + _skew(h) @ _skew(com)


def to_matrix(parameters: ArrayLike) -> Array:
    """Return the 6x6 spatial inertia, angular first: [[I, [h]], [-[h], m 1]], (..., 6, 6)."""
    pi = array("'parameters'", parameters)
    H = _skew(pi[..., 1:4])
    m1 = pi[..., 0, None, None] * np.eye(3)
    return np.concatenate([np.concatenate([rotational_inertia(pi), H], -1), np.concatenate([-H, m1], -1)], axis=-2)


def from_matrix(inertia: ArrayLike) -> Array:
    """Return the parameters of a 6x6 spatial inertia (..., 6, 6)."""
    M = array("'inertia'", inertia)
    h = np.stack([M[..., 2, 4], M[..., 0, 5], M[..., 1, 3]], axis=-1)
    return _from_blocks(M[..., 3, 3], h, M[..., :3, :3])


def to_pseudo_inertia(parameters: ArrayLike) -> Array:
    """Return the 4x4 pseudo-inertia [[Sigma, h], [h^T, m]], Sigma = tr(I)/2 1 - I, (..., 4, 4)."""
    pi = array("'parameters'", parameters)
    inertia = rotational_inertia(pi)
    trace = np.trace(inertia, axis1=-2, axis2=-1)[..., None, None]
    sigma = 0.5 * trace * np.eye(3) - inertia
    pseudo = np.empty((*pi.shape[:-1], 4, 4))
    pseudo[..., :3, :3], pseudo[..., 3, 3] = sigma, pi[..., 0]
    pseudo[..., :3, 3] = pseudo[..., 3, :3] = pi[..., 1:4]
    return pseudo


def from_pseudo_inertia(pseudo: ArrayLike) -> Array:
    """Return the parameters of a 4x4 pseudo-inertia (..., 4, 4)."""
    J = array("'pseudo'", pseudo)
    sigma = J[..., :3, :3]
    trace = np.trace(sigma, axis1=-2, axis2=-1)[..., None, None]
    return _from_blocks(J[..., 3, 3], J[..., :3, 3], trace * np.eye(3) - sigma)


def from_log_cholesky(theta: ArrayLike) -> Array:
    """Return the parameters of log-Cholesky coordinates: any (..., 10) is physically consistent.

    theta = [alpha, d1, d2, d3, s12, s23, s13, t1, t2, t3]; J = U U^T with
    U = e^alpha [[e^d1, s12, s13, t1], [0, e^d2, s23, t2], [0, 0, e^d3, t3], [0, 0, 0, 1]].
    """
    t = array("'theta'", theta)
    alpha, d1, d2, d3, s12, s23, s13, t1, t2, t3 = (t[..., k] for k in range(10))
    zero, one = np.zeros_like(alpha), np.ones_like(alpha)
    entries = [np.exp(d1), s12, s13, t1, zero, np.exp(d2), s23, t2, zero, zero, np.exp(d3), t3]
    U = np.stack([*entries, zero, zero, zero, one], axis=-1).reshape(*t.shape[:-1], 4, 4)
    U = np.exp(alpha)[..., None, None] * U
    return from_pseudo_inertia(U @ np.swapaxes(U, -1, -2))


def to_log_cholesky(parameters: ArrayLike) -> Array:
    """Return the log-Cholesky coordinates (..., 10) of parameters with a positive definite pseudo-inertia.

    Raises:
        PhysicsError: the pseudo-inertia is not positive definite.
    """
    J = to_pseudo_inertia(parameters)
    flip = J[..., ::-1, ::-1]
    try:
        U = np.linalg.cholesky(flip)[..., ::-1, ::-1]
    except np.linalg.LinAlgError:
        raise PhysicsError(
            "Only a body with positive definite pseudo-inertia has log-Cholesky coordinates.",
            remedy="Check the parameters with is_physical first.",
        ) from None
    scale = U[..., 3, 3]
    U = U / scale[..., None, None]
    diagonal = [np.log(U[..., k, k]) for k in range(3)]
    rest = [U[..., i, j] for i, j in ((0, 1), (1, 2), (0, 2), (0, 3), (1, 3), (2, 3))]
    return np.stack([np.log(scale), *diagonal, *rest], axis=-1)


def transform(parameters: ArrayLike, rotation: ArrayLike, translation: ArrayLike) -> Array:
    """Return a body's parameters seen from another frame A.

    Args:
        parameters: (..., 10) in the body's own frame B.
        rotation: (..., 3, 3) R_AB, x_A = R x_B + p.
        translation: (..., 3) p, the origin of B in A [m].
    """
    R, p = array("'rotation'", rotation), array("'translation'", translation)
    T = np.zeros((*np.broadcast_shapes(R.shape[:-2], p.shape[:-1]), 4, 4))
    T[..., :3, :3], T[..., :3, 3], T[..., 3, 3] = R, p, 1.0
    return from_pseudo_inertia(T @ to_pseudo_inertia(parameters) @ np.swapaxes(T, -1, -2))


@dataclass(frozen=True)
class Physicality:
    """Whether ten parameters are physically consistent, and if not, why and by how much.

    Attributes:
        ok: true if a non-negative mass density could have these parameters.
        reason: one sentence, "" when ok.
        margin: the smallest eigenvalue of the pseudo-inertia at the centre of mass, as a fraction of its largest
            second moment (of the mass, if that is what is negative). Negative if it is
            not physically consistent, 0 for a point, line or sheet of mass.
    """

    ok: bool
    reason: str
    margin: float

    def __bool__(self) -> bool:
        return self.ok


RELATIVE_TOLERANCE = 1e-9
"""A second moment this much below zero, relative to the largest, is rounding and not an error."""

ROUNDING = 1e-13
"""A second moment this small, relative to the inertia about the origin from which it was computed, is rounding too."""


def is_physical(parameters: ArrayLike) -> Physicality:
    """Decide whether one body's ten parameters are physically consistent.

    They are if and only if the pseudo-inertia is positive semidefinite: the mass is not negative and, at the
    centre of mass, the principal moments obey the triangle inequality.
    """
    pi = array("'parameters'", parameters)
    if pi.shape != (10,):
        raise ArgumentError(
            f"is_physical takes the ten parameters of one body; got shape {pi.shape}.",
            remedy="Pass one row of them at a time.",
        )
    if not np.all(np.isfinite(pi)):
        return Physicality(False, "a parameter is not a finite number", -np.inf)
    with np.errstate(over="ignore", invalid="ignore"):
        mass, _, inertia = to_com(pi)
    if not np.all(np.isfinite(inertia)):
        return Physicality(False, "the parameters are too large", -np.inf)
    if mass < 0:
        return Physicality(False, f"the mass is negative ({mass:.6g} kg)", float(mass))
    if mass == 0:
        if np.any(pi != 0):
            return Physicality(False, "the mass is zero but its moments are not", -1.0)
        return Physicality(True, "", 0.0)
    moments = np.linalg.eigvalsh(inertia)
    second = 0.5 * np.trace(inertia) - moments[::-1]
    scale = float(np.max(np.abs(second)))
    rounding = ROUNDING * float(np.max(np.abs(pi[4:])))
    if scale <= rounding:
        return Physicality(True, "", 0.0)
    margin = float(second[0]) / scale
    tolerance = RELATIVE_TOLERANCE * scale + rounding
    if second[0] >= -tolerance:
        return Physicality(True, "", margin)
    text = ", ".join(f"{moment:.4g}" for moment in moments)
    if moments[0] < -tolerance:
        reason = f"a principal moment of inertia is negative: ({text}) kg m2"
    else:
        reason = (
            f"principal moments ({text}) kg m2 break the triangle inequality by "
            f"{moments[2] - moments[0] - moments[1]:.4g}"
        )
    return Physicality(False, reason, margin)
