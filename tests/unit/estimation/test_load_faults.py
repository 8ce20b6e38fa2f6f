"""Loaded runs that are faulty, or whose load does not stay the same, are a reason not to rely on the payload."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.logs import arm_in, measured
from support.motions import drives

import heft
from heft.estimation.estimate import Estimate
from heft.estimation.payload import Payload

DRIFT = 0.5
"""The part by which friction has grown."""

FIXED = ("viscous", "coulomb", "offset")


@pytest.fixture(scope="module")
def robot(tmp_path_factory: pytest.TempPathFactory) -> heft.Robot:
    return heft.load(arm_in(tmp_path_factory.mktemp("arm")))


@pytest.fixture(scope="module")
def bare(robot: heft.Robot) -> Estimate:
    found = heft.identify(robot, [measured(robot, 1), measured(robot, 2)], friction=FIXED, held_out=0)
    assert not found.doubts
    return found


def carrying(robot: heft.Robot, seed: int, mass: float = 1.5) -> heft.Log:
    load = heft.parameters.from_com(mass, np.array([0.1, 0.02, 0.05]), 0.002 * np.eye(3))
    return measured(robot.with_parameters(robot.parameters + np.array([0, 0, 1])[:, None] * load), seed)


def weighed(bare: Estimate, *logs: heft.Log) -> Payload:
    return heft.payload(bare, list(logs))


def test_sound_runs_are_silent(robot: heft.Robot, bare: Estimate):
    for seed in (3, 4):
        found = weighed(bare, carrying(robot, seed), carrying(robot, seed + 10))
        assert found.doubts == ()
        assert found.mass == pytest.approx(1.5, abs=0.05)


def test_a_load_that_is_lost_on_the_way_is_told(robot: heft.Robot, bare: Estimate):
    log, without = carrying(robot, 3), measured(robot, 3)
    assert log.effort is not None
    assert without.effort is not None
    lost = np.where(np.arange(log.n)[:, None] < 0.6 * log.n, log.effort, without.effort)
    found = weighed(bare, replace(log, effort=lost))
    assert "does not stay the same in the loaded runs" in found.doubts[0]
    again = Payload.from_dict(found.to_dict())
    assert again.doubts == found.doubts


def test_two_runs_with_different_loads_are_told(robot: heft.Robot, bare: Estimate):
    found = weighed(bare, carrying(robot, 3), carrying(robot, 4, mass=0.5))
    assert "does not stay the same" in found.doubts[0]


def test_friction_that_drifted_between_the_runs_is_no_fault_of_them(robot: heft.Robot, bare: Estimate):
    """It moves the load that is found, which then misses what the light joints say; the warning about it suffices."""
    log = carrying(robot, 3)
    assert log.effort is not None
    qd = np.gradient(log.q, log.t, axis=0)
    warm = replace(log, effort=log.effort + DRIFT * drives(qd, np.zeros_like(qd)))
    found = weighed(bare, warm)
    assert found.doubts == ()
    assert "a payload cannot change differ between the runs" in found.warnings[0]
    assert abs(found.mass - 1.5) < 2 * found.mass_deviation


@pytest.mark.parametrize("fault", ["flipped", "unit", "rate"])
def test_faulty_runs_are_told(robot: heft.Robot, bare: Estimate, fault: str):
    log = carrying(robot, 3)
    assert log.effort is not None
    if fault == "flipped":
        log = replace(log, effort=log.effort * np.array([1.0, 1.0, -1.0]))
    elif fault == "unit":
        log = replace(log, effort=log.effort * np.array([1.5, 1.0, 1.0]))
    else:
        log = replace(log, t=1.5 * log.t)
    found = weighed(bare, log)
    assert "A rigid load does not explain the loaded runs" in found.doubts[0]
    assert not any("relative to the motion" in text for text in found.doubts)


@pytest.mark.parametrize("milliseconds", [50, -30])
def test_efforts_that_are_late_are_told(robot: heft.Robot, bare: Estimate, milliseconds: float):
    log = carrying(robot, 3)
    assert log.effort is not None
    late = np.stack([np.interp(log.t - milliseconds / 1e3, log.t, tau) for tau in log.effort.T], axis=1)
    found = weighed(bare, replace(log, effort=late))
    (said,) = [text for text in found.doubts if text.startswith("In the loaded runs: The efforts are ")]
    assert ("late relative" if milliseconds > 0 else "early relative") in said
    assert Payload.from_dict(found.to_dict()).doubts == found.doubts
