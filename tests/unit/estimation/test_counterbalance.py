"""A counterbalance that the robot file lacks is a spring, not a mass."""

from __future__ import annotations

import numpy as np
import pytest
from support.motions import motion_of, wave

import heft
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.counterbalance import hidden
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


def mass(estimate: heft.Estimate) -> float:
    return float(estimate.robot.parameters[LIFT, 0])


def test_a_spring_is_found_and_the_link_keeps_its_mass():
    joint, stiffness = ROBOT.joint_names[LIFT], 120.0
    estimate = heft.identify(ROBOT, [run(1, stiffness), run(2, stiffness)], held_out=0)
    assert [name for name in estimate.names if name.endswith(".spring")] == [f"{joint}.spring"]
    found = estimate.values[estimate.names.index(f"{joint}.spring")]
    assert found == pytest.approx(stiffness, rel=0.25)
    assert mass(estimate) == pytest.approx(ROBOT.parameters[LIFT, 0], rel=0.1)
    assert any(f"Joint '{joint}' carries" in text for text in estimate.warnings)
    assert any("held to the robot file" in text for text in estimate.warnings)
    assert all(heft.parameters.is_physical(ten) for ten in estimate.robot.parameters)


def test_without_it_the_suspicion_is_named():
    estimate = heft.identify(ROBOT, run(1, 120.0), friction="viscous,coulomb,offset", held_out=0)
    assert any("a spring or a counterbalance seems to act" in text for text in estimate.warnings)


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
