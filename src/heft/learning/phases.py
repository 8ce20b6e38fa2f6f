"""Phases of motion: is a state near an unstable equilibrium, where errors of any model grow fast?

Near a configuration q, small displacements obey H d'' + K d = 0, with the mass matrix H and the stiffness K, the second
derivative of the potential energy. If lambda, the smallest eigenvalue of H^-1 K [1/s2], is negative, displacements and
with them the errors of a prediction grow like exp(t / T), T = 1 / sqrt(-lambda); otherwise gravity brings them back.

A start is *balancing* if the stiffness is negative there and stays so for a time T of the measured motion: errors then
grow by a factor e at least. Every other start is *swinging*: hanging, or passing the top faster than errors grow. An
instability whose T is longer than the predictions does not count. Commands do not either: they are the same in the
prediction as in the log, whatever the state is.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array, Bools
from heft.dynamics.api import gravity_forces, integrate, mass_matrix
from heft.learning.data import RolloutData
from heft.robot.model import Robot

PHASES = ("swinging", "balancing")
POINTS = 8
"""Instants of the measured motion within one time constant at which the stiffness is evaluated."""
STEP = 1e-5
"""[rad, m] of the central differences of gravity forces."""


def smallest_stiffness(robot: Robot, q: Array) -> Array:
    """Return lambda (n,) [1/s2], the smallest eigenvalue of H^-1 K at configurations (n, nq).

    Raises:
        numpy.linalg.LinAlgError: a mass matrix is not positive definite.
    """
    K = np.empty((len(q), robot.nv, robot.nv))
    for k, direction in enumerate(STEP * np.eye(robot.nv)):
        ends = [gravity_forces(robot, integrate(robot, q, sign * np.tile(direction, (len(q), 1)))) for sign in (1, -1)]
        K[:, :, k] = (ends[0] - ends[1]) / (2 * STEP)
    inverse = np.linalg.inv(np.linalg.cholesky(mass_matrix(robot, q)))
    turned = np.swapaxes(inverse, 1, 2)
    return np.asarray(np.linalg.eigvalsh(inverse @ (0.5 * (K + np.swapaxes(K, 1, 2))) @ turned)[:, 0], float)


def balancing(robot: Robot, rollouts: RolloutData) -> Bools:
    """Return which starts (m,) of predictions are balancing.

    Raises:
        numpy.linalg.LinAlgError: a mass matrix of the robot is not positive definite.
    """
    steps, dt = len(rollouts.u), rollouts.dt
    first, falls = smallest_stiffness(robot, rollouts.q0), -1 / (steps * dt) ** 2
    found = first < falls
    for k in np.flatnonzero(found):
        last = min(steps - 1, int(np.ceil(1 / (np.sqrt(-first[k]) * dt))) - 1)
        along = rollouts.q[np.linspace(0, last, POINTS).astype(int), k]
        found[k] = bool(np.all(smallest_stiffness(robot, along) < falls))
    return found
