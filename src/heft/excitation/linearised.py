"""The limits that a step of a motion could reach, linearised: h + A p must not be positive for a step p.

Every row is a limit of one kind at one time. Its derivatives in the free numbers are those in the state of the joints
times the functions of the family at that time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.excitation.problem import NEAR, Outlook, Problem

REACH = 0.3
"""Limits whose h is above minus this are looked at: steps are small, and distances are known this near only."""

JOINTS = ("upper", "lower", "velocity", "acceleration", "jerk")
"""The limits of joints."""

RATES = {"velocity": 1, "acceleration": 2, "jerk": 3}
"""Which derivative of the motion each limit is of."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Limits near a motion.

    Attributes:
        h: (rows,) what must not be positive.
        A: (rows, free) its derivatives.
        places: by kind, in order, the samples and columns of the rows in the excesses of that kind.
    """

    h: Array
    A: Array
    places: tuple[tuple[str, Ints, Ints], ...]

    @property
    def curved(self) -> Bools:
        """(rows,) which of them are not linear in the free numbers: all but the limits of joints."""
        return np.concatenate(
            [np.full(len(at), kind not in JOINTS) for kind, at, _ in self.places] or [np.zeros(0, bool)]
        )

    def spread(self, values: Array, excess: Mapping[str, Array]) -> dict[str, Array]:
        """Return numbers (rows,) of the rows in the shape of all excesses, zero elsewhere."""
        found, first = {kind: np.zeros_like(h) for kind, h in excess.items()}, 0
        for kind, at, column in self.places:
            found[kind][at, column] = values[first : first + len(at)]
            first += len(at)
        return found

    def at(self, excess: Mapping[str, Array]) -> Array:
        """Return the excesses (rows,) of another motion at the same places."""
        return np.concatenate([excess[kind][at, column] for kind, at, column in self.places] or [np.zeros(0)])


def linearised(problem: Problem, outlook: Outlook, radius: float) -> Rows:
    """Return the limits that a step could reach none of whose parts is larger than the radius."""
    h, A, places, free = [], [], [], problem.sizes[problem.first :].size
    for kind, at, column, functions, slopes in _near(problem, outlook):
        rows = np.zeros((len(at), problem.family.size, len(problem.moving)))
        for f, s in zip(functions, slopes, strict=True):
            rows += f[:, :, None] * s[:, None, :]
        rows = (rows[:, problem.first :] * problem.sizes[problem.first :]).reshape(len(at), free)
        values = outlook.excess[kind][at, column]
        kept = values + radius * np.abs(rows).sum(axis=1) > 0
        h.append(values[kept])
        A.append(rows[kept])
        places.append((kind, at[kept], column[kept]))
    return Rows(np.concatenate([*h, np.zeros(0)]), np.concatenate([*A, np.zeros((0, free))]), tuple(places))


def _near(problem: Problem, outlook: Outlook) -> Iterator[tuple[str, Ints, Ints, Sequence[Array], Sequence[Array]]]:
    """Yield kind, samples, columns, functions [(rows, functions)] and derivatives in the states [(rows, moving)]."""
    near = {kind: np.nonzero(h > -REACH) for kind, h in outlook.excess.items()}
    moving, eye = problem.moving, np.eye(len(problem.moving))
    for kind, scale in problem.joint_scales.items():
        at, column = near[kind]
        order = RATES.get(kind, 0)
        sign = np.sign(outlook.joints[order][at, column]) if order else 1.0 if kind == "upper" else -1.0
        yield kind, at, column, [problem.joint_basis[order][at]], [eye[column] * (sign / scale[column])[:, None]]
    at, column = near["effort"]
    for r in np.unique(column):
        mine = at[column == r]
        slopes = [part[mine][:, moving] for part in _torque_slopes(problem, outlook, r)]
        yield "effort", mine, np.full(len(mine), r), [problem.basis[order][mine] for order in range(3)], slopes
    for k, constraint in enumerate(problem.configurations):
        at, column = near[f"configuration {k}"]
        if len(at):
            samples, back = np.unique(at, return_inverse=True)
            slopes = -constraint.gradients(outlook.postures[samples])[back, column][:, moving] / NEAR
            yield f"configuration {k}", at, column, [problem.posture_basis[at]], [slopes]


def _torque_slopes(problem: Problem, outlook: Outlook, r: int) -> tuple[Array, Array, Array]:
    """Return the derivatives (n, nv) of the excess over an effort limit in q, qd and qdd."""
    o, to_bound = outlook, np.zeros_like(outlook.tau)
    to_bound[:, r] = 1 / problem.torques.limits[r]
    return problem.torques.slopes(to_bound, o.tau, o.bodies, o.q, o.qd, o.qdd)
