"""Noise-free samples of the paper's two plants, with the friction that a model is meant to find."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import heft
from heft.learning.data import Samples
from heft.learning.recording import Recording
from heft.robot.joint import Friction
from heft.robot.model import Robot

RANGES = {"cartpole": ([0.4, np.pi], [2.0, 10.0], 10.0), "furuta": ([np.pi, np.pi], [10.0, 10.0], 0.02)}


def plant(name: str, viscous: tuple[float, float] = (0.0, 0.0)) -> Robot:
    """The zoo's robot with this viscous friction and no other."""
    robot = heft.load(f"zoo:{name}")
    bodies = [
        replace(body, joint=replace(body.joint, friction=Friction(viscous=v)))
        for body, v in zip(robot.bodies, viscous, strict=True)
    ]
    return replace(robot, bodies=tuple(bodies))


def uniform(robot: Robot, n: int, seed: int) -> Samples:
    """States and commands spread over the plant's domain, accelerations by heft's own forward dynamics."""
    rng, (q, qd, u) = np.random.default_rng(seed), RANGES[robot.name]
    q, qd = rng.uniform(-1, 1, (n, 2)) * q, rng.uniform(-1, 1, (n, 2)) * qd
    u = np.stack([u * rng.uniform(-1, 1, n), np.zeros(n)], axis=1)
    return Samples(q, qd, heft.forward_dynamics(robot, q, qd, u, friction=True), u)


def swing(robot: Robot, seconds: float = 4.0, dt: float = 0.004, start: float = 1.0) -> Recording:
    """A motion under a command of two sines."""
    _, _, size = RANGES[robot.name]

    def command(t, q, qd):
        return [size * (0.3 * np.sin(7 * t) + 0.2 * np.sin(3 * t + 1)), 0.0]

    path = heft.simulate(robot, seconds, q0=[0.0, start], tau=command, dt=dt)
    return Recording(path.t, path.q, path.qd, path.qdd, path.tau, "swing")
