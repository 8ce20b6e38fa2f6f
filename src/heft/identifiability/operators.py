"""The helper functions of RPNA, over any field: X, Phi x, B(X), A(Phi) and M(V, Phi), of many bodies at once.

A body's parameters are in the order of the paper's tables here, so that echelon forms prefer as the paper does. They
are moved through the 4x4 pseudo-inertia J = [[Sigma, h], [h^T, m]], I = tr(Sigma) 1 - Sigma, which a pose T takes to
T J T^T and a motion [w; v] at the rate D J + J D^T, D = [[w x, v], [0, 0]].

Notation: P0 eqs. 36, 39, 40, 42 and appendix A.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heft.arrays import Ints
from heft.identifiability.field import Field, Matrix
from heft.parameters import DISPLAY_NAMES

_ENTRIES = {"m": (3, 3), "mcx": (0, 3), "mcy": (1, 3), "mcz": (2, 3)}
_ENTRIES |= {"Ixx": (0, 0), "Iyy": (1, 1), "Izz": (2, 2), "Iyz": (1, 2), "Ixz": (0, 2), "Ixy": (0, 1)}
_ROW, _COLUMN = np.array([_ENTRIES[name] for name in DISPLAY_NAMES]).T
"""Where each parameter stands in J; the moments of inertia stand there through Sigma."""
_MIXED = _ROW != _COLUMN
_DIAGONAL, _OFF = slice(4, 7), slice(7, 10)
"""Moments and products of inertia among the parameters."""

_OF_CROSS = np.array([[6, 5, 1], [2, 6, 3], [4, 0, 6]])
"""The entries of v x, counted in [v, -v, 0]."""


def _unit_inertias() -> Ints:
    """Return the 6x6 inertia (10, 6, 6) of a unit of each parameter."""
    I6 = np.zeros((10, 6, 6), np.int64)
    for k, name in enumerate(DISPLAY_NAMES):
        a, b = _ENTRIES[name]
        if name == "m":
            I6[k, 3:, 3:] = np.eye(3)
        elif name.startswith("mc"):
            cross = np.cross(np.eye(3)[a], np.eye(3)).T
            I6[k, :3, 3:], I6[k, 3:, :3] = cross, -cross
        else:
            I6[k, a, b] = I6[k, b, a] = 1
    return I6


def _unit_crosses() -> Ints:
    """Return phi x (6, 6, 6) of unit motions phi."""
    cross = np.zeros((6, 6, 6), np.int64)
    about = np.cross(np.eye(3)[:, None], np.eye(3)).swapaxes(1, 2)  # e_k x
    cross[:3, :3, :3] = cross[:3, 3:, 3:] = cross[3:, 3:, :3] = about
    return cross


def _unit_rates() -> Ints:
    """Return A (6, 10, 10) of unit motions: D J + J D^T for a unit of each parameter, as parameters."""
    inertia, one = UNIT_INERTIAS[:, :3, :3], np.eye(3, dtype=np.int64)
    J2 = np.zeros((10, 4, 4), np.int64)  # twice the pseudo-inertia, which has halves
    J2[:, :3, :3] = np.trace(inertia, axis1=1, axis2=2)[:, None, None] * one - 2 * inertia
    for name, k in (("mcx", 0), ("mcy", 1), ("mcz", 2), ("m", 3)):
        J2[DISPLAY_NAMES.index(name), k, 3] = J2[DISPLAY_NAMES.index(name), 3, k] = 2
    D = np.zeros((6, 1, 4, 4), np.int64)
    D[:3, 0, :3, :3], D[3:, 0, :3, 3] = _UNIT_CROSSES[:3, :3, :3], one
    half = D @ J2
    moved = (half + half.swapaxes(2, 3)) // 2
    moved[..., :3, :3] = np.trace(moved[..., :3, :3], axis1=2, axis2=3)[..., None, None] * one - moved[..., :3, :3]
    return moved[..., _ROW, _COLUMN].swapaxes(1, 2)


UNIT_INERTIAS = _unit_inertias()
_UNIT_MOMENTA = np.moveaxis(UNIT_INERTIAS, -1, 0)
_UNIT_CROSSES = _unit_crosses()
_UNIT_RATES = _unit_rates()


def cross_matrix(v: NDArray[Any]) -> Matrix:
    """Return v x, (..., 3, 3), of vectors (..., 3)."""
    return np.concatenate([v, -v, v[..., :1] - v[..., :1]], axis=-1)[..., _OF_CROSS]


def motion_transform(field: Field, T: Matrix) -> Matrix:
    """Return X (..., 6, 6), motions of the parent seen from bodies with the poses T (..., 4, 4) in it (eq. 66)."""
    E, p = np.swapaxes(T[..., :3, :3], -1, -2), T[..., :3, 3]
    X = _zeros(field, *T.shape[:-2], 6, 6)
    X[..., :3, :3] = X[..., 3:, 3:] = E
    X[..., 3:, :3] = field.reduce(-(E @ cross_matrix(p)))
    return X


def motion_cross(field: Field, phi: Matrix) -> Matrix:
    """Return phi x, (..., 6, 6), of motions (..., 6)."""
    return _combined(field, phi, _UNIT_CROSSES)


def to_parent(field: Field, T: Matrix) -> Matrix:
    """Return B (..., 10, 10): the parameters of bodies with the poses T (..., 4, 4), seen from the parent (eq. 42)."""
    return _on_parameters(field, _on_pseudo_inertia(field, T))


def rate(field: Field, phi: Matrix) -> Matrix:
    """Return A (..., 10, 10): how parameters seen from before a joint change as it moves by phi (..., 6) (eq. 40)."""
    return _combined(field, phi, _UNIT_RATES)


def momentum(field: Field, phi: Matrix) -> Matrix:
    """Return (..., 10, 6): M(V, phi), the coefficients of v^T I phi for all v in V, is this times V (eq. 36)."""
    return _combined(field, phi, _UNIT_MOMENTA)


def _combined(field: Field, phi: Matrix, units: Ints) -> Matrix:
    """Return what is linear in motions (..., 6) from what it is for each unit motion, (6, m, n)."""
    return field.reduce(phi @ units.reshape(6, -1)).reshape(*phi.shape[:-1], *units.shape[1:])


def _zeros(field: Field, *shape: int) -> Matrix:
    return field.zeros(1, math.prod(shape)).reshape(shape)


def _on_pseudo_inertia(field: Field, T: Matrix) -> Matrix:
    """Return (..., 10, 10), the entries of T J T^T by those of J."""
    rows, columns = T[..., _ROW, :], T[..., _COLUMN, :]
    moved = field.reduce(rows[..., _ROW] * columns[..., _COLUMN])
    moved[..., _MIXED] += field.reduce(rows[..., _COLUMN[_MIXED]] * columns[..., _ROW[_MIXED]])
    return moved


def _on_parameters(field: Field, moved: Matrix) -> Matrix:
    """Return the same map, (..., 10, 10), by parameters: I = tr(Sigma) 1 - Sigma and Sigma = tr(I)/2 1 - I."""
    moved = field.reduce(moved)
    moved[..., _DIAGONAL, :] = moved[..., _DIAGONAL, :].sum(axis=-2, keepdims=True) - moved[..., _DIAGONAL, :]
    moved[..., _OFF, :] = -moved[..., _OFF, :]
    half_sum = field.reduce(moved[..., _DIAGONAL].sum(axis=-1, keepdims=True) * field.half)
    moved[..., _DIAGONAL] = half_sum - moved[..., _DIAGONAL]
    moved[..., _OFF] = -moved[..., _OFF]
    return field.reduce(moved)
