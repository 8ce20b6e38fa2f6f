"""The stacked operators of a cluster (P0 appendix I): what its placement maps, and what its joint moves.

What a joint moves depends on the joint alone. Most joints are like an earlier one, of this robot or another, so the
operators of joints are remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from heft.identifiability.clusters import Cluster, JointMotion
from heft.identifiability.field import Field, Matrix
from heft.identifiability.geometry import SYMMETRIC, free_modes, poses_at_zero
from heft.identifiability.operators import momentum, motion_cross, motion_transform, rate, to_parent
from heft.identifiability.remembered import MOST_REMEMBERED, fixed

_NO_RATE = np.zeros((4, 4), np.int64)
"""The parameters of a symmetric rotor do not change, seen from before its joint, as it turns."""


class ClusterOperators(NamedTuple):
    """What moves and maps a cluster, its bodies stacked.

    Attributes:
        X: (6 m, 6) motions of the parent seen from the bodies at q = 0.
        B: (10, parameters) parameters seen from the parent at q = 0.
        Phi: (6 m, n) the joint's free modes.
        cross: n matrices (6 m, 6 m), Phi x.
        A_transposed: n matrices (parameters, parameters), the transposed rates of that.
        M: n matrices (parameters, 6 m), which times V are M(V, Phi).
    """

    X: Matrix
    B: Matrix
    Phi: Matrix
    cross: list[Matrix]
    A_transposed: list[Matrix]
    M: list[Matrix]


def operators_of(field: Field, clusters: Sequence[Cluster]) -> tuple[ClusterOperators, ...]:
    """Return the operators of clusters in a field; those of a robot that is asked about again are still known."""
    return _operators(field, tuple(clusters))


@lru_cache(maxsize=8)
def _operators(field: Field, clusters: tuple[Cluster, ...]) -> tuple[ClusterOperators, ...]:
    members = [member for cluster in clusters for member in cluster.members]
    poses = poses_at_zero(field, members)
    X, B = motion_transform(field, poses), list(to_parent(field, poses))
    found, at = [], 0
    for cluster in clusters:
        own = slice(at, at + len(cluster.members))
        ten = tuple(member.columns[1] == 10 for member in cluster.members)
        seen = [b if full else field.reduce(b @ SYMMETRIC) for b, full in zip(B[own], ten, strict=True)]
        stacked = seen[0] if len(seen) == 1 else np.concatenate(seen, axis=1)
        moves = _moving(field, tuple(member.motion for member in cluster.members), ten)
        found.append(ClusterOperators(X[own].reshape(-1, 6), stacked, *moves))
        at = own.stop
    return fixed(tuple(found))


@lru_cache(maxsize=MOST_REMEMBERED)
def _moving(
    field: Field, motions: tuple[JointMotion, ...], ten: tuple[bool, ...]
) -> tuple[Matrix, list[Matrix], list[Matrix], list[Matrix]]:
    """Return Phi, and cross, A_transposed and M of each free mode.

    Args:
        field: the numbers to compute with.
        motions: how the joint moves each body of the cluster.
        ten: whether each of these bodies has ten parameters.
    """
    modes = [free_modes(field, motion, len(motions) == 1 and not field.unit_axes) for motion in motions]
    phi = np.stack([Phi.T for Phi in modes])
    crosses, rates, momenta = motion_cross(field, phi), np.swapaxes(rate(field, phi), -1, -2), momentum(field, phi)
    bodies, n = list(enumerate(ten)), range(phi.shape[1])
    made = (
        np.concatenate(modes),
        [_diagonal(field, [crosses[b, k] for b, _ in bodies]) for k in n],
        [_diagonal(field, [rates[b, k] if full else _NO_RATE for b, full in bodies]) for k in n],
        [_diagonal(field, [momenta[b, k] if full else SYMMETRIC.T @ momenta[b, k] for b, full in bodies]) for k in n],
    )
    return fixed(made)


def _diagonal(field: Field, blocks: list[Matrix]) -> Matrix:
    if len(blocks) == 1:
        return blocks[0]
    total = field.zeros(sum(len(b) for b in blocks), sum(b.shape[1] for b in blocks))
    row = column = 0
    for b in blocks:
        total[row : row + len(b), column : column + b.shape[1]] = b
        row, column = row + len(b), column + b.shape[1]
    return field.reduce(total)
