"""Regrouping: parameters move to the parent where that leaves the torques unchanged and saves operations.

Mass on the axis of a revolute joint acts as if the parent carried it: m, hz and the second moment along z move there.
A body on a prismatic joint does not turn against its parent: all its second moments move there. Of a body on a helical
joint only the second moment along its axis moves. Parameters that reach the world are dropped. This is P1 eqs. 8-15 in
pseudo-inertias, where each case sets a few entries of a 4x4 matrix to zero, and it holds for trees. A body that turns
keeps seven numbers, one that slides four, and one that moves freely all ten.

`heft.minimal.inertia_constants` has Lin's own form of these equations, which is another thing: there the constant part
of a composite body, as linear maps of the link parameters, with U33 of the next joint still in it.

A body at the end of a branch that is symmetric about its joint's axis is locked to its parent like a symmetric rotor,
and a `Spin` holds the inertia of its rotation: its angle does not matter.

A mover of a geared coordinate (a mimic joint, an asymmetric rotor) is treated alike: the argument is about the motion
of a body relative to its parent, not about its drive.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.chains.movers import TINY, Mover, MoverTree, Spin, without_rounding
from heft.robot.model import WORLD


def regroup(tree: MoverTree) -> None:
    """Move parameters to the parents, from the tips to the world, and set rounding errors to zero."""
    for index in range(len(tree.movers) - 1, -1, -1):
        mover = tree.movers[index]
        moved = movable(mover)
        scale = moment_scale(mover.pseudo)
        mover.pseudo = without_rounding(mover.pseudo - moved, scale)
        if not any(tree.movers[k].pseudo.any() for k in tree.children(index)) and is_top(mover):
            axis = mover.rotation[:, 2]
            tree.spins.append(Spin(mover.parent, mover.coordinate, mover.gear, axis, 2 * mover.pseudo[0, 0]))
            moved = moved + mover.pseudo
            mover.pseudo = np.zeros((4, 4))
        if mover.parent != WORLD:
            T = np.eye(4)
            T[:3, :3], T[:3, 3] = mover.rotation, mover.translation
            parent = tree.movers[mover.parent]
            parent.pseudo = parent.pseudo + T @ moved @ T.T


def movable(mover: Mover) -> Array:
    """Return the part of a mover's pseudo-inertia that its parent can carry instead, (4, 4)."""
    mask = np.zeros((4, 4))
    if mover.free:
        return mask
    if not mover.turn:
        mask[:3, :3] = 1.0
    else:
        mask[2, 2] = 1.0
        if not mover.slide:
            mask[2, 3] = mask[3, 2] = mask[3, 3] = 1.0
    return mask * mover.pseudo


def is_top(mover: Mover) -> bool:
    """Return whether a mover only turns and is symmetric about its axis, after regrouping."""
    a = mover.pseudo[0, 0]
    symmetric = np.abs(mover.pseudo - a * np.diag([1.0, 1.0, 0.0, 0.0])) <= TINY * abs(a)
    return bool(mover.turn and not mover.slide and np.all(symmetric))


def moment_scale(pseudo: Array) -> Array:
    """Return the sizes of the entries of a pseudo-inertia, (4, 4), against which rounding is judged."""
    sigma = float(np.max(np.abs(pseudo[:3, :3])))
    diagonal = np.array([sigma, sigma, sigma, abs(float(pseudo[3, 3]))])
    h = float(np.max(np.abs(pseudo[:3, 3])))
    root = np.sqrt(diagonal)
    scale = np.outer(root, root)
    scale[:3, 3] = scale[3, :3] = np.maximum(scale[:3, 3], h)
    return scale
