"""The mass matrix by composite rigid bodies.

Notation: M = sum over bodies of J_i^T I_i J_i; the inertia of a subtree is seen from its root, so that each pair of
a body and an ancestor is met once. Bodies that share a coordinate (rotors, mimic joints) add into the same entry.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import AnyArray
from heft.dynamics.kinematics import poses
from heft.dynamics.tree import Tree
from heft.robot.model import WORLD
from heft.spatial import force_to_parent, inertia_matrix, inertia_to_parent, motion_matrix


def mass_matrix(tree: Tree, q: AnyArray, parameters: AnyArray) -> AnyArray:
    """Return M (nv, nv, ...) without armature; q is (nq, ...), parameters (n, 10)."""
    R, p = poses(tree, q)
    samples = q.shape[1:]
    pi = parameters.reshape(tree.n, 10, *(1,) * len(samples))
    composite = [np.zeros((6, 6, *samples)) + inertia_matrix(pi[i]) for i in range(tree.n)]
    M = np.zeros((tree.nv, tree.nv, *samples))
    for i in reversed(range(tree.n)):
        parent = tree.parent[i]
        if parent != WORLD:
            composite[parent] = composite[parent] + inertia_to_parent(motion_matrix(R[:, :, i], p[:, i]), composite[i])
        F, j = np.einsum("ab...,bw->aw...", composite[i], tree.S[i]), i
        M[tree.v[i], tree.v[i]] += np.einsum("aw,ax...->wx...", tree.S[i], F)
        while tree.parent[j] != WORLD:
            F = force_to_parent(R[:, :, None, j], p[:, None, j], F)
            j = tree.parent[j]
            block = np.einsum("aw,ax...->wx...", tree.S[j], F)
            M[tree.v[j], tree.v[i]] += block
            M[tree.v[i], tree.v[j]] += np.swapaxes(block, 0, 1)
    return M
