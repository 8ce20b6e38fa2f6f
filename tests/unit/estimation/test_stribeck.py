"""Stribeck friction: the whole curve takes energy at every speed, and a search that found no bottom says so."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.motions import motion_of, wave

import heft
from heft.estimation.estimate import Estimate

ROBOT = heft.load("zoo:double_pendulum")


def estimated(stribeck: float, friction: tuple[str, ...], noise: float = 0.02) -> Estimate:
    """Identify from torques with friction that falls to `0.3 + stribeck` at rest, which may be negative."""
    q, qd, qdd = wave(ROBOT, 3, 4000, 200.0)
    tau = heft.inverse_dynamics(ROBOT, q, qd, qdd) + 0.2 * qd
    tau += np.sign(qd) * (0.3 + stribeck * np.exp(-((qd / 0.4) ** 2)))
    tau += noise * np.random.default_rng(0).standard_normal(tau.shape)
    motion = replace(motion_of(ROBOT, q, qd, qdd, tau), rate=200.0)
    return heft.identify(ROBOT, motion, friction=friction, armature=False, held_out=0)


def value(estimate: Estimate, name: str) -> float:
    return float(estimate.values[estimate.names.index(name)])


@pytest.mark.parametrize(
    ("friction", "partners"),
    [
        (("viscous", "coulomb", "stribeck", "offset"), ("coulomb",)),
        (("viscous", "asymmetric", "stribeck"), ("coulomb+", "coulomb-")),
        (("viscous", "stribeck"), ()),
    ],
)
def test_dry_friction_is_not_negative_at_any_speed(friction, partners):
    estimate = estimated(-1.0, friction)
    for joint in ROBOT.joint_names:
        fades = value(estimate, f"{joint}.stribeck")
        at_rest = [fades + value(estimate, f"{joint}.{name}") for name in partners] or [fades]
        assert min(at_rest) >= -1e-6
        # least squares alone would push: the constraint is what keeps it
        k = estimate.names.index(f"{joint}.stribeck")
        assert estimate.least_squares[k] < -0.5


def test_what_is_possible_stays_as_it_is():
    estimate = estimated(0.5, ("viscous", "coulomb", "stribeck", "offset"))
    for joint in ROBOT.joint_names:
        assert value(estimate, f"{joint}.stribeck") == pytest.approx(0.5, abs=0.03)
        assert value(estimate, f"{joint}.coulomb") == pytest.approx(0.3, abs=0.03)
    assert not any("ended at its" in text for text in estimate.warnings)


def test_a_search_that_ends_at_its_bound_says_so():
    # a contact that does not bend at all: every distance that is searched is too long for it
    q, qd, qdd = wave(ROBOT, 3, 4000, 200.0)
    tau = heft.inverse_dynamics(ROBOT, q, qd, qdd) + 0.2 * qd + 0.5 * np.sign(qd)
    motion = replace(motion_of(ROBOT, q, qd, qdd, tau), rate=200.0)
    friction = ("viscous", "hysteresis", "offset")
    estimate = heft.identify(ROBOT, motion, friction=friction, armature=False, held_out=0)
    said = [text for text in estimate.warnings if "bending distance" in text]
    assert len(said) == 2
    assert "'shoulder.hysteresis' ended at its lower bound, 1e-05 rad" in said[0]
