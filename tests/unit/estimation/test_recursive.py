"""The recursive estimate: the truth without noise on any tree, the procedure of the paper, how sure it is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.motions import DRIVES, drives, motion_of, noisy_run, wave

import heft
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.estimators import estimator
from heft.estimation.evidence import Evidence
from heft.estimation.excitation import base_rows
from heft.estimation.options import Options
from heft.estimation.residuals import Pass
from heft.estimation.uncertainty import stretches
from heft.robot.zoo import random_tree


def truth_of(model) -> np.ndarray:
    """The robot's own inertias; every drive column has a value of its own."""
    x = np.array(model.prior)
    x[model.n_inertial :] = np.linspace(0.2, 0.9, len(model.extra))
    return x


def run_of(model, q, qd, qdd, noise=0.0, seed=0, base=None, **more):
    """The base parameters of a model, and a motion with the torques of the truth."""
    base = base or base_of(model)
    tau = base_rows(model, base.columns, q, qd, qdd) @ base.reduce(truth_of(model))
    tau += noise * np.random.default_rng(seed).standard_normal(tau.shape)
    return base, motion_of(model.robot, q, qd, qdd, tau, **more)


def evidence_of(base, motion):
    return Evidence.of(base, [motion])


def fitted(name, evidence):
    return estimator(name).fit(evidence)


@pytest.mark.parametrize(
    "robot",
    [
        heft.load("zoo:puma560"),
        heft.load("zoo:stanford"),
        random_tree(0, 8),  # several joints of several coordinates
        random_tree(4, 8),  # six rotors and a mimic joint
        random_tree(3, 6, base="floating"),
    ],
    ids=lambda robot: f"{robot.name}-{robot.nv}",
)
def test_without_noise_the_truth_comes_out(robot):
    base, motion = run_of(model_of(robot), *robot.random_state(3, 800))
    evidence = evidence_of(base, motion)
    fit = fitted("recursive", evidence)
    truth = base.reduce(truth_of(base.model))
    assert_allclose(fit.values, truth, atol=1e-8 * np.abs(truth).max())
    assert all(joint.determined for joint in fit.joints)
    assert sorted(name for joint in fit.joints for name in joint.names) == sorted(base.names)


def test_a_mimic_joint_leaves_directions_to_the_joint_that_it_turns_with():
    robot = random_tree(1, 8, base="floating")
    base, motion = run_of(model_of(robot), *robot.random_state(3, 800))
    evidence = evidence_of(base, motion)
    fit = fitted("recursive", evidence)
    assert [joint.determined for joint in fit.joints].count(False) == 1
    assert not fit.undetermined.size
    truth = base.reduce(truth_of(base.model))
    assert_allclose(fit.values, truth, atol=1e-8 * np.abs(truth).max())


def test_it_is_the_procedure_of_the_paper_with_a_coupled_motor():
    """With noise: joint by joint, dense least squares of the columns not yet seen, the others taken as known."""
    robot = heft.load("zoo:tx40")
    couplings = ({robot.joint_names[4]: 1.0, robot.joint_names[5]: 1.0},)
    q, qd, qdd = robot.random_state(1, 400)
    base, motion = run_of(model_of(robot, couplings=couplings), q, qd, qdd, noise=0.3)
    evidence = evidence_of(base, motion)
    fit = fitted("recursive", evidence)
    Y = base_rows(base.model, base.columns, q, qd, qdd)
    values, known = np.zeros(len(base.columns)), set()
    for i in reversed(range(6)):
        own = [c for c in range(len(values)) if np.any(Y[:, i, c]) and c not in known]
        known |= set(own)
        rest = motion.effort[:, i] - Y[:, i] @ values
        A = Y[:, i, own]
        values[own] = np.linalg.lstsq(A, rest, rcond=None)[0]
        joint = fit.joints[i]
        assert joint.names == tuple(base.names[c] for c in own)
        assert_allclose(joint.excitation, A.T @ A, atol=1e-9 * np.max(A.T @ A))
        assert joint.condition == pytest.approx(np.linalg.cond(A), rel=1e-6)
        assert joint.rms == pytest.approx(np.sqrt(np.mean((rest - A @ values[own]) ** 2)), rel=1e-9)
    assert_allclose(fit.values, values, atol=1e-8 * np.abs(values).max())


def test_with_noise_it_is_not_better_than_all_torques_weighted_and_knows_how_sure_it_is():
    robot = heft.load("zoo:stanford")
    model, noise = model_of(robot), np.array([1.0, 1.0, 2.0, 0.2, 0.2, 0.1])
    base, state = base_of(model), wave(robot, 5, 1200, 200.0)
    truth = base.reduce(truth_of(model))
    lost, together, standard, robust = 0.0, 0.0, [], []
    for seed in range(12):
        _, motion = run_of(model, *state, noise=noise, seed=seed, base=base)
        evidence = evidence_of(base, motion)
        mine, theirs = fitted("recursive", evidence), fitted("weighted", evidence)
        lost += np.sum(((mine.values - truth) / evidence.base_scales) ** 2)
        together += np.sum(((theirs.values - truth) / evidence.base_scales) ** 2)
        error = mine.values - truth
        standard.append(error**2 / np.diag(mine.covariance))
        parts = stretches(Pass(base.model, base.columns, [motion]), mine.values, np.ones(6))
        robust.append(error**2 / np.diag(estimator("recursive").scatter(mine, parts)))
    assert lost > together
    # 12 draws of 55 parameters: the mean of squared standardised errors is one, to about 10 %
    assert np.mean(standard) == pytest.approx(1.0, abs=0.3)
    assert np.mean(robust) == pytest.approx(1.0, abs=0.3)


def test_scores_and_information_of_stretches_are_those_of_their_rows():
    robot = heft.load("zoo:stanford")
    base, motion = run_of(model_of(robot), *robot.random_state(1, 300), noise=0.1)
    one_pass, weights = Pass(base.model, base.columns, [motion]), np.arange(1.0, 7.0)
    values = 0.9 * base.reduce(truth_of(base.model))
    parts = list(stretches(one_pass, values, weights))
    rows = base_rows(base.model, base.columns, motion.q, motion.qd, motion.qdd)
    errors = motion.effort - rows @ values
    assert_allclose(sum(p.scores for p in parts), np.einsum("srn,sr,r->rn", rows, errors, weights**2), atol=1e-8)
    assert_allclose(parts[3].information, np.einsum("srn,srm,r->nm", rows[6:8], rows[6:8], weights**2), atol=1e-8)
    # the torque of joint 1 knows nothing of the friction of joint 2
    assert not any(np.any(p.scores[0, base.names.index(f"{robot.joint_names[1]}.viscous")]) for p in parts)


def test_what_a_joint_without_measured_torque_would_tell_is_left_to_those_further_in():
    robot = heft.load("zoo:puma560")
    measured = np.array([True, True, True, True, False, True])
    base, motion = run_of(model_of(robot, ()), *robot.random_state(3, 800), measured=measured)
    evidence = evidence_of(base, motion)
    evidence = replace(evidence, prior=np.zeros(len(base.columns)))
    fit, batch = fitted("recursive", evidence), fitted("ordinary", evidence)
    assert [joint.determined for joint in fit.joints] == [True, True, True, True, False, True]
    assert fit.joints[4].condition == np.inf
    assert_allclose(fit.values, batch.values, atol=1e-8 * np.abs(batch.values).max())
    seen = fit.undetermined.shape[1]
    assert 0 < seen < len(fit.joints[4].names)


def test_what_does_not_move_keeps_the_prior():
    robot = heft.load("zoo:puma560")
    q, qd, qdd = wave(robot, 2, 1500, 200.0)
    for x in (q, qd, qdd):
        x[:, 5] = 0.0
    base, motion = run_of(model_of(robot, ("viscous",), armature=False), q, qd, qdd)
    evidence = evidence_of(base, motion)
    evidence = replace(evidence, prior=np.full(len(base.columns), 0.125))
    fit = fitted("recursive", evidence)
    assert not fit.joints[5].determined
    k = base.names.index(f"{robot.joint_names[5]}.viscous")
    assert fit.values[k] == 0.125
    assert np.linalg.norm(fit.undetermined[k]) > 0.999
    assert_allclose(fit.weak.T @ fit.weak, np.eye(fit.weak.shape[1]), atol=1e-9)
    assert fit.rank == fitted("ordinary", evidence).rank


def test_the_whole_way_with_its_joints_in_the_result():
    robot = heft.load("zoo:ur10e")
    run = noisy_run(robot, n=3000, noise=0.05)
    result = heft.identify(robot, run, Options(estimator="recursive", held_out=0))
    assert [joint.joint for joint in result.joints] == robot.joint_names
    assert all(heft.parameters.is_physical(ten) for ten in result.robot.parameters)
    again = heft.Estimate.from_dict(result.to_dict())
    assert again.to_dict() == result.to_dict()
    assert_allclose(again.joints[2].excitation, result.joints[2].excitation)
    q, qd, qdd = wave(robot, 77, 500, 200.0)
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + drives(qd, qdd)
    assert np.linalg.norm(result.predict(q, qd, qdd) - tau) < 0.01 * np.linalg.norm(tau)
    inside = [abs(result.values[k] - DRIVES[c.kind]) for k, c in enumerate(result.model.extra, result.model.n_inertial)]
    told = result.deviation[result.model.n_inertial :]
    assert np.mean(np.array(inside) <= 1.96 * told) > 0.85


def test_information_of_earlier_logs_is_added():
    robot = heft.load("zoo:stanford")
    base, first = run_of(model_of(robot), *wave(robot, 5, 1500, 200.0), noise=0.1)
    _, second = run_of(base.model, *wave(robot, 6, 1500, 200.0), noise=0.1, seed=1, base=base)
    before = evidence_of(base, first).information
    options = Options(estimator="recursive", held_out=0)
    added = heft.identify(robot, second, options, information=before)
    both = heft.identify(robot, [first, second], options)
    assert_allclose(added.base_values, both.base_values, atol=1e-8)
