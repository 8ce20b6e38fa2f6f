"""What a learned model can do to the energy of a robot without command, from the numbers that were fitted.

The class of its actuators says what friction may do whatever its coefficients are. It bounds the motion only if the
kinetic energy cannot be negative: if the pseudo-inertia of every body is positive semidefinite and no armature is
negative. Virtual parameters ensure that, linear ones do not. With a negative inertia the total energy may fall while
speeds grow without bound, so the model is then "unbounded": nothing bounds it.
"""

from __future__ import annotations

from heft.arrays import Array
from heft.friction import BOUNDED, UNBOUNDED
from heft.learning.jacobian import numbers
from heft.learning.model import BlackBox, Constants, DynamicsModel, WhiteBox
from heft.parameters import is_physical


def energy_of(model: DynamicsModel, x: Array, constants: Constants) -> tuple[str, str]:
    """Return the energy class, and as a clause why the energy is not bounded ("" if it is)."""
    if isinstance(model, BlackBox):
        return UNBOUNDED, "a network predicts the accelerations"
    for why in (_of_actuators(model, x), _of_bodies(model, x, constants)):
        if why:
            return UNBOUNDED, why
    return model.energy_class, ""


def _of_actuators(model: WhiteBox, x: Array) -> str:
    values = model.actuators.coefficients(model.theta(x)["actuators"])
    for joint, parts in model.actuators.chains.items():
        for part in parts:
            if part.energy == UNBOUNDED:
                return f"'{part}' of joint '{joint}' can add energy"
            bad = {name: number for name, number in values[joint].get(part.name, {}).items() if not number >= 0}
            if part.energy == BOUNDED and bad:
                name = min(bad)
                return f"{name} of '{part}' at joint '{joint}' is {bad[name]:.4g}"
    return ""


def _of_bodies(model: WhiteBox, x: Array, constants: Constants) -> str:
    robot = model.robot
    names = [f"body '{name}'" for name in robot.body_names]
    names += [f"the rotor of body '{robot.body_names[i]}'" for i, _ in robot.rotors]
    given = numbers(model, x, constants)
    for name, parameters in zip(names, given["parameters"], strict=True):
        if not (verdict := is_physical(parameters)):
            return f"{name} is not physically consistent: {verdict.reason}"
    for name, armature in zip(robot.coordinate_names, given["armature"], strict=True):
        if not armature >= 0:
            return f"the armature of '{name}' is {armature:.4g} kg m2 or kg"
    return ""
