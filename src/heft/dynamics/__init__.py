"""Newton-Euler, articulated body, mass matrix, energies, regressors, friction, simulation."""

from heft.dynamics.border import (
    base_wrench,
    base_wrench_regressor,
    bias_forces,
    forward_dynamics,
    gravity_forces,
    integrate,
    inverse_dynamics,
    kinetic_energy,
    kinetic_energy_regressor,
    mass_matrix,
    momentum,
    momentum_regressor,
    potential_energy,
    potential_energy_regressor,
    torque_regressor,
)
from heft.dynamics.friction import friction_torque

__all__ = [
    "base_wrench",
    "base_wrench_regressor",
    "bias_forces",
    "forward_dynamics",
    "friction_torque",
    "gravity_forces",
    "integrate",
    "inverse_dynamics",
    "kinetic_energy",
    "kinetic_energy_regressor",
    "mass_matrix",
    "momentum",
    "momentum_regressor",
    "potential_energy",
    "potential_energy_regressor",
    "torque_regressor",
]
