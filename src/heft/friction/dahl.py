"""Dahl's contact (1968): it bends before it slides, so its friction has memory and holds at rest too.

Coulomb's sign(s) has no meaning at rest: there the sign of a measured velocity is noise, and friction keeps the value
at which the joint stopped. Dahl replaces it by a state z between -1 and 1 that follows the distance x travelled,

    dz/dx = (sign(s) - z) / d,    dx = |s| dt.

After a few bending distances d in one direction z is sign(s). It changes over that distance after a reversal, and it
is constant at rest.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.compiled import compiled


@compiled()
def step(z: float, travel: float, distance: float) -> float:
    """Return the state after a signed displacement `travel`; Dahl's law is integrated exactly along it."""
    keep = np.exp(-abs(travel) / distance)
    return keep * z + (1.0 - keep) * np.sign(travel)


@compiled()
def bent(travel: Array, distance: float) -> Array:
    """Return the state z (n,) after each of the signed displacements `travel` (n,); it starts at zero.

    Args:
        travel: between samples [rad or m].
        distance: the bending distance d [rad or m].
    """
    z = np.empty_like(travel)
    now = 0.0
    for k in range(len(travel)):
        now = step(now, travel[k], distance)
        z[k] = now
    return z


def compile_bent() -> None:
    """Compile `bent` and `step`."""
    step(0.0, 0.0, 1.0)
    bent(np.zeros(1), 1.0)
