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
from typing import Any

import numpy as np

from heft.identifiability.field import Field, Matrix
from heft.identifiability.rpna import NullspaceDescriptor
from heft.robot.model import WORLD


@dataclass(frozen=True, eq=False)
class BaseTerms:
    """Base parameters as combinations.

    Parameters are counted as in `Robot.parameter_names`, but each body's are in table order.

    Attributes:
        columns: the parameters chosen to carry the combinations, ascending.
        terms: (base parameter, parameter) to the coefficient, where it is not zero.
    """

    columns: tuple[int, ...]
    terms: dict[tuple[int, int], Any]


def base_terms(field: Field, descriptors: Sequence[NullspaceDescriptor]) -> BaseTerms:
    """Return the base parameters of a robot from RPNA's descriptors."""
    base: list[int] = []
    terms: dict[tuple[int, int], Any] = {}
    # For each link: the base parameters that its own parameters go to, and the coefficients (base, 10).
    goes_to: dict[int, tuple[list[int], Matrix]] = {WORLD: ([], field.zeros(0, 10))}
    for joint in descriptors:
        column = [start + k for start, width in (m.columns for m in joint.cluster.members) for k in range(width)]
        pivots = list(joint.pivots)
        free = [c for c in range(len(column)) if c not in joint.pivots]
        moved = field.zeros(len(column), len(free))
        moved[pivots] = field.reduce(-joint.conditions[:, free])
        moved[free] = field.reduce(field.array(np.eye(len(free), dtype=int).tolist()).reshape(len(free), len(free)))
        above, Q = goes_to[joint.cluster.parent]
        chosen = [column[c] for c in pivots]
        into = field.zeros(len(above) + len(pivots), len(column))
        into[: len(above), free] = field.product(Q, field.product(joint.B, moved))
        into[len(above) :] = joint.conditions
        base += chosen
        ids = above + chosen
        used = field.nonzero(into)
        rows, columns = np.nonzero(used)
        keys = zip(np.take(ids, rows).tolist(), np.take(column, columns).tolist(), strict=True)
        terms.update(zip(keys, into[rows, columns].tolist(), strict=True))
        at = 0
        for member in joint.cluster.members:
            if not member.is_rotor:
                keep = np.flatnonzero(used[:, at : at + 10].any(axis=1))
                goes_to[member.body] = ([ids[k] for k in keep], into[keep, at : at + 10])
            at += member.columns[1]
    return BaseTerms(tuple(sorted(base)), terms)
