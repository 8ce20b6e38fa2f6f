"""Closed-loop output error: parameters from torques and commands alone, under a controller that is not known."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy.interpolate import make_interp_spline
from support.motions import motion_of, noisy_run, wave
from support.noisy_pendulum import RATE, driven, evidence_of, pendulum

import heft
from heft.errors import ArgumentError, PhysicsError
from heft.estimation.base import base_of
from heft.estimation.closed_loop import ClosedLoop
from heft.estimation.columns import model_of
from heft.estimation.estimators import estimator, output_error
from heft.estimation.evidence import Evidence
from heft.estimation.noise_bias import noise_bias
from heft.logs.cleaning import clean
from heft.logs.cleaning_options import Cleaning
from heft.logs.log import Log

BANDWIDTH = np.array([22.0, 30.0])
"""[rad/s]"""

NOISE = 0.02
"""Of the torques [N m]."""

FINER = 5
"""Steps of the plant in a sample: where its joints are coupled most, control acts 8 times faster than its bandwidth."""


@pytest.fixture(scope="module")
def commanded():
    """A run of 10 s under PD control of which only commands and torques are known."""
    robot = pendulum()
    q, qd, _ = wave(robot, 3, int(10 * RATE) + 1, RATE, amplitude=0.6)
    t = np.arange(len(q)) / RATE
    inertia = np.mean(np.einsum("nii->ni", heft.mass_matrix(robot, q)), axis=0)
    target = make_interp_spline(t, q, 5)
    Kp, Kd = inertia * BANDWIDTH**2, 2 * inertia * BANDWIDTH
    half = 1 / RATE / FINER / 2  # the plant's steps ask for the torque at their ends and in the middle
    wanted, speed = (target(np.arange(2 * FINER * len(t)) * half, order) for order in (0, 1))

    def control(now, position, velocity):
        k = round(now / half)
        return Kp * (wanted[k] - position) + Kd * (speed[k] - velocity)

    run = heft.simulate(robot, 10.0, q0=q[0], qd0=qd[0], tau=control, dt=1 / RATE / FINER)
    run = replace(run, **{name: getattr(run, name)[::FINER] for name in ("t", "q", "qd", "qdd", "tau")})
    tau = run.tau + NOISE * np.random.default_rng(0).standard_normal(run.tau.shape)
    log = Log(t, tuple(robot.joint_names), q, effort=tau)
    return clean(robot, log, Cleaning(trim=False)), run


@pytest.fixture(scope="module")
def fitted(commanded):
    """What the run says, the true parameters, and what output error finds under a controller that is not known."""
    evidence, truth = evidence_of(commanded[0])
    return evidence, truth, estimator("output-error").fit(evidence)


@pytest.fixture(scope="module")
def known(fitted):
    """What output error finds with the gains of the controller."""
    how = estimator("output-error").controlled_by(gains_of(pendulum()))
    return how, how.fit(fitted[0])


STATES = ("q", "qd", "qdd", "effort")
GAINS = {"shoulder": (1.0, 1.0), "elbow": (1.0, 1.0)}


def gains_of(robot):
    """Return the gains of the controller of `commanded`, by joint."""
    q, _, _ = wave(robot, 3, int(10 * RATE) + 1, RATE, amplitude=0.6)
    inertia = np.mean(np.einsum("nii->ni", heft.mass_matrix(robot, q)), axis=0)
    pairs = zip(inertia * BANDWIDTH**2, 2 * inertia * BANDWIDTH, strict=True)
    return dict(zip(robot.joint_names, pairs, strict=True))


def test_parameters_and_bandwidths_from_commands_and_torques(fitted):
    evidence, truth, fit = fitted
    how = estimator("output-error")
    deviation = np.sqrt(np.diag(how.spread(evidence, fit).covariance))
    # the mean inertia differs a little between commands and motion, and so do the bandwidths
    assert np.allclose(fit.bandwidth, BANDWIDTH, rtol=0.05)
    assert np.all(np.abs(fit.values - truth) < 4 * deviation)
    # the residuals are the noise of the torques: their deviation is known to 1 / sqrt(2 * 1850), a fiftieth
    assert np.allclose(fit.sigma, NOISE, rtol=0.05)
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
    known = np.array(list(gains_of(robot).values())).T
    found = loop.follow(motion, (known[:1], known[1:]))
    (a, b) = found.motion.segments[0]
    at = np.rint(motion.t[a:b] * RATE).astype(int)
    # what the windows start with has faded to a ten-thousandth of the error, which is a tenth of a radian
    assert np.allclose(found.motion.q[a:b], run.q[at], atol=2e-5)
    assert np.allclose(found.motion.qd[a:b], run.qd[at], atol=3e-4)
    assert np.allclose(found.torques[0, a:b], run.tau[at], atol=5e-3)


@pytest.mark.parametrize("rate", [RATE / 8, 5 * RATE])
def test_the_simulated_motion_does_not_depend_on_the_rate_of_the_log(commanded, rate):
    robot, at = pendulum(), np.arange(0, 1601 if rate < RATE else 401)
    model = model_of(robot, ("viscous",), armature=False)
    values = np.concatenate([robot.parameter_vector, [0.05, 0.03]])
    motion = commanded[0]
    usual = motion_of(robot, *(x[at] for x in (motion.q, motion.qd, motion.qdd, motion.effort)), rate=RATE)
    t, fine = np.arange(len(at)) / RATE, np.arange(0, (len(at) - 1) / RATE, 1 / rate)
    other = motion_of(robot, *(make_interp_spline(t, getattr(usual, x), 5)(fine) for x in STATES), rate=rate)
    found, expected = (
        (loop := ClosedLoop.of(model, values, usual)).follow(each, loop.gains(BANDWIDTH[None])).motion
        for each in (other, usual)
    )
    a, b = expected.segments[0]
    inside = fine > t[a]
    # a thousandth of the error, which is a tenth of a radian: that much of it changes within a sample at 25 Hz
    for name, tolerance in (("q", 1e-4), ("qd", 1e-3)):
        again = make_interp_spline(t[a:b], getattr(expected, name)[a:b], 5)(fine[inside])
        assert np.allclose(getattr(found, name)[inside], again, atol=tolerance)


def test_measured_positions_are_followed_exactly():
    # the fastest controller follows what was measured; then nothing is left to simulate
    evidence, _ = evidence_of(driven(seed=0, noise=0.0))
    found, plain = (estimator(name).fit(evidence) for name in ("output-error", "weighted"))
    assert np.array_equal(found.bandwidth, np.full(2, output_error.FASTEST))
    # the motion is at 0.5 Hz, the controller at 50 Hz: a ten-thousandth of the parameters, about one deviation here
    deviation = np.sqrt(np.diag(plain.covariance))
    assert np.all(np.abs(found.values - plain.values) < 2 * deviation)
    assert np.allclose(found.sigma, plain.sigma, rtol=0.05)


def test_a_known_controller_is_not_fitted(fitted, known):
    evidence, truth, without = fitted
    how, fit = known
    deviation, free = (
        np.sqrt(np.diag(each.spread(evidence, found).noise))
        for each, found in ((how, fit), (estimator("output-error"), without))
    )
    assert len(fit.bandwidth) == 0
    assert np.all(np.abs(fit.values - truth) < 5 * deviation)
    assert np.allclose(fit.sigma, NOISE, rtol=0.05)
    # what need not be fitted makes the rest no less certain
    assert np.all(deviation < 1.2 * free)


def test_a_controller_with_other_gains_fits_worse(fitted, known):
    gains = gains_of(pendulum()).items()
    soft = {joint: (0.25 * stiffness, 0.5 * damping) for joint, (stiffness, damping) in gains}
    wrong, (_, right) = estimator("output-error").controlled_by(soft).fit(fitted[0]), known
    assert np.all(wrong.sigma > 1.5 * right.sigma)


@pytest.mark.parametrize(
    ("gains", "words"),
    [
        ({"shoulder": (1.0, 1.0)}, "no gains for joint 'elbow'"),
        (GAINS | {"knee": (1.0, 1.0)}, "no joint 'knee'"),
        (GAINS | {"elbow": (1.0, 0.0)}, "not above zero"),
    ],
)
def test_gains_that_no_controller_has_are_refused(commanded, gains, words):
    evidence, _ = evidence_of(commanded[0])
    with pytest.raises(ArgumentError, match=words):
        estimator("output-error").controlled_by(gains).fit(evidence)


def test_gains_without_effect_are_refused_and_options_keep_the_others():
    with pytest.raises(ArgumentError, match="no effect on the estimator 'weighted'"):
        heft.Options(controller=GAINS)
    with pytest.raises(ArgumentError, match="two numbers"):
        heft.Options(estimator="output-error", controller={"elbow": [1.0]})
    options = heft.Options(estimator="output-error", controller=GAINS)
    assert heft.Options.from_dict(json.loads(json.dumps(options.to_dict()))) == options


def test_it_says_that_it_did_not_converge(fitted, monkeypatch):
    monkeypatch.setattr(output_error, "ITERATIONS", 2)
    with pytest.raises(PhysicsError, match="did not converge"):
        estimator("output-error").fit(fitted[0])


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


def test_noise_of_measured_positions_is_told_and_commands_have_none(fitted):
    """What follows noisy positions in simulation is noisy: biased as least squares is, if not by the same amount."""
    how = estimator("output-error")
    evidence, truth = evidence_of(driven(1, 0.01))
    fit = how.fit(evidence)
    bias = noise_bias(evidence, fit, how)
    assert bias is not None
    assert bias.significant.any()
    scatter = how.spread(evidence, fit).covariance
    off = np.abs(fit.values - truth)
    assert np.any(off > 5 * np.sqrt(np.diag(scatter)))
    assert np.all(off < 2.6 * np.sqrt(np.diag(scatter + bias.spread)))
    evidence, _ = evidence_of(driven(1, 0.0))
    bias = noise_bias(evidence, how.fit(evidence), how)
    assert bias is not None
    assert not bias.significant.any()
    evidence, _, fit = fitted
    assert noise_bias(evidence, fit, how) is None
