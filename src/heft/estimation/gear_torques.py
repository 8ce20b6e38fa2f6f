"""The torques that gears carry, on which some friction depends: those of gravity, and all that move the links.

Both are those of a robot with given masses: its file, the robot that was found last, or one of them with a payload. The
inertia of a motor is not among them, since it is in front of the gear: neither an armature nor the inertia with which a
rotor spins. The mass of a rotor is carried by the gears of the joints before it.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.dynamics.api import gravity_forces, torques_of
from heft.robot.model import Robot

NO_LOAD = 1e-5
"""The torque of a joint that is less than this part of the largest at any joint is none."""


def load_of_gears(robot: Robot, q: Array) -> Array:
    """Return (n, nv) the size of the gravity torques."""
    return _sizes(gravity_forces(robot, q))


def transmitted_by_gears(robot: Robot, q: Array, qd: Array, qdd: Array) -> Array:
    """Return (n, nv) the size of the torques that move and hold the links."""
    carried, first = np.array(robot.parameter_vector), 10 * robot.n_bodies
    for _, rotor in robot.rotors:
        carried[first + rotor.parameter_names.index("Izz")] = 0.0
        first += len(rotor.parameter_names)
    return _sizes(torques_of(robot, carried, q, qd, qdd))


def _sizes(torques: Array) -> Array:
    """Return the sizes of torques; what angles that a file rounds make of none is none.

    A vertical axis would otherwise have a load friction of any size, which no torque shows until the robot is tilted.
    """
    sizes = np.abs(torques)
    return np.where(sizes < NO_LOAD * np.max(sizes, initial=0.0), 0.0, sizes)
