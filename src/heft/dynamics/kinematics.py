"""Where bodies are and how their joints move them: poses, joint velocities, and their propagation.

Each function works on arrays with samples on the last axis and runs under NumPy and JAX. The first part is
computed for all bodies of a kind at once; the steps at the end are what the recursions are made of.

Notation: (R_i, p_i) places body i in its parent, v_i = X_i v_p + S_i qd_i, a_i = X_i a_p + S_i qdd_i + v_i x S_i qd_i
(P0 eqs. 1 and 2).
"""

from __future__ import annotations

import numpy as np

from heft.arrays import AnyArray
from heft.dynamics.tree import Group, Tree
from heft.robot.joints.kind import Axes
from heft.spatial import cross_motion, motion_to_child, namespace, rotate


def joint_pose(group: Group, q: AnyArray) -> tuple[AnyArray, AnyArray]:
    """Return R_J (3, 3, k, ...), p_J (3, k, ...) of a group's joints at the configuration q (nq, ...)."""
    x = q[group.q]

    def column(values: np.ndarray) -> np.ndarray:
        return values.reshape(*values.shape, *(1,) * (q.ndim - 1))

    if group.kind.is_screw:
        x = column(group.gear) * x + column(group.offset)
    b, c = column(group.across)
    axes = Axes(column(group.axis), b, c, column(group.turn), column(group.slide))
    return group.kind.pose(axes, x)


def poses(tree: Tree, q: AnyArray, placement: tuple[AnyArray, AnyArray] | None = None) -> tuple[AnyArray, AnyArray]:
    """Place every body in its parent.

    Args:
        tree: the robot.
        q: (nq, ...).
        placement: R (n, 3, 3), p (n, 3) at q = 0 in place of the robot's own, for kinematics that are learned.

    Returns:
        R (3, 3, n, ...), p (3, n, ...).
    """
    R0, p0 = (tree.R, tree.p) if placement is None else placement
    xp = namespace(q, R0, p0)
    if not tree.n:
        return xp.zeros((3, 3, 0, *q.shape[1:])), xp.zeros((3, 0, *q.shape[1:]))
    each = zip(*(joint_pose(group, q) for group in tree.groups), strict=True)
    RJ, pJ = (xp.concatenate(parts, axis=-q.ndim) for parts in each)
    order = np.argsort(np.concatenate([group.bodies for group in tree.groups]))
    RJ, pJ = RJ[:, :, order], pJ[:, order]
    samples = (1,) * (q.ndim - 1)
    R0 = xp.broadcast_to(xp.moveaxis(R0, 0, 2).reshape(3, 3, tree.n, *samples), RJ.shape)
    p0 = xp.broadcast_to(xp.moveaxis(p0, 0, 1).reshape(3, tree.n, *samples), pJ.shape)
    R = xp.stack([rotate(R0, RJ[:, j]) for j in range(3)], axis=1)
    return R, p0 + rotate(R0, pJ)


def joint_motion(tree: Tree, qd: AnyArray) -> AnyArray:
    """Return S_i qd_i of every body, (6, n, ...)."""
    xp = namespace(qd)
    if not tree.n:
        return xp.zeros((6, 0, *qd.shape[1:]))
    parts = [xp.einsum("awk,wk...->ak...", group.S, qd[group.v]) for group in tree.groups]
    order = np.argsort(np.concatenate([group.bodies for group in tree.groups]))
    return xp.concatenate(parts, axis=1)[:, order]


def joint_force(tree: Tree, f: AnyArray) -> AnyArray:
    """Return sum over bodies of S_i^T f_i, (nv, ...), from the forces that the joints transmit, (6, n, ...)."""
    xp = namespace(f)
    tau = xp.zeros((tree.nv, *f.shape[2:]))
    for group in tree.groups:
        part = xp.einsum("awk,ak...->wk...", group.S, f[:, group.bodies])
        if xp is np:
            np.add.at(tau, group.v, part)
        else:
            tau = tau.at[group.v].add(part)
    return tau


def velocity_step(R: AnyArray, p: AnyArray, v_parent: AnyArray, vJ: AnyArray) -> AnyArray:
    """Return v_i = X v_p + S qd."""
    return motion_to_child(R, p, v_parent) + vJ


def acceleration_step(
    R: AnyArray, p: AnyArray, a_parent: AnyArray, v: AnyArray, vJ: AnyArray, aJ: AnyArray
) -> AnyArray:
    """Return a_i = X a_p + S qdd + v x S qd."""
    return motion_to_child(R, p, a_parent) + aJ + cross_motion(v, vJ)
