"""Robots in MuJoCo whose torques contain what the model of a robot lacks, each with several runs and a known truth.

The rigid-body torques of the links are those of MuJoCo's inverse dynamics. Between link and motor there is a spring
(Spong's model): with the link's torque tau, the stiffness k and the motor's inertia J, the motor is at
theta = q + tau/k, and its torque is J thetadd + tau + friction. Friction is Coulomb and viscous, falls as the gears
warm up, has Stribeck's peak at low speed and a ripple in the motor's position; the torque sensor drifts. Recorded are
theta, through an encoder, and the torque, with white noise. Each run is another motion, of another size and speed, that
begins at another time after the robot was switched on.

All sizes are shares of what the joint's rigid-body torque is (rms), so that a plant is one line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from intervals import Motion, Plant, sums_of_sines

import heft
from heft.estimation.estimate import Estimate
from heft.logs.log import Log

RATE = 250.0
ENCODER = 2 * np.pi / 2**17
NOISE = 0.01
"""White noise of the torques, as a share of them."""

DRY, VISCOUS = 0.08, 0.08
"""Friction of a warm gear at its usual speed, as shares of the torques."""

ARMATURE = 0.2
"""Inertia of a motor, as a share of what its joint feels of the links."""

WARM_UP, LONGEST = 180.0, 600.0
"""[s] in which a gear warms up, and up to which runs begin."""

SMOOTH, SLOW = 0.01, 0.15
"""Speeds below which friction is smooth, and up to which Stribeck's peak reaches, as shares of the usual speed."""

LASTS = 5.0
"""[s] how long an error of the torque sensor lasts."""


@dataclass(frozen=True)
class Imperfect:
    """A robot with faults.

    Attributes:
        title: for the table.
        urdf: its file, below the folder of robots.
        count: of its runs.
        seconds: how long each is.
        cold: how much larger friction is in a cold gear.
        stribeck: friction at rest beyond Coulomb's, as a share of that.
        ripple: its amplitude, as a share of the torques, and periods per turn.
        drift: the error of the torque sensor, as a share of the torques.
        bend: [rad] rms by which gears bend.
    """

    title: str
    urdf: str
    count: int
    seconds: float
    cold: float = 0.0
    stribeck: float = 0.0
    ripple: tuple[float, float] = (0.0, 1.0)
    drift: float = 0.0
    bend: float = 0.0
    options: ClassVar[dict[str, Any]] = {}

    @cached_property
    def plant(self) -> Plant:
        """The robot in MuJoCo, rigid and without friction."""
        return Plant(self.urdf, (), 0.0, 0.0)

    def load(self) -> heft.Robot:
        """Return the robot as its file has it, with the true inertias."""
        return self.plant.robot

    @cached_property
    def armature(self) -> np.ndarray:
        """(nv,) of the motors."""
        q, _, _ = self._motion(0)
        return ARMATURE * heft.mass_matrix(self.load(), q[::100]).mean(axis=0).diagonal()

    @cached_property
    def usual(self) -> tuple[np.ndarray, np.ndarray]:
        """(nv,) rms torques and speeds, of which all sizes are shares."""
        q, qd, qdd = self._motion(0)
        return np.sqrt(np.mean(self.plant.efforts(q, qd, qdd) ** 2, axis=0)), np.sqrt(np.mean(qd**2, axis=0))

    def logs(self) -> Iterator[Log]:
        """Yield its runs."""
        for run in range(self.count):
            yield self._log(run)

    def truth(self, found: Estimate) -> np.ndarray:
        """Return the true base parameters; NaN of friction, which has no true value here."""
        model = found.model
        drives = [self.armature[column.gears[0][0]] if column.kind == "armature" else np.nan for column in model.extra]
        known = np.concatenate([model.robot.parameter_vector, drives])
        friction = ~np.isfinite(known)
        values = found.base.reduce(np.where(friction, 0.0, known))
        return np.where(np.any(found.base.matrix[:, friction] != 0, axis=1), np.nan, values)

    def _motion(self, run: int) -> Motion:
        rng = np.random.default_rng([run, len(self.urdf), 0])
        robot, speed, size = self.load(), rng.uniform(0.7, 1.3), rng.uniform(0.3, 0.6)
        t = np.arange(round(self.seconds * RATE)) / RATE
        q, qd, qdd = sums_of_sines(rng, speed * t, np.full(robot.nv, size))
        return self.plant.within_limits(q, speed * qd, speed**2 * qdd)

    def _log(self, run: int) -> Log:
        rng = np.random.default_rng([run, len(self.urdf), 1])
        torque, speed = self.usual
        q, qd, qdd = self._motion(run)
        t, link = np.arange(len(q)) / RATE, self.plant.efforts(q, qd, qdd)
        theta = q + self.bend * link / torque
        omega = np.gradient(theta, 1 / RATE, axis=0)
        accelerated = np.gradient(omega, 1 / RATE, axis=0)
        cold = 1 + self.cold * np.exp(-(rng.uniform(0, LONGEST) + t) / WARM_UP)[:, None]
        dry = np.tanh(omega / (SMOOTH * speed)) * (1 + self.stribeck * np.exp(-((omega / (SLOW * speed)) ** 2)))
        friction = cold * torque * (DRY * dry + VISCOUS * omega / speed)
        height, periods = self.ripple
        phase = np.random.default_rng(len(self.urdf)).uniform(0, 2 * np.pi, len(torque))  # the same in every run
        friction = friction + height * torque * np.sin(periods * theta + phase)
        effort = link + self.armature * accelerated + friction
        effort = effort + self.drift * torque * _wandering(rng, effort.shape)
        effort = effort + NOISE * torque * rng.standard_normal(effort.shape)
        return Log(t, tuple(self.load().joint_names), ENCODER * np.round(theta / ENCODER), effort=effort)


def _wandering(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Return errors of unit size that last (a Gauss-Markov process)."""
    kept = np.exp(-1 / (LASTS * RATE))
    error, white = np.empty(shape), rng.standard_normal(shape)
    error[0] = white[0]
    for k in range(1, len(error)):
        error[k] = kept * error[k - 1] + np.sqrt(1 - kept**2) * white[k]
    return error


IMPERFECT = (
    Imperfect(
        title="Z1, elastic gears",
        urdf="z1_description/urdf/z1.urdf",
        count=4,
        seconds=20.0,
        stribeck=0.5,
        ripple=(0.02, 20.0),
        bend=2e-3,
    ),
    Imperfect(
        title="UR5, warming up",
        urdf="ur_description/urdf/ur5_robot.urdf",
        count=4,
        seconds=30.0,
        cold=0.5,
        stribeck=0.3,
        drift=0.01,
    ),
    Imperfect(
        title="pendulum, drifting",
        urdf="double_pendulum_description/urdf/double_pendulum.urdf",
        count=6,
        seconds=10.0,
        cold=0.5,
        stribeck=0.5,
        ripple=(0.05, 7.0),
        drift=0.05,
    ),
)
