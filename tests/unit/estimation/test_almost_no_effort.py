"""A joint with almost no effort: gravity, inertia and friction cancel in it, and must not shrink the parameters."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.motions import motion_of, wave
from support.noisy_pendulum import FRICTION, driven, evidence_of, pendulum, swinging
from support.small_robots import body, mechanism

import heft
from heft.estimation.estimators import estimator
from heft.estimation.findings.almost_no_effort import joints_without_effort
from heft.estimation.scale_free import almost_no_effort, without_scale
from heft.robot.zoo.chains import random_chain

LAWS = ("viscous", "coulomb", "offset")
NOISE = 1e-3
"""[rad]"""


def test_only_the_joint_that_swings_freely_is_named():
    evidence, _ = evidence_of(swinging(0, NOISE))
    assert almost_no_effort(evidence).tolist() == [True, False]
    grave, (sentence,) = joints_without_effort(evidence)
    assert grave == []
    assert "Joint 'shoulder' has almost no effort: 0.0" in sentence
    evidence, _ = evidence_of(driven(0, NOISE))
    assert not any(joints_without_effort(evidence))


@pytest.mark.parametrize("heavy", [0.2, 0.5, 1.0])
def test_what_cancels_is_told_from_what_is_missing_by_a_rough_file(heavy: float):
    """Where a joint swings freely, its terms cancel even by a file whose lower link is five times too light."""
    robot, motion = pendulum(), swinging(0, NOISE)
    rough = robot.with_parameters(robot.parameters * np.array([[1.0], [heavy]]))
    found = heft.identify(rough, motion, friction=FRICTION, armature=False, held_out=0)
    assert "cancel" in next(text for text in found.warnings if "almost no effort" in text)
    assert not any("almost no effort" in text for text in found.doubts)


def test_two_joints_of_two_that_are_swapped_are_a_reason_for_doubt():
    """A slide that holds a weight and a joint that carries little: each is hardly explained by itself."""
    robot = random_chain(21, 2, gravity="oblique")
    q, qd, qdd = wave(robot, 1, 3000, 200.0)
    effort = heft.inverse_dynamics(robot, q, qd, qdd) + 0.5 * qdd + 0.3 * qd + 0.3 * np.sign(qd)
    effort += 0.05 * np.random.default_rng(0).standard_normal(effort.shape)
    sound, swapped = (
        heft.identify(robot, motion_of(robot, *(x[:, order] for x in (q, qd, qdd, effort))), friction=LAWS)
        for order in ([0, 1], [1, 0])
    )
    assert not sound.doubts
    assert swapped.doubts[0].startswith("Joints 'joint1' and 'joint2' seem to be swapped: undoing this reduces")


def test_parameters_do_not_shrink_to_nothing():
    evidence, truth = evidence_of(swinging(1, NOISE))
    heavy = np.abs(truth) > 0.01
    for name, least in (("weighted", 0.3), ("instrumental", 0.8)):
        share = estimator(name).fit(evidence).values[heavy] / truth[heavy]
        assert np.all(share > least), (name, share)
        assert np.all(share < 1.25), (name, share)


def test_intervals_contain_the_truth():
    options = {"friction": FRICTION, "armature": False, "held_out": 0}
    for name in ("weighted", "instrumental"):
        hits = []
        for seed in range(3):
            motion = swinging(seed, NOISE)
            found, (_, truth) = heft.identify(pendulum(), motion, estimator=name, **options), evidence_of(motion)
            hits.append(np.abs(found.base_values - truth) < 1.96 * found.base_deviation)
            assert "almost no effort" in found.warnings[0]
        assert np.mean(hits) > 0.8, name


def test_a_passive_pole_of_a_cart_keeps_its_size():
    """Only the pole's parameters act on the pole; the cart's mass says nothing of their size."""
    robot, rng = heft.load("zoo:cartpole"), np.random.default_rng(0)
    pushed = heft.simulate(robot, 8.0, q0=[0, 0.3], tau=lambda t, q, qd: np.array([4 * np.sin(5 * t), 0.0]), dt=2e-3)
    q = pushed.q + 1e-4 * rng.standard_normal(pushed.q.shape)
    effort = np.array([[4 * np.sin(5 * t), 0.0] for t in pushed.t])
    effort[:, 0] += 0.05 * rng.standard_normal(len(q))
    log = heft.Log(pushed.t, tuple(robot.joint_names), q, effort=effort, metadata={"passive": ["pole"]})
    found = heft.identify(robot, log, held_out=0)
    truth = robot.parameter_vector[robot.parameter_names.index("pole.mcz")]
    assert found.values[found.names.index("pole.mcz")] == pytest.approx(truth, rel=0.1)
    assert found.runs is not None
    assert found.runs.fitted[0].cleaning.passive == ("pole",)
    assert not any("dead" in text for text in found.warnings)


def test_where_no_joint_has_an_effort_the_scale_is_said_to_be_missing():
    motion = driven(0, 0.0)
    evidence, _ = evidence_of(replace(motion, effort=0.01 * motion.effort))
    assert almost_no_effort(evidence).all()
    assert not without_scale(evidence).any()
    _, (sentence,) = joints_without_effort(evidence)
    assert "All efforts" in sentence


def test_a_file_without_masses_changes_nothing():
    evidence, _ = evidence_of(swinging(0, NOISE))
    empty = replace(evidence, prior=np.zeros_like(evidence.prior))
    assert not almost_no_effort(empty).any()
    assert np.all(np.isfinite(estimator("weighted").fit(empty).values))


def test_a_joint_without_a_drive_is_not_named_but_does_not_shrink_the_parameters_either():
    motion = swinging(1, NOISE)
    effort = np.array(motion.effort)
    effort[:, 0] = 0.0
    evidence, truth = evidence_of(replace(motion, effort=effort))
    assert not any(joints_without_effort(evidence))
    heavy = np.abs(truth) > 0.1
    share = estimator("weighted").fit(evidence).values[heavy] / truth[heavy]
    assert np.all(share > 0.3), share


def test_a_vertical_slide_whose_effort_another_joint_wrote_over_is_named():
    """Its weight and the offset of its drive cancel: the size of its terms can grow without any effort changing."""
    inertia = {"mass": 2.0, "com": [0.1, 0, 0], "about_com": [[0.01, 0, 0], [0, 0.02, 0], [0, 0, 0.02]]}
    arm = {"type": "revolute", "axis": [0, 0, 1]}
    robot = mechanism(
        body("upper", None, arm, inertia=inertia),
        body("lower", "upper", arm, placement={"xyz": ["3/10", 0, 0]}, inertia=inertia),
        body(
            "quill",
            "lower",
            {"type": "prismatic", "axis": [0, 0, 1]},
            placement={"xyz": ["1/4", 0, 0]},
            inertia=inertia,
        ),
    )
    q, qd, qdd = wave(robot, 3, 4000, 100.0, 0.2)
    effort = heft.inverse_dynamics(robot, q, qd, qdd) + 0.2 * qd + 0.3 * np.sign(qd) + 0.3 * qdd
    effort += 0.01 * np.random.default_rng(0).standard_normal(effort.shape)
    effort[:, 2] = effort[:, 1]
    motion = motion_of(robot, q, qd, qdd, effort, rate=100.0)
    found = heft.identify(robot, motion, friction=LAWS)
    assert found.doubts[0].startswith("Joint 'quill' has almost no effort")
    assert np.all(np.isfinite(found.values))
