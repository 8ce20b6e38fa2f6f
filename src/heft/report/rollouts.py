"""Predictions of a learned model beside what was measured: three starts of the held-out data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from heft.arrays import Array
from heft.dynamics.api import kinetic_energy, potential_energy
from heft.report.words import short

if TYPE_CHECKING:
    from heft.learning.learned import Learned

MOST = 0.1
"""The squared position error [rad2, m2] at which a shown prediction stops being valid."""


@dataclass(frozen=True, eq=False)
class ShownRollout:
    """A prediction beside what was measured.

    Attributes:
        name: which one it is.
        t: (n,) [s], from its start.
        measured: (n, nq).
        predicted: (n, nq).
        valid: how long it stays valid [s].
        energy: (n,) of the prediction [J]; by the model's own robot.
        measured_energy: (n,) of the measured motion; None if its velocities are not those of the positions.
    """

    name: str
    t: Array
    measured: Array
    predicted: Array
    valid: float
    energy: Array
    measured_energy: Array | None

    @property
    def title(self) -> str:
        """Which one it is, and how long it stays valid."""
        words = "valid to its end" if self.valid >= self.t[-1] else "valid for"
        return f"{self.name}, {words} {short(self.valid, 3)} s".replace("end ", "end, ")


@dataclass(frozen=True, eq=False)
class Rollouts:
    """The shown predictions, and the valid times (m,) [s] of all, up to the horizon [s]."""

    shown: tuple[ShownRollout, ...]
    valid: Array
    horizon: float


def rollouts_of(model: Learned) -> Rollouts:
    """Predict from the starts of the held-out data that `judge` takes; the best, the median and the worst are shown."""
    from heft.learning.data import RolloutData
    from heft.learning.learned import APART, HORIZON
    from heft.learning.metrics import predict, valid_times

    robot = model.robot
    late = [run.delayed(model.delays) for run in model.held]
    data = RolloutData.tests(robot, late, HORIZON, APART)
    q, qd, _ = predict(model.model, model.x, model.constants, data.q0, data.qd0, data.u, data.dt)
    valid = valid_times(q, data.q, data.dt, MOST)
    order = np.argsort(valid, kind="stable")
    chosen = {"Worst start": order[0], "Median start": order[(len(order) - 1) // 2], "Best start": order[-1]}
    if len(order) < 3:
        chosen = {f"Start {k + 1}": k for k in range(len(order))}
    shown = []
    for name, k in chosen.items():
        t = np.asarray(data.dt * np.arange(len(q) + 1), float)
        measured, predicted = (np.concatenate([data.q0[k][None], each[:, k]]) for each in (data.q, q))
        speeds = np.concatenate([data.qd0[k][None], qd[:, k]])
        rates = np.gradient(measured, data.dt, axis=0) if robot.nq == robot.nv else None
        shown.append(
            ShownRollout(
                name=name,
                t=t,
                measured=measured,
                predicted=predicted,
                valid=float(valid[k]),
                energy=kinetic_energy(robot, predicted, speeds) + potential_energy(robot, predicted),
                measured_energy=None
                if rates is None
                else kinetic_energy(robot, measured, rates) + potential_energy(robot, measured),
            )
        )
    return Rollouts(tuple(shown), valid, float(data.dt * len(q)))
