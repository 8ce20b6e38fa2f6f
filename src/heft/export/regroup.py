"""Moving parameters to where they cost nothing: the regrouping that leaves the torques as they are.

Mass on the axis of a revolute joint is carried by the parent as well: m, hz and the second moment along z go there. What a
prismatic joint carries does not turn against its parent: all its second moments go there. Of a helical joint only the
second moment along its axis goes. What reaches the world is gone. This is P1 eqs. 8-15 in pseudo-inertias, where each
case is a few entries of a 4x4 matrix set to zero, and it holds for trees. Seven numbers are left of a body that turns,
four of one that slides.

A mover of a geared coordinate (a mimic joint, an asymmetric rotor) is no exception: the argument is about the motion of
a body against its parent, not about who drives it.
"""

from __future__ import annotations

import numpy as np

from heft.export.chain import Array, Chain, Mover, clean
from heft.robot.model import WORLD


def regroup(chain: Chain) -> None:
    """Move what can be moved, from the tips to the world, and set what is only rounding to zero."""
    for mover in reversed(chain.movers):
        moved = movable(mover)
        scale = moment_scale(mover.pseudo)
        mover.pseudo = clean(mover.pseudo - moved, scale)
        if mover.parent != WORLD:
            T = np.eye(4)
            T[:3, :3], T[:3, 3] = mover.rotation, mover.translation
            parent = chain.movers[mover.parent]
            parent.pseudo = parent.pseudo + T @ moved @ T.T


def movable(mover: Mover) -> Array:
    """Return the part of a mover's pseudo-inertia that its parent can carry instead, (4, 4)."""
    mask = np.zeros((4, 4))
    if not mover.turn:
        mask[:3, :3] = 1.0
    else:
        mask[2, 2] = 1.0
        if not mover.slide:
            mask[2, 3] = mask[3, 2] = mask[3, 3] = 1.0
    return mask * mover.pseudo


def moment_scale(pseudo: Array) -> Array:
    """Return a (4, 4) scale of rounding in the entries of a pseudo-inertia: the geometric mean of its diagonal's sizes."""
    sigma = float(np.max(np.abs(pseudo[:3, :3])))
    diagonal = np.array([sigma, sigma, sigma, abs(float(pseudo[3, 3]))])
    h = float(np.max(np.abs(pseudo[:3, 3])))
    root = np.sqrt(diagonal)
    scale = np.outer(root, root)
    scale[:3, 3] = scale[3, :3] = np.maximum(scale[:3, 3], h)
    return scale
