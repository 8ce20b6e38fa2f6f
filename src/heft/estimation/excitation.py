"""Is this motion enough? What the data excite, what stays weak, and which joint should move more.

The structural rank is the number of base parameters: what the best motion could determine. The excited rank is how
many directions this one determines better than a guess. A base parameter is weak where its standard deviation is more
than a third of its plausible size. For each weak one, every joint in turn is moved at random while the others stay as
they were logged: the joint that adds most information along the weak direction is the one to move. Where no motion
would help, because the effort of a joint was not measured, that joint is named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from heft.arrays import Array, Ints
from heft.dynamics.api import torque_regressor
from heft.estimation.base import Base
from heft.estimation.columns import Model
from heft.estimation.estimators.weighted import Weighted
from heft.estimation.evidence import Evidence
from heft.estimation.least_squares import Fit
from heft.logs.motion import Motion

WEAK = 1 / 3
TRIALS, SEED = 200, 4


@dataclass(frozen=True)
class Weak:
    """A base parameter that the motion hardly excites.

    Attributes:
        name: the base parameter.
        expression: the combination that it is.
        deviation: its standard deviation in units of the size that it could well have; infinite if it is not excited.
        joints: the coordinates whose motion would help, the best first.
        unmeasured: if no motion helps, the coordinates whose effort, had it been measured, would.
    """

    name: str
    expression: str
    deviation: float
    joints: tuple[str, ...]
    unmeasured: tuple[str, ...] = ()


@dataclass(frozen=True)
class Excitation:
    """What a motion excites.

    Attributes:
        structural: how many base parameters there are.
        excited: how many directions the motion determines.
        condition: of the regression with columns of unit length.
        weak: the base parameters that stay weak, the weakest first.
        samples: how many were used of the coordinate with most.
        robot: its name.
        notes: by log, what cleaning found worth a note.
    """

    structural: int
    excited: int
    condition: float
    weak: tuple[Weak, ...]
    samples: int
    robot: str = ""
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def enough(self) -> bool:
        """Whether the motion determines every base parameter better than a guess."""
        return self.excited == self.structural

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON; infinite is null."""
        weak = [
            {
                "name": w.name,
                "expression": w.expression,
                "deviation": w.deviation if np.isfinite(w.deviation) else None,
                "joints": list(w.joints),
                "unmeasured": list(w.unmeasured),
            }
            for w in self.weak
        ]
        return {
            "structural_rank": self.structural,
            "excited_rank": self.excited,
            "condition": self.condition if np.isfinite(self.condition) else None,
            "enough": self.enough,
            "samples": self.samples,
            "weak": weak,
            "robot": self.robot,
            "notes": {log: list(each) for log, each in self.notes.items()},
        }


def excitation(evidence: Evidence) -> Excitation:
    """Return what the motions of the evidence excite of its base parameters."""
    base, motions, fit = evidence.base, evidence.motions, Weighted().fit(evidence)
    blind = np.linalg.norm(fit.unexcited, axis=1)
    deviation = np.where(fit.excited, np.sqrt(np.diag(fit.covariance)) / fit.scales, np.inf)
    # the worst first; among those that are not excited, the one that lies most in the blind directions
    order = sorted(np.flatnonzero(deviation > WEAK).tolist(), key=lambda k: (-deviation[k], -blind[k]))
    gains, efforts = _gains(base, motions, fit, order) if len(order) else np.zeros((2, 0, 0))
    names = base.model.robot.coordinate_names
    weak = []
    for k, gain, effort in zip(order, gains, efforts, strict=True):
        joints = _best(gain, names)
        unmeasured = () if joints else _best(effort, names)
        weak.append(Weak(base.names[k], base.expression(int(k)), float(deviation[k]), joints, unmeasured))
    return Excitation(len(fit.values), fit.rank, fit.condition, tuple(weak), int(fit.counts.max(initial=0)))


def _best(gain: Array, names: Sequence[str]) -> tuple[str, ...]:
    """Return the coordinates that help most, the best first, three at most."""
    best = np.argsort(-gain)
    return tuple(names[int(r)] for r in best if gain[r] > 0.1 * gain[best[0]] and gain[r] > 0)[:3]


def _gains(base: Base, motions: Sequence[Motion], fit: Fit, weak: Sequence[int]) -> tuple[Array, Array]:
    """Return (weak, nv) the information on what is weak that each coordinate's motion would add, and its effort would.

    The first is the gain when a joint moves at random and the others as logged or, where none gains, how much that
    motion would add to the log. The second is for efforts that were not measured.
    """
    robot = base.model.robot
    motion = max(motions, key=lambda m: m.n)
    at = np.linspace(0, motion.n - 1, TRIALS).astype(int)
    directions = np.array([_direction(fit, k) for k in weak]).T
    logged = [np.array(x[at]) for x in (motion.q, motion.qd, motion.qdd)]
    random = robot.random_state(SEED, TRIALS)

    def seen(q: Array, qd: Array, qdd: Array) -> Array:
        """Return (weak, nv) the information of each coordinate's effort along the directions."""
        rows = base_rows(base.model, base.columns, q, qd, qdd)
        return np.sum((rows @ directions) ** 2, axis=0).T

    squares, before, added = fit.weights**2, seen(*logged), np.zeros((len(weak), robot.nv))
    for joint in robot.joints:
        i, r = robot.q_index[joint.name], robot.v_index[joint.name]
        moved = [x.copy() for x in logged]
        for one, other, columns in zip(moved, random, (i, r, r), strict=True):
            one[:, columns] = other[:, columns]
        added[:, r] = (seen(*moved) @ squares)[:, None]
    more = np.maximum(added - (before @ squares)[:, None], 0.0)
    return np.where(more.any(axis=1, keepdims=True), more, added), np.where(fit.counts > 0, 0.0, seen(*random))


def _direction(fit: Fit, k: int) -> Array:
    """Return the direction in which base parameter k is least certain."""
    if not fit.excited[k]:
        return fit.scales * (fit.unexcited @ fit.unexcited[k])
    return fit.covariance[:, k] / np.sqrt(fit.covariance[k, k])


def base_rows(model: Model, columns: Sequence[int] | Ints, q: Array, qd: Array, qdd: Array) -> Array:
    """Return the rows (n, nv, k) of chosen columns of a model: for a few samples, all in memory."""
    n = model.n_inertial
    whole = np.zeros((len(q), model.robot.nv, len(model.names)))
    whole[..., :n] = torque_regressor(model.robot, q, qd, qdd)
    for k, (column, signal) in enumerate(zip(model.extra, model.extra_signals(q, qd, qdd), strict=True)):
        for r, gear in column.gears:
            whole[:, r, n + k] = gear * signal
    return whole[..., columns]
