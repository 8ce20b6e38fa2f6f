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


UNIT_INERTIAS = _unit_inertias()


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
    cross = _zeros(field, *phi.shape, 6)
    cross[..., :3, :3] = cross[..., 3:, 3:] = cross_matrix(phi[..., :3])
    cross[..., 3:, :3] = cross_matrix(phi[..., 3:])
    return field.reduce(cross)


def to_parent(field: Field, T: Matrix) -> Matrix:
    """Return B (..., 10, 10): the parameters of bodies with the poses T (..., 4, 4), seen from the parent (eq. 42)."""
    return _on_parameters(field, _on_pseudo_inertia(field, T, T))


def rate(field: Field, phi: Matrix) -> Matrix:
    """Return A (..., 10, 10): how parameters seen from before a joint change as it moves by phi (..., 6) (eq. 40)."""
    D = _zeros(field, *phi.shape[:-1], 4, 4)
    D[..., :3, :3], D[..., :3, 3] = cross_matrix(phi[..., :3]), phi[..., 3:]
    one = field.identity(4)
    return _on_parameters(field, _on_pseudo_inertia(field, D, one) + _on_pseudo_inertia(field, one, D))


def momentum(field: Field, phi: Matrix) -> Matrix:
    """Return (..., 10, 6): M(V, phi), the coefficients of v^T I phi for all v in V, is this times V (eq. 36)."""
    return field.reduce((UNIT_INERTIAS @ phi[..., None, :, None])[..., 0])


def _zeros(field: Field, *shape: int) -> Matrix:
    return field.zeros(1, math.prod(shape)).reshape(shape)


def _on_pseudo_inertia(field: Field, S: Matrix, T: Matrix) -> Matrix:
    """Return (..., 10, 10), the entries of S J T^T by those of J."""
    S_row, T_column = S[..., _ROW, :], T[..., _COLUMN, :]
    moved = field.reduce(S_row[..., _ROW] * T_column[..., _COLUMN])
    moved[..., _MIXED] += field.reduce(S_row[..., _COLUMN[_MIXED]] * T_column[..., _ROW[_MIXED]])
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
