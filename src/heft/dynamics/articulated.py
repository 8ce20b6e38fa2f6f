"""Forward dynamics by the articulated-body algorithm.

The recursion eliminates one joint at a time. A joint may move several bodies on the same parent (its link and its
rotor, or links geared together): each adds its share to U, D and u of the joint, in the parent's frame, and the
joint is eliminated once they are all in (P0 Remark 11; Featherstone 2008, table 7.1 for the case of one body).

Notation: I^A, p^A articulated inertia and bias force, c_i = v_i x S_i qd_i, U = sum X^T I^A S, D = sum S^T I^A S,
u = tau - sum S^T (p^A + I^A c), qdd = D^-1 (u - U^T a_parent), a_i = X a_parent + c_i + S_i qdd.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from heft.dynamics.kinematics import joint_motion, poses, velocity_step
from heft.dynamics.newton_euler import world_acceleration
from heft.dynamics.tree import Tree
from heft.robot.model import WORLD
from heft.spatial import (
    apply_inertia,
    cross_force,
    cross_motion,
    force_to_parent,
    inertia_matrix,
    inertia_to_parent,
    motion_matrix,
    motion_to_child,
    namespace,
)

Array = Any


@dataclass(frozen=True, eq=False)
class Share:
    """What one body contributes to its joint and to its parent, seen from the parent."""

    inertia: Array
    bias: Array
    U: Array
    D: Array
    u: Array


def body_share(R: Array, p: Array, S: Array, IA: Array, pA: Array, c: Array) -> Share:
    """Return the share of a body with articulated inertia IA (6, 6, ...) and bias pA (6, ...); S is (6, w)."""
    xp = namespace(IA, pA)
    f = pA + xp.einsum("ab...,b...->a...", IA, c)
    F = xp.einsum("ab...,bw->aw...", IA, S)
    return Share(
        inertia=inertia_to_parent(motion_matrix(R, p), IA),
        bias=force_to_parent(R, p, f),
        U=force_to_parent(R[:, :, None], p[:, None], F),
        D=xp.einsum("aw,ax...->wx...", S, F),
        u=-xp.einsum("aw,a...->w...", S, f),
    )


def solve(D: Array, B: Array) -> Array:
    """Return D^-1 B for small symmetric D (w, w, ...) and B (w, k, ...)."""
    xp = namespace(D, B)
    if D.shape[0] == 1:
        return B / D[0]
    D, B = xp.moveaxis(D, (0, 1), (-2, -1)), xp.moveaxis(B, (0, 1), (-2, -1))
    return xp.moveaxis(xp.linalg.solve(D, B), (-2, -1), (0, 1))


def eliminate(U: Array, D: Array, u: Array) -> tuple[Array, Array]:
    """Return what the parent gains when the joint is free to move: -U D^-1 U^T (6, 6, ...), U D^-1 u (6, ...)."""
    xp = namespace(U, D)
    K = solve(D, xp.swapaxes(U, 0, 1))
    return -xp.einsum("aw...,wb...->ab...", U, K), xp.einsum("wb...,w...->b...", K, u)


def joint_acceleration(U: Array, D: Array, u: Array, a_parent: Array) -> Array:
    """Return qdd (w, ...) = D^-1 (u - U^T a_parent)."""
    xp = namespace(U, D)
    return solve(D, (u - xp.einsum("aw...,a...->w...", U, a_parent))[:, None])[:, 0]


def forward_dynamics(
    tree: Tree,
    q: Array,
    qd: Array,
    tau: Array,
    parameters: Array,
    f_ext: Array | None = None,
) -> Array:
    """Return qdd (nv, ...), armature included.

    Args:
        tree: the robot; bodies that share a coordinate must share a parent.
        q: (nq, ...).
        qd: (nv, ...).
        tau: (nv, ...).
        parameters: (n, 10).
        f_ext: (6, n, ...) wrenches on the bodies, in body coordinates.
    """
    samples = q.shape[1:]
    R, p = poses(tree, q)
    vJ = joint_motion(tree, qd)
    v: list[Array] = []
    for i, parent in enumerate(tree.parent):
        v_parent = np.zeros((6, *samples)) if parent == WORLD else v[parent]
        v.append(velocity_step(R[:, :, i], p[:, i], v_parent, vJ[:, i]))
    pi = parameters.reshape(tree.n, 10, *(1,) * len(samples))
    c = [cross_motion(v[i], vJ[:, i]) for i in range(tree.n)]
    IA = [np.zeros((6, 6, *samples)) + inertia_matrix(pi[i]) for i in range(tree.n)]
    pA = [cross_force(v[i], apply_inertia(pi[i], v[i])) for i in range(tree.n)]
    if f_ext is not None:
        pA = [pA[i] - f_ext[:, i] for i in range(tree.n)]

    lead = {(s.start, s.stop): i for i, s in enumerate(tree.v) if tree.leads[i]}
    U = [np.zeros((6, s.stop - s.start, *samples)) for s in tree.v]
    D = [np.diag(tree.armature[s]).reshape(*(2 * (s.stop - s.start,)), *(1,) * len(samples)) for s in tree.v]
    u = [tau[s] for s in tree.v]
    for i in reversed(range(tree.n)):
        parent, k = tree.parent[i], lead[tree.v[i].start, tree.v[i].stop] if tree.S[i].size else i
        share = body_share(R[:, :, i], p[:, i], tree.S[i], IA[i], pA[i], c[i])
        U[k], D[k], u[k] = U[k] + share.U, D[k] + share.D, u[k] + share.u
        gain = eliminate(U[k], D[k], u[k]) if tree.leads[i] and tree.S[i].size else (0.0, 0.0)
        if parent != WORLD:
            IA[parent] = IA[parent] + share.inertia + gain[0]
            pA[parent] = pA[parent] + share.bias + gain[1]

    qdd = np.zeros((tree.nv, *samples))
    up = world_acceleration(tree.gravity, samples)
    a: list[Array] = []
    for i, parent in enumerate(tree.parent):
        a_parent = up if parent == WORLD else a[parent]
        if tree.leads[i] and tree.S[i].size:
            qdd[tree.v[i]] = joint_acceleration(U[i], D[i], u[i], a_parent)
        aJ = np.einsum("aw,w...->a...", tree.S[i], qdd[tree.v[i]])
        a.append(motion_to_child(R[:, :, i], p[:, i], a_parent) + c[i] + aJ)
    return qdd
