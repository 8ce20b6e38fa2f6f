"""Forward dynamics by the articulated-body algorithm.

With the accelerations a0 that the bodies would have at qdd = 0, and the forces f0 that those take, the rest is linear
in qdd: a_i = a0_i + d_i, and M qdd = tau - (joint forces of f0) is solved by eliminating one joint at a time, from the
tips. A joint may move several bodies on the same parent (its link and its rotor, or links geared together): each adds
its share to U, D and u of the joint, in the parent's frame, and the joint is eliminated once they are all in (P0
Remark 11; Featherstone 2008, table 7.1 for the case of one body).

Notation: IA articulated inertia, f the force that the bodies eliminated so far leave on a body, E = D^-1, G = U E;
the sums are over the bodies of a joint:

    factor:  U = sum X^T IA S,  D = sum S^T IA S + armature,  IA_p += sum X^T IA X - G U^T
    solve:   u = tau - sum S^T f,  f_p += sum X^T f + G u;  then  qdd = E u - G^T d_p,  d_i = X d_p + S qdd
"""

from __future__ import annotations

import numpy as np

from heft.arrays import AnyArray
from heft.dynamics.kinematics import velocity_step
from heft.dynamics.newton_euler import body_force, forward_pass
from heft.dynamics.tree import Tree
from heft.robot.model import WORLD
from heft.spatial import force_to_parent, inertia_matrix, namespace


def inertia_share(R: AnyArray, p: AnyArray, S: AnyArray, IA: AnyArray) -> tuple[AnyArray, AnyArray, AnyArray]:
    """Return what a body with articulated inertia IA (6, 6, ...) adds to its parent and its joint; S is (6, w).

    Returns:
        X^T IA X (6, 6, ...), X^T IA S (6, w, ...), S^T IA S (w, w, ...).
    """
    xp = namespace(IA, R)
    seen = force_to_parent(R[:, :, None], p[:, None], IA)
    inertia = force_to_parent(R[:, :, None], p[:, None], xp.swapaxes(seen, 0, 1))
    D = xp.einsum("aw,ax...->wx...", S, xp.einsum("ab...,bx->ax...", IA, S))
    return inertia, xp.einsum("ab...,bw->aw...", seen, S), D


def free(U: AnyArray, D: AnyArray) -> tuple[AnyArray, AnyArray, AnyArray]:
    """Let a joint move freely.

    Returns:
        E = D^-1 (w, w, ...), G = U E (6, w, ...), and -G U^T (6, 6, ...), by which the parent's inertia changes.
    """
    xp = namespace(U, D)
    E = inverse(D)
    G = xp.einsum("aw...,wx...->ax...", U, E)
    return E, G, -xp.einsum("aw...,bw...->ab...", G, U)


def inverse(D: AnyArray) -> AnyArray:
    """Return D^-1 of small positive definite matrices, (w, w, ...), by sweeping one row and column after the other."""
    axes = (1,) * (D.ndim - 2)
    for k in range(len(D)):
        others = (np.arange(len(D)) != k).astype(float)
        c = others.reshape(-1, *axes) * D[:, k] - (1 - others).reshape(-1, *axes)
        D = np.outer(others, others).reshape(*D.shape[:2], *axes) * D - c[:, None] * (c / D[k, k])
    return -D


def solve(D: AnyArray, B: AnyArray) -> AnyArray:
    """Return D^-1 B for symmetric D (w, w, ...) and B (w, k, ...)."""
    xp = namespace(D, B)
    D, B = xp.moveaxis(D, (0, 1), (-2, -1)), xp.moveaxis(B, (0, 1), (-2, -1))
    return xp.moveaxis(xp.linalg.solve(D, B), (-2, -1), (0, 1))


def forward_dynamics(
    tree: Tree,
    q: AnyArray,
    qd: AnyArray,
    tau: AnyArray,
    parameters: AnyArray,
    f_ext: AnyArray | None = None,
) -> AnyArray:
    """Return qdd (nv, ...), armature included.

    Args:
        tree: the robot; bodies that share a coordinate must share a parent.
        q: (nq, ...).
        qd: (nv, ...).
        tau: (nv, ...).
        parameters: (n, 10).
        f_ext: (6, n, ...) wrenches on the bodies, in body coordinates.
    """
    samples, bodies = q.shape[1:], range(tree.n)
    motion = forward_pass(tree, q, qd, np.zeros_like(qd))
    R, p = motion.R, motion.p
    pi = parameters.reshape(tree.n, 10, *(1,) * len(samples))
    IA = [np.zeros((6, 6, *samples)) + inertia_matrix(pi[i]) for i in bodies]
    f = [body_force(pi[i], motion.v[i], motion.a[i]) for i in bodies]
    if f_ext is not None:
        f = [f[i] - f_ext[:, i] for i in bodies]

    lead = {(s.start, s.stop): i for i, s in enumerate(tree.v) if tree.leads[i]}
    U: list[AnyArray] = [0.0] * tree.n
    D: list[AnyArray] = [
        np.diag(tree.armature[s]).reshape(*2 * (s.stop - s.start,), *(1,) * len(samples)) for s in tree.v
    ]
    E: list[AnyArray] = [None] * tree.n
    G: list[AnyArray] = [None] * tree.n
    u = tau.copy()
    for i in reversed(bodies):
        parent, v, S = tree.parent[i], tree.v[i], tree.S[i]
        inertia, U_share, D_share = inertia_share(R[:, :, i], p[:, i], S, IA[i])
        force = force_to_parent(R[:, :, i], p[:, i], f[i])
        if S.size:
            j = lead[v.start, v.stop]
            U[j], D[j] = U[j] + U_share, D[j] + D_share
            u[v] -= np.einsum("aw,a...->w...", S, f[i])
        if S.size and tree.leads[i]:
            E[i], G[i], gain = free(U[i], D[i])
            inertia = inertia + gain
            force = force + np.einsum("aw...,w...->a...", G[i], u[v])
        if parent != WORLD:
            IA[parent] = IA[parent] + inertia
            f[parent] = f[parent] + force

    qdd = np.zeros((tree.nv, *samples))
    d: list[AnyArray] = []
    for i, parent in enumerate(tree.parent):
        d_parent = np.zeros((6, *samples)) if parent == WORLD else d[parent]
        v, S = tree.v[i], tree.S[i]
        if S.size and tree.leads[i]:
            qdd[v] = np.einsum("wx...,x...->w...", E[i], u[v]) - np.einsum("aw...,a...->w...", G[i], d_parent)
        d.append(velocity_step(R[:, :, i], p[:, i], d_parent, np.einsum("aw,w...->a...", S, qdd[v])))
    return qdd
