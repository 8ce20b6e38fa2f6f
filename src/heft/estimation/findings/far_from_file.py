"""Masses and first moments that leave the robot file by a factor, or change sign.

A counterbalance, a spring or a tool that the file lacks is explained by heavy links, and the torques still fit. The
mark is a first moment far from the file's: beyond its interval, and by a factor, since files are rough. A link whose
mass follows it is named with it. First moments that a counterbalance of the model adds to are not compared: the file
has none, and neither is what armatures add to a combination: few files know motors.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from heft.arrays import Array
from heft.estimation.base import Base
from heft.estimation.consistent import Consistent
from heft.estimation.counterbalance import sprung
from heft.friction import DEFAULT_FRICTION
from heft.robot.model import Robot

FACTOR = 2.0
"""Numbers of a file are rough: what is within this factor of it is not worth a word."""

DEVIATIONS = 3.0
"""A first moment has left the file if it is more than so many standard deviations away from it."""

PART = 0.5
"""By how much a combination of first moments must have changed, in units of its plausible size."""

OF_ALL = 0.05
"""By how much a mass or a first moment must have changed, as a part of the robot's mass or largest first moment."""

MOST = 4


def far_from_file(base: Base, result: Consistent, covariance: Array, sizes: Array) -> Iterator[str]:
    """Name links that have left the file, with both numbers and likely causes.

    Args:
        base: the base parameters.
        result: the consistent estimate.
        covariance: (n_base, n_base) of the least-squares base parameters.
        sizes: (n_base,) plausible sizes of the base parameters.
    """
    moments = [*_moments(base, result, covariance, sizes)]
    masses = [*far_masses(base.model.robot, result.values)] if moments else []
    if not moments:
        return
    more = len(moments) + len(masses) - MOST
    named = "; ".join([*masses, *moments][:MOST]) + (f"; and {more} more" if more > 0 else "")
    option = "" if sprung(base) else f" (try --friction {','.join(DEFAULT_FRICTION)},spring)"
    yield (
        f"The estimate is far from the robot file: {named}. The torques may still fit. Likely causes are a "
        f"counterbalance or a spring that the model lacks{option}, a tool or payload that the file lacks, wrong "
        "drive gains, or a file that is wrong there."
    )


def _moments(base: Base, result: Consistent, covariance: Array, sizes: Array) -> Iterator[str]:
    deviation = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    links = np.arange(base.matrix.shape[1]) < base.model.n_inertial  # what drives add is not compared
    found, prior = (base.reduce(np.where(links, values, 0.0)) for values in (result.values, base.model.file))
    springs = [base.model.n_inertial + k for k, column in enumerate(base.model.extra) if column.is_spring]
    moments = [k for k, unit in enumerate(base.units) if unit == "kg m" and not base.matrix[k, springs].any()]
    largest = float(np.max(np.abs(prior[moments]), initial=0.0))
    if not largest:
        return  # the file has no links to leave
    for k in sorted(moments, key=lambda k: -abs(found[k] - prior[k]) / sizes[k]):
        value, file, size = float(found[k]), float(prior[k]), float(sizes[k])
        apart = abs(value - file)
        if deviation[k] == 0 or apart < max(DEVIATIONS * deviation[k], PART * size, OF_ALL * largest):
            continue
        small, large = sorted((abs(value), abs(file)))
        if value * file < 0 or large > FACTOR * small:
            sign = ", with the opposite sign" if value * file < 0 and small > 0.1 * size else ""
            yield f"first moment {_words(base, k)} is {value:.3g} kg m, {file:.3g} in the file{sign}"


def _words(base: Base, k: int) -> str:
    """Return a base parameter by its first terms."""
    terms = base.expression(k).split(" ")
    return " ".join(terms[:1] if len(terms) == 1 else [terms[0], "+ ..."])


def far_masses(robot: Robot, values: Array) -> Iterator[str]:
    """Name links whose masses, among the values of all parameters, have left those of the robot's file."""
    file = robot.parameters[:, 0]
    for name, value, old in zip(robot.body_names, values[: 10 * robot.n_bodies : 10], file, strict=True):
        small, large = sorted((float(value), float(old)))
        if large > FACTOR * small and large - small > OF_ALL * float(file.sum()):
            yield f"'{name}' weighs {value:.4g} kg, {old:.4g} kg in the file"
