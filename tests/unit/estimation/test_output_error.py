"""Closed-loop output error: parameters from torques and commands alone, under a controller that is not known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.interpolate import make_interp_spline
from support.motions import noisy_run, wave
from support.noisy_pendulum import RATE, evidence_of, pendulum

import heft
from heft.errors import ArgumentError, PhysicsError
from heft.estimation.base import base_of
from heft.estimation.closed_loop import ClosedLoop
from heft.estimation.columns import model_of
from heft.estimation.estimators import estimator, output_error
from heft.estimation.evidence import Evidence
from heft.logs.cleaning import clean
from heft.logs.cleaning_options import Cleaning
from heft.logs.log import Log

BANDWIDTH = np.array([22.0, 30.0])
"""[rad/s]"""


@pytest.fixture(scope="module")
def commanded():
    """A run of 10 s under PD control of which only commands and torques are known."""
    robot = pendulum()
    q, qd, _ = wave(robot, 3, int(10 * RATE) + 1, RATE, amplitude=0.6)
    t = np.arange(len(q)) / RATE
    inertia = np.mean(np.einsum("nii->ni", heft.mass_matrix(robot, q)), axis=0)
    target = make_interp_spline(t, q, 5)
    Kp, Kd = inertia * BANDWIDTH**2, 2 * inertia * BANDWIDTH

    def control(now, position, velocity):
        return Kp * (target(now) - position) + Kd * (target(now, 1) - velocity)

    run = heft.simulate(robot, 10.0, q0=q[0], qd0=qd[0], tau=control, dt=1 / RATE)
    tau = run.tau + 0.02 * np.random.default_rng(0).standard_normal(run.tau.shape)
    log = Log(t, tuple(robot.joint_names), q, effort=tau)
    return clean(robot, log, Cleaning(trim=False)), run


def test_parameters_and_bandwidths_from_commands_and_torques(commanded):
    evidence, truth = evidence_of(commanded[0])
    how = estimator("output-error")
    fit = how.fit(evidence)
    deviation = np.sqrt(np.diag(how.covariance(evidence, fit)))
    # the mean inertia differs a little between commands and motion, and so do the bandwidths
    assert np.allclose(fit.bandwidth, BANDWIDTH, rtol=0.05)
    assert np.all(np.abs(fit.values - truth) < 4 * deviation)
    assert np.all(fit.sigma < 0.025)
    plain = estimator("weighted").fit(evidence)
    assert np.all(plain.sigma > 2 * fit.sigma)
    large = np.abs(truth) > 0.1
    wrong, right = (np.abs(x.values[large] / truth[large] - 1).max() for x in (plain, fit))
    assert wrong > 10 * right


def test_the_simulated_motion_is_that_of_the_plant(commanded):
    motion, run = commanded
    robot = pendulum()
    model = model_of(robot, ("viscous",), armature=False)
    values = np.concatenate([robot.parameter_vector, [0.05, 0.03]])
    loop = ClosedLoop.of(model, values, motion)
    (found,) = loop.follow(motion, BANDWIDTH[None])
    (a, b) = found.segments[0]
    at = np.rint(found.t[a:b] * RATE).astype(int)
    assert np.allclose(found.q[a:b], run.q[at], atol=2e-3)
    assert np.allclose(found.qd[a:b], run.qd[at], atol=1e-2)


def test_it_says_that_it_did_not_converge(commanded, monkeypatch):
    evidence, _ = evidence_of(commanded[0])
    monkeypatch.setattr(output_error, "ITERATIONS", 2)
    with pytest.raises(PhysicsError, match="did not converge"):
        estimator("output-error").fit(evidence)


def test_what_cannot_be_simulated_is_refused():
    robot = pendulum()
    evidence, _ = evidence_of(noisy_run(robot, n=60))
    with pytest.raises(ArgumentError, match="samples"):
        estimator("output-error").fit(evidence)
    ball = heft.load("zoo:double_pendulum", base="floating")
    model = model_of(ball, ("viscous",), armature=False)
    q, qd, qdd = ball.random_state(0, 400)
    run = noisy_run(robot, n=400)
    motion = replace(run, q=q, qd=qd, qdd=qdd, effort=qd, names=tuple(ball.coordinate_names),
                     measured=np.ones(ball.nv, bool), velocity_threshold=np.zeros(ball.nv))  # fmt: skip
    with pytest.raises(ArgumentError, match="one coordinate"):
        estimator("output-error").fit(Evidence.of(base_of(model), [motion]))
