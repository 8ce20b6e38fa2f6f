"""The base parameters from `heft.identifiability`: the regressor's columns, and the parameters in the code."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array
from heft.dynamics.api import inverse_dynamics
from heft.identifiability.analysis import identifiability
from heft.robot.model import Robot

ROUNDING = 1e-14
"""A combination this small relative to the sum of its terms' sizes is zero."""

SAME = 1e-13
"""Relative difference of torques below which two robots are equal: a tenth of the error that code may have."""


@dataclass(frozen=True, eq=False)
class BaseParameters:
    """A robot's base parameters.

    Attributes:
        names: of the parameters chosen to carry the combinations.
        columns: their places in `robot.parameter_names`.
        values: of the combinations [SI units].
        snapped: how many numbers of the file were snapped to round ones.
    """

    names: tuple[str, ...]
    columns: tuple[int, ...]
    values: Array
    snapped: int


def base_parameters(robot: Robot) -> BaseParameters:
    """Return the base parameters of a robot under its gravity, rotors included."""
    verdict = identifiability(robot)
    reduction, pi = verdict.reduction, robot.parameter_vector
    values, size = reduction.reduce(pi), np.abs(reduction.matrix) @ np.abs(pi)
    values = np.where(np.abs(values) <= ROUNDING * size, 0.0, values)
    return BaseParameters(reduction.names, tuple(int(k) for k in reduction.columns), values, len(verdict.snapped))


def without_couplings(robot: Robot) -> Robot:
    """Return the robot with free mimic joints: its base parameters determine those of the coupled robot.

    There may be more of them than the coupled robot has, but they are found without sampling.
    """
    return replace(robot, bodies=tuple(replace(b, joint=replace(b.joint, mimic=None)) for b in robot.bodies))


def in_base(robot: Robot, base: BaseParameters) -> Robot | None:
    """Return a robot with the same torques that has the base parameters and zeros elsewhere.

    None where its torques would differ: the base was found for a snapped geometry, or axes are so nearly parallel that
    the combinations have large coefficients.
    """
    if base.snapped:
        return None
    pi = np.zeros(len(robot.parameter_names))
    pi[list(base.columns)] = base.values
    other, state = robot.with_parameters(pi), robot.random_state(0, 20)
    right, found = inverse_dynamics(robot, *state), inverse_dynamics(other, *state)
    same = np.linalg.norm(found - right, axis=1) <= SAME * np.linalg.norm(right, axis=1)
    return other if np.all(same) else None
