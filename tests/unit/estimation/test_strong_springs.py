"""Springs as strong as the gravity of an arm of few joints: the errors that they make differ by far between runs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.logs import arm_in, heavier, measured

import heft

ELBOW = 1


@pytest.fixture(scope="module")
def arm(tmp_path_factory: pytest.TempPathFactory) -> heft.Robot:
    return heft.load(arm_in(tmp_path_factory.mktemp("arm")))


def sprung(arm: heft.Robot, seed: int, torque) -> heft.Log:
    """Return a log of the arm as it was built, with a torque that is a function of the elbow's position."""
    log = measured(heavier(arm), seed, 4000)
    effort = np.array(log.effort)
    effort[:, ELBOW] += torque(log.q[:, ELBOW])
    return replace(log, effort=effort)


def identified(arm: heft.Robot, torque) -> heft.Estimate:
    return heft.identify(arm, [sprung(arm, seed, torque) for seed in (1, 2, 3)])


def value(estimate: heft.Estimate, name: str) -> float:
    return dict(zip(estimate.names, estimate.values, strict=True))[name]


def test_a_spring_is_taken_though_gains_differ_between_two_runs(arm: heft.Robot):
    estimate = identified(arm, lambda q: 30.0 * (q + 0.4))
    assert value(estimate, "elbow.spring") == pytest.approx(30.0, rel=0.02)
    assert value(estimate, "elbow.offset") == pytest.approx(12.1, rel=0.02)
    assert estimate.doubts == ()
    assert not any("far from the robot file" in text for text in estimate.warnings)


def test_a_counterbalance_that_inertia_tells_from_gravity_is_left_to_the_data(arm: heft.Robot):
    """More than all of the gravity is balanced, and the first moments of the file are wrong by far."""
    estimate = identified(arm, lambda q: 55.0 * np.cos(q + 0.1))
    assert value(estimate, "elbow.balance_cos1") == pytest.approx(55 * np.cos(0.1), rel=0.1)
    held_out = estimate.held_out
    assert held_out is not None
    assert held_out.overall.relative_percent < 1.0
    truth = heavier(arm)
    assert estimate.robot.parameters[ELBOW, 0] < 2 * truth.parameters[ELBOW, 0]
    assert not any("held at the value of the robot file" in text for text in estimate.warnings)
