"""From the transfers across single joints to the base parameters of the whole robot (P0 appendix G).

The appendix stacks the conditions N_i to one matrix and reduces it. The echelon form of each N_i already tells which
parameters of a body can be moved, c say, and to what: to the pivots of its own cluster and, by B, to the parent,

    e_c  =  sum_k N[k, c] e_pivot(k)  +  B (e_c - sum_k N[k, c] e_pivot(k))  at the parent,

where the same is known already. The rows that come out are the reduced echelon form of the whole system, with the base
parameters chosen as the tables choose: the first that can be, bodies from the base outward.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from heft.identifiability.field import Field, Matrix
from heft.identifiability.rpna import Step
from heft.robot.model import WORLD


@dataclass(frozen=True, eq=False)
class Regrouping:
    """Base parameters as combinations.

    Parameters are counted as in `Robot.parameter_names`, but each body's are in table order.

    Attributes:
        base: the parameters chosen, ascending.
        terms: (base parameter, parameter) to the coefficient, where it is not zero.
    """

    base: tuple[int, ...]
    terms: dict[tuple[int, int], Any]


def regroup(field: Field, steps: Sequence[Step]) -> Regrouping:
    """Return the base parameters of a robot from what RPNA found."""
    base: list[int] = []
    terms: dict[tuple[int, int], Any] = {}
    # For each link: the base parameters that its own parameters go to, and the coefficients (base, 10).
    goes_to: dict[int, tuple[list[int], Matrix]] = {WORLD: ([], field.zeros(0, 10))}
    for step in steps:
        column = [start + k for start, width in (m.columns for m in step.cluster.members) for k in range(width)]
        pivots = list(step.pivots)
        free = [c for c in range(len(column)) if c not in step.pivots]
        moved = field.zeros(len(column), len(free))
        moved[pivots] = field.reduce(-step.conditions[:, free])
        moved[free] = field.reduce(field.array(np.eye(len(free), dtype=int).tolist()).reshape(len(free), len(free)))
        above, Q = goes_to[step.cluster.parent]
        chosen = [column[c] for c in pivots]
        into = field.zeros(len(above) + len(pivots), len(column))
        into[: len(above), free] = field.product(Q, field.product(step.B, moved))
        into[len(above) :] = step.conditions
        base += chosen
        ids = above + chosen
        used = field.nonzero(into)
        rows, columns = np.nonzero(used)
        keys = zip(np.take(ids, rows).tolist(), np.take(column, columns).tolist(), strict=True)
        terms.update(zip(keys, into[rows, columns].tolist(), strict=True))
        at = 0
        for member in step.cluster.members:
            if not member.is_rotor:
                keep = np.flatnonzero(used[:, at : at + 10].any(axis=1))
                goes_to[member.body] = ([ids[k] for k in keep], into[keep, at : at + 10])
            at += member.columns[1]
    return Regrouping(tuple(sorted(base)), terms)
