"""Inverse dynamics by the recursive Newton-Euler algorithm, and the torque regressor that is linear in it.

Notation: f_i = I_i a_i + v_i x* I_i v_i - f_ext,i + sum over children of X_c^T f_c, tau_i = S_i^T f_i; gravity
enters as the acceleration -g of the world. The regressor uses I v = M(v) pi, so that
f = (M(a) + v x* M(v)) pi = A(v, a) pi.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from heft.arrays import AnyArray
from heft.dynamics.kinematics import acceleration_step, joint_force, joint_motion, poses, velocity_step
from heft.dynamics.tree import Tree
from heft.robot.model import WORLD
from heft.spatial import apply_inertia, cross_force, force_to_parent, momentum_regressor, namespace


def body_force(pi: AnyArray, v: AnyArray, a: AnyArray) -> AnyArray:
    """Return I a + v x* I v, the force that the motion of a body takes."""
    return apply_inertia(pi, a) + cross_force(v, apply_inertia(pi, v))


def force_regressor(v: AnyArray, a: AnyArray) -> AnyArray:
    """Return A(v, a), (6, 10, ...): `body_force` as a matrix on the ten parameters."""
    M = momentum_regressor(v)
    return momentum_regressor(a) + cross_force(v[:, None], M)


@dataclass(frozen=True, eq=False)
class BodyMotion:
    """The motion of all bodies: poses in their parents, velocities, accelerations (gravity included)."""

    R: AnyArray
    p: AnyArray
    v: list[AnyArray]
    a: list[AnyArray]


def world_acceleration(gravity: AnyArray, samples: tuple[int, ...]) -> AnyArray:
    """Return the acceleration of the world that stands for gravity, (6, ...)."""
    xp = namespace(gravity)
    up = xp.concatenate([xp.zeros(3), -gravity])
    return xp.broadcast_to(up.reshape(6, *(1,) * len(samples)), (6, *samples))


def forward_pass(tree: Tree, q: AnyArray, qd: AnyArray, qdd: AnyArray) -> BodyMotion:
    """Propagate the motion from the world to the tips; q (nq, ...), qd and qdd (nv, ...)."""
    R, p = poses(tree, q)
    vJ, aJ = joint_motion(tree, qd), joint_motion(tree, qdd)
    still, up = np.zeros((6, *q.shape[1:])), world_acceleration(tree.gravity, q.shape[1:])
    v: list[AnyArray] = []
    a: list[AnyArray] = []
    for i, parent in enumerate(tree.parent):
        v_parent, a_parent = (still, up) if parent == WORLD else (v[parent], a[parent])
        v.append(velocity_step(R[:, :, i], p[:, i], v_parent, vJ[:, i]))
        a.append(acceleration_step(R[:, :, i], p[:, i], a_parent, v[i], vJ[:, i], aJ[:, i]))
    return BodyMotion(R, p, v, a)


def inverse_dynamics(
    tree: Tree, q: AnyArray, qd: AnyArray, qdd: AnyArray, parameters: AnyArray, f_ext: AnyArray | None = None
) -> tuple[AnyArray, AnyArray]:
    """Return the joint torques tau (nv, ...) without armature, and the wrench on the world's support, (6, ...).

    Args:
        tree: the robot.
        q: (nq, ...).
        qd: (nv, ...).
        qdd: (nv, ...).
        parameters: (n, 10).
        f_ext: (6, n, ...) external wrenches on the bodies, in body coordinates.
    """
    motion = forward_pass(tree, q, qd, qdd)
    samples = (1,) * (q.ndim - 1)
    f = [body_force(parameters[i].reshape(10, *samples), motion.v[i], motion.a[i]) for i in range(tree.n)]
    if f_ext is not None:
        f = [f[i] - f_ext[:, i] for i in range(tree.n)]
    support = np.zeros((6, *q.shape[1:]))
    for i in reversed(range(tree.n)):
        on_parent = force_to_parent(motion.R[:, :, i], motion.p[:, i], f[i])
        parent = tree.parent[i]
        if parent == WORLD:
            support = support + on_parent
        else:
            f[parent] = f[parent] + on_parent
    transmitted = np.stack(f, axis=1) if f else np.zeros((6, 0, *q.shape[1:]))
    return joint_force(tree, transmitted), support


def torque_regressor(tree: Tree, q: AnyArray, qd: AnyArray, qdd: AnyArray) -> tuple[AnyArray, AnyArray]:
    """Return Y (nv, n, 10, ...) with tau = Y pi, and the same for the wrench on the support, (6, n, 10, ...)."""
    motion = forward_pass(tree, q, qd, qdd)
    Y = np.zeros((tree.nv, tree.n, 10, *q.shape[1:]))
    support = np.zeros((6, tree.n, 10, *q.shape[1:]))
    for i in range(tree.n):
        F, j = force_regressor(motion.v[i], motion.a[i]), i
        while j != WORLD:
            Y[tree.v[j], i] += np.einsum("aw,ak...->wk...", tree.S[j], F)
            F = force_to_parent(motion.R[:, :, None, j], motion.p[:, None, j], F)
            j = tree.parent[j]
        support[:, i] = F
    return Y, support
