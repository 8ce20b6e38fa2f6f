"""A controller that makes a simulated robot follow a motion.

    tau = tau_f(t) + M(q_f) (w^2 (q_f - q) + 2 w (qd_f - qd)),

with q_f, qd_f and tau_f the motion and the torques that belong to it, and M the mass matrix along it: deviations decay
at the rate w. If the torques are those of the simulated robot, it follows exactly; if not, it lags behind.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.dynamics.api import mass_matrix
from heft.dynamics.simulation import TorqueLaw
from heft.robot.model import Robot

STIFFNESS = 2 * np.pi * 5.0
"""[1/s] The rate w."""


def following(robot: Robot, dt: float, q: Array, qd: Array, tau: Array) -> TorqueLaw:
    """Return the torque law that follows a motion.

    Args:
        robot: the robot, each of whose joints has one coordinate.
        dt: [s] between samples; a simulation in steps of 2 dt asks for no others.
        q: (n, nv) the motion.
        qd: (n, nv) its velocities.
        tau: (n, nv) the torques that belong to it [N m, N].
    """
    M = mass_matrix(robot, q)

    def law(t: float, position: Array, velocity: Array) -> Array:
        k = min(round(t / dt), len(q) - 1)
        return tau[k] + M[k] @ (STIFFNESS**2 * (q[k] - position) + 2 * STIFFNESS * (qd[k] - velocity))

    return law
