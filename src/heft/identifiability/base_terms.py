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

import numpy as np

from heft.arrays import Ints
from heft.identifiability.field import Field, Matrix
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
    terms: list[tuple[Ints, Ints, Matrix]] = []
    # For each link: the base parameters that its own parameters go to, and the coefficients (base, 10).
    goes_to: dict[int, tuple[list[int], Matrix]] = {WORLD: ([], field.zeros(0, 10))}
    for joint in descriptors:
        column = [start + k for start, width in (m.columns for m in joint.cluster.members) for k in range(width)]
        pivots, (above, Q) = list(joint.pivots), goes_to[joint.cluster.parent]
        into = field.zeros(len(above) + len(pivots), len(column))
        into[len(above) :] = joint.conditions
        if above:
            free = [c for c in range(len(column)) if c not in joint.pivots]
            moved = field.reduce(joint.B[:, free] - field.product(joint.B[:, pivots], joint.conditions[:, free]))
            into[: len(above), free] = field.product(Q, moved)
        chosen = [column[c] for c in pivots]
        base += chosen
        ids = above + chosen
        used = field.nonzero(into)
        rows, columns = np.nonzero(used)
        terms.append((np.array(ids, np.int64)[rows], np.array(column)[columns], into[rows, columns]))
        at = 0
        for member in joint.cluster.members:
            if not member.is_rotor:
                keep = np.flatnonzero(used[:, at : at + 10].any(axis=1))
                goes_to[member.body] = ([ids[k] for k in keep], into[keep, at : at + 10])
            at += member.columns[1]
    return BaseTerms(tuple(sorted(base)), *(np.concatenate(part) for part in zip(*terms, strict=True)))
