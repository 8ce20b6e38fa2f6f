"""The drive of a joint that a brake holds gives anything, and accuses no other channel of the log."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.motions import drives, wave

import heft
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.findings.confused import confused
from heft.estimation.findings.sampled import sampled

BRAKED = 1
RATE = 200.0


@pytest.fixture(scope="module")
def arm() -> heft.Robot:
    """The first four joints of an arm: gravity acts on the braked one."""
    robot = heft.load("zoo:ur10e")
    bodies = tuple(replace(body, rotor=None) for body in robot.bodies[:4])
    return replace(robot, bodies=bodies, source=None)


def braked(robot: heft.Robot, drive: float, seed: int = 3, samples: int = 4000) -> heft.Log:
    """Return a log in which a brake holds a joint, and its drive gives a constant torque with noise."""
    q, qd, qdd = wave(robot, seed, samples, RATE)
    q[:, BRAKED], qd[:, BRAKED], qdd[:, BRAKED] = -1.0, 0.0, 0.0
    rng = np.random.default_rng(seed)
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + drives(qd, qdd) + 0.05 * rng.standard_normal(q.shape)
    tau[:, BRAKED] = drive + 0.02 * rng.standard_normal(samples)
    moving = np.arange(robot.nv) != BRAKED
    q += 2e-6 * moving * rng.standard_normal(q.shape)
    return heft.Log(np.arange(samples) / RATE, tuple(robot.joint_names), q, effort=tau)


@pytest.mark.parametrize("drive", [0.0, 17.3])
def test_its_drive_is_not_called_swapped_or_in_another_unit(arm: heft.Robot, drive: float):
    for log in (braked(arm, drive), braked(arm, drive, seed=1)):
        found = heft.identify(arm, log, friction="viscous,coulomb,offset")
        assert found.doubts == ()


def test_a_flipped_joint_beside_it_is_found(arm: heft.Robot):
    """Whether the drive of the braked joint gives noise or nothing that changes, which counts as not measured."""
    base = base_of(model_of(arm))
    for noise in (True, False):
        log = braked(arm, 0.0)
        assert log.effort is not None
        effort = log.effort * np.array([1.0, 1.0, -1.0, 1.0])
        if not noise:
            effort[:, BRAKED] = 0.0
        sample = sampled([heft.clean(arm, replace(log, effort=effort))])
        assert sample is not None
        (sentence,) = confused(base, sample, suspicious=True)
        assert f"effort of joint '{arm.joint_names[2]}' seems to have its sign flipped" in sentence
