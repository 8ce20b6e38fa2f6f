import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.motions import DRIVES, motion_of, noisy_run

import heft
from heft.errors import ArgumentError
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.estimators import estimator
from heft.estimation.evidence import Evidence
from heft.estimation.excitation import base_rows, excitation
from heft.estimation.residuals import Pass
from heft.estimation.uncertainty import Spread, intervals, jackknife, stretches

ROBOT = heft.load("zoo:ur10e")
BASE = base_of(model_of(ROBOT))
TRUTH = np.array(BASE.model.prior)
for k, column in enumerate(BASE.model.extra):
    TRUTH[BASE.model.n_inertial + k] = DRIVES[column.kind]
TRUE_BASE = BASE.reduce(TRUTH)


def evidence_of(motion, base=BASE):
    return Evidence.of(base, [motion])


def fitted(name, evidence):
    return estimator(name).fit(evidence)


def test_without_noise_the_truth_comes_out():
    evidence = evidence_of(noisy_run(ROBOT, n=2000, noise=0.0))
    for fit in (fitted("ordinary", evidence), fitted("weighted", evidence)):
        assert_allclose(fit.values, TRUE_BASE, atol=1e-9)
        assert fit.rank == 58


def test_weights_are_those_of_the_noise():
    noise = np.array([2.0, 1.0, 1.0, 0.1, 0.1, 0.05])
    evidence = evidence_of(noisy_run(ROBOT, n=4000, noise=noise))
    fit = fitted("weighted", evidence)
    assert_allclose(fit.sigma, noise, rtol=0.05)
    assert_allclose(fit.weights, 1 / fit.sigma, rtol=1e-5)
    assert_allclose(fit.rmse, noise, rtol=0.05)
    loose = fitted("ordinary", evidence)
    assert np.sum(np.diag(fit.covariance) / np.diag(loose.covariance) < 0.5) > 20


def test_full_covariance_uses_what_joints_share():
    rng = np.random.default_rng(5)
    run = noisy_run(ROBOT, n=3000, noise=0.05)
    shared = rng.standard_normal((3000, 1)) * np.array([1.0, 1.0, 1.0, 0.5, 0.5, 0.5])
    motion = motion_of(ROBOT, run.q, run.qd, run.qdd, run.effort + shared)
    evidence = evidence_of(motion)
    plain, full = fitted("weighted", evidence), fitted("covariance", evidence)
    assert np.linalg.norm((full.values - TRUE_BASE) / evidence.base_scales) < 0.5 * np.linalg.norm(
        (plain.values - TRUE_BASE) / evidence.base_scales
    )
    # the same as whitening the stacked rows of all joints by hand
    Y = base_rows(BASE.model, BASE.columns, motion.q, motion.qd, motion.qdd)
    values = plain.values
    for _ in range(3):
        error = motion.effort - Y @ values
        L = np.linalg.inv(np.linalg.cholesky(error.T @ error / (len(error) - 58 / 6)))
        A = np.einsum("ij,njk->nik", L, Y).reshape(-1, 58)
        values = (
            np.linalg.lstsq(A * evidence.base_scales, (motion.effort @ L.T).ravel(), rcond=None)[0]
            * evidence.base_scales
        )
    assert_allclose(full.values, values, atol=1e-7)


def test_huber_shrugs_off_shocks():
    run = noisy_run(ROBOT, n=3000)
    effort = np.array(run.effort)
    hit = np.random.default_rng(2).random(effort.shape) < 0.03
    effort[hit] += 30.0
    motion = motion_of(ROBOT, run.q, run.qd, run.qdd, effort)
    evidence = evidence_of(motion)
    plain, robust = fitted("weighted", evidence), fitted("huber", evidence)
    error = [np.linalg.norm((fit.values - TRUE_BASE) / evidence.base_scales) for fit in (plain, robust)]
    assert error[1] < 0.1 * error[0]
    assert_allclose(robust.sigma, 0.1, rtol=0.15)


def test_no_sample_is_refused():
    run = noisy_run(ROBOT, n=100, measured=np.zeros(6, bool))
    evidence = evidence_of(run)
    with pytest.raises(ArgumentError, match="no sample"):
        fitted("ordinary", evidence)


def locked(joint: int, n: int = 3000, noise: float = 0.1):
    """A run in which one joint stands still."""
    from support.motions import drives, wave

    q, qd, qdd = wave(ROBOT, 3, n, 200.0)
    q[:, joint], qd[:, joint], qdd[:, joint] = 0.3, 0.0, 0.0
    tau = heft.inverse_dynamics(ROBOT, q, qd, qdd) + drives(qd, qdd)
    tau += noise * np.random.default_rng(0).standard_normal(tau.shape)
    return motion_of(ROBOT, q, qd, qdd, tau)


def test_check_names_the_joint_that_should_move():
    good = excitation(evidence_of(noisy_run(ROBOT)))
    assert good.grade == "good"
    assert good.structural == good.excited == 58
    bad = excitation(evidence_of(locked(5)))
    assert bad.grade == "poor"
    assert bad.worst.name == "wrist3"
    assert bad.helpful[0] == "wrist3"
    assert bad.excited < 58
    assert {w.name for w in bad.weak} >= {"wrist3.viscous", "wrist3.coulomb", "wrist3.armature"}
    assert all(w.joints[0] == "wrist3" for w in bad.weak if w.name.startswith("wrist3."))
    assert bad.to_dict()["weak"][0]["deviation"] is None


def test_intervals_are_infinite_where_nobody_looked():
    motion = locked(5)
    evidence = evidence_of(motion)
    fit = fitted("weighted", evidence)
    told = intervals(BASE, fit, Spread.independent(fit), evidence.scales)
    name = BASE.model.names.index
    assert told.deviation[name("wrist3.viscous")] == np.inf
    assert told.source[name("wrist3.viscous")] == "prior"
    assert told.deviation[name("shoulder.m")] == np.inf
    assert told.source[name("shoulder.m")] == "prior"
    assert told.source[name("elbow.viscous")] == "data"
    assert told.deviation[name("elbow.viscous")] < 0.05
    assert told.source[name("forearm.m")] == "combination"
    assert told.deviation[name("forearm.m")] == np.inf


def test_the_jackknife_is_the_scatter_of_estimates_without_each_stretch():
    run = noisy_run(ROBOT, n=1000)
    one_pass = Pass(BASE.model, BASE.columns, [run])
    evidence = evidence_of(run)
    fit = fitted("ordinary", evidence)
    parts = list(stretches(one_pass, fit.values, fit.weights))
    rows = base_rows(BASE.model, BASE.columns, run.q, run.qd, run.qdd)
    left_out = []
    for k in range(len(parts)):
        use = np.arange(1000) // 5 != k
        A, b = rows[use].reshape(-1, rows.shape[-1]), run.effort[use].ravel()
        left_out.append(np.linalg.lstsq(A * evidence.base_scales, b, rcond=None)[0] * evidence.base_scales - fit.values)
    expected = (len(parts) - 1) / len(parts) * np.array(left_out).T @ np.array(left_out)
    assert len(parts) == 200
    np.testing.assert_allclose(np.diag(jackknife(fit, parts)), np.diag(expected), rtol=1e-6)


def test_the_jackknife_agrees_with_white_noise_and_sees_coloured_noise():
    run = noisy_run(ROBOT, n=6000)
    evidence = evidence_of(run)
    fit = fitted("weighted", evidence)
    robust = jackknife(fit, stretches(Pass(BASE.model, BASE.columns, [run]), fit.values, fit.weights))
    ratio = np.sqrt(np.diag(robust) / np.diag(fit.covariance))
    assert 0.85 < np.median(ratio) < 1.1
    rng = np.random.default_rng(1)
    noise = np.apply_along_axis(lambda x: np.convolve(x, np.ones(25) / 5, "same"), 0, rng.standard_normal((6000, 6)))
    motion = motion_of(ROBOT, run.q, run.qd, run.qdd, run.effort + noise)
    evidence = evidence_of(motion)
    fit = fitted("weighted", evidence)
    robust = jackknife(fit, stretches(Pass(BASE.model, BASE.columns, [motion]), fit.values, fit.weights))
    # a moving sum over 25 samples: slow regressors see deviations sqrt(25) times as large
    assert 3 < np.median(np.sqrt(np.diag(robust) / np.diag(fit.covariance))) < 6
    error = (fit.values - TRUE_BASE) / np.sqrt(np.diag(robust))
    assert np.mean(np.abs(error) < 1.96) > 0.8
    naive = (fit.values - TRUE_BASE) / np.sqrt(np.diag(fit.covariance))
    assert np.mean(np.abs(naive) < 1.96) < 0.7
