"""Held-out samples that say nothing, or that are predicted far worse than the fitted ones, are named."""

from types import SimpleNamespace

import numpy as np
import pytest

import heft
from heft.estimation.findings.held_out import held_out
from heft.estimation.options import Options
from heft.estimation.runs import Runs
from heft.logs.cleaning_options import Cleaning
from heft.logs.regression_filter import ROWS


def residuals(**percent):
    joints = [SimpleNamespace(name=name, relative_percent=value) for name, value in percent.items()]
    return SimpleNamespace(joints=joints)


def found(fitted, held, any_held_out=True):
    compared = SimpleNamespace(estimate=SimpleNamespace(fitted=fitted, held_out=held))
    return list(held_out(compared, SimpleNamespace(held_out=("a run",) if any_held_out else ())))


def test_a_joint_that_is_predicted_far_worse_is_named():
    (sentence,) = found(residuals(shoulder=5, elbow=4), residuals(shoulder=6, elbow=114))
    assert "'elbow' 114 % against 4 %" in sentence
    assert "shoulder" not in sentence


def test_nothing_is_said_of_what_is_a_little_worse_or_small():
    assert found(residuals(shoulder=5, elbow=1), residuals(shoulder=9, elbow=8)) == []


def test_no_samples_at_all_and_none_of_a_joint():
    assert "has not been tested" in found(residuals(shoulder=5), None)[0]
    assert "'elbow'" in found(residuals(shoulder=5, elbow=4), residuals(shoulder=5))[0]


def test_where_nothing_was_to_be_held_out_nothing_is_said():
    assert found(residuals(shoulder=5), None, any_held_out=False) == []


@pytest.fixture(scope="module")
def coarse():
    """A slow swing of 30 s whose encoder is so coarse that the filter of the regression reaches over ten seconds."""
    robot, t = heft.load("zoo:planar_n(1)"), np.arange(3000) / 100
    random = np.random.default_rng(0)
    w, phase = 2 * np.pi * np.array([0.1, 0.17, 0.23]), random.uniform(0, 2 * np.pi, 3)
    angle = w * t[:, None] + phase
    q, qd, qdd = (np.sum(0.4 * x, axis=1, keepdims=True) for x in derivatives(angle, w))
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + 0.1 * qd + 0.05 * np.sign(qd)
    tau += 0.02 * random.standard_normal(tau.shape)
    return robot, heft.Log(
        t=t, q=q + 2e-3 * random.standard_normal(q.shape), effort=tau, joints=tuple(robot.joint_names)
    )


def derivatives(angle, w):
    return np.sin(angle), w * np.cos(angle), -(w**2) * np.sin(angle)


def test_a_filter_that_reaches_over_all_that_is_held_out_is_shortened(coarse):
    robot, log = coarse
    whole = heft.clean(robot, log)
    last = round(0.2 * whole.n)
    assert len(whole.regression_filter.taps) > last
    estimate = heft.identify(robot, log)
    (motion,) = estimate.runs.held_out
    assert len(motion.kept) >= ROWS
    assert motion.cleaning.decimation == motion.regression_filter.factor == motion.steps[-1]["factor"]
    assert estimate.held_out is not None
    assert estimate.runs.fitted[0].regression_filter is motion.regression_filter


def test_a_decimation_that_was_asked_for_is_kept(coarse):
    robot, log = coarse
    runs = Runs.read(robot, log, Options(cleaning=Cleaning(decimation=60)))
    assert [motion.regression_filter.factor for motion in (*runs.fitted, *runs.held_out)] == [60, 60]
