"""Friction that differs between logs is named, and can be estimated for each log."""

from __future__ import annotations

import numpy as np
import pytest
from support.motions import motion_of, wave

import heft
from heft.cli import main
from heft.errors import ArgumentError
from heft.estimation.estimate import Estimate
from heft.friction import DEFAULT_FRICTION
from heft.logs.motion import Motion

ROBOT = heft.load("zoo:double_pendulum")
VISCOUS, COULOMB = (0.9, 0.6, 0.3), (0.5, 0.4, 0.3)


def run(seed: int, viscous: float, coulomb: float) -> Motion:
    q, qd, qdd = wave(ROBOT, seed, 4000, 200.0)
    tau = heft.inverse_dynamics(ROBOT, q, qd, qdd) + 0.05
    tau += [viscous, 0.2] * qd + [coulomb, 0.2] * np.sign(qd)
    tau += 0.05 * np.random.default_rng(seed).standard_normal(tau.shape)
    return motion_of(ROBOT, q, qd, qdd, tau)


@pytest.fixture(scope="module")
def runs() -> list[Motion]:
    return [run(k, viscous, coulomb) for k, (viscous, coulomb) in enumerate(zip(VISCOUS, COULOMB, strict=True))]


def said(estimate: Estimate) -> list[str]:
    return [text for text in estimate.warnings if "--friction-per-log" in text]


def value(estimate: Estimate, name: str) -> float:
    return float(estimate.values[estimate.names.index(name)])


def test_drift_is_named(runs):
    (text,) = said(heft.identify(ROBOT, runs, armature=False, held_out=0, friction=DEFAULT_FRICTION))
    assert "shoulder.viscous" in text
    assert "Only friction and armature differ" in text
    assert "--friction-per-log" in text


def test_drift_is_named_where_links_seem_to_differ_as_well():
    """With little noise, friction that the logs must share moves the links by many standard deviations, too."""
    drifting = []
    for k, scale in enumerate((0.6, 1.0, 1.4)):
        q, qd, qdd = wave(ROBOT, k, 1500, 200.0)
        tau = heft.inverse_dynamics(ROBOT, q, qd, qdd) + scale * ([0.6, 0.4] * qd + [0.5, 0.4] * np.sign(qd))
        tau += 0.01 * np.random.default_rng(k).standard_normal(tau.shape)
        drifting.append(motion_of(ROBOT, q, qd, qdd, tau))
    estimate = heft.identify(ROBOT, drifting, armature=False, held_out=0, friction=DEFAULT_FRICTION)
    (text,) = said(estimate)
    assert "Only friction" not in text
    assert "With friction of its own in each log, and the same links, the rms residual of 'shoulder' would fall" in text
    assert "payload" not in text
    assert not estimate.doubts


def test_no_drift_is_not_named():
    same = [run(k, 0.5, 0.4) for k in range(3)]
    assert not said(heft.identify(ROBOT, same, armature=False, held_out=0, friction=DEFAULT_FRICTION))


def test_friction_of_each_log_is_found_and_the_robot_has_the_mean(runs):
    how = {"armature": False, "held_out": 0, "friction": DEFAULT_FRICTION}
    estimate = heft.identify(ROBOT, runs, friction_per_log=True, **how)
    common = heft.identify(ROBOT, runs, **how)
    assert value(estimate, "shoulder.viscous") == pytest.approx(np.mean(VISCOUS), abs=0.02)
    for k in (1, 2):
        off = value(estimate, f"shoulder.viscous@{k + 1}")
        assert off == pytest.approx(VISCOUS[k] - np.mean(VISCOUS), abs=0.02)
        assert value(estimate, f"elbow.coulomb@{k + 1}") == pytest.approx(0.0, abs=0.02)
    assert estimate.robot.joints[0].friction.viscous == pytest.approx(np.mean(VISCOUS), abs=0.02)
    assert estimate.fitted.joints[0].rmse == pytest.approx(0.05, rel=0.05)
    assert common.fitted.joints[0].rmse > 1.5 * estimate.fitted.joints[0].rmse
    assert not said(estimate)
    again = Estimate.from_dict(estimate.to_dict())
    assert again.model.extra == estimate.model.extra
    other = run(9, float(np.mean(VISCOUS)), float(np.mean(COULOMB)))
    assert again.validate(other).overall.rmse == pytest.approx(0.05, rel=0.1)


def test_what_it_needs(runs):
    with pytest.raises(ArgumentError, match="at least two logs"):
        heft.identify(ROBOT, runs[:2], friction_per_log=True)
    first = heft.identify(ROBOT, runs[0], friction=DEFAULT_FRICTION)
    with pytest.raises(ArgumentError, match="do not tell logs apart"):
        heft.identify(ROBOT, runs, friction_per_log=True, information=first.information)


def test_check_has_no_such_option(capfd):
    assert main(["check", "zoo:double_pendulum", "run.csv", "--friction-per-log"]) == 2
    assert "--friction-per-log" in capfd.readouterr().err
