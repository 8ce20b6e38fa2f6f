"""The base parameters, from `heft.identifiability`: the regressor's columns, and all that code needs of the links."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array
from heft.dynamics.api import inverse_dynamics
from heft.identifiability.analysis import identifiability
from heft.robot.model import Robot

ROUNDING = 1e-14
"""A combination this small beside the sum of its terms' sizes is zero."""

SAME = 1e-13
"""Relative difference of torques below which two robots are taken for the same: a tenth of what code may be off by."""


@dataclass(frozen=True, eq=False)
class BaseParameters:
    """A robot's base parameters.

    Attributes:
        names: of the parameters chosen to carry the combinations.
        columns: where they stand in `robot.parameter_names`.
        values: of the combinations [SI units].
        snapped: how many numbers of the file were taken for the round ones that they are close to.
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
    """Return the robot with its mimic joints free: parameters that it cannot tell apart, the coupled one cannot either.

    Its base may be larger than that of the coupled robot, but is found without sampling.
    """
    return replace(robot, bodies=tuple(replace(b, joint=replace(b.joint, mimic=None)) for b in robot.bodies))


def in_base(robot: Robot, base: BaseParameters) -> Robot | None:
    """Return a robot of the same torques that has the base parameters and zero for all others.

    None where its torques would not be the same: the base was found for a rounded geometry, or axes are so nearly
    parallel that the combinations have large coefficients.
    """
    if base.snapped:
        return None
    pi = np.zeros(len(robot.parameter_names))
    pi[list(base.columns)] = base.values
    other, state = robot.with_parameters(pi), robot.random_state(0, 20)
    right, found = inverse_dynamics(robot, *state), inverse_dynamics(other, *state)
    same = np.linalg.norm(found - right, axis=1) <= SAME * np.linalg.norm(right, axis=1)
    return other if np.all(same) else None
