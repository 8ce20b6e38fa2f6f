"""`heft.fit`: the estimators on a plain regression, the same numbers as from logs of a robot."""

from __future__ import annotations

import json

import numpy as np
import pytest
from support.noisy_pendulum import driven, evidence_of, pendulum

import heft
from heft.errors import ArgumentError
from heft.estimation.estimators import estimator
from heft.estimation.excitation import base_rows
from heft.estimation.spread import spread_of


def regression(seed: int = 0, m: int = 3000):
    rng = np.random.default_rng(seed)
    A, x = rng.standard_normal((m, 2, 4)), np.array([1.0, -2.0, 0.5, 3.0])
    A[:, 0, 2:] = 0.0  # the first joint does not see the last two
    return A, A @ x + np.array([0.1, 1.0]) * rng.standard_normal((m, 2)), x


@pytest.mark.parametrize("name", ["ordinary", "weighted", "huber", "covariance"])
def test_every_estimator_of_rows_finds_the_parameters(name):
    A, b, x = regression()
    found = heft.fit(A, b, estimator=name, joints=["one", "two"], names=list("abcd"))
    assert np.all(np.abs(found.values - x) < 4 * found.deviation)
    assert found.names == tuple("abcd")
    assert found.rank == 4
    assert found.determined.all()
    assert [joint.name for joint in found.residuals.joints] == ["one", "two"]
    assert found.residuals.joints[0].rmse == pytest.approx(0.1, rel=0.1)
    assert np.all(found.intervals[:, 0] < found.values)


def test_its_repr_fits_a_line():
    A, b, _ = regression()
    found = heft.fit(A, b)
    percent = found.residuals.overall.relative_percent
    assert repr(found) == f"<LinearFit: 4 parameters, rank 4, residual {percent:.3g} %>"


def test_intervals_contain_the_truth_as_often_as_they_say():
    hits = []
    for seed in range(40):
        A, b, truth = regression(seed)
        low, high = heft.fit(A, b).intervals.T
        hits.append((low < truth) & (truth < high))
    # 160 intervals: 95 % with a deviation of 1.7 %
    assert 0.89 < np.mean(hits) < 1.0


def test_it_is_what_identify_does_with_the_same_rows():
    motion = driven(0, 0.0)
    evidence, _ = evidence_of(motion)
    base = evidence.base
    A = motion.filtered(base_rows(base.model, base.columns, motion.q, motion.qd, motion.qdd))
    b = motion.filtered(motion.effort)
    slow = np.abs(motion.qd[motion.kept]) < motion.velocity_threshold
    found = heft.fit(A, np.where(slow, np.nan, b), names=base.names, scales=evidence.base_scales, prior=evidence.prior)
    how = estimator("weighted")
    other = how.fit(evidence)
    assert np.allclose(found.values, other.values, rtol=1e-6, atol=1e-9)
    unknown = np.zeros(len(base.names), bool)  # rows alone do not say which parameters belong to drives
    spread = spread_of(unknown, other, how.stretches(evidence, other), how.scatter)
    assert np.allclose(found.covariance, spread.covariance, rtol=1e-5)


def test_a_plain_matrix_with_a_joint_for_each_row_is_the_same():
    A, b, _ = regression()
    one = heft.fit(A, b, joints=["one", "two"])
    two = heft.fit(A.reshape(-1, 4), b.ravel(), joints=["one", "two"] * len(A))
    assert np.allclose(one.values, two.values)
    assert np.allclose(one.covariance, two.covariance)
    assert heft.fit(A.reshape(-1, 4), b.ravel()).residuals.joints[0].name == "joint"


def test_as_many_rows_as_parameters_leave_no_interval():
    A, b, x = regression()
    few = heft.fit(A[:4, 1], A[:4, 1] @ x)
    assert np.allclose(few.values, x)
    assert np.isinf(few.deviation).all()
    assert np.isinf(few.intervals).all()
    assert all(row["deviation"] is None for row in few.to_dict()["parameters"])
    assert np.isfinite(heft.fit(A[:40, 1], b[:40, 1]).deviation).all()


def test_directions_that_are_not_determined_keep_the_prior():
    A, b, x = regression()
    A = np.concatenate([A, A[..., :1]], axis=2)  # a fifth parameter that acts as the first does
    found = heft.fit(A, b, prior=[0, 0, 0, 0, 0.25])
    assert found.rank == 4
    assert found.undetermined.shape == (5, 1)
    assert not found.determined[[0, 4]].any()
    assert np.isinf(found.deviation[0])
    assert found.values[0] + found.values[4] == pytest.approx(x[0], abs=0.02)
    assert json.loads(json.dumps(found.to_dict()))["parameters"][0]["deviation"] is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"b": np.zeros(3)}, "shape"),
        ({"names": ["a"]}, "'names' has 1 entries"),
        ({"joints": ["a"]}, "'joints' has 1 entries"),
        ({"scales": [1, 1, 1, 0]}, "not positive"),
        ({"prior": [1, 1]}, "'prior'"),
        ({"estimator": "instrumental"}, "needs logs of a robot"),
        ({"estimator": "recursive"}, "needs logs of a robot"),
        ({"estimator": "weightd"}, "weighted"),
        ({"b": np.full((3000, 2), np.nan)}, "no sample"),
    ],
)
def test_what_does_not_fit_is_refused(change, words):
    A, b, _ = regression()
    arguments = {"A": A, "b": b} | change
    with pytest.raises(ArgumentError, match=words):
        heft.fit(**arguments)


def test_a_number_that_is_not_finite_is_refused():
    A, b, _ = regression()
    A[3, 1, 2] = np.inf
    with pytest.raises(ArgumentError, match="finite"):
        heft.fit(A, b)
    b[3, 1] = np.nan
    assert np.all(np.isfinite(heft.fit(A, b).values))


def test_the_regressor_of_a_robot_works_as_it_is():
    robot = pendulum()
    q, qd, qdd = robot.random_state(0, 500)
    found = heft.fit(heft.torque_regressor(robot, q, qd, qdd), heft.inverse_dynamics(robot, q, qd, qdd))
    assert found.rank == heft.identifiability(robot).n_base


def test_a_joint_whose_efforts_are_zero_throughout():
    rng = np.random.default_rng(0)
    A = rng.standard_normal((500, 2, 3))
    b = A @ [1.0, -2.0, 0.5]
    b[:, 1] = 0.0
    assert np.isfinite(heft.fit(A, b).values).all()
    np.testing.assert_allclose(heft.fit(A, 0 * b).values, 0.0, atol=1e-12)
