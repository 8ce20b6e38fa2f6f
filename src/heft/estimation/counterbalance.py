"""Springs and counterbalances: how they show beside gravity, and what the prior must decide there.

A counterbalance is built to cancel the gravity of a joint's own link, so its torque has nearly the same shape over the
joint's range. Torques then do not tell which is which: without a spring in the model it becomes a mass that is too
large, or a first moment of the wrong sign; with one, only the link's inertia in other motions separates them, and a
small error of the model is enough to make this wrong.

So a joint whose gravity is far from the robot file's, while that of the others together agrees with the file, is
suspected of a counterbalance (`balanced_joints`). Where a model has such a term, the first moments that gravity shows
at this joint alone are held to the prior in the physically consistent estimate (`apart_from_gravity`). Least squares
and the intervals remain those of the data alone: they become wide, as they should.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array, Bools
from heft.dynamics.api import torque_regressor
from heft.estimation.armature import ARMATURE
from heft.estimation.base import Base
from heft.estimation.consistent import Consistent
from heft.estimation.coordinates import driven, is_rotational, positions_of
from heft.estimation.information import triangle
from heft.estimation.least_squares import Fit
from heft.friction import law_named
from heft.linalg import significant
from heft.logs.motion import Motion

SAMPLES, SEED = 100, 6

SHARE = 0.2
"""The part of a joint's effort, at least, that its gravity by the robot file must be for the two to be compared."""

AGREES = (0.5, 2.0)
"""Gravity within these multiples of the robot file's agrees with it."""

LEAST_OTHERS = 2
"""Other joints whose gravity together must agree with the robot file, at least, for the file to be believed."""

SUSPECT = (-0.5, 0.3)
"""Between these multiples of the robot file's, gravity is missing; below them, a sign is flipped, or more than all of
it is balanced."""

SURE = 3.0
"""Standard deviations by which a multiple must be below those that agree with the file, to be certain."""

TIGHT = 0.1
"""The deviation of a first moment from the prior, in units of its size, where a counterbalance hides it."""

FIXED = 1e-3
"""The deviation of what is known from the estimate without a counterweight, in units of its size."""

HALF = 0.5
"""The part of the squared residual below which the data divide gravity and a counterbalance better than the prior."""

NAMED = 8
"""Up to how many other joints a sentence names."""

COUNTERWEIGHT, OFFSET = "counterweight", "offset"
"""The law that has the shape of gravity, and the one that a constant part of it is mistaken for."""

HARMONIC = (COUNTERWEIGHT, "counterbalance")
"""The laws that begin with the cosine and the sine of the position, which are the shape of gravity."""


@dataclass(frozen=True)
class Balanced:
    """A joint whose gravity is not that of the robot file.

    Attributes:
        joint: its name.
        multiple: of the file's gravity that the data show there.
        others: joints whose gravity was compared as well.
        together: the multiple of the file's gravity that the data show at all of these together.
        deviation: the standard deviation of `multiple`.
    """

    joint: str
    multiple: float
    others: tuple[str, ...]
    together: float
    deviation: float = 0.0

    @property
    def certain(self) -> bool:
        """Whether the gravity of the file is not there, by the intervals of the estimate."""
        return certainly_missing(self.multiple, self.deviation)

    @property
    def words(self) -> str:
        """What is suspected, in a sentence."""
        few = ", ".join(f"'{name}'" for name in self.others)
        others = few if len(self.others) <= NAMED else f"{len(self.others)} other joints"
        return (
            f"Joint '{self.joint}' carries {100 * self.multiple:.0f} % of the gravity torque that the robot file "
            f"predicts, while {others} together carry {100 * self.together:.0f} % of theirs: a spring or a "
            "counterbalance seems to act on it."
        )


def certainly_missing(multiple: float, deviation: float) -> bool:
    """Return whether a multiple of the file's gravity, with its standard deviation, is below those that agree."""
    return multiple + SURE * deviation < AGREES[0]


def balanced_joints(
    base: Base, fit: Fit, motions: Sequence[Motion], covariance: Array | None = None, lowest: float = SUSPECT[0]
) -> list[Balanced]:
    """Return the joints whose gravity is missing or reversed, where the other joints together confirm the robot file.

    Each joint's gravity counts in units of its effort.

    Args:
        base: of a model without springs.
        fit: its estimate.
        motions: the runs that are fitted.
        covariance: (n_base, n_base) of the estimate; that of the fit, where residuals are independent, if None.
        lowest: the least multiple of the file's gravity that is looked for.
    """
    robot, covariance = base.model.robot, fit.covariance if covariance is None else covariance
    gravity = GravityTorques.of(base, motions)
    compared = [r for r in driven(robot) if fit.counts[r] and gravity.counts[r]]
    suspects = []
    for r in compared:
        others, (multiple, deviation) = [s for s in compared if s != r], gravity.multiple([r], fit.values, covariance)
        if is_rotational(robot, r) and len(others) >= LEAST_OTHERS and lowest < multiple < SUSPECT[1]:
            together, _ = gravity.multiple(others, fit.values, covariance)
            if AGREES[0] < together < AGREES[1]:
                names = tuple(driven(robot)[s] for s in others)
                suspects.append(Balanced(driven(robot)[r], multiple, names, together, deviation))
    return suspects


@dataclass(frozen=True, eq=False)
class GravityTorques:
    """Gravity torques at some samples of motions.

    Attributes:
        file: (n, nv) those of the robot file.
        found: (n, nv, n_base) those of each base parameter.
        rms: (nv,) rms efforts.
    """

    file: Array
    found: Array
    rms: Array

    @classmethod
    def of(cls, base: Base, motions: Sequence[Motion]) -> GravityTorques:
        """Return those of motions."""
        robot, n = base.model.robot, base.model.n_inertial
        full, parts = np.linalg.pinv(base.matrix)[:n], []
        for motion in motions:
            at = np.concatenate([np.arange(*segment) for segment in motion.segments] or [np.arange(0)])
            at = at[np.linspace(0, len(at) - 1, min(SAMPLES, len(at))).astype(int)] if len(at) else at
            still = np.zeros((len(at), robot.nv))
            regressor = torque_regressor(robot, motion.q[at], still, still)
            parts.append((regressor @ base.model.prior[:n], regressor @ full, np.nan_to_num(motion.effort[at])))
        file, found, effort = (np.concatenate(each) for each in zip(*parts, strict=True))
        return cls(file, found, np.sqrt(np.mean(effort**2, axis=0)))

    @property
    def counts(self) -> Bools:
        """(nv,) whether the file's gravity is a part of the effort that is large enough to be compared."""
        return (np.sqrt(np.mean(self.file**2, axis=0)) > SHARE * self.rms) & (self.rms > 0)

    def multiple(self, joints: Sequence[int], values: Array, covariance: Array) -> tuple[float, float]:
        """Return the multiple of the file's gravity that is nearest to an estimate's, and its standard deviation.

        Constant parts are left out, and each joint counts in units of its effort.

        Args:
            joints: coordinates, which are taken together.
            values: (n_base,) the estimate.
            covariance: (n_base, n_base) of it.
        """
        file, found = self.file[:, joints] / self.rms[joints], self.found[:, joints] / self.rms[joints, None]
        file, found = file - file.mean(axis=0), found - found.mean(axis=0)
        way = np.einsum("nj,njk->k", file, found) / max(float(np.sum(file**2)), 1e-300)
        return float(way @ values), float(np.sqrt(max(way @ covariance @ way, 0.0)))


def apart_from_gravity(base: Base, fit: Fit, solve: Callable[[Fit, Array], Consistent]) -> Consistent:
    """Return the physically consistent estimate, with gravity told from springs and counterbalances by the prior.

    Where the model has none of them, it is that of the fit. A counterweight, and the first harmonic of a
    counterbalance, have the shape of the gravity that they hide: their sum is that of the physically consistent
    estimate without this harmonic, and the prior divides it. Where inertia tells them apart so well that the squared
    residual halves if nothing is held, nothing is.

    Args:
        base: the base parameters.
        fit: their least-squares estimate.
        solve: returns the physically consistent estimate of a fit, nearest to parameters (n,) that are preferred.
    """
    prior = base.model.prior
    apart, preferred, names = fit, prior.copy(), list[str]()
    for r in sprung(base):
        moments, terms = _hidden(base, r), [c for law in HARMONIC for c in _terms(base, r, law)[:2]]
        if not moments:
            continue
        file = base.reduce(prior)[moments]
        names += [base.names[k] for k in moments]
        if not terms:
            apart = _held(apart, moments, file, TIGHT)
            places, values = _beside_the_weight(base, fit, r, moments)
            preferred[places] += values
            continue
        told = [k for k, c in enumerate(base.columns) if int(c) in terms]  # those that inertia tells from gravity
        sums = solve(_held(fit, told, np.zeros(len(told)), FIXED) if told else fit, prior).base
        preferred[terms] = _as_counterweight(base, r, moments, sums[moments] - file)
        if told:
            offsets = [k for k, c in enumerate(base.columns) if int(c) in _terms(base, r, OFFSET)]
            apart = _held(apart, moments, file, TIGHT)
            apart = _held(apart, told, preferred[[base.columns[k] for k in told]], FIXED)
            apart = _held(apart, offsets, sums[offsets], FIXED) if offsets else apart
    held = replace(solve(apart, preferred), held=tuple(names))
    if apart is fit:
        return held
    free = solve(fit, prior)
    return free if _misfit(fit, free.base) < HALF * _misfit(fit, held.base) else held


def _misfit(fit: Fit, values: Array) -> float:
    """Return the weighted sum of squared residuals of base parameters."""
    n = len(values)
    return float(fit.weights**2 @ fit.squares + np.sum((fit.factor[:, :n] @ values - fit.factor[:, n]) ** 2))


def _beside_the_weight(base: Base, fit: Fit, r: int, moments: Sequence[int]) -> tuple[list[int], Array]:
    """Return the armature and the offset at coordinate r, and what the file's weight there leaves to them.

    At a lift, mass and armature are one base parameter, and the weight and an offset are another. With a spring, which
    may be stretched in any position, an offset is as likely as none, and it is the file that divides them.
    """
    first, extra = base.model.n_inertial, base.model.extra
    armature = [first + k for k, c in enumerate(extra) if c.kind == ARMATURE.name and c.gears == ((r, 1.0),)]
    offset, rows = _terms(base, r, OFFSET), list(moments)
    rows += [k for k, c in enumerate(base.columns) if int(c) in offset]
    if not armature or len(offset) != 1 or len(rows) != 2 or not base.matrix[moments[0], armature[0]]:
        return [], np.zeros(0)
    places = [*armature, *offset]
    left = fit.values[rows] - base.reduce(base.model.prior)[rows]
    return places, np.asarray(np.linalg.solve(base.matrix[np.ix_(rows, places)], left), float)


def _held(fit: Fit, places: Sequence[int], values_there: Array, tight: float) -> Fit:
    """Return a fit in which some base parameters are held to values, within a part of their sizes."""
    H = np.zeros((len(places), len(fit.values)))
    H[np.arange(len(places)), places] = 1.0
    deviation, prior = tight * fit.scales[places], values_there
    P = fit.covariance
    gain = P @ H.T @ np.linalg.inv(H @ P @ H.T + np.diag(deviation**2))
    rows = fit.unit * np.column_stack([H, prior]) / deviation[:, None]
    factor = triangle(np.vstack([fit.factor, rows]))[: len(fit.values)]
    values = fit.values + gain @ (prior - H @ fit.values)
    _, s, Vt = np.linalg.svd(factor[:, :-1] * fit.scales)
    weak = Vt[~(significant(s) & (s > fit.unit))].T
    singular = s / max(fit.unit, 1e-300)
    return replace(fit, values=values, covariance=P - gain @ H @ P, factor=factor, weak=weak, singular_values=singular)


def _as_counterweight(base: Base, r: int, places: Sequence[int], moments: Array) -> Array:
    """Return the counterweight at coordinate r (cosine, sine) that has the gravity torque of first moments there."""
    robot = base.model.robot
    q, _, _ = robot.random_state(SEED, SAMPLES)
    still = np.zeros((SAMPLES, robot.nv))
    torque = torque_regressor(robot, q, still, still)[:, r, [base.columns[k] for k in places]] @ moments
    angle = positions_of(robot, q)[:, r]
    shape = np.column_stack([np.cos(angle), np.sin(angle)])
    return np.asarray(np.linalg.lstsq(shape, torque, rcond=None)[0], float)


def _terms(base: Base, r: int, law: str) -> list[int]:
    """Return the columns of the model that are terms of a law at coordinate r, in the order of the terms."""
    names, first = [term.name for term in law_named(law).terms], base.model.n_inertial
    found = {c.kind: first + k for k, c in enumerate(base.model.extra) if not c.is_coupling and c.coordinate == r}
    return [found[name] for name in names if name in found]


def sprung(base: Base) -> list[int]:
    """Return the coordinates with a spring or a counterbalance in the model."""
    return sorted({column.coordinate for column in base.model.extra if column.is_spring})


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
