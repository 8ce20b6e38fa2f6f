"""Identification joint by joint: the same least squares as one makes by hand, and what it reports."""

from __future__ import annotations

import json

import numpy as np
import pytest
from support.links import links_only

import heft
from heft import minimal
from heft.errors import ArgumentError
from heft.estimation import lin_recursive


@pytest.fixture(scope="module")
def arm() -> minimal.Combinations:
    return minimal.combinations(links_only(heft.load("zoo:stanford")))


@pytest.fixture(scope="module")
def samples(arm: minimal.Combinations) -> tuple[np.ndarray, ...]:
    state = arm.robot.random_state(7, 400)
    return *state, heft.inverse_dynamics(arm.robot, *state)


def test_the_stanford_arm_without_noise(arm, samples):
    """P1's simulation: the identified values are the true ones."""
    estimate = lin_recursive.identify_joint_by_joint(lin_recursive.fold_samples(arm, [samples]))
    assert np.max(np.abs(estimate.values - arm.values)) < 1e-8 * np.max(np.abs(arm.values))
    together = lin_recursive.identify_all_at_once(lin_recursive.fold_samples(arm, [samples]))
    assert np.max(np.abs(together.values - arm.values)) < 1e-8 * np.max(np.abs(arm.values))


def test_it_is_the_procedure_of_the_paper(arm, samples):
    """With noise: joint by joint, dense least squares with what was found further out taken as known."""
    q, qd, qdd, tau = samples
    noisy = tau + 0.1 * np.random.default_rng(0).standard_normal(tau.shape)
    estimate = lin_recursive.identify_joint_by_joint(
        lin_recursive.fold_samples(
            arm, [(q[:150], qd[:150], qdd[:150], noisy[:150]), (q[150:], qd[150:], qdd[150:], noisy[150:])]
        )
    )
    Y = heft.torque_regressor(arm.robot, q, qd, qdd) @ np.linalg.pinv(arm.matrix)
    values = np.zeros(len(arm))
    for i in reversed(range(6)):
        own = [k for k, e in enumerate(arm.elements) if e.joint == i]
        inner = [k for k, e in enumerate(arm.elements) if e.joint < i]
        assert np.max(np.abs(Y[:, i, inner]), initial=0.0) < 1e-12 * np.max(np.abs(Y[:, i]))
        known = noisy[:, i] - Y[:, i] @ values
        A = Y[:, i, own]
        values[own] = np.linalg.lstsq(A, known, rcond=None)[0]
        fit = estimate.joints[i]
        np.testing.assert_allclose(fit.excitation, A.T @ A, rtol=1e-9, atol=1e-9 * np.max(np.abs(A.T @ A)))
        assert fit.condition == pytest.approx(np.linalg.cond(A), rel=1e-9)
        assert fit.rms == pytest.approx(np.sqrt(np.mean((known - A @ values[own]) ** 2)), rel=1e-9)
    np.testing.assert_allclose(estimate.values, values, atol=1e-10 * np.max(np.abs(values)))


def test_friction_is_found_beside_it(arm, samples):
    q, qd, qdd, tau = samples
    losses = np.arange(1.0, 19.0).reshape(6, 3) / 10
    lossy = tau + qd * losses[:, 0] + np.sign(qd) * losses[:, 1] + losses[:, 2]
    factors = lin_recursive.fold_samples(arm, [(q, qd, qdd, lossy)], friction=True)
    estimate = lin_recursive.identify_joint_by_joint(factors)
    np.testing.assert_allclose(estimate.friction, losses, atol=1e-9)
    np.testing.assert_allclose(estimate.values, arm.values, atol=1e-8)
    together = lin_recursive.identify_all_at_once(factors)
    np.testing.assert_allclose(together.values, arm.values, atol=1e-8)
    np.testing.assert_allclose(together.friction, losses, atol=1e-9)


def test_what_does_not_excite_is_said(arm):
    """Only joint 2 moves: the wrist's combinations cannot be told apart."""
    rng = np.random.default_rng(0)
    state = [np.zeros((50, 6)) for _ in range(3)]
    for x in state:
        x[:, 1] = rng.standard_normal(50)
    tau = heft.inverse_dynamics(arm.robot, *state)
    estimate = lin_recursive.identify_joint_by_joint(lin_recursive.fold_samples(arm, [(*state, tau)]))
    assert not estimate.joints[5].determined
    assert "NOT DETERMINED" in str(estimate)
    assert np.all(np.isfinite(estimate.values))
    assert json.loads(json.dumps(estimate.to_dict()))["joints"][5]["determined"] is False


def test_no_samples_are_refused(arm):
    with pytest.raises(ArgumentError, match="no samples"):
        lin_recursive.fold_samples(arm, [])
