"""The recursive parameter nullspace algorithm: algorithms 1, 2 and 3 of P0 as one recursion, over any field.

From the world outward, every joint's cluster of bodies gets

- V_i, a basis of the velocities that its bodies can attain, gravity as an acceleration of the world among them;
- K_i, a basis of the coefficients with which their parameters can show in the energy;
- N_i, the conditions under which parameters can be moved to the parent unseen.

Fixed and floating bases differ only in the first joint, links and links with rotors only in the size of the cluster.

Notation: P0 algorithm 2, eqs. 46-51, appendix I; V-, K- are spans before the joint's own motion is added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from heft.arrays import Bools
from heft.identifiability.clusters import Cluster
from heft.identifiability.field import Field, Matrix
from heft.identifiability.geometry import Operators, operators
from heft.linalg import TOLERANCE
from heft.robot.exact import Number
from heft.robot.model import WORLD


@dataclass(frozen=True, eq=False)
class Step:
    """What RPNA found at one joint.

    Attributes:
        cluster: the bodies that the joint moves.
        V, K: spans of each link of the cluster, (6, .) and (10, .).
        conditions: (rank, parameters) the reduced echelon form of N_i.
        pivots: its pivot columns; moving any other parameter to these and to the parent goes unseen.
        B: (10, parameters) parameters seen from the parent.
        felt: (parameters,) true where the joint's own torque feels a parameter (the momentum condition).
        mapped: (parameters,) true where a parameter shows at the joints before, changing as this one moves (the
            mapping condition).
        ranks: of V-, V and K- of the whole cluster.
    """

    cluster: Cluster
    V: tuple[Matrix, ...]
    K: tuple[Matrix, ...]
    conditions: Matrix
    pivots: tuple[int, ...]
    B: Matrix
    felt: Bools
    mapped: Bools
    ranks: tuple[int, int, int]

    @property
    def transfer_dimension(self) -> int:
        """The dimension of T_i: in how many ways parameters can be moved to the parent unseen."""
        return self.B.shape[1] - len(self.pivots)


def rpna(
    field: Field,
    clusters: Sequence[Cluster],
    gravity: Sequence[Number] | None,
    static: bool = False,
    known: Sequence[Step] | None = None,
) -> list[Step]:
    """Run the recursion.

    Args:
        field: the numbers to compute with.
        clusters: of the robot, parents first; the bodies of each must share a parent.
        gravity: the seed of the velocities (section 6.5), None for none.
        static: only what holds the robot still is measured (remark 8).
        known: what the recursion found in an exact field; its ranks then decide, which a float field needs where it
            only provides the coefficients.
    """
    V = {WORLD: _seed(field, gravity)}
    K = {WORLD: field.zeros(10, 0)}
    steps: list[Step] = []
    found: dict[Any, tuple[Matrix, Matrix, tuple[int, ...], Bools, Bools]] = {}
    for i, cluster in enumerate(clusters):
        like = known[i] if known else None
        joint = operators(field, cluster)
        # Across the link.
        V_plus = _across(field, joint.X, V[cluster.parent])
        K_plus = _across(field, joint.B.T, K[cluster.parent])
        # Across the joint.
        ranks = like.ranks if like else (None, None, None)
        V_minus = V_plus if _is_all(V_plus) else field.invariant(joint.cross, V_plus, ranks[0])
        K_minus = K_plus if _is_all(K_plus) else field.invariant([A.T for A in joint.A], K_plus, ranks[2])
        # The joint's own effect.
        moves = not (static or _is_all(V_minus))
        V_i = field.basis(np.hstack([V_minus, joint.Phi]), ranks[1]) if moves else V_minus
        # Momentum and mapping conditions; where all motions are free they depend on the joint's modes alone.
        free = _is_all(V_i) and _is_all(K_minus)
        key = (*joint.widths, *joint.Phi.ravel().tolist()) if free else i
        if key not in found:
            found[key] = _conditions(field, joint, V_i, K_minus, like.pivots if like else None)
        momentum, conditions, pivots, felt, mapped = found[key]
        K_i = K_minus if _is_all(K_minus) else np.hstack([K_minus, momentum])
        spans = _links(field, joint, cluster, V_i, K_i, like)
        for member, (V_m, K_m) in zip(cluster.members, spans, strict=False):
            V[member.body], K[member.body] = V_m, K_m
        steps.append(
            Step(
                cluster,
                tuple(v for v, _ in spans),
                tuple(k for _, k in spans),
                conditions,
                pivots,
                joint.B,
                felt,
                mapped,
                (V_minus.shape[1], V_i.shape[1], K_minus.shape[1]),
            )
        )
    return steps


def _seed(field: Field, gravity: Sequence[Number] | None) -> Matrix:
    """Return V_0: the acceleration of gravity, or nothing."""
    if gravity is None or not any(float(g) for g in gravity):
        return field.zeros(6, 0)
    column = field.zeros(6, 1)
    column[3:, 0] = [field.number(g) for g in gravity]
    return field.basis(column)


def _conditions(
    field: Field, joint: Operators, V: Matrix, K_minus: Matrix, known: tuple[int, ...] | None
) -> tuple[Matrix, Matrix, tuple[int, ...], Bools, Bools]:
    """Return M(V, Phi), the echelon form of N_i with its pivots, and which parameters each of its two parts touches."""
    momentum = joint.momentum(field, V)
    mapping = [field.reduce(K_minus.T @ A) for A in joint.A]
    conditions, pivots = field.echelon(np.vstack([momentum.T, *mapping]), known)
    mapped = _touched(np.hstack([field.zeros(joint.B.shape[1], 0), *(m.T for m in mapping)]))
    return momentum, conditions, pivots, _touched(momentum), mapped


def _is_all(span: Matrix) -> bool:
    """Tell whether a basis is the identity, for a span that is all there is; it stays that."""
    return span.shape[0] == span.shape[1] and bool((span == np.eye(len(span))).all())


def _across(field: Field, transform: Matrix, span: Matrix) -> Matrix:
    """Return a span seen from a body; the whole space, seen from one body, is the whole space."""
    if len(transform) == span.shape[1]:
        return field.identity(len(transform))
    return field.reduce(transform @ span)


def _touched(coefficients: Matrix) -> Bools:
    """Return which rows hold anything but zeros; in floats, anything but rounding."""
    if coefficients.dtype == np.float64:
        return np.asarray(np.max(np.abs(coefficients), axis=1, initial=0.0) > TOLERANCE)
    return np.asarray((coefficients != 0).any(axis=1), dtype=bool)


def _links(
    field: Field, joint: Operators, cluster: Cluster, V: Matrix, K: Matrix, like: Step | None
) -> list[tuple[Matrix, Matrix]]:
    """Return the spans of each link of a cluster alone (eqs. 98, 99)."""
    spans = []
    for m, member in enumerate(cluster.members):
        if not member.is_rotor:
            rank_V, rank_K = (like.V[m].shape[1], like.K[m].shape[1]) if like else (None, None)
            V_m, K_m = V[6 * m : 6 * m + 6], K[10 * m : 10 * m + 10]
            V_m = V_m if _is_all(V_m) else field.basis(V_m, rank_V)
            spans.append((V_m, K_m if _is_all(K_m) else field.basis(K_m, rank_K)))
    return spans
