"""The data of the DiffNEA benchmark: two plants, three kinds of data, runs to learn from and runs to test on.

The simulated plants are integrated in closed form, so that the truth does not depend on the code that learns it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import heft
from heft.learning.data import Samples
from heft.learning.recording import Recording, recordings_of
from heft.robot.joint import Friction
from heft.robot.model import Robot

REAL = Path(__file__).parents[2] / "shared" / "data" / "qube_cartpole"
Floats = NDArray[np.float64]
DT = 0.004
DELAY = 2 * DT
"""The input delay of both real machines."""
HELD = np.array([True, False])
"""The first joint has a command, held from sample to sample; nothing drives the other."""
STRETCHES = 20
"""Samples are cut into so many stretches, one in five of which validates networks."""


@dataclass(frozen=True)
class Plant:
    """A plant of the paper.

    Attributes:
        robot: its name in the zoo.
        friction: factor on its viscous friction where there is any.
        q, qd, u: uniform samples lie within these; u is also the most its controller commands.
        encoder: steps of its encoders [m or rad].
        gain, centre, damping: of its controller, on energy, position and speed of the driven joint.
        motor: k [N m/A or N/A] and R [ohm] of its motor.
        logs: its real recordings.
    """

    robot: str
    friction: float
    q: tuple[float, float]
    qd: tuple[float, float]
    u: float
    encoder: tuple[float, float]
    gain: float
    centre: float
    damping: float
    motor: tuple[float, float]
    logs: str


PLANTS = {
    "cartpole": Plant(
        robot="cartpole",
        friction=1.0,
        q=(0.4, np.pi),
        qd=(2.0, 12.0),
        u=10.0,
        encoder=(2.275e-5, 2 * np.pi / 4096),
        gain=17.0,
        centre=8.0,
        damping=5.0,
        motor=(4.481, 2.6),
        logs="qcp-su_*",
    ),
    "furuta": Plant(
        robot="furuta",
        friction=10.0,
        q=(2.0, np.pi),
        qd=(12.0, 25.0),
        u=0.04,
        encoder=(2 * np.pi / 2048, 2 * np.pi / 2048),
        gain=0.4,
        centre=5e-3,
        damping=5e-4,
        motor=(0.042, 8.4),
        logs="qq-su_*",
    ),
}


@dataclass(frozen=True, eq=False)
class Dataset:
    """Samples to learn from, runs to test on, and the robot whose numbers are the truth (None if it is not known)."""

    robot: Robot
    train: Samples
    test: list[Recording]
    truth: Robot | None
    delay: float = 0.0


def missing(kind: str) -> str:
    """Say what a kind of data lacks here, "" if nothing."""
    return "" if kind != "real" or REAL.is_dir() else f"the real logs: there is no folder {REAL}"


@lru_cache(maxsize=4)
def robot_of(plant: str, friction: bool = False) -> Robot:
    """The plant with or without viscous friction; one object per process, so that it is compiled once."""
    robot, factor = heft.load(f"zoo:{PLANTS[plant].robot}"), PLANTS[plant].friction if friction else 0.0
    bodies = []
    for body in robot.bodies:
        viscous = Friction(viscous=factor * body.joint.friction.viscous)
        bodies.append(replace(body, joint=replace(body.joint, friction=viscous)))
    return replace(robot, bodies=tuple(bodies))


@lru_cache(maxsize=64)
def dataset(plant: str, kind: str, seed: int, samples: int, seconds: float) -> Dataset:
    """Return one of the datasets: "uniform", "trajectories" or "real"."""
    if kind == "uniform":
        robot = robot_of(plant)
        test = swing_ups(plant, False, (1000 + seed,), seconds)
        return Dataset(robot, uniform(plant, samples, seed), test, robot)
    if kind == "trajectories":
        *learned, test = swing_ups(plant, True, (10 * seed, 10 * seed + 1, 1000 + seed), seconds)
        train = Samples.of([run for whole in learned for run in measured(plant, whole)], held=HELD).thinned(samples)
        robot = robot_of(plant, True)
        return Dataset(robot, train, [test], robot)
    logs = recordings(plant)
    held = max(1, len(logs) // 4)
    whole = Samples.of(logs[:-held], np.array([DELAY, 0.0]), HELD)
    chosen = np.sort(np.random.default_rng(seed).choice(len(whole), min(samples, len(whole)), replace=False))
    train = Samples(whole.q[chosen], whole.qd[chosen], whole.qdd[chosen], whole.u[chosen])
    return Dataset(robot_of(plant), train, logs[-held:], None, DELAY)


def split(samples: Samples) -> tuple[Samples, Samples]:
    """Return samples to fit a network to, and samples to choose its learning rate and its number of steps by.

    Whole stretches of successive samples are held out for the choice: a neighbour in time of a sample that was fitted
    to would say little about new motions.
    """
    chosen = np.arange(len(samples)) * STRETCHES // len(samples) % 5 == 2
    parts = [[array[rows] for array in (samples.q, samples.qd, samples.qdd, samples.u)] for rows in (~chosen, chosen)]
    return Samples(*parts[0]), Samples(*parts[1])


@dataclass(frozen=True)
class ClosedForm:
    """The equations of both plants: M = [[a + d sin^2, b cos], [b cos, c]] and potential energy -w cos.

    The Furuta pendulum has d = c, the cart-pole d = 0; the angle in them is that of the pendulum, 0 hanging.
    """

    a: float
    b: float
    c: float
    d: float
    w: float
    viscous: tuple[float, float]

    @classmethod
    def of(cls, robot: Robot) -> ClosedForm:
        """Return the equations of a plant."""
        down, level = (heft.mass_matrix(robot, np.array([0.0, angle])) for angle in (0.0, np.pi / 2))
        lever = 9.81 * float(np.linalg.norm(robot.parameters[1, 1:4]))
        first, second = (body.joint.friction.viscous for body in robot.bodies)
        return cls(down[0, 0], down[0, 1], down[1, 1], level[0, 0] - down[0, 0], lever, (first, second))

    def energy(self, q: Floats, qd: Floats) -> Floats:
        """Return the pendulum's energy, 0 where it hangs."""
        return 0.5 * self.c * qd[:, 1] ** 2 + self.w * (1 - np.cos(q[:, 1]))

    def accelerations(self, q: Floats, qd: Floats, u: Floats) -> Floats:
        """Return qdd (n, 2) of states and commands (n, 2)."""
        sin, cos, (v, rate) = np.sin(q[:, 1]), np.cos(q[:, 1]), qd.T
        tau, force = (u - self.viscous * qd).T
        tau = tau - 2 * self.d * sin * cos * v * rate + self.b * sin * rate**2
        force = force + self.d * sin * cos * v**2 - self.w * sin
        m11, m12, m22 = self.a + self.d * sin**2, self.b * cos, self.c
        return np.stack([m22 * tau - m12 * force, m11 * force - m12 * tau], axis=1) / (m11 * m22 - m12**2)[:, None]

    def advance(self, q: Floats, qd: Floats, u: Floats, h: float) -> tuple[Floats, Floats]:
        """Return the state after a step of RK4."""
        a1 = self.accelerations(q, qd, u)
        a2 = self.accelerations(q + h / 2 * qd, qd + h / 2 * a1, u)
        a3 = self.accelerations(q + h / 2 * qd + h**2 / 4 * a1, qd + h / 2 * a2, u)
        a4 = self.accelerations(q + h * qd + h**2 / 2 * a2, qd + h * a3, u)
        return q + h * qd + h**2 / 6 * (a1 + a2 + a3), qd + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)


def uniform(plant: str, n: int, seed: int) -> Samples:
    """States and commands over the whole domain of the plant without friction, exact accelerations."""
    rng, size = np.random.default_rng(seed), PLANTS[plant]
    q, qd = rng.uniform(-1, 1, (n, 2)) * size.q, rng.uniform(-1, 1, (n, 2)) * size.qd
    u = np.stack([size.u * rng.uniform(-1, 1, n), np.zeros(n)], axis=1)
    return Samples(q, qd, ClosedForm.of(robot_of(plant)).accelerations(q, qd, u), u)


def swing_ups(plant: str, friction: bool, seeds: tuple[int, ...], seconds: float) -> list[Recording]:
    """An energy controller swings the pendulum up, then lets it fall: the command is held over each step of 4 ms.

    The driven joint is damped by the controller where friction does not.
    """
    size, form = PLANTS[plant], ClosedForm.of(robot_of(plant, friction))
    rngs, n = [np.random.default_rng(seed) for seed in seeds], round(seconds / DT)
    start = np.array([(0.0, rng.uniform(-0.3, 0.3), 0.0, rng.uniform(-1, 1)) for rng in rngs])
    noise = 0.1 * size.u * np.stack([rng.standard_normal(n) for rng in rngs], axis=1)
    q, qd, rows = start[:, :2], start[:, 2:], []
    damping = max(0.0, size.damping - form.viscous[0])
    for k in range(n):
        pump = size.gain * (form.energy(q, qd) - 2 * form.w) * np.sign(form.b * qd[:, 1] * np.cos(q[:, 1]))
        push = np.clip(pump - size.centre * q[:, 0] - damping * qd[:, 0] + noise[k], -size.u, size.u)
        u = np.stack([push * (k < 0.7 * n), np.zeros(len(seeds))], axis=1)
        rows.append((q, qd, form.accelerations(q, qd, u), u))
        for _ in range(2):
            q, qd = form.advance(q, qd, u, DT / 2)
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    return [
        Recording(DT * np.arange(n), *(column[:, k] for column in columns), name=f"{plant} {seed}")
        for k, seed in enumerate(seeds)
    ]


def measured(plant: str, run: Recording) -> list[Recording]:
    """Return a run as quantised encoders record it, cleaned like any log."""
    robot, step = robot_of(plant, True), PLANTS[plant].encoder
    log = heft.Log(run.t, tuple(robot.joint_names), np.round(run.q / step) * step, effort=run.u)
    return recordings_of(robot, log, heft.Cleaning(passive=(robot.joint_names[1],)))


@lru_cache(maxsize=4)
def recordings(plant: str) -> list[Recording]:
    """The real swing-ups of a plant, a run each, in the order of their recording."""
    robot, runs = robot_of(plant), []
    for path in sorted(REAL.glob(PLANTS[plant].logs + ".npz"), key=lambda path: path.name[-24:]):
        file = np.load(path)
        n = len(file["actions_applied"])
        u = np.concatenate([file["actions_applied"].astype(float), np.zeros((n, 1))], axis=1)
        q = file["states"][:n, :2].astype(float)
        q[:, 1] = np.unwrap(q[:, 1])
        log = heft.Log(file["time"][:n].astype(float), tuple(robot.joint_names), q, effort=u)
        runs += recordings_of(robot, log, heft.Cleaning(passive=(robot.joint_names[1],)))
    return runs
