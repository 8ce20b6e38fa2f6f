"""heft: what a robot's links weigh, with what uncertainty, and a model that predicts.

The public names. Arrays have samples on the first axis; a single sample works too.

A name's module is imported when the name is first used, so that the command line starts at once.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heft import errors, minimal, parameters
    from heft.dynamics.api import (
        base_wrench,
        base_wrench_regressor,
        bias_forces,
        forward_dynamics,
        friction_torque,
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
    from heft.dynamics.simulation import Trajectory, simulate
    from heft.errors import HeftError
    from heft.estimation.check import check
    from heft.estimation.constraints import Knowledge
    from heft.estimation.contacts import ContactFit, fit_with_contacts
    from heft.estimation.estimate import Estimate
    from heft.estimation.identify import identify
    from heft.estimation.linear_fit import LinearFit, fit
    from heft.estimation.options import Options
    from heft.estimation.payload import Payload
    from heft.estimation.servo import identify_servos
    from heft.estimation.servo_estimate import ServoEstimate
    from heft.estimation.validate import validate
    from heft.estimation.weigh import payload
    from heft.excitation.design import Design
    from heft.excitation.excite import excite
    from heft.excitation.plan import Plan
    from heft.export.generate import GeneratedCode, generate_code
    from heft.identifiability.analysis import identifiability
    from heft.learning.learn import learn
    from heft.learning.learned import Learned
    from heft.logs.cleaning import clean
    from heft.logs.cleaning_options import Cleaning
    from heft.logs.log import Log
    from heft.logs.log_files import read_log
    from heft.logs.motion import Motion
    from heft.robot.load import load
    from heft.robot.model import Robot

    __version__: str

_HOME = {
    "GeneratedCode": "heft.export.generate",
    "Cleaning": "heft.logs.cleaning_options",
    "Design": "heft.excitation.design",
    "Estimate": "heft.estimation.estimate",
    "HeftError": "heft.errors",
    "Learned": "heft.learning.learned",
    "ContactFit": "heft.estimation.contacts",
    "LinearFit": "heft.estimation.linear_fit",
    "Log": "heft.logs.log",
    "Motion": "heft.logs.motion",
    "Robot": "heft.robot.model",
    "ServoEstimate": "heft.estimation.servo_estimate",
    "Trajectory": "heft.dynamics.simulation",
    "Plan": "heft.excitation.plan",
    "excite": "heft.excitation.excite",
    "generate_code": "heft.export.generate",
    "clean": "heft.logs.cleaning",
    "Knowledge": "heft.estimation.constraints",
    "Options": "heft.estimation.options",
    "Payload": "heft.estimation.payload",
    "check": "heft.estimation.check",
    "fit": "heft.estimation.linear_fit",
    "fit_with_contacts": "heft.estimation.contacts",
    "identify": "heft.estimation.identify",
    "identify_servos": "heft.estimation.servo",
    "learn": "heft.learning.learn",
    "load": "heft.robot.load",
    "payload": "heft.estimation.weigh",
    "read_log": "heft.logs.log_files",
    "simulate": "heft.dynamics.simulation",
    "validate": "heft.estimation.validate",
}
"""The module of each public name; those not listed here live in `heft.dynamics.api`."""

__all__ = [
    "Cleaning",
    "ContactFit",
    "Design",
    "Estimate",
    "GeneratedCode",
    "HeftError",
    "Knowledge",
    "Learned",
    "LinearFit",
    "Log",
    "Motion",
    "Options",
    "Payload",
    "Plan",
    "Robot",
    "ServoEstimate",
    "Trajectory",
    "__version__",
    "base_wrench",
    "base_wrench_regressor",
    "bias_forces",
    "check",
    "clean",
    "errors",
    "excite",
    "fit",
    "fit_with_contacts",
    "forward_dynamics",
    "friction_torque",
    "generate_code",
    "gravity_forces",
    "identifiability",
    "identify",
    "identify_servos",
    "integrate",
    "inverse_dynamics",
    "kinetic_energy",
    "kinetic_energy_regressor",
    "learn",
    "load",
    "mass_matrix",
    "minimal",
    "momentum",
    "momentum_regressor",
    "parameters",
    "payload",
    "potential_energy",
    "potential_energy_regressor",
    "read_log",
    "simulate",
    "torque_regressor",
    "validate",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'heft' has no attribute '{name}'")
    if name == "__version__":
        value: object = importlib.import_module("importlib.metadata").version("heft-robotics")
    elif name in ("errors", "identifiability", "minimal", "parameters"):
        value = importlib.import_module(f"heft.{name}")
    else:
        value = getattr(importlib.import_module(_HOME.get(name, "heft.dynamics.api")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__]
