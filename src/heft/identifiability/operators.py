"""The helper functions of RPNA, over any field: X, Phi x, B(X), A(Phi) and M(V, Phi).

A body's parameters are in the order of the paper's tables here, so that echelon forms prefer as the paper does. They
are moved through the 4x4 pseudo-inertia J = [[Sigma, h], [h^T, m]], I = tr(Sigma) 1 - Sigma, which a pose T takes to
T J T^T and a motion [w; v] at the rate D J + J D^T, D = [[w x, v], [0, 0]].

Notation: P0 eqs. 36, 39, 40, 42 and appendix A.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heft.arrays import Ints
from heft.identifiability.field import Field, Matrix
from heft.parameters import DISPLAY_NAMES

_ENTRIES = {"Ixx": (0, 0), "Iyy": (1, 1), "Izz": (2, 2), "Iyz": (1, 2), "Ixz": (0, 2), "Ixy": (0, 1)}


def _unit_inertias() -> tuple[Ints, Ints]:
    """Return 2 J (10, 4, 4) and the 6x6 inertia (10, 6, 6) of a unit of each parameter."""
    J2, I6 = np.zeros((10, 4, 4), np.int64), np.zeros((10, 6, 6), np.int64)
    for k, name in enumerate(DISPLAY_NAMES):
        if name == "m":
            J2[k, 3, 3] = 2
            I6[k, 3:, 3:] = np.eye(3)
        elif name.startswith("mc"):
            c = "xyz".index(name[2])
            J2[k, c, 3] = J2[k, 3, c] = 2
            cross = np.cross(np.eye(3)[c], np.eye(3)).T
            I6[k, :3, 3:], I6[k, 3:, :3] = cross, -cross
        else:
            a, b = _ENTRIES[name]
            moment = np.zeros((3, 3), np.int64)
            moment[a, b] = moment[b, a] = 1
            J2[k, :3, :3] = np.trace(moment) * np.eye(3) - 2 * moment
            I6[k, :3, :3] = moment
    return J2, I6


_J2, UNIT_INERTIAS = _unit_inertias()


def _parameters(field: Field, J2: NDArray[Any]) -> Matrix:
    """Return the ten parameters, (10, k), of k matrices 2 J."""
    J = field.reduce(J2 * field.half)
    trace = J[:, 0, 0] + J[:, 1, 1] + J[:, 2, 2]
    rows = [J[:, 3, 3], J[:, 0, 3], J[:, 1, 3], J[:, 2, 3]]
    for name in DISPLAY_NAMES[4:]:
        a, b = _ENTRIES[name]
        rows.append(trace - J[:, a, a] if a == b else -J[:, a, b])
    return field.reduce(np.array(rows))


def cross_matrix(v: NDArray[Any]) -> Matrix:
    """Return v x as a matrix, (3, 3)."""
    zero = v[0] - v[0]
    return np.array([[zero, -v[2], v[1]], [v[2], zero, -v[0]], [-v[1], v[0], zero]])


def motion_transform(field: Field, T: Matrix) -> Matrix:
    """Return X (6, 6), motions of the parent seen from a body, for the body's pose T (4, 4) in the parent (eq. 66)."""
    E, p, X = T[:3, :3].T, T[:3, 3], field.zeros(6, 6)
    X[:3, :3] = X[3:, 3:] = E
    X[3:, :3] = -field.reduce(E @ cross_matrix(p))
    return X


def motion_cross(field: Field, phi: NDArray[Any]) -> Matrix:
    """Return phi x (6, 6)."""

    def make() -> Matrix:
        cross = field.zeros(6, 6)
        cross[:3, :3] = cross[3:, 3:] = cross_matrix(phi[:3])
        cross[3:, :3] = cross_matrix(phi[3:])
        return cross

    return field.once("phi x", phi, make)


def to_parent(field: Field, T: Matrix) -> Matrix:
    """Return B (10, 10): the parameters of a body, seen from its parent (eq. 42)."""
    moved = field.reduce(field.reduce(T @ _J2) @ T.T)
    return _parameters(field, moved)


def rate(field: Field, phi: NDArray[Any]) -> Matrix:
    """Return A (10, 10): how the parameters seen from before a joint change as it moves by phi (eq. 40)."""

    def make() -> Matrix:
        D = field.zeros(4, 4)
        D[:3, :3], D[:3, 3] = cross_matrix(phi[:3]), phi[3:]
        return _parameters(field, field.reduce(D @ _J2 + _J2 @ D.T))

    return field.once("A(phi)", phi, make)


def momentum(field: Field, V: Matrix, Phi: Matrix) -> Matrix:
    """Return M(V, Phi) (10, k n): the coefficients of v^T I phi for all v in V and phi in Phi (eq. 36)."""
    products = field.reduce(V.T @ field.reduce(UNIT_INERTIAS @ Phi))
    return products.reshape(10, -1)
