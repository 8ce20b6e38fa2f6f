"""Dahl's contact (1968): it bends before it slides, so its friction has a memory and holds at rest too.

Coulomb's sign(s) has no meaning at rest, where the sign of a measured velocity is noise and friction keeps the value
at which the joint stopped. Dahl replaces it by a state z between -1 and 1 that follows the way x gone,

    dz/dx = (sign(s) - z) / d  along the way,    dx = |s| dt,

so that z is sign(s) once the joint has gone a few d, turns over that distance after a reversal, and stays at rest.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from heft.arrays import Array


@njit(cache=True)
def step(z: float, way: float, distance: float) -> float:
    """Return the state after one signed step of the way, by Dahl's law exactly along it."""
    keep = np.exp(-abs(way) / distance)
    return keep * z + (1.0 - keep) * np.sign(way)


@njit(cache=True)
def bent(way: Array, distance: float) -> Array:
    """Return the state z (n,) of a contact that goes the signed steps `way` (n,), unloaded at the start."""
    z = np.empty_like(way)
    now = 0.0
    for k in range(len(way)):
        now = step(now, way[k], distance)
        z[k] = now
    return z
