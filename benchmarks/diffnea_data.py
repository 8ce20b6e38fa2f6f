"""The data of the DiffNEA benchmark: two plants, three kinds of data, runs to learn from and runs to test on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

import heft
from heft.learning.data import Run, Samples
from heft.learning.learn import runs_of
from heft.robot.joint import Friction
from heft.robot.model import Robot

REAL = Path(__file__).parents[2] / "shared" / "data" / "qube_cartpole"
DT = 0.004


@dataclass(frozen=True)
class Plant:
    """A plant of the paper: ranges of uniform samples, its controller, steps of its encoders, its real logs."""

    robot: str
    q: tuple[float, float]
    qd: tuple[float, float]
    u: float
    encoder: tuple[float, float]
    gain: float
    centre: float
    motor: str
    logs: str


PLANTS = {
    "cartpole": Plant(
        "cartpole",
        (0.4, np.pi),
        (2.0, 12.0),
        10.0,
        (2.275e-5, 2 * np.pi / 4096),
        17.0,
        8.0,
        "motor(4.481,2.6)",
        "qcp-su_*",
    ),
    "furuta": Plant(
        "furuta",
        (2.0, np.pi),
        (12.0, 25.0),
        0.02,
        (2 * np.pi / 2048, 2 * np.pi / 2048),
        50.0 * 0.095 * 0.085,
        0.0032,
        "motor(0.042,8.4)",
        "qq-su_*",
    ),
}


@dataclass(frozen=True, eq=False)
class Dataset:
    """Samples to learn from, runs to test on, and the robot whose numbers are the truth (None if nobody knows)."""

    robot: Robot
    train: Samples
    test: list[Run]
    truth: Robot | None
    delay: float = 0.0


def missing(kind: str) -> str:
    """Say what a kind of data lacks here, "" if nothing."""
    return "" if kind != "real" or REAL.is_dir() else f"the real logs: there is no folder {REAL}"


def with_friction(robot: Robot, factor: float) -> Robot:
    """The robot with its viscous friction times a factor, and no other."""
    bodies = []
    for body in robot.bodies:
        friction = Friction(viscous=factor * body.joint.friction.viscous)
        bodies.append(replace(body, joint=replace(body.joint, friction=friction)))
    return replace(robot, bodies=tuple(bodies))


@lru_cache(maxsize=32)
def robot_of(plant: str, friction: float) -> Robot:
    """The plant with its viscous friction times a factor; one object per process, so that it is compiled once."""
    return with_friction(heft.load(f"zoo:{PLANTS[plant].robot}"), friction)


def dataset(plant: str, kind: str, seed: int, samples: int, seconds: float) -> Dataset:
    """Return one of the datasets: "uniform", "trajectories" or "real"."""
    if kind == "uniform":
        robot = robot_of(plant, 0.0)
        return Dataset(
            robot,
            uniform(robot, PLANTS[plant], samples, seed),
            [swing_up(robot, PLANTS[plant], 1000 + seed, seconds)],
            robot,
        )
    if kind == "trajectories":
        robot = robot_of(plant, 1.0 if plant == "cartpole" else 10.0)
        noisy = [
            measured(robot, PLANTS[plant], swing_up(robot, PLANTS[plant], 10 * seed + k, seconds)) for k in range(2)
        ]
        train = Samples.of([run for runs in noisy for run in runs]).thinned(samples)
        return Dataset(robot, train, [swing_up(robot, PLANTS[plant], 1000 + seed, seconds)], robot)
    robot = robot_of(plant, 0.0)
    logs = recordings(plant)
    held = max(1, len(logs) // 4)
    train = Samples.of([run.delayed(np.array([2 * DT, 0.0])) for run in logs[:-held]]).thinned(samples)
    return Dataset(robot, train, logs[-held:], None, 2 * DT)


def uniform(robot: Robot, plant: Plant, n: int, seed: int) -> Samples:
    """States and commands over the whole domain, exact accelerations."""
    rng = np.random.default_rng(seed)
    q, qd = rng.uniform(-1, 1, (n, 2)) * plant.q, rng.uniform(-1, 1, (n, 2)) * plant.qd
    u = np.stack([plant.u * rng.uniform(-1, 1, n), np.zeros(n)], axis=1)
    return Samples(q, qd, heft.forward_dynamics(robot, q, qd, u, friction=True), u)


def swing_up(robot: Robot, plant: Plant, seed: int, seconds: float) -> Run:
    """An energy controller swings the pendulum up, then lets it fall: the command is held over each step of 4 ms."""
    rng = np.random.default_rng(seed)
    q, qd = np.array([0.0, rng.uniform(-0.3, 0.3)]), np.array([0.0, rng.uniform(-1, 1)])
    lever = 9.81 * float(np.linalg.norm(robot.parameters[1, 1:4]))
    rows = []
    for k in range(round(seconds / DT)):
        M = heft.mass_matrix(robot, q)
        energy = 0.5 * M[1, 1] * qd[1] ** 2 + lever * (1 - np.cos(q[1]))
        push = plant.gain * (energy - 2 * lever) * np.sign(qd[1] * M[0, 1]) - plant.centre * q[0]
        u = np.array([np.clip(push + 0.1 * plant.u * rng.standard_normal(), -plant.u, plant.u), 0.0])
        u = u if k * DT < 0.7 * seconds else np.zeros(2)
        rows.append((k * DT, q, qd, heft.forward_dynamics(robot, q, qd, u, friction=True), u))
        path = heft.simulate(robot, DT, q0=q, qd0=qd, tau=np.tile(u, (2, 1)), dt=DT / 2)
        q, qd = path.q[-1], path.qd[-1]
    t, *columns = (np.array(column) for column in zip(*rows, strict=True))
    return Run(t, *columns, name=f"{robot.name} {seed}")


def measured(robot: Robot, plant: Plant, run: Run) -> list[Run]:
    """What encoders of finite steps see of a run, cleaned as any log is."""
    q = np.round(run.q / plant.encoder) * plant.encoder
    log = heft.Log(run.t, tuple(robot.joint_names), q, effort=run.u)
    return runs_of(robot, log, (robot.joint_names[1],))


@lru_cache(maxsize=4)
def recordings(plant: str) -> list[Run]:
    """The real swing-ups of a plant, a run each, in the order of their recording."""
    robot, runs = robot_of(plant, 0.0), []
    for path in sorted(REAL.glob(PLANTS[plant].logs + ".npz"), key=lambda path: path.name[-24:]):
        file = np.load(path)
        n = len(file["actions_applied"])
        u = np.concatenate([file["actions_applied"].astype(float), np.zeros((n, 1))], axis=1)
        q = file["states"][:n, :2].astype(float)
        q[:, 1] = np.unwrap(q[:, 1])
        log = heft.Log(file["time"][:n].astype(float), tuple(robot.joint_names), q, effort=u)
        runs += runs_of(robot, log, (robot.joint_names[1],))
    return runs
