"""A robot as a simulation sees it: its accelerations, and its friction over a step.

Friction can be stiff: on a light link it stops a motion in much less than a step. Over a step it therefore has two
parts that need no small one: its slope in the velocity, of which the modes of `damped_modes` give the exact decay, and
dry friction, a constant torque within its bounds which is such that joints slide against it or stick (`sticking`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property

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


@dataclass(frozen=True, eq=False)
class Instant:
    """A robot at the beginning of a step.

    Attributes:
        qdd: (nv,) its acceleration.
        pull: (nv,) that of the step: another if a joint comes to rest, by less dry friction than there is at first.
        modes: in which friction slows it down.
        weights: of the modes, over the step.
        dry: (nv,) dry friction torque over the step; within the bounds where a joint sticks.
        bounds: (nv,) the largest dry friction; zero where there is none.
    """

    qdd: Array
    pull: Array
    modes: DampedModes
    weights: Weights
    dry: Array
    bounds: Array

    @cached_property
    def response(self) -> Array:
        """How the velocity at the end of the step changes with a torque that is constant over it, (nv, nv)."""
        return self.modes.response(self.weights.dt * self.weights.whole[1])

    def holding(self, v: Array) -> tuple[Array, Array]:
        """Return the dry friction over the step, and which joints stick at its end.

        Args:
            v: (nv,) the velocity at the end without dry friction.
        """
        rubs = np.flatnonzero(self.bounds)
        dry, sticks = self.dry.copy(), np.zeros(len(v), bool)
        W = self.response[np.ix_(rubs, rubs)]
        dry[rubs], ends = held(W, v[rubs], self.bounds[rubs], self.dry[rubs])
        sticks[rubs] = ends == 0
        return dry, sticks

    def after(self, v: Array) -> tuple[Array, Array]:
        """Return the velocity (nv,) at the end of the step with joints that stick, and the dry friction for it.

        Args:
            v: (nv,) what it would be under `dry`.
        """
        rubs = self.bounds > 0
        if np.all((self.dry == self.bounds * np.sign(v)) | ~rubs):
            return v, self.dry
        dry, sticks = self.holding(v + self.response @ np.where(rubs, self.dry, 0.0))
        return np.where(sticks, 0.0, v - self.response @ (dry - self.dry)), dry


class SimulatedRobot:
    """A robot whose motion is simulated.

    Args:
        robot: the robot.
        friction: whether the friction of its joints acts.
        steps: how many there will be.
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
            qdd = self.acceleration(q, v, tau, none)
            return Instant(qdd, qdd, self._free, self._weights, none, none)
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
        now = Instant(qdd, qdd, modes, modes.weights(self.dt), dry, bounds)
        ends = v + self.dt * modes.out_of(now.weights.whole[1] * modes.into(qdd))
        if np.any((v * ends <= 0) & (v != 0) & (bounds > 0)):
            free = self.acceleration(q, v, tau, np.where(bounds > 0, 0.0, dry))
            dry, _ = now.holding(v + self.dt * modes.out_of(now.weights.whole[1] * modes.into(free)))
            now = replace(now, pull=self.acceleration(q, v, tau, dry), dry=dry)
        return now


def _dynamics(robot: Robot, samples: int) -> tuple[Callable[[Array, Array, Array], Array], Callable[[Array], Array]]:
    """Return qdd(q, qd, tau) without friction and M(q), of single samples: by the kernels as soon as they are there."""
    tree, nv, cold, work = tree_of(robot), robot.nv, kernels.COLD, samples * tree_of(robot).n
    still, units = np.zeros((nv, nv)), np.eye(nv)
    torques, columns = (
        kernels.inverse_dynamics_of(robot, 1),
        kernels.inverse_dynamics_of(robot.with_gravity([0, 0, 0]), nv),
    )

    @cache
    def eliminated() -> Callable[[Array, Array, Array], Array]:
        return kernels.forward_dynamics_of(robot, 1)

    def mass_matrix(q: Array) -> Array:
        if cold["inverse_dynamics"].takes(work):
            return mass.mass_matrix(tree, q[:, None], tree.parameters)[:, :, 0] + np.diag(tree.armature)
        return columns(np.tile(q, (nv, 1)), still, units)

    def accelerations(q: Array, v: Array, tau: Array) -> Array:
        if cold["forward_dynamics" if tree.shared_parents else "inverse_dynamics"].takes(work):
            return generic_forward_dynamics(tree, q[:, None], v[:, None], tau[:, None], None)[:, 0]
        if tree.shared_parents:
            return eliminated()(q[None], v[None], tau[None])[0]
        return np.linalg.solve(mass_matrix(q), tau - torques(q[None], v[None], still[:1])[0])

    return accelerations, mass_matrix
