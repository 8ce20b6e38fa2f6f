"""Springs and counterbalances: how they show beside gravity, and what the prior must decide there.

A counterbalance is built to cancel the gravity of a joint's own link, so its torque has nearly the same shape over the
joint's range. Torques then do not tell which is which: without a spring in the model it becomes a mass that is too
large, or a first moment of the wrong sign; with one, only the link's inertia in other motions separates them, and a
small error of the model is enough to make this wrong.

So a joint whose gravity is far from the robot file's, while that of other joints agrees with the file, is suspected
of a counterbalance (`balanced_joints`). Where a model has such a term, the first moments that gravity shows at this
joint alone are held to the prior in the physically consistent estimate (`held`). Least squares and the intervals
remain those of the data alone: they become wide, as they should.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array
from heft.dynamics.api import torque_regressor
from heft.estimation.base import Base
from heft.estimation.columns import driven
from heft.estimation.information import triangle
from heft.estimation.least_squares import Fit
from heft.friction import CONSERVING
from heft.linalg import significant
from heft.logs.motion import Motion

SAMPLES, SEED = 100, 6

SHARE = 0.2
"""The part of a joint's effort, at least, that its gravity by the robot file must be for the two to be compared."""

AGREES = (0.5, 2.0)
"""Gravity within these multiples of the robot file's agrees with it."""

LEAST_OTHERS = 2
"""Joints whose gravity must agree with the robot file for the file to be believed."""

SUSPECT = (-0.5, 0.3)
"""Between these multiples of the robot file's, gravity is missing; below them, a sign is flipped."""

TIGHT = 0.1
"""The deviation of a first moment from the prior, in units of its size, where a counterbalance hides it."""


@dataclass(frozen=True)
class Balanced:
    """A joint whose gravity is not that of the robot file.

    Attributes:
        joint: its name.
        multiple: of the file's gravity that the data show there.
        others: joints whose gravity agrees with the file.
    """

    joint: str
    multiple: float
    others: tuple[str, ...]

    @property
    def words(self) -> str:
        """What is suspected, in a sentence."""
        others = ", ".join(f"'{name}'" for name in self.others)
        return (
            f"Joint '{self.joint}' carries {100 * self.multiple:.0f} % of the gravity torque that the robot file "
            f"predicts, while {others} agree{'s' if len(self.others) == 1 else ''} with the file: a spring or a "
            "counterbalance seems to act on it."
        )


def balanced_joints(base: Base, fit: Fit, motions: Sequence[Motion]) -> list[Balanced]:
    """Return the joints whose gravity is missing or reversed, where other joints confirm the robot file.

    Args:
        base: of a model without springs.
        fit: its estimate.
        motions: the runs that are fitted.
    """
    model = base.model
    robot, n = model.robot, model.n_inertial
    values = np.linalg.pinv(base.matrix) @ fit.values
    parts = []
    for motion in motions:
        at = np.concatenate([np.arange(*segment) for segment in motion.segments] or [np.arange(0)])
        at = at[np.linspace(0, len(at) - 1, min(SAMPLES, len(at))).astype(int)] if len(at) else at
        still = np.zeros((len(at), robot.nv))
        regressor = torque_regressor(robot, motion.q[at], still, still)
        effort = np.nan_to_num(motion.effort[at])
        parts.append((regressor @ model.prior[:n], regressor @ values[:n], effort))
    file, found, effort = (np.concatenate(each) for each in zip(*parts, strict=True))
    multiples = {}
    for r, joint in driven(robot).items():
        size = float(np.sqrt(np.mean(file[:, r] ** 2)))
        if fit.counts[r] and size > SHARE * float(np.sqrt(np.mean(effort[:, r] ** 2))) > 0:
            multiples[joint] = _slope(file[:, r], found[:, r])
    others = tuple(joint for joint, each in multiples.items() if AGREES[0] < each < AGREES[1])
    if len(others) < LEAST_OTHERS:
        return []
    return [Balanced(joint, each, others) for joint, each in multiples.items() if SUSPECT[0] < each < SUSPECT[1]]


def _slope(file: Array, found: Array) -> float:
    """Return the multiple of the file's gravity that is nearest to the one found, constant parts apart."""
    file, found = file - file.mean(), found - found.mean()
    return float(file @ found / max(float(file @ file), 1e-300))


def held(base: Base, fit: Fit) -> Fit:
    """Return a fit in which first moments that springs hide are held to the prior; the same where there are none.

    Args:
        base: the base parameters.
        fit: their least-squares estimate.
    """
    model = base.model
    places = [k for r in sprung(base) for k in _hidden(base, r)]
    if not places:
        return fit
    H = np.zeros((len(places), len(fit.values)))
    H[np.arange(len(places)), places] = 1.0
    deviation = TIGHT * fit.scales[places]
    prior = base.reduce(model.prior)[places]
    P = fit.covariance
    gain = P @ H.T @ np.linalg.inv(H @ P @ H.T + np.diag(deviation**2))
    rows = fit.unit * np.column_stack([H, prior]) / deviation[:, None]
    factor = triangle(np.vstack([fit.factor, rows]))[: len(fit.values)]
    values = fit.values + gain @ (prior - H @ fit.values)
    _, s, Vt = np.linalg.svd(factor[:, :-1] * fit.scales)
    weak = Vt[~(significant(s) & (s > fit.unit))].T
    singular = s / max(fit.unit, 1e-300)
    return replace(fit, values=values, covariance=P - gain @ H @ P, factor=factor, weak=weak, singular_values=singular)


def sprung(base: Base) -> list[int]:
    """Return the coordinates with a spring or a counterbalance in the model."""
    found = {c.coordinate for c in base.model.extra if c.law.positional and c.law.energy == CONSERVING and not c.number}
    return sorted(found)


def hidden(base: Base, r: int) -> tuple[str, ...]:
    """Return the names of the base parameters that a spring at coordinate r hides."""
    return tuple(base.names[k] for k in _hidden(base, r))


def _hidden(base: Base, r: int) -> list[int]:
    """Return the base parameters whose weight coordinate r alone carries."""
    model = base.model
    q, _, _ = model.robot.random_state(SEED, SAMPLES)
    still = np.zeros((SAMPLES, model.robot.nv))
    weight = np.sqrt(np.mean(torque_regressor(model.robot, q, still, still) ** 2, axis=0))
    limit = 1e-6 * float(weight.max())
    found = []
    for k, c in enumerate(base.columns):
        if c < model.n_inertial and weight[r, c] > limit:
            others = np.delete(weight[:, c], r)
            if not len(others) or float(others.max()) <= limit:
                found.append(k)
    return found
