"""Contacts that bend before they slide: friction with a memory, right at rest too.

Coulomb's sign(s) says nothing at rest, where the sign of a measured velocity is noise and friction keeps the value at
which the joint stopped. Dahl (1968) puts in its place a state z between -1 and 1 that follows the way x gone,

    dz/dx = (sign(s) - z) / d  along the way,    dx = |s| dt,

so that z is sign(s) once the joint has gone a few d, turns back over that distance after a reversal, and stays at rest.
A run starts without load, z = 0. The state is small beside the regressor and is computed for a whole run at once, so
that it does not depend on where tiles are cut.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from heft.arrays import Array
from heft.estimation.columns import BENDING, Model
from heft.logs.motion import Motion


@njit(cache=True)
def bent(way: Array, distance: float) -> Array:
    """Return the state z (n,) of a contact that goes the signed steps `way` (n,), by Dahl's law exactly along each."""
    z = np.empty_like(way)
    now = 0.0
    for k in range(len(way)):
        keep = np.exp(-abs(way[k]) / distance)
        now = keep * now + (1.0 - keep) * np.sign(way[k])
        z[k] = now
    return z


def states_of(model: Model, motion: Motion) -> dict[str, Array]:
    """Return z (n,) of every column of a model that bends, by the column's name."""
    states = {}
    for column in model.extra:
        if column.kind in BENDING:
            z, way = np.zeros(motion.n), column.rate(motion.qd) / motion.rate
            for start, stop in motion.segments:
                z[start:stop] = bent(way[start:stop], column.distance)
            states[column.name] = z
    return states
