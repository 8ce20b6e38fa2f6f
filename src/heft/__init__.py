"""heft: what a robot's links weigh, how sure one can be of it, and a model that predicts.

The public names. Arrays have samples on the first axis; a single sample works too.
"""

from importlib.metadata import version as _version

from heft import errors, parameters
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
from heft.errors import HeftError
from heft.robot.load import load
from heft.robot.model import Robot

__version__ = _version("heft-robotics")


def __getattr__(name: str) -> object:
    """Load the parts that need the compiler only when they are asked for."""
    if name in ("simulate", "Trajectory"):
        from heft.dynamics import simulation

        return getattr(simulation, name)
    raise AttributeError(f"module 'heft' has no attribute '{name}'")


__all__ = [
    "HeftError",
    "Robot",
    "Trajectory",
    "__version__",
    "base_wrench",
    "base_wrench_regressor",
    "bias_forces",
    "errors",
    "forward_dynamics",
    "friction_torque",
    "gravity_forces",
    "integrate",
    "inverse_dynamics",
    "kinetic_energy",
    "kinetic_energy_regressor",
    "load",
    "mass_matrix",
    "momentum",
    "momentum_regressor",
    "parameters",
    "potential_energy",
    "potential_energy_regressor",
    "simulate",
    "torque_regressor",
]
