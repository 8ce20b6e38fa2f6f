"""Energies and momentum, and the regressors that are linear in them.

Notation: T = 1/2 sum v_i^T I_i v_i, U = -sum g . (m_i p_i + R_i h_i) with (R_i, p_i) the pose in the world,
momentum h = sum X_i^T I_i v_i about the world's origin in world axes, angular first.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import AnyArray
from heft.dynamics.kinematics import joint_motion, poses, velocity_step
from heft.dynamics.tree import Tree
from heft.robot.model import WORLD
from heft.spatial import force_to_parent, momentum_regressor, rotate, rotate_back


def world_poses(tree: Tree, q: AnyArray) -> tuple[list[AnyArray], list[AnyArray]]:
    """Return R_i (3, 3, ...) and p_i (3, ...) of every body in the world."""
    R, p = poses(tree, q)
    Rw: list[AnyArray] = []
    pw: list[AnyArray] = []
    for i, parent in enumerate(tree.parent):
        if parent == WORLD:
            Rw.append(R[:, :, i])
            pw.append(p[:, i])
        else:
            Rw.append(np.stack([rotate(Rw[parent], R[:, j, i]) for j in range(3)], axis=1))
            pw.append(pw[parent] + rotate(Rw[parent], p[:, i]))
    return Rw, pw


def velocities(tree: Tree, q: AnyArray, qd: AnyArray) -> list[AnyArray]:
    """Return v_i (6, ...) of every body, in body coordinates."""
    R, p = poses(tree, q)
    vJ = joint_motion(tree, qd)
    v: list[AnyArray] = []
    for i, parent in enumerate(tree.parent):
        v_parent = np.zeros((6, *q.shape[1:])) if parent == WORLD else v[parent]
        v.append(velocity_step(R[:, :, i], p[:, i], v_parent, vJ[:, i]))
    return v


def kinetic_energy_regressor(tree: Tree, q: AnyArray, qd: AnyArray) -> AnyArray:
    """Return the rows (n, 10, ...) whose product with the parameters is T, armature not included."""
    rows = [0.5 * np.einsum("a...,ak...->k...", v, momentum_regressor(v)) for v in velocities(tree, q, qd)]
    return np.array(rows).reshape(tree.n, 10, *q.shape[1:])


def potential_energy_regressor(tree: Tree, q: AnyArray) -> AnyArray:
    """Return the rows (n, 10, ...) whose product with the parameters is U, zero at the world's origin."""
    rows = np.zeros((tree.n, 10, *q.shape[1:]))
    g = tree.gravity.reshape(3, *(1,) * (q.ndim - 1))
    for i, (R, p) in enumerate(zip(*world_poses(tree, q), strict=True)):
        rows[i, 0] = -np.einsum("a...,a...->...", g, p)
        rows[i, 1:4] = -rotate_back(R, g)
    return rows


def momentum_regressor_world(tree: Tree, q: AnyArray, qd: AnyArray) -> AnyArray:
    """Return (6, n, 10, ...): the momentum about the world's origin as a matrix on the parameters."""
    rows = np.zeros((6, tree.n, 10, *q.shape[1:]))
    v = velocities(tree, q, qd)
    for i, (R, p) in enumerate(zip(*world_poses(tree, q), strict=True)):
        rows[:, i] = force_to_parent(R[:, :, None], p[:, None], momentum_regressor(v[i]))
    return rows
