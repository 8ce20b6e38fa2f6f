"""Base parameters of a robot that touches its surroundings with forces that nobody measured.

`heft.estimation.contact_rows` takes the unknown forces out of the equations; any of heft's estimators does the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from heft.errors import ArgumentError
from heft.estimation.base import Base, base_of
from heft.estimation.columns import model_of
from heft.estimation.contact_points import Contacts, link_of
from heft.estimation.contact_rows import projected_rows
from heft.estimation.linear_fit import LinearFit, fit
from heft.friction import DEFAULT_FRICTION
from heft.logs.cleaning_options import Cleaning
from heft.logs.runs import RunLike, motions_of
from heft.robot.model import Robot

TouchingLinks = Mapping[str, float] | Iterable[str]
"""The links that may touch something: points, or balls with their radii [m] on level ground."""


@dataclass(frozen=True, eq=False, kw_only=True)
class ContactFit:
    """Base parameters from logs with unknown contact forces.

    Attributes:
        base: which combinations they are; `base.matrix @ parameters`.
        found: their values and intervals, named by their expressions.
        left: how many directions of the efforts the unknown forces leave, on average, of all coordinates.
    """

    base: Base
    found: LinearFit
    left: float


def fit_with_contacts(
    robot: Robot,
    runs: RunLike | Sequence[RunLike],
    contacts: TouchingLinks,
    *,
    friction: Iterable[str] = DEFAULT_FRICTION,
    armature: bool | None = None,
    estimator: str = "weighted",
    cleaning: Cleaning | None = None,
) -> ContactFit:
    """Estimate base parameters of a robot from logs in which some of its links touch the ground or other things.

    Args:
        robot: as a rule with a floating base, whose pose and twist are in the logs.
        runs: paths of logs, logs or motions. Efforts that are missing count as unknown.
        contacts: links at whose origin an unknown force may act, at any time; or radii [m] by link for feet that are
            balls on level ground, which the ground touches below their centre.
        friction: laws of all joints.
        armature: whether each joint has a reflected inertia; None: unless rotors are modelled.
        estimator: "weighted", "ordinary", "huber" or "covariance".
        cleaning: how logs are cleaned.

    Raises:
        ArgumentError: a link does not exist, or the unknown forces leave nothing.

    Example:
        >>> heft.fit_with_contacts(quadruped, "trot.csv", ["front_foot", "rear_foot"]).found.values
    """
    base = base_of(model_of(robot, friction, armature))
    touched = Contacts(radii_of(robot, contacts))
    parts = [
        each
        for motion in motions_of(robot, runs, alike(robot, runs, cleaning or Cleaning()))
        for each in projected_rows(base.model, base.columns, motion, touched)
    ]
    rows = np.concatenate([each.rows for each in parts])
    A, b = rows[..., :-1], np.where(np.concatenate([each.use for each in parts]), rows[..., -1], np.nan)
    if not np.isfinite(b).any():
        raise ArgumentError(
            "The unknown forces leave no direction in which efforts are known.",
            remedy="Name fewer contacts, or record more joint torques.",
        )
    names = [base.expression(k) for k in range(len(base.columns))]
    found = fit(A, b, joints=robot.coordinate_names, names=names, estimator=estimator)
    return ContactFit(base=base, found=found, left=float(np.mean(np.concatenate([each.left for each in parts]))))


def alike(robot: Robot, runs: RunLike | Sequence[RunLike], cleaning: Cleaning) -> Cleaning:
    """Return cleaning with one cut-off frequency for all coordinates: the lowest that the spectra of runs suggest."""
    if cleaning.cutoff is not None:
        return cleaning
    motions = motions_of(robot, runs, cleaning)
    return replace(cleaning, cutoff=min(float(np.min(motion.cleaning.cutoffs(robot))) for motion in motions))


def radii_of(robot: Robot, contacts: TouchingLinks) -> tuple[tuple[str, float], ...]:
    """Return the radius [m] of each link that touches something, 0 for a point.

    Raises:
        ArgumentError: there is no such link, or a radius is negative.
    """
    radii = dict(contacts) if isinstance(contacts, Mapping) else dict.fromkeys(contacts, 0.0)
    for name, radius in radii.items():
        link_of(robot, name)
        if not 0 <= radius < np.inf:
            raise ArgumentError(f"The radius of '{name}' is {radius} m.", remedy="Give 0 for a point, or a radius.")
    return tuple((name, float(radius)) for name, radius in radii.items())
