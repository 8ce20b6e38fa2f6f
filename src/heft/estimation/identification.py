"""From motions to an estimate, the usual way: reduce, gather, fit, make it possible, say how sure, judge.

    exact base parameters -> information -> weighted least squares -> consistent estimate -> intervals

One run, or the last fifth of a single one, is kept back and judged.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from itertools import chain
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError, did_you_mean
from heft.estimation.base import Base, base_of
from heft.estimation.cluster import Distant
from heft.estimation.columns import model_of
from heft.estimation.consistent import consistent
from heft.estimation.constraints import Knowledge
from heft.estimation.diagnosis import diagnose, living, refuse_hopeless
from heft.estimation.estimate import Estimate
from heft.estimation.friction_search import search_numbers
from heft.estimation.information import Information, information_of, merged
from heft.estimation.judgement import Judgement, judge, judgement
from heft.estimation.least_squares import Fit, ordinary, weighted
from heft.estimation.recursive import recursive
from heft.estimation.scales import scales_of
from heft.estimation.uncertainty import intervals, jackknife, stretch_length, stretches
from heft.estimation.weighting import Pass, huber, residual_covariance, with_covariance
from heft.friction import DEFAULT_FRICTION, without_searched
from heft.logs.motion import Motion
from heft.robot.model import Robot

ESTIMATORS = ("weighted", "ordinary", "covariance", "huber", "recursive")
HELD_OUT = 0.2
"""The share of a single run that is kept back."""


@dataclass(frozen=True)
class Options:
    """How to identify.

    Attributes:
        friction: names of friction laws, see `heft.friction`.
        armature: reflected inertia columns; None: unless the robot's rotors are modelled.
        couplings: gears by joint name, for each motor that turns with several joints.
        estimator: one of `ESTIMATORS`.
        prior: "euclidean" or "entropic".
        knowledge: bounds and symmetries of links.
        hold_out: judge one run, or the end of a single one, that is not fitted.
    """

    friction: tuple[str, ...] = DEFAULT_FRICTION
    armature: bool | None = None
    couplings: tuple[Mapping[str, float], ...] = ()
    estimator: str = "weighted"
    prior: str = "euclidean"
    knowledge: Knowledge = field(default_factory=Knowledge)
    hold_out: bool = True

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        known = self.knowledge
        return {
            "friction": list(self.friction),
            "armature": self.armature,
            "couplings": [dict(gears) for gears in self.couplings],
            "estimator": self.estimator,
            "prior": self.prior,
            "hold_out": self.hold_out,
            "knowledge": {
                "mass": {body: list(bounds) for body, bounds in known.mass.items()},
                "com": {body: [list(bounds) for bounds in box] for body, box in known.com.items()},
                "symmetric": dict(known.symmetric),
                "total_mass": known.total_mass,
            },
        }


def identify(
    robot: Robot,
    motions: Motion | Sequence[Motion],
    options: Options | None = None,
    *,
    before: Information | None = None,
    distant: Distant | None = None,
    reduction: Any = None,
) -> Estimate:
    """Estimate all parameters of a robot from motions.

    Args:
        robot: as its file has it: the prior.
        motions: cleaned runs; with several, the last is held out.
        options: how; the defaults are for the common case.
        before: information gathered earlier over the same base columns, to be added. It tells nothing of how scores
            scatter, so intervals then take residuals as independent.
        distant: logs that others read, to be added.
        reduction: of the robot's inertial parameters, if it is at hand already.

    Raises:
        ArgumentError: the motions are too short, of another robot, or currents.
    """
    options = options or Options()
    if options.estimator not in ESTIMATORS:
        raise ArgumentError(
            f"'{options.estimator}' is no estimator.", remedy=did_you_mean(options.estimator, ESTIMATORS)
        )
    runs = [motions] if isinstance(motions, Motion) else list(motions)
    base = _base(robot, runs, options, reduction)
    refuse_hopeless(base, runs)
    alive = living(robot, runs)
    fit_to, kept_back = held_out(alive) if options.hold_out else (alive, [])
    informations = [information_of(base.model, base.columns, run) for run in fit_to]
    whole = merged([*informations, *([distant.information] if distant else []), *([before] if before else [])])
    scales = scales_of(base.model, whole)
    fit = _fit(base, fit_to, whole, scales, options)
    possible = consistent(base, fit, scales, prior=options.prior, knowledge=options.knowledge)
    covariance = fit.covariance if before is not None else _covariance(base, fit_to, distant, fit)
    told = intervals(base, fit, covariance, scales)
    excited = np.linalg.norm(fit.unexcited, axis=1) < 1e-3
    model = base.model
    return Estimate(
        base,
        possible.values,
        fit.values,
        covariance,
        excited,
        told.deviation,
        told.source,
        fit.rank,
        fit.condition,
        judgement(whole, base.reduce(possible.values)),
        judge(model, possible.values, kept_back) if kept_back else None,
        tuple(diagnose(base, runs, fit, possible)),
        options.to_dict() | {"friction_numbers": model.numbers},
        {"logs": [*whole.sources], "held_out": [run.to_dict() for run in kept_back], "versions": versions()},
        fit.joints,
        whole,
    )


def validate(subject: Estimate | Robot, motions: Motion | Iterable[Motion]) -> Judgement:
    """Return how well an estimate, or a robot as its file has it, predicts motions."""
    runs = [motions] if isinstance(motions, Motion) else list(motions)
    if isinstance(subject, Estimate):
        return subject.validate(*runs)
    model = model_of(subject, armature=True)
    return judge(model, model.prior, runs)


def held_out(motions: Sequence[Motion]) -> tuple[list[Motion], list[Motion]]:
    """Return what to fit and what to judge: the last run, or the last fifth of a single one."""
    if len(motions) > 1:
        return list(motions[:-1]), [motions[-1]]
    (motion,) = motions
    cut = round((1 - HELD_OUT) * motion.n)
    first = tuple((start, min(stop, cut)) for start, stop in motion.segments if start < cut)
    last = tuple((max(start, cut), stop) for start, stop in motion.segments if stop > cut)
    return [replace(motion, segments=first)], [replace(motion, segments=last)]


def versions() -> dict[str, str]:
    """Return the versions of what computed a result."""
    packages = {"heft": "heft-robotics", "numpy": "numpy", "scipy": "scipy", "clarabel": "clarabel"}
    return {name: version(package) for name, package in packages.items()} | {"python": platform.python_version()}


def _base(robot: Robot, motions: Sequence[Motion], options: Options, reduction: Any) -> Base:
    """Return the base parameters of the model that is asked for; what is not linear in friction is searched first."""
    linear = without_searched(options.friction)
    base = base_of(model_of(robot, linear, options.armature, options.couplings), reduction)
    if linear == options.friction:
        return base
    refuse_hopeless(base, motions)
    seen = held_out(motions)[0] if options.hold_out else motions
    numbers = search_numbers(base, seen, options.friction)
    model = model_of(robot, options.friction, options.armature, options.couplings, numbers)
    return base_of(model, reduction)


def _fit(base: Base, motions: Sequence[Motion], information: Information, scales: Any, options: Options) -> Fit:
    base_scales = np.sqrt(base.matrix**2 @ scales**2)
    prior = base.reduce(base.model.prior)
    match options.estimator:
        case "ordinary":
            return ordinary(information, base_scales, prior)
        case "covariance":
            return with_covariance(base, motions, information, base_scales, prior)
        case "huber":
            return huber(base, motions, information, base_scales, prior)
        case "recursive":
            return recursive(base.model.robot, information, base_scales, prior)
    return weighted(information, base_scales, prior)


def _covariance(base: Base, motions: Sequence[Motion], distant: Distant | None, fit: Fit) -> Array:
    """Return the covariance of the base parameters from what stretches of time say of them."""
    weights = np.ones(len(fit.counts)) if fit.method == "recursive" else fit.weights
    if fit.method == "covariance":
        joint, used = residual_covariance(base, motions, fit.values)
        weights = np.zeros((len(used), len(used)))
        weights[np.ix_(used, used)] = np.linalg.inv(joint)
    sigma = 1 / np.where(fit.weights > 0, fit.weights, np.inf) if fit.method == "huber" else None
    length = stretch_length(sum(len(motion.kept) for motion in motions) + (distant.rows if distant else 0))
    parts = stretches(Pass(base.model, base.columns, motions), fit.values, weights, length, sigma)
    return jackknife(fit, chain(parts, distant.stretches(fit.values, weights, length) if distant else ()))
