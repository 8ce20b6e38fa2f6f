"""A double pendulum whose positions are measured with noise: driven in both joints, or in the elbow alone."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

import heft
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.evidence import Evidence
from heft.logs.cleaning import clean
from heft.logs.cleaning_options import Cleaning
from heft.logs.log import Log
from heft.logs.motion import Motion
from heft.robot.joint import Friction
from heft.robot.model import Robot
from support.motions import wave

RATE = 200.0
FRICTION = ("viscous",)
TRUE = {"shoulder.viscous": 0.05, "elbow.viscous": 0.03}


def pendulum() -> Robot:
    """Return the pendulum of the zoo, with viscous friction."""
    robot = heft.load("zoo:double_pendulum")
    bodies = [
        replace(
            body, joint=replace(body.joint, friction=Friction(viscous=TRUE[f"{body.joint.name}.viscous"])), rotor=None
        )
        for body in robot.bodies
    ]
    return replace(robot, bodies=tuple(bodies))


def driven(seed: int, noise: float, seconds: float = 40.0, torque_noise: float = 0.02, cutoff: float = 12.0) -> Motion:
    """Return a cleaned run in which both joints are driven; noise on the positions [rad] and torques [N m]."""
    robot = pendulum()
    q, qd, qdd = wave(robot, 3, int(seconds * RATE), RATE, amplitude=0.6)
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + heft.friction_torque(robot, qd)
    return _measured(robot, q, tau, seed, noise, torque_noise, cutoff)


def swinging(seed: int, noise: float) -> Motion:
    """Return a cleaned run of 20 s in which the shoulder swings freely and the elbow is driven."""
    run = _swing()
    return _measured(run.robot, run.q, run.tau, seed, noise, 0.01, 12.0)


@cache
def _swing() -> heft.Trajectory:
    robot = pendulum()

    def drive(t: float, q: np.ndarray, qd: np.ndarray) -> list[float]:
        return [0.0, 0.5 * np.sin(5.1 * t) + 0.4 * np.sin(3.3 * t)]

    return heft.simulate(robot, 20.0, q0=[0.5, 0.2], tau=drive, dt=1 / RATE)


def _measured(robot, q, tau, seed, noise, torque_noise, cutoff) -> Motion:
    rng = np.random.default_rng(seed)
    q, tau = q + noise * rng.standard_normal(q.shape), tau + torque_noise * rng.standard_normal(tau.shape)
    log = Log(np.arange(len(q)) / RATE, tuple(robot.joint_names), q, effort=tau)
    return clean(robot, log, Cleaning(cutoff=cutoff, trim=False))


def evidence_of(motion: Motion) -> tuple[Evidence, np.ndarray]:
    """Return what a run says, and the true base parameters."""
    robot = pendulum()
    base = base_of(model_of(robot, FRICTION, armature=False))
    extra = [TRUE[column.name] for column in base.model.extra]
    return Evidence.of(base, [motion]), base.reduce(np.concatenate([robot.parameter_vector, extra]))
