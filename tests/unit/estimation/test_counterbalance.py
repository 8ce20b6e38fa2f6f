"""A counterbalance that the robot file lacks is a spring, not a mass."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.motions import motion_of, wave

import heft
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.counterbalance import Balanced, hidden
from heft.logs.motion import Motion

ROBOT = heft.load("zoo:ur10e")
LIFT = 1
"""The joint that carries the whole arm."""


def run(seed: int, stiffness: float) -> Motion:
    """Return a run of an arm that is as its file says, but for a spring about the upright arm."""
    q, qd, qdd = wave(ROBOT, seed, 4000, 100.0, amplitude=0.25)
    q[:, LIFT] -= 1.2
    tau = heft.inverse_dynamics(ROBOT, q, qd, qdd) + 2.0 * qd + 3.0 * np.sign(qd)
    tau[:, LIFT] += stiffness * (q[:, LIFT] + np.pi / 2)
    tau += 0.5 * np.random.default_rng(seed).standard_normal(tau.shape)
    return motion_of(ROBOT, q, qd, qdd, tau, rate=100.0)


def crank(motion: Motion) -> Motion:
    """Return a run with a counterbalance that has the shape of gravity."""
    more = np.zeros_like(motion.effort)
    more[:, LIFT] = 120.0 * np.sin(motion.q[:, LIFT] + np.pi / 2)
    return replace(motion, effort=motion.effort + more)


def mass(estimate: heft.Estimate) -> float:
    return float(estimate.robot.parameters[LIFT, 0])


def balances(estimate: heft.Estimate) -> set[str]:
    """Return the joints with a spring or a counterbalance in the model."""
    return {column.name.rsplit(".", 1)[0] for column in estimate.model.extra if column.is_spring}


def test_a_counterbalance_is_found_and_the_link_keeps_its_mass():
    joint = ROBOT.joint_names[LIFT]
    runs = [run(1, 120.0), run(2, 120.0)]
    estimate = heft.identify(ROBOT, runs, held_out=0)
    assert balances(estimate) == {joint}
    assert mass(estimate) == pytest.approx(ROBOT.parameters[LIFT, 0], rel=0.1)
    (said,) = (text for text in estimate.warnings if "spring or counterbalance" in text or "counterweight" in text)
    assert said.startswith(f"Joint '{joint}' carries")
    assert "held at the value of the robot file" in said
    assert "cannot hold" in said
    assert all(heft.parameters.is_physical(ten) for ten in estimate.robot.parameters)


def test_a_counterweight_predicts_what_the_model_without_it_predicts():
    fitted, other = (crank(run(seed, 0.0)) for seed in (1, 5))
    joint, laws = ROBOT.joint_names[LIFT], ("viscous", "coulomb", "offset")
    friction = {name: (*laws, "counterweight") if name == joint else laws for name in ROBOT.joint_names}
    with_it, without = (heft.identify(ROBOT, fitted, friction=each, held_out=0) for each in (friction, laws))
    errors = [each.validate(other).overall.relative_percent for each in (with_it, without)]
    assert errors[0] == pytest.approx(errors[1], abs=0.1)
    file, found, lost = (each.parameters[LIFT, 1:4] for each in (ROBOT, with_it.robot, without.robot))
    assert np.linalg.norm(found - file) < 0.5 * np.linalg.norm(lost - file)


def test_without_it_the_masses_are_not_to_be_relied_on():
    estimate = heft.identify(ROBOT, run(1, 120.0), friction="viscous,coulomb,offset", held_out=0)
    assert "a spring or a counterbalance seems to act" in estimate.doubts[0]
    assert "masses and first moments there are wrong" in estimate.doubts[0]
    assert "=viscous,coulomb,offset,spring. If there is none" in estimate.doubts[0]


def test_no_spring_where_there_is_none():
    estimate = heft.identify(ROBOT, run(1, 0.0), held_out=0)
    assert not any(name.endswith(".spring") for name in estimate.names)
    assert not any("spring" in text for text in estimate.warnings)


def test_what_a_spring_hides():
    base = base_of(model_of(ROBOT))
    names = hidden(base, LIFT)
    link = ROBOT.body_names[LIFT]
    assert names
    assert all(name.startswith(f"{link}.mc") for name in names)


def test_a_sentence_names_a_few_other_joints_and_counts_many() -> None:
    few, many = (Balanced("elbow", 0.1, tuple(f"joint{k}" for k in range(n)), 1.0).words for n in (3, 30))
    assert "while 'joint0', 'joint1', 'joint2' together carry 100 %" in few
    assert "while 30 other joints together carry 100 %" in many
