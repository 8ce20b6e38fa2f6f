"""How good a prediction is: error of accelerations, valid time by phase, divergence, gain of energy."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import jax
import numpy as np

from heft.arrays import Array, Ints
from heft.dynamics.api import kinetic_energy, potential_energy
from heft.dynamics.tree import tree_of
from heft.learning.bodies import learned_robot
from heft.learning.data import RolloutData, Samples
from heft.learning.jacobian import uses_kernels
from heft.learning.losses import Objective
from heft.learning.model import Constants, DynamicsModel
from heft.learning.phases import PHASES, balancing
from heft.learning.rollout import kernel_rollout, rollout
from heft.logs.robot_order import position_of_velocity
from heft.parameters import is_physical

THRESHOLDS = (1e-2, 0.1)
"""Squared position errors, summed over the coordinates [rad2, m2], at which a prediction stops being valid."""


FREE = 20.0
"""[s] How long free motions are predicted, to see whether energy grows."""
BEYOND, GAINED = 1.5, 0.01
"""A free motion diverges when it gains energy, more than this fraction of the spread at the starts (integration adds
less than a thousandth of that), and a speed leaves the range that was learned from, or its own at the start, by this
factor. Either alone is not enough: an arm that falls leaves the range and gains nothing, and a gain within the range
stays a small error. Positions do not count, since a cart without friction rolls on."""
MOST_FREE = 32
"""The most free motions, spread evenly over the starts."""


@dataclass(frozen=True)
class PhaseTimes:
    """How long predictions from the starts of one phase stay valid; see `heft.learning.phases`.

    Attributes:
        name: "swinging" or "balancing".
        starts: number of predictions.
        valid: as in `Measures`.
    """

    name: str
    starts: int
    valid: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {"starts": self.starts, "valid": dict(zip(map(str, THRESHOLDS), self.valid, strict=True))}


@dataclass(frozen=True)
class Measures:
    """How well a model predicts data that it has not seen.

    Attributes:
        mse: squared error of accelerations over their variance, mean over coordinates.
        valid: time [s] until the squared position error reaches each of `THRESHOLDS`, median over the starts.
        horizon: length of the predictions [s]; a valid time cannot be longer.
        diverged: fraction of free motions of `FREE` seconds that diverge; see `BEYOND`.
        energy_gain: largest gain of energy along these free motions, as a fraction of the largest energy change in the
            data's range [1]; of the model's own energy, or of the robot's description for a black box and for bodies
            that are not physically consistent, whose kinetic energy can be negative.
        starts: number of predictions.
        phases: the valid times by phase, of the phases that there are; none if the robot has no stiffness, because its
            mass matrix is not positive definite.
    """

    mse: float
    valid: tuple[float, ...]
    horizon: float
    diverged: float
    energy_gain: float
    starts: int
    phases: tuple[PhaseTimes, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON; a number that is not finite is None."""
        names = ("mse", "horizon", "diverged", "energy_gain", "starts")
        finite = {name: x if np.isfinite(x := getattr(self, name)) else None for name in names}
        valid = dict(zip(map(str, THRESHOLDS), self.valid, strict=True))
        return finite | {"free": FREE, "valid": valid, "phases": {phase.name: phase.to_dict() for phase in self.phases}}


@lru_cache(maxsize=256)
def _rollout(model: DynamicsModel) -> Any:
    return jax.jit(lambda *arguments: rollout(model, *arguments))


def predict(
    model: DynamicsModel, x: Array, constants: Constants, q0: Array, qd0: Array, u: Array, dt: float
) -> tuple[Array, Array, Ints]:
    """Return positions (steps, m, nq), velocities (steps, m, nv), and after how many steps (m,) each diverged."""
    if uses_kernels(model):
        q, qd, sound = kernel_rollout(model, x, constants, q0, qd0, u, dt)
    else:
        q, qd, sound = (np.asarray(part) for part in _rollout(model)(x, constants, q0, qd0, u, dt))
    return q, qd, np.sum(sound, axis=0)


def valid_times(q: Array, truth: Array, dt: float, threshold: float) -> Array:
    """Return how long each prediction stays valid, (m,) [s]: until the squared error reaches the threshold."""
    error = np.sum((q - truth) ** 2, axis=2)
    wrong = ~(error < threshold)
    return dt * np.where(np.any(wrong, axis=0), np.argmax(wrong, axis=0), len(q))


def acceleration_error(model: DynamicsModel, x: Array, constants: Constants, samples: Samples) -> float:
    """Return the squared error of accelerations over their variance in these samples, mean over coordinates."""
    sizes = constants | {"qdd": np.maximum(np.std(samples.qdd, axis=0), 1e-150)}
    return Objective(model, sizes, "accelerations", samples).mean_square(x)


def free_motions(
    model: DynamicsModel, x: Array, constants: Constants, q0: Array, qd0: Array, dt: float, steps: int
) -> tuple[float, float]:
    """Predict motions of `FREE` seconds without command; return the fraction that diverge, and the gain of energy.

    Servos hold the positions from which the motions start.

    Args:
        model: its structure.
        x: its parameters.
        constants: see `constants_of`.
        q0: (m, nq) where they start.
        qd0: (m, nv).
        dt: time step [s].
        steps: of one call, so that a rollout that is compiled already serves here too.
    """
    consistent = all(is_physical(body) for body in tree_of(learned_robot(model, x, constants)).parameters)
    robot = learned_robot(model, x, constants) if consistent else model.robot
    holding = np.where(model.servos, q0[:, position_of_velocity(robot)], 0.0)
    u = np.tile(holding, (steps, 1, 1))
    learned_from = np.asarray(constants.get("qd_max", np.max(np.abs(qd0), axis=0)))
    limit = BEYOND * np.maximum(learned_from, np.abs(qd0))

    def energies(q: Array, qd: Array) -> tuple[Array, Array]:
        kinetic = kinetic_energy(robot, q.reshape(-1, q.shape[-1]), qd.reshape(-1, qd.shape[-1]))
        potential = potential_energy(robot, q.reshape(-1, q.shape[-1]))
        return kinetic.reshape(q.shape[:-1]), (kinetic + potential).reshape(q.shape[:-1])

    kinetic, start = energies(q0, qd0)
    spread = max(float(np.ptp(start)), float(np.max(kinetic)), 1e-300)
    lost, away, gain = np.zeros(len(q0), bool), np.zeros(len(q0), bool), np.zeros(len(q0))
    for _ in range(int(np.ceil(FREE / (steps * dt) - 1e-9))):
        q, qd, end = predict(model, x, constants, q0, qd0, u, dt)
        lost |= end < steps
        away |= np.any(np.abs(qd) > limit, axis=(0, 2))
        gain = np.maximum(gain, np.max(energies(q, qd)[1] - start, axis=0) / spread)
        q0, qd0 = q[-1], qd[-1]
    diverged = (away | lost) & (gain > GAINED) | (lost & (not consistent))
    return float(np.mean(diverged)), float(np.max(gain))


def phases_of(
    model: DynamicsModel, x: Array, constants: Constants, rollouts: RolloutData, times: Array
) -> list[PhaseTimes]:
    """Return the valid times (thresholds, m) [s] by phase.

    The stiffness is that of the robot's description, so that all models of a robot are judged on the same starts; that
    of the learned robot if the description has no inertias.
    """
    for robot in (model.robot, learned_robot(model, x, constants)):
        try:
            unstable = balancing(robot, rollouts)
        except np.linalg.LinAlgError:
            continue
        parts = zip(PHASES, (~unstable, unstable), strict=True)
        return [
            PhaseTimes(name, int(np.sum(which)), tuple(float(np.median(row[which])) for row in times))
            for name, which in parts
            if np.any(which)
        ]
    return []


def measure(model: DynamicsModel, x: Array, constants: Constants, samples: Samples, rollouts: RolloutData) -> Measures:
    """Return all measures on held-out data."""
    q, _, _ = predict(model, x, constants, rollouts.q0, rollouts.qd0, rollouts.u, rollouts.dt)
    steps, starts = len(rollouts.u), len(rollouts.q0)
    times = np.array([valid_times(q, rollouts.q, rollouts.dt, limit) for limit in THRESHOLDS])
    free = np.unique(np.linspace(0, starts - 1, min(starts, MOST_FREE)).astype(int))
    diverged, gain = free_motions(model, x, constants, rollouts.q0[free], rollouts.qd0[free], rollouts.dt, steps)
    return Measures(
        mse=acceleration_error(model, x, constants, samples),
        valid=tuple(float(np.median(row)) for row in times),
        horizon=steps * rollouts.dt,
        diverged=diverged,
        energy_gain=gain,
        starts=starts,
        phases=tuple(phases_of(model, x, constants, rollouts, times)),
    )
