"""The inertia constants of composite bodies (P1 eqs. 8-15), as linear maps of the link parameters.

Composite body i is links i to n. Its first moment and inertia about the origin of E_i split into a part that never
changes, k_i and U_i, and a part that moves with the joints. From joint i + 1 to its parent:

    revolute     k_i = m_i c_i + M s + u (k)_z     U_i = J_i + R diag(U22, U22, U33) R^T + S(s, u (k)_z) + M |s|^2
    prismatic    k_i = m_i c_i + M b + R k         U_i = J_i + R U R^T + S(b, R k) + M |b|^2

with M, k, U of composite body i + 1, s its origin seen from E_i, b = [b, 0, 0] the part of s that does not slide,
u its axis, S(a, v) = 2 (a.v) 1 - a v^T - v a^T, and M |s|^2 short for M (s.s 1 - s s^T).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from heft.arrays import Array
from heft.chains.dh import DHChain
from heft.parameters import INDEX

INERTIA = (("Ixx", "Ixy", "Ixz"), ("Ixy", "Iyy", "Iyz"), ("Ixz", "Iyz", "Izz"))


@dataclass(frozen=True, eq=False)
class InertiaConstants:
    """The inertia constants of composite bodies, as matrices on `robot.parameter_names`.

    Attributes:
        mass: (n, N) m̂_i.
        k: (n, 3, N) the constant first moments.
        U: (n, 3, 3, N) the constant inertias.
    """

    mass: Array
    k: Array
    U: Array


def inertia_constants(chain: DHChain) -> InertiaConstants:
    """Return m̂_i, k_i and U_i of every composite body (eqs. 8-15)."""
    n, N = chain.n, len(chain.robot.parameter_names)
    mass, k, U = np.zeros((n, N)), np.zeros((n, 3, N)), np.zeros((n, 3, 3, N))
    for i in range(n):
        ten = np.zeros((10, N))
        ten[:, 10 * i : 10 * i + 10] = chain.to_frames[i]
        mass[i], k[i] = ten[0], ten[1:4]
        U[i] = [[ten[INDEX[name]] for name in row] for row in INERTIA]
    for i in reversed(range(n - 1)):
        j = i + 1
        R = chain.rotation(j)
        if chain.revolute[j]:
            s = np.array([chain.b[j], 0.0, 0.0]) + chain.d[j] * R[:, 2]
            fixed, inertia = R[:, 2, None] * k[j, 2], np.zeros((3, 3, N))
            inertia[0, 0] = inertia[1, 1] = U[j, 1, 1]
            inertia[2, 2] = U[j, 2, 2]
        else:
            s = np.array([chain.b[j], 0.0, 0.0])
            fixed, inertia = R @ k[j], U[j]
        mass[i] += mass[j]
        k[i] += s[:, None] * mass[j] + fixed
        U[i] += np.einsum("ab,bcN,dc->adN", R, inertia, R)
        U[i] += spread(s, fixed) + (s @ s * np.eye(3) - np.outer(s, s))[:, :, None] * mass[j]
    return InertiaConstants(mass, k, U)


def spread(a: Array, v: Array) -> Array:
    """Return S(a, v) = -[a][v] - [v][a], (3, 3, ...), for a (3,) and v (3, ...)."""
    product = a[:, None, None] * v[None] if v.ndim == 2 else np.outer(a, v)
    eye = np.eye(3)[:, :, None] if v.ndim == 2 else np.eye(3)
    return 2 * np.einsum("a,a...->...", a, v) * eye - product - np.swapaxes(product, 0, 1)
