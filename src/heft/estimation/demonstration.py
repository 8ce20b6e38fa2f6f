"""A demonstration on simulated logs: the robot file of an arm is wrong, and the arm is identified from noisy logs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import binom

from heft.arrays import Array
from heft.dynamics.api import inverse_dynamics
from heft.estimation.estimate import Estimate
from heft.estimation.identify import identify
from heft.estimation.validate import validate
from heft.logs.log import Log
from heft.logs.runs import motions_of
from heft.parameters import from_com, is_physical, to_com
from heft.robot.load import load
from heft.robot.model import Robot

ARM, SEED, RATE, SECONDS = "zoo:ur10e", 8, 200.0, 20.0
NOISE = {"q": 2e-6, "tau": 0.3}
"""Standard deviations: of the positions, as of an encoder of twenty bits [rad], and of the torques [N m]."""

DRIVES = {"viscous": 3.0, "coulomb": 2.0, "offset": 0.2, "armature": 0.4}
"""Friction and armature of every joint; the robot file has neither."""


@dataclass(frozen=True, eq=False)
class Demonstration:
    """An estimate from simulated logs, and the truth.

    Attributes:
        estimate: identified from the logs, starting from the wrong robot file.
        truth: (n_base,) the true base parameters.
        file_percent: relative error of the wrong robot file on the held-out log [%].
        estimate_percent: relative error of the estimate on the held-out log [%].
    """

    estimate: Estimate
    truth: Array
    file_percent: float
    estimate_percent: float

    @classmethod
    def run(cls, progress: Callable[[int, int], None] | None = None) -> Demonstration:
        """Simulate the logs, identify, and compare with the truth."""
        true_robot = load(ARM)
        file_robot = perturbed(true_robot, SEED)
        logs = [simulated_log(true_robot, SEED + k) for k in range(3)]
        motions = motions_of(file_robot, logs, progress=progress)
        estimate = identify(file_robot, motions)
        drives = [DRIVES[column.kind] for column in estimate.model.extra]
        truth = estimate.base.reduce(np.concatenate([true_robot.parameter_vector, drives]))
        percent = [validate(subject, motions[2:]).overall.relative_percent for subject in (file_robot, estimate)]
        return cls(estimate=estimate, truth=truth, file_percent=percent[0], estimate_percent=percent[1])

    @property
    def covered(self) -> int:
        """How many 95 % intervals contain the true value."""
        away = np.abs(self.estimate.base_values - self.truth)
        return int(np.sum(away <= self.estimate.base_half_width))

    @property
    def physical(self) -> bool:
        """Whether every estimated link is physically consistent."""
        return all(is_physical(ten) for ten in self.estimate.robot.parameters)

    @property
    def ok(self) -> bool:
        """Whether links are consistent, intervals hold the truth, and the error is at most half of the file's."""
        enough = self.covered >= least_covered(len(self.truth))
        return self.physical and enough and self.estimate_percent < 0.5 * self.file_percent

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {
            "robot": self.estimate.model.robot.name,
            "base_parameters": len(self.truth),
            "covered": self.covered,
            "held_out_percent": self.estimate_percent,
            "file_percent": self.file_percent,
            "physical": self.physical,
            "ok": self.ok,
        }


def least_covered(n: int) -> int:
    """Return how many of n correct 95 % intervals contain the truth in all but one run in a thousand."""
    return int(binom.ppf(1e-3, n, 0.95))


def perturbed(robot: Robot, seed: int) -> Robot:
    """Return the robot with masses off by up to 40 % and centres of mass off by up to 3 cm."""
    rng, rows = np.random.default_rng(seed), []
    for ten in robot.parameters:
        mass, com, inertia = to_com(ten)
        factor = rng.uniform(0.6, 1.4)
        rows.append(from_com(factor * mass, com + rng.uniform(-0.03, 0.03, 3), factor * inertia))
    return robot.with_parameters(np.array(rows))


def simulated_log(robot: Robot, seed: int) -> Log:
    """Return a log of sums of sines, with friction, armature, and noise on positions and torques."""
    rng, t = np.random.default_rng(seed), np.arange(0.0, SECONDS, 1 / RATE)
    q, qd, qdd = np.zeros((3, len(t), robot.nv))
    for harmonic in range(1, 6):
        w = 2 * np.pi * 0.1 * harmonic
        a, b = rng.uniform(-0.45, 0.45, (2, robot.nv))
        sine, cosine = np.sin(w * t)[:, None], np.cos(w * t)[:, None]
        q += a * sine + b * cosine
        qd += w * (a * cosine - b * sine)
        qdd -= w * w * (a * sine + b * cosine)
    tau = inverse_dynamics(robot, q, qd, qdd) + DRIVES["viscous"] * qd + DRIVES["coulomb"] * np.sign(qd)
    tau += DRIVES["offset"] + DRIVES["armature"] * qdd + NOISE["tau"] * rng.standard_normal(q.shape)
    return Log(t, tuple(robot.joint_names), q + NOISE["q"] * rng.standard_normal(q.shape), effort=tau)
