"""Motions to estimate from: smooth joint trajectories, and torques that someone else's dynamics may have made."""

from __future__ import annotations

import numpy as np

import heft
from heft.logs.motion import Motion
from heft.robot.model import Robot


def wave(robot: Robot, seed: int, n: int, rate: float, amplitude: float = 0.4):
    """Return q, qd, qdd (n, nv) of every joint on a sum of five sines: exact derivatives of each other."""
    rng = np.random.default_rng(seed)
    t = np.arange(n)[:, None] / rate
    q, qd, qdd = np.zeros((3, n, robot.nv))
    for harmonic in range(1, 6):
        w = 2 * np.pi * 0.1 * harmonic
        a, b = rng.uniform(-amplitude, amplitude, (2, robot.nv))
        sine, cosine = np.sin(w * t), np.cos(w * t)
        q += a * sine + b * cosine
        qd += w * (a * cosine - b * sine)
        qdd -= w * w * (a * sine + b * cosine)
    return q, qd, qdd


def motion_of(robot: Robot, q, qd, qdd, effort, rate: float = 200.0, **more) -> Motion:
    """Return samples as a motion of one segment, every effort measured unless said otherwise."""
    facts = {
        "segments": ((0, len(q)),),
        "effort_kind": "joint_torque",
        "measured": np.ones(robot.nv, bool),
        "velocity_threshold": np.zeros(robot.nv),
    }
    names = tuple(robot.coordinate_names)
    return Motion(
        t=np.arange(len(q)) / rate, q=q, qd=qd, qdd=qdd, effort=effort, rate=rate, names=names, **facts | more
    )


def drives(qd, qdd) -> np.ndarray:
    """Return the torque of friction and of reflected inertias that the tests put into every joint."""
    return 0.5 * qd + 0.4 * np.sign(qd) + 0.1 + 0.2 * qdd


DRIVES = {"viscous": 0.5, "coulomb": 0.4, "offset": 0.1, "armature": 0.2}


def noisy_run(robot: Robot, seed: int = 0, n: int = 4000, noise=0.1, **more) -> Motion:
    """Return a smooth run with friction and white noise on the torques."""
    q, qd, qdd = wave(robot, seed, n, 200.0)
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + drives(qd, qdd)
    tau += noise * np.random.default_rng(seed + 1000).standard_normal(tau.shape)
    return motion_of(robot, q, qd, qdd, tau, **more)
