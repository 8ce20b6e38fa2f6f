"""The end of `heft demo`: an arm whose file is wrong is identified from noisy logs, the truth beside the estimate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.console import RenderableType
from rich.text import Text
from scipy.stats import binom

from heft.arrays import Array
from heft.dynamics.api import inverse_dynamics
from heft.estimation.estimate import TWO_SIDED_95, Estimate
from heft.estimation.identify import identify
from heft.estimation.validate import validate
from heft.logs.log import Log
from heft.logs.runs import motions_of
from heft.parameters import from_com, is_physical, to_com
from heft.report.identification import residuals
from heft.report.tables import section, table
from heft.report.words import number
from heft.robot.load import load
from heft.robot.model import Robot

ARM, SEED, RATE, SECONDS = "zoo:ur10e", 8, 200.0, 20.0
NOISE = {"q": 2e-6, "tau": 0.3}
"""[rad] of an encoder of twenty bits; [N m]."""

DRIVES = {"viscous": 3.0, "coulomb": 2.0, "offset": 0.2, "armature": 0.4}
"""What sits in every joint, and in no file."""

SHOWN = 14
"""Base parameters in the table: those that the data tell most sharply."""

TITLE = "Identification"
WORDS = (
    "The file of this arm is wrong: links weigh up to 40 % more or less than it says, their centres are centimetres "
    "off, and it knows nothing of friction. Two noisy logs are all there is; a third was kept back."
)


@dataclass(frozen=True, eq=False)
class Simulated:
    """An estimate beside the truth.

    Attributes:
        estimate: from the logs.
        truth: (n_base,) the true base parameters.
        file: the error of the wrong file on the log that was held out [%].
        ours: that of the estimate [%].
    """

    estimate: Estimate
    truth: Array
    file: float
    ours: float

    @classmethod
    def identified(cls, progress: Callable[[int, int], None] | None = None) -> Simulated:
        """Simulate, identify, and compare."""
        real = load(ARM)
        cad = wrong(real, SEED)
        motions = motions_of(cad, [measured(real, SEED + k) for k in range(3)], progress=progress)
        estimate = identify(cad, motions)
        drives = [DRIVES[column.kind] for column in estimate.model.extra]
        truth = estimate.base.reduce(np.concatenate([real.parameter_vector, drives]))
        percent = [validate(subject, motions[2:]).overall.relative_percent for subject in (cad, estimate)]
        return cls(estimate, truth, *percent)

    @property
    def covered(self) -> int:
        """How many 95 % intervals contain the truth."""
        away = np.abs(self.estimate.base_values - self.truth)
        return int(np.sum(away <= TWO_SIDED_95 * self.estimate.base_deviation))

    @property
    def physical(self) -> bool:
        """Whether every estimated link is possible."""
        return all(is_physical(ten) for ten in self.estimate.robot.parameters)

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        n = len(self.truth)
        return {
            "robot": self.estimate.model.robot.name,
            "base_parameters": n,
            "covered": self.covered,
            "held_out_percent": self.ours,
            "file_percent": self.file,
            "physical": self.physical,
            "ok": self.physical and self.covered >= least_covered(n) and self.ours < 0.5 * self.file,
        }

    def shown(self) -> list[RenderableType]:
        """Return errors, and base parameters with the truth beside them."""
        estimate, prior = self.estimate, self.estimate.base.reduce(self.estimate.model.prior)
        sharp = np.abs(self.truth) / estimate.base_deviation
        made = table("base parameter", "file", "truth", "estimate", "± 95 %", "<unit")
        for k in np.sort(np.argsort(-sharp)[:SHOWN]):
            values = (number(float(x[k])) for x in (prior, self.truth, estimate.base_values))
            half = number(TWO_SIDED_95 * float(estimate.base_deviation[k]), 2)
            more = " + …" if " " in estimate.base.expression(int(k)) else ""
            made.add_row(Text(estimate.base.names[k] + more), *values, half, estimate.base.units[k])
        n, good = len(self.truth), self.to_dict()["ok"]
        words = (
            f"{self.covered} of {n} intervals of 95 % contain the truth. Every link is "
            f"{'possible' if self.physical else 'NOT possible'}. On the log kept back the file errs by "
            f"{self.file:.1f} %, the estimate by {self.ours:.2f} %."
        )
        return [
            residuals(estimate.fitted, estimate.held_out),
            section("Truth beside estimate", made),
            Text(words, style="bold green" if good else "bold red"),
        ]


def least_covered(n: int) -> int:
    """Return how many of n true 95 % intervals hold the truth at least, but for one run in a thousand."""
    return int(binom.ppf(1e-3, n, 0.95))


def wrong(robot: Robot, seed: int) -> Robot:
    """Return a robot as a careless file would have it."""
    rng, rows = np.random.default_rng(seed), []
    for ten in robot.parameters:
        mass, com, inertia = to_com(ten)
        factor = rng.uniform(0.6, 1.4)
        rows.append(from_com(factor * mass, com + rng.uniform(-0.03, 0.03, 3), factor * inertia))
    return robot.with_parameters(np.array(rows))


def measured(robot: Robot, seed: int) -> Log:
    """Return a log of a robot on sums of sines, with friction, armature, and noise on positions and torques."""
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
