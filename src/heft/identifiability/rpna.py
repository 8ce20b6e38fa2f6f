"""The recursive parameter nullspace algorithm of P0 over any field: algorithm 2, line by line.

From the world outward, every joint's cluster of bodies gets

- V_i, a basis of the velocities that its bodies can attain, gravity as an acceleration of the world among them;
- K_i, a basis of the coefficients with which their parameters can appear in the energy;
- N_i, the conditions under which parameters can be moved to the parent without any change of the torques.

Algorithm 1 (a serial chain) and algorithm 3 (a floating base) are special cases and need no code of their own. The
bodies of a cluster, a link and its rotor for example, are stacked (appendix I). Dependent columns are removed where the
paper allows it, and N_i is kept as its reduced echelon form. Phi_i x maps Phi_i into its own span (`heft.robot.joints`
refuses other joints), so that Phi_i can be added before the span is closed: V_i- itself is not needed.

Notation: P0 (see the bibliography of the manual) algorithm 2, eqs. 46-52, appendix I. `ops` holds X, B, A and Phi of a
cluster; V_plus is the paper's V_(i-1)+, K_plus and K_minus are its K_(i-1)+ and K_i-. Where the paper starts with a
zero column, K_0 and, without gravity, V_0, there is no column here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from heft.arrays import Bools
from heft.identifiability.cluster_operators import operators_of
from heft.identifiability.clusters import Cluster
from heft.identifiability.field import Field, Matrix
from heft.robot.exact import Number
from heft.robot.model import WORLD


@dataclass(frozen=True, eq=False)
class NullspaceDescriptor:
    """What RPNA finds at one joint.

    Attributes:
        cluster: the bodies that the joint moves.
        V, K: spans of each link of the cluster, (6, .) and (10, .).
        conditions: (rank, parameters) the reduced echelon form of N_i.
        pivots: its pivot columns; any other parameter can be moved to these and to the parent unnoticed.
        B: (10, parameters) parameters seen from the parent.
        momentum, mapping: the conditions one by one, as columns: matrices with a row per parameter.
        field: the numbers of all these.
    """

    cluster: Cluster
    V: tuple[Matrix, ...]
    K: tuple[Matrix, ...]
    conditions: Matrix
    pivots: tuple[int, ...]
    B: Matrix
    momentum: list[Matrix]
    mapping: list[Matrix]
    field: Field

    @property
    def felt(self) -> Bools:
        """(parameters,) true where a parameter acts on the joint's own torque (the momentum condition)."""
        return self._touched(self.momentum)

    @property
    def mapped(self) -> Bools:
        """(parameters,) true where a parameter acts on the joints before by a coefficient that changes (mapping)."""
        return self._touched(self.mapping)

    def _touched(self, columns: list[Matrix]) -> Bools:
        return np.any(self.field.nonzero(np.concatenate([self.B[:0].T, *columns], axis=1)), axis=1)

    @property
    def transfer_dimension(self) -> int:
        """The dimension of T_i: in how many independent ways parameters can be moved to the parent unnoticed."""
        return self.B.shape[1] - len(self.pivots)


def rpna(
    field: Field, clusters: Sequence[Cluster], gravity: Sequence[Number] | None, static: bool = False
) -> list[NullspaceDescriptor]:
    """Run the recursion.

    Args:
        field: the numbers to compute with.
        clusters: of the robot, parents first; the bodies of each must share a parent.
        gravity: the seed of the velocities (section 6.5); None for no gravity.
        static: only torques at rest are measured (remark 8).
    """
    V, K = {WORLD: _gravity(field, gravity)}, {WORLD: field.zeros(10, 0)}  # line 1
    descriptors: list[NullspaceDescriptor] = []
    for cluster, ops in zip(clusters, operators_of(field, clusters), strict=True):  # line 2
        p = cluster.parent
        # Transfer across the link
        V_plus = field.transfer(ops.X, V[p])  # line 3
        K_plus = field.transfer(ops.B.T, K[p])  # line 4
        # Transfer across the joint
        K_minus = field.ctrb(ops.A_transposed, K_plus)  # line 6
        # Add the current joint's effect
        moves_freely = not static and ops.Phi.shape[1] == len(ops.Phi)  # then Phi_i alone attains every velocity
        attained = [V_plus] if static else [V_plus, ops.Phi]
        V_i = field.whole(len(ops.Phi)) if moves_freely else field.ctrb(ops.cross, *attained)  # lines 5 and 7
        M_i = [field.image(M, V_i) for M in ops.M]  # M(V_i, Phi_i), eq. 52
        K_i = [K_minus, *M_i]  # line 8, not yet a basis
        # Collect the momentum and mapping conditions: the columns of these are the rows of N_i
        mapping = [field.image(A_transposed, K_minus) for A_transposed in ops.A_transposed]
        none = K_minus[:, :0]  # for a fixed joint, which has no A
        N_i, pivots = field.conditions(*M_i, *mapping or [none])  # line 9, in echelon form
        # The spans of each link of the cluster alone (eqs. 98, 99)
        links = [(m, member.body) for m, member in enumerate(cluster.members) if not member.is_rotor]
        for m, body in links:
            alone = len(cluster.members) == 1
            V[body] = V_i if alone else field.basis(V_i[6 * m : 6 * m + 6])
            K[body] = field.basis(*(K_i if alone else (part[10 * m : 10 * m + 10] for part in K_i)))
        descriptors.append(
            NullspaceDescriptor(
                cluster=cluster,
                V=tuple(V[body] for _, body in links),
                K=tuple(K[body] for _, body in links),
                conditions=N_i,
                pivots=pivots,
                B=ops.B,
                momentum=M_i,
                mapping=mapping,
                field=field,
            )
        )
    return descriptors


def _gravity(field: Field, gravity: Sequence[Number] | None) -> Matrix:
    """Return V_0: the acceleration of gravity, or no column."""
    if gravity is None or not any(float(g) for g in gravity):
        return field.zeros(6, 0)
    column = field.zeros(6, 1)
    column[3:, 0] = [field.number(g) for g in gravity]
    return column
