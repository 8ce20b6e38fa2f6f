"""Friction before sliding: the state of a bristle, and that its length is found again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.logs import arm_in, heavier
from support.motions import motion_of, wave

import heft
from heft.estimation.presliding import DISTANCES
from heft.friction.dahl import bent as bend


def test_after_a_long_way_it_is_coulombs_sign_and_stays_at_rest():
    s = np.concatenate([np.full(500, 0.2), np.zeros(500), np.full(500, -0.2), np.zeros(100)])
    z = bend(s * 0.01, 1e-2)
    assert z[499] == pytest.approx(1.0, abs=1e-12)
    assert np.all(z[500:1000] == z[499])
    assert z[-1] == pytest.approx(-1.0, abs=1e-12)
    assert np.all(np.abs(z) <= 1)


def test_the_way_counts_and_not_the_time():
    way = np.sin(np.linspace(0, 6, 4001))
    slow, fast = (np.diff(way) / dt for dt in (0.1, 0.001))
    np.testing.assert_allclose(bend(slow * 0.1, 0.03), bend(fast * 0.001, 0.03), atol=1e-12)
    # along a straight way it is 1 - exp(-x / d)
    np.testing.assert_allclose(bend(np.full(50, 2.0) * 0.01, 0.3)[-1], 1 - np.exp(-1.0 / 0.3), rtol=1e-12)


def test_the_length_is_found_again_and_predicts_rest(tmp_path):
    robot = heavier(heft.load(arm_in(tmp_path)))
    length, rate = DISTANCES[6], 200.0
    q, qd, qdd = wave(robot, 3, 3000, rate)
    # then all joints stop, and stand still for as long
    stop = np.clip(1 - (np.arange(1, 401) / 400.0)[:, None], 0, 1)
    speeds = np.concatenate([qd, qd[-1] * stop, np.zeros((3000, 3))])
    q = np.concatenate([q, q[-1] + np.cumsum(qd[-1] * stop, axis=0) / rate])
    q = np.concatenate([q, np.repeat(q[-1:], 3000, axis=0)])
    accelerations = np.concatenate([qdd, np.repeat(-qd[-1:] * rate / 400, 400, axis=0), np.zeros((3000, 3))])
    bent = np.stack([bend(s * 1 / rate, length) for s in speeds.T], axis=1)
    tau = heft.inverse_dynamics(robot, q, speeds, accelerations) + 0.5 * speeds + 2.0 * bent
    tau += 0.02 * np.random.default_rng(1).standard_normal(tau.shape)
    motion = motion_of(robot, q, speeds, accelerations, tau, rate, velocity_threshold=np.full(3, 0.02))
    result = heft.identify(robot, motion, held_out=0)
    step = DISTANCES[1] / DISTANCES[0]
    assert all(length / step <= found * 1.001 for found in result.presliding.values())
    assert all(found <= 1.001 * length * step for found in result.presliding.values())
    every = result.validate(motion, all_samples=True)
    blunt = replace(result, presliding={}).validate(motion, all_samples=True)
    assert blunt.overall.rmse > 10 * every.overall.rmse
