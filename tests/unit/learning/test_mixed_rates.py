"""Logs of several rates: samples are fitted as recorded, predictions are made at the rate of the slowest log."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import heft

pytest.importorskip("jax")
from plants import plant, swing

from heft.dynamics.simulation import Trajectory
from heft.learning.data import RolloutData
from heft.learning.learn import learn
from heft.learning.recording import Recording, at_one_step

ROBOT = plant("cartpole", (5.4, 0.0024))
ROWS = np.random.default_rng(3).uniform(-4, 4, 500)


@cache
def driven() -> Trajectory:
    """A swing whose command changes every 4 ms."""
    return heft.simulate(
        ROBOT, 2.0, q0=[0.0, 1.0], tau=lambda t, q, qd: [ROWS[int(t / 0.004 + 1e-6) % 500], 0.0], dt=0.001
    )


def held(dt: float, name: str) -> Recording:
    """That swing, recorded every dt seconds."""
    path, every = driven(), round(dt / 0.001)
    u = np.stack([ROWS[(path.t / 0.004 + 1e-6).astype(int) % 500], np.zeros(len(path.t))], axis=1)
    return Recording(*(x[::every] for x in (path.t, path.q, path.qd, path.qdd, u)), name=name)


def test_a_faster_log_becomes_the_slower_one():
    fast, slow = held(0.002, "fast"), held(0.004, "slow")
    found, same = at_one_step(ROBOT, [fast, slow])
    assert same is slow
    assert found.t == pytest.approx(slow.t, abs=1e-12)
    for name in ("q", "qd", "qdd"):
        assert getattr(found, name) == pytest.approx(getattr(slow, name), abs=1e-9)
    assert found.u[:-1] == pytest.approx(slow.u[:-1], abs=1e-12)


def test_impulses_of_commands_are_kept_at_any_ratio_and_smooth_motions_are_exact():
    t = 0.003 * np.arange(400)
    q = np.stack([np.sin(9 * t), np.cos(5 * t)], axis=1)
    u = np.random.default_rng(0).standard_normal((400, 2))
    found = Recording(t, q, q, q, u).resampled(ROBOT, 0.007)
    assert found.q == pytest.approx(np.stack([np.sin(9 * found.t), np.cos(5 * found.t)], axis=1), abs=1e-9)
    impulse = np.concatenate([np.zeros((1, 2)), np.cumsum(0.003 * u, axis=0)])
    for k in (3, 100, 169):
        until = np.array([np.interp(found.t[k], np.append(t, 1.2), column) for column in impulse.T])
        assert 0.007 * np.sum(found.u[:k], axis=0) == pytest.approx(until, abs=1e-12)


def test_unit_quaternions_stay_unit_quaternions():
    robot = heft.load("zoo:puma560", base="floating")
    t = 0.01 * np.arange(50)
    q = np.tile(robot.neutral, (50, 1))
    q[:, 0], q[:, 3] = np.cos(t), np.sin(t)
    zero = np.zeros((50, robot.nv))
    found = Recording(t, q, zero, zero, zero).resampled(robot, 0.023)
    assert np.linalg.norm(found.q[:, :4], axis=1) == pytest.approx(1.0, abs=1e-12)
    assert found.q[:, 3] == pytest.approx(np.sin(found.t), abs=1e-9)


@pytest.mark.usefixtures("short_free_motions")
def test_logs_of_two_rates_are_learned_from_and_tested_on(monkeypatch):
    slow, fast = swing(ROBOT), swing(ROBOT, 3.0, 0.002)
    others = [swing(ROBOT, 3.0, 0.002, start=0.7), swing(ROBOT, start=0.7)]
    model = learn(ROBOT, [slow, fast], test=others, actuator="viscous")
    (note,) = model.facts["notes"]
    assert "rates from 250 to 500 Hz" in note
    assert model.dt == pytest.approx(0.004)
    test = model.facts["test"]
    assert test["mse"] < 1e-12
    assert test["valid"]["0.1"] == test["horizon"] == pytest.approx(1.5)
    monkeypatch.setattr("heft.learning.learn.ROLLOUT_LM_STEPS", 2)
    rolled = learn(ROBOT, [fast, slow], test=others, actuator="viscous", loss="rollouts", lm_steps=2)
    assert rolled.dt == pytest.approx(0.004)


def test_recordings_of_several_rates_cannot_be_mixed_unnoticed():
    with pytest.raises(heft.errors.ArgumentError, match=r"time steps from 0\.002 to 0\.004"):
        RolloutData.of([held(0.002, "a"), held(0.004, "b")], 5)


def test_what_cannot_be_judged_is_refused_before_the_fit(monkeypatch):
    """The fit takes long; a log that is too short for a prediction is found before it."""

    def never(*_, **__):
        raise AssertionError("fitted")

    monkeypatch.setattr("heft.learning.learn._fit", never)
    short = replace(swing(ROBOT)[:1], name="short")
    with pytest.raises(heft.errors.ArgumentError, match="too short for a rollout"):
        learn(ROBOT, [swing(ROBOT)], test=[short], actuator="viscous")
