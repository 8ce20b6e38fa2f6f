"""What the uncertainty of base parameters means for predicted torques, on the logged motion and on others.

The covariance of the base parameters is that of the estimate along directions that the data determine, by the
jackknife. Along all others it is that of a guess: their plausible size. A row A of a torque then has the variance
A C A^T. The other motions are poses drawn within the joint limits (the logged range where the file has no limits) at
the speeds and accelerations of the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from heft.arrays import Array
from heft.estimation.base import Base
from heft.estimation.columns import Model
from heft.estimation.least_squares import Fit
from heft.estimation.samples_of_rows import base_rows
from heft.logs.motion import Motion
from heft.robot.model import Robot

SAMPLES, SEED = 300, 4

USUAL = 0.95
"""The quantile of the logged speeds and accelerations up to which other motions go."""

SLOWEST = 0.3
"""A joint that hardly moved is given this part of the others' speed: the other motions move every joint."""

LEAST = 0.01
"""A joint's torque counts as at least this part of the largest one's, so that none is judged by next to nothing."""


@dataclass(frozen=True)
class TorqueUncertainty:
    """How uncertain the predicted torque of one coordinate is, as a part of its typical size.

    Attributes:
        name: of the coordinate.
        logged: on the logged motion, in percent.
        elsewhere: on other motions within the limits, at the same speeds, in percent.
    """

    name: str
    logged: float
    elsewhere: float


@dataclass(frozen=True, eq=False)
class Uncertainty:
    """The uncertainty of predicted torques.

    Attributes:
        joints: of each coordinate.
        overall: of all together.
        shares: (n_base,) what each base parameter alone contributes on other motions, in percent of all torques.
    """

    joints: tuple[TorqueUncertainty, ...]
    overall: TorqueUncertainty
    shares: Array


def torque_uncertainty(
    base: Base, fit: Fit, covariance: Array, motions: Sequence[Motion], *, guessed: bool = True
) -> Uncertainty:
    """Return how uncertain predicted torques are.

    Args:
        base: the base parameters.
        fit: their estimate.
        covariance: (n_base, n_base) of it, along the directions that it determines.
        motions: the logged ones.
        guessed: whether directions that the data do not determine count, too, with their plausible size.
    """
    scales, weak = fit.scales, fit.weak @ fit.weak.T
    determined = np.eye(len(scales)) - weak
    C = determined @ (covariance / np.outer(scales, scales)) @ determined + guessed * weak
    values, vectors = np.linalg.eigh(C)
    half = scales[:, None] * vectors * np.sqrt(np.maximum(values, 0.0))
    # what the data do not determine keeps the value of the prior, as in the consistent estimate
    prior = base.reduce(base.model.prior)
    typical = prior + scales * (determined @ ((fit.values - prior) / scales))
    longest = max(motions, key=lambda motion: motion.n)
    at = np.linspace(0, longest.n - 1, SAMPLES).astype(int)
    deviation, size = [], []
    rows = np.zeros((0, 0, len(scales)))
    for states in ((longest.q[at], longest.qd[at], longest.qdd[at]), _elsewhere(base.model, motions)):
        rows = base_rows(base.model, base.columns, *states)[:, : base.model.robot.nv]
        deviation.append(np.sqrt(np.mean(np.sum((rows @ half) ** 2, axis=-1), axis=0)))
        size.append(np.sqrt(np.mean((rows @ typical) ** 2, axis=0)))
    total = float(np.linalg.norm(size[1]))
    shares = np.sqrt(np.sum(np.mean(rows**2, axis=0), axis=0)) * scales * np.sqrt(np.maximum(np.diag(C), 0.0))
    return Uncertainty(
        _joints(base.model.robot, deviation, size), _overall(deviation, size), 100 * shares / max(total, 1e-300)
    )


def _joints(robot: Robot, deviation: list[Array], size: list[Array]) -> tuple[TorqueUncertainty, ...]:
    parts = []
    for d, s in zip(deviation, size, strict=True):
        least = max(LEAST * float(np.max(s, initial=0.0)), 1e-300)
        parts.append(100 * d / np.maximum(s, least))
    return tuple(
        TorqueUncertainty(name, float(logged), float(other))
        for name, logged, other in zip(robot.coordinate_names, *parts, strict=True)
    )


def _overall(deviation: list[Array], size: list[Array]) -> TorqueUncertainty:
    both = [
        100 * float(np.linalg.norm(d)) / max(float(np.linalg.norm(s)), 1e-300)
        for d, s in zip(deviation, size, strict=True)
    ]
    return TorqueUncertainty("overall", *both)


def _elsewhere(model: Model, motions: Sequence[Motion]) -> tuple[Array, Array, Array]:
    """Return positions, velocities and accelerations of other motions within the limits."""
    robot, rng = model.robot, np.random.default_rng(SEED)
    q = robot.random_state(SEED, SAMPLES)[0]
    logged = np.concatenate([motion.q for motion in motions])
    for joint in robot.joints:
        limited = np.isfinite(joint.limits.lower) and np.isfinite(joint.limits.upper)
        if joint.nq == joint.nv == 1 and not limited:
            i = robot.q_index[joint.name].start
            q[:, i] = rng.uniform(np.min(logged[:, i]), np.max(logged[:, i]), SAMPLES)
    rates = []
    for name in ("qd", "qdd"):
        usual = np.quantile(np.abs(np.concatenate([getattr(motion, name) for motion in motions])), USUAL, axis=0)
        usual = np.maximum(usual, SLOWEST * float(np.median(usual)))
        rates.append(usual * rng.uniform(-1, 1, (SAMPLES, robot.nv)))
    return q, rates[0], rates[1]
