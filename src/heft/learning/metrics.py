"""How good a prediction is: error of accelerations, valid time, divergence, gain of energy."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import jax
import numpy as np

from heft.arrays import Array, Ints
from heft.dynamics.api import kinetic_energy, potential_energy
from heft.learning.bodies import learned_robot
from heft.learning.data import RolloutData, Samples
from heft.learning.losses import Objective
from heft.learning.model import Constants, DynamicsModel
from heft.learning.rollout import rollout

THRESHOLDS = (1e-2, 0.1)
"""Squared position errors, summed over the coordinates [rad2, m2], at which a prediction stops being valid."""


@dataclass(frozen=True)
class Measures:
    """How well a model predicts data that it has not seen.

    Attributes:
        mse: squared error of accelerations over their variance, mean over coordinates.
        valid: time [s] until the squared position error reaches each of `THRESHOLDS`, median over the starts.
        horizon: length of the predictions [s]; a valid time cannot be longer.
        diverged: fraction of the predictions that diverged.
        energy_gain: largest gain of energy without command, as a fraction of the largest energy change in the data's
            range [1]; of the model's own energy, or of the robot's for a black box.
        starts: number of predictions.
    """

    mse: float
    valid: tuple[float, ...]
    horizon: float
    diverged: float
    energy_gain: float
    starts: int

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON; a number that is not finite is None."""
        finite = {
            name: value if np.isfinite(value) else None for name, value in asdict(self).items() if name != "valid"
        }
        return finite | {"valid": dict(zip(map(str, THRESHOLDS), self.valid, strict=True))}


@lru_cache(maxsize=256)
def _rollout(model: DynamicsModel) -> Any:
    return jax.jit(lambda *arguments: rollout(model, *arguments))


def predict(
    model: DynamicsModel, x: Array, constants: Constants, q0: Array, qd0: Array, u: Array, dt: float
) -> tuple[Array, Array, Ints]:
    """Return positions (steps, m, nq), velocities (steps, m, nv), and after how many steps (m,) each diverged."""
    found = _rollout(model)(x, constants, q0, qd0, u, dt)
    q, qd, sound = (np.asarray(part) for part in found)
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


def energy_gain(
    model: DynamicsModel, x: Array, constants: Constants, q0: Array, qd0: Array, dt: float, steps: int
) -> float:
    """Return the largest gain of energy over free motions, relative to the spread (or motion) of their starts."""
    u = np.zeros((steps, *qd0.shape))
    q, qd, _ = predict(model, x, constants, q0, qd0, u, dt)
    robot = learned_robot(model, x, constants)
    q, qd = (np.concatenate(pair).reshape(-1, pair[1].shape[2]) for pair in ((q0[None], q), (qd0[None], qd)))
    kinetic = kinetic_energy(robot, q, qd).reshape(steps + 1, -1)
    energy = kinetic + potential_energy(robot, q).reshape(steps + 1, -1)
    spread = max(float(np.ptp(energy[0])), float(np.max(kinetic[0])), 1e-300)
    return float(np.max(energy - energy[0]) / spread)


def measure(
    model: DynamicsModel,
    x: Array,
    constants: Constants,
    samples: Samples,
    rollouts: RolloutData,
    free_steps: int | None = None,
) -> Measures:
    """Return all measures on held-out data."""
    q, _, end = predict(model, x, constants, rollouts.q0, rollouts.qd0, rollouts.u, rollouts.dt)
    steps = len(rollouts.u)
    return Measures(
        mse=acceleration_error(model, x, constants, samples),
        valid=tuple(float(np.median(valid_times(q, rollouts.q, rollouts.dt, limit))) for limit in THRESHOLDS),
        horizon=steps * rollouts.dt,
        diverged=float(np.mean(end < steps)),
        energy_gain=energy_gain(model, x, constants, rollouts.q0, rollouts.qd0, rollouts.dt, free_steps or steps),
        starts=len(rollouts.q0),
    )
