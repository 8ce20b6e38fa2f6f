"""From the transfers across single joints to the base parameters of the whole robot (P0 appendix G).

The appendix stacks the conditions N_i in one matrix and reduces it. The echelon form of each N_i already shows which
parameters c of a body can be moved, and where: to the pivots of its own cluster and, by B, to the parent,

    e_c  =  sum_k N[k, c] e_pivot(k)  +  B (e_c - sum_k N[k, c] e_pivot(k))  at the parent,

where the same has been worked out before. The resulting rows are the reduced echelon form of the whole system, with the
base parameters chosen as in the paper's tables: the first possible ones, bodies from the base outward.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np

from heft.arrays import Ints
from heft.identifiability.field import Field, Matrix
from heft.identifiability.remembered import remembered
from heft.identifiability.rpna import NullspaceDescriptor
from heft.robot.model import WORLD


@dataclass(frozen=True, eq=False)
class BaseTerms:
    """Base parameters as combinations.

    Parameters are counted as in `Robot.parameter_names`, but each body's are in table order.

    Attributes:
        columns: the parameters chosen to carry the combinations, ascending.
        base, parameter, values: (k,) which base parameter contains which parameter with which coefficient, not zero.
    """

    columns: tuple[int, ...]
    base: Ints
    parameter: Ints
    values: Matrix

    @property
    def places(self) -> list[tuple[int, int]]:
        """Base parameter and parameter of each coefficient."""
        return list(zip(self.base.tolist(), self.parameter.tolist(), strict=True))


def base_terms(field: Field, descriptors: Sequence[NullspaceDescriptor]) -> BaseTerms:
    """Return the base parameters of a robot from RPNA's descriptors."""
    base: list[int] = []
    blocks: list[Matrix] = []  # (carriers, parameters) of each body: what its parameters add to which base parameters
    carriers: list[list[int]] = []
    # For each link: the base parameters that its own parameters go to, and the coefficients (base, 10).
    goes_to: dict[int, tuple[list[int], Matrix]] = {WORLD: ([], field.zeros(0, 10))}
    for joint in descriptors:
        members, N = joint.cluster.members, joint.conditions
        above, Q = goes_to[joint.cluster.parent]
        column = [c for start, width in (m.columns for m in members) for c in range(start, start + width)]
        chosen = [column[c] for c in joint.pivots]
        into = N
        if above:
            free, moves = _moves((N,), field, joint.pivots)
            into = field.zeros(len(above) + len(chosen), len(column))
            into[: len(above), free] = field.product(Q, field.product(joint.B, moves))
            into[len(above) :] = N
        base += chosen
        ids, used, at = above + chosen, field.nonzero(into), 0
        for member in members:
            own = slice(at, at + member.columns[1])
            keep = np.logical_or.reduce(used[:, own], axis=1)
            blocks.append(into[keep][:, own])
            carriers.append(list(compress(ids, keep.tolist())))
            if not member.is_rotor:
                goes_to[member.body] = (carriers[-1], blocks[-1])
            at = own.stop
    starts = [member.columns[0] for joint in descriptors for member in joint.cluster.members]
    return BaseTerms(tuple(sorted(base)), *_listed(field, blocks, carriers, starts))


@remembered
def _moves(conditions: tuple[Matrix], field: Field, pivots: tuple[int, ...]) -> tuple[Ints, Matrix]:
    """Return the columns c other than pivots, and e_c - sum_k N[k, c] e_pivot(k) of each, which goes to the parent."""
    (N,) = conditions
    free = np.array([c for c in range(N.shape[1]) if c not in pivots], np.int64)
    moves = field.identity(N.shape[1])[:, free]
    moves[list(pivots)] = field.reduce(-N[:, free])
    return free, moves


def _listed(
    field: Field, blocks: Sequence[Matrix], carriers: Sequence[list[int]], starts: Sequence[int]
) -> tuple[Ints, Ints, Matrix]:
    """Return the entries of blocks that are not zero: the base parameter, the parameter, the coefficient."""
    rows = np.concatenate([_ten_columns(field, block) for block in blocks])
    row, column = field.nonzero(rows).nonzero()
    base = np.array([b for ids in carriers for b in ids], np.int64)
    start = np.array(starts, np.int64).repeat([len(ids) for ids in carriers])
    return base[row], start[row] + column, rows[row, column]


def _ten_columns(field: Field, block: Matrix) -> Matrix:
    """Return the block of a body; that of a symmetric rotor, which has four parameters, with zeros after them."""
    missing = 10 - block.shape[1]
    return np.concatenate([block, field.zeros(len(block), missing)], axis=1) if missing else block
