"""A robot as a simulation sees it: its accelerations, and its friction over a step.

Friction can be stiff: on a light link it stops a motion in much less than a step. Over a step it therefore has two
parts that need no small one: its slope in the velocity, of which the modes of `damped_modes` give the exact decay, and
dry friction, a constant torque within its bounds which is such that joints slide against it or stick (`sticking`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from heft.arrays import Array
from heft.dynamics import kernels, mass
from heft.dynamics.api import generic_forward_dynamics, singular
from heft.dynamics.damped_modes import DampedModes, Weights
from heft.dynamics.sticking import held
from heft.dynamics.tree import tree_of
from heft.friction.robots import coefficients, friction_slope, robot_friction
from heft.robot.model import Robot

SAMPLES_OF_A_STEP = 1000
"""As many samples at once take NumPy as long, for a body, as the four single ones of a step."""


_NONE = np.empty(0)


@dataclass(frozen=True, eq=False)
class Instant:
    """A robot at the beginning of a step.

    Attributes:
        qdd: (nv,) its acceleration.
        modes: in which friction slows it down.
        weights: of the modes, over the step.
        dry: (nv,) dry friction torque over the step; within the bounds where a joint sticks.
        bounds: (nv,) the largest dry friction; zero where there is none.
    """

    qdd: Array
    modes: DampedModes
    weights: Weights
    dry: Array
    bounds: Array

    def after(self, v: Array) -> tuple[Array, Array]:
        """Return the velocity (nv,) at the end of the step with joints that stick, and the change of dry friction.

        Args:
            v: (nv,) what it would be under `dry`.
        """
        slides = self.dry == self.bounds * np.sign(v)
        if np.all(slides | (self.bounds == 0)):
            return v, _NONE
        rubs = np.flatnonzero(self.bounds)
        W = self.modes.response(self.weights.dt * self.weights.whole[1])
        own = W[np.ix_(rubs, rubs)]
        change = np.zeros_like(v)
        dry, ends = held(own, v[rubs] + own @ self.dry[rubs], self.bounds[rubs], self.dry[rubs])
        change[rubs] = dry - self.dry[rubs]
        v = v - W @ change
        v[rubs[ends == 0]] = 0.0
        return v, change


class SimulatedRobot:
    """A robot whose motion is simulated.

    Args:
        robot: the robot.
        friction: whether the friction of its joints acts.
        steps: how many there will be; few are not worth compiled code.
        dt: the step [s].
    """

    def __init__(self, robot: Robot, friction: bool, steps: int, dt: float) -> None:
        self.robot, self.dt = robot, dt
        self.rubs = friction and bool(np.any(coefficients(robot)))
        self._free = DampedModes(np.zeros(1))
        self._weights = self._free.weights(dt)
        self._none = np.zeros(robot.nv)
        self._accelerations, self._mass = _dynamics(robot, SAMPLES_OF_A_STEP * steps)

    def acceleration(self, q: Array, v: Array, tau: Array, dry: Array) -> Array:
        """Return qdd (nv,) under torques, the friction that is not dry, and a given dry friction."""
        if self.rubs:
            tau = tau - robot_friction(self.robot, v, self._none) - dry
        try:
            with np.errstate(divide="ignore", invalid="ignore"):
                return self._accelerations(q, v, tau)
        except np.linalg.LinAlgError:
            raise singular(self.robot) from None

    def at(self, q: Array, v: Array, tau: Array) -> Instant:
        """Return what acts on the robot at the beginning of a step."""
        none = self._none
        if not (self.rubs and np.all(np.isfinite(v))):
            return Instant(self.acceleration(q, v, tau, none), self._free, self._weights, none, none)
        try:
            modes = DampedModes.of(self._mass(q), friction_slope(self.robot, v))
        except np.linalg.LinAlgError:
            raise singular(self.robot) from None
        bounds = robot_friction(self.robot, v, np.ones_like(v)) - robot_friction(self.robot, v, none)
        dry, bounds = bounds * np.sign(v), np.maximum(bounds, 0.0)
        qdd = self.acceleration(q, v, tau, dry)
        rest = np.flatnonzero((v == 0) & (bounds > 0))
        if len(rest):
            inverse = modes.response(np.ones_like(v))
            dry[rest], _ = held(inverse[np.ix_(rest, rest)], qdd[rest], bounds[rest], none[rest])
            qdd = qdd - inverse[:, rest] @ dry[rest]
        return Instant(qdd, modes, modes.weights(self.dt), dry, bounds)


def _dynamics(robot: Robot, samples: int) -> tuple[Callable[[Array, Array, Array], Array], Callable[[Array], Array]]:
    """Return qdd(q, qd, tau) without friction and M(q), of single samples: compiled where that pays."""
    tree, nv = tree_of(robot), robot.nv
    still, units = np.zeros((nv, nv)), np.eye(nv)
    torques, columns = (
        kernels.inverse_dynamics_of(robot, 1),
        kernels.inverse_dynamics_of(robot.with_gravity([0, 0, 0]), nv),
    )

    def generic_mass(q: Array) -> Array:
        return mass.mass_matrix(tree, q[:, None], tree.parameters)[:, :, 0] + np.diag(tree.armature)

    def compiled_mass(q: Array) -> Array:
        return columns(np.tile(q, (nv, 1)), still, units)

    def generic(q: Array, v: Array, tau: Array) -> Array:
        return generic_forward_dynamics(tree, q[:, None], v[:, None], tau[:, None], None)[:, 0]

    def by_mass(q: Array, v: Array, tau: Array) -> Array:
        return np.linalg.solve(compiled_mass(q), tau - torques(q[None], v[None], still[:1])[0])

    mass_matrix = generic_mass if kernels.COLD["inverse_dynamics"].takes(samples * tree.n) else compiled_mass
    if not tree.shared_parents:
        return (generic if mass_matrix is generic_mass else by_mass), mass_matrix
    if kernels.COLD["forward_dynamics"].takes(samples * tree.n):
        return generic, mass_matrix
    eliminated = kernels.forward_dynamics_of(robot, 1)
    return lambda q, v, tau: eliminated(q[None], v[None], tau[None])[0], mass_matrix
