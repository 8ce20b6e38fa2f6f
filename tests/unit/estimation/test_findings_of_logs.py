"""What is wrong with a log is named: efforts that are late, without gravity, or measured at the links."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.logs import RATE, arm_in, measured
from support.motions import drives, motion_of, wave

import heft
from heft.estimation.findings.no_gravity import no_gravity
from heft.estimation.identify import linear_base
from heft.estimation.lags import lag_at_least, lags_of
from heft.estimation.options import Options

FIXED = ("viscous", "coulomb", "offset")


@pytest.fixture(scope="module")
def robot(tmp_path_factory: pytest.TempPathFactory) -> heft.Robot:
    return heft.load(arm_in(tmp_path_factory.mktemp("arm")))


@pytest.fixture(scope="module")
def sound(robot: heft.Robot) -> heft.Estimate:
    return heft.identify(robot, [measured(robot, 3), measured(robot, 4)])


def late(log: heft.Log, seconds: float) -> heft.Log:
    assert log.effort is not None
    return replace(log, effort=np.stack([np.interp(log.t - seconds, log.t, tau) for tau in log.effort.T], axis=1))


def warnings(robot: heft.Robot, *logs: heft.Log, **options: object) -> str:
    return "\n".join(heft.identify(robot, logs, held_out=0.0, **options).warnings)


@pytest.mark.parametrize("milliseconds", [5, 20, 100, -20])
def test_a_lag_of_the_efforts_is_named_with_its_sign(robot: heft.Robot, milliseconds: float):
    logs = [late(measured(robot, seed), milliseconds / 1e3) for seed in (1, 2)]
    estimate = heft.identify(robot, logs, held_out=0.0)
    assert estimate.runs is not None
    found = lags_of(estimate.model, estimate.base.columns, estimate.runs.fitted)
    assert found is not None
    assert found.common.seconds == pytest.approx(milliseconds / 1e3, abs=max(1e-3, 4 * found.common.deviation))
    assert not found.joints
    (said,) = [text for text in (*estimate.doubts, *estimate.warnings) if "relative to the motion" in text]
    assert said in estimate.doubts  # all joints have it alike
    assert ("late relative" if milliseconds > 0 else "early relative") in said
    assert f"late = {round(milliseconds / 1e3 * RATE)} for the effort" in said


def test_one_late_log_among_sound_ones_is_named(robot: heft.Robot, tmp_path: Path):
    paths = [tmp_path / f"run{seed}.csv" for seed in (1, 2, 3)]
    for seed, path in enumerate(paths, 1):
        log = measured(robot, seed)
        (late(log, 0.04) if seed == 2 else log).write(path)
    estimate = heft.identify(robot, paths, held_out=0.0)
    (doubt,) = [text for text in estimate.doubts if "relative to the motion" in text]
    assert doubt.startswith(f"In {paths[1]}: The efforts are ")
    assert "late = 8 for the effort" in doubt
    assert not any("disagree" in text for text in estimate.warnings)


def test_a_lag_that_is_another_in_each_joint_is_a_warning_only(robot: heft.Robot):
    """As that of friction that the model lacks; a recorder is late in all joints alike."""
    logs = []
    for seed in (1, 2):
        log = measured(robot, seed)
        shifted = [late(log, milliseconds / 1e3).effort for milliseconds in (8, 8, 2)]
        logs.append(replace(log, effort=np.stack([tau[:, k] for k, tau in enumerate(shifted)], axis=1)))
    estimate = heft.identify(robot, logs, held_out=0.0, friction=FIXED)
    found = lags_of(estimate.model, estimate.base.columns, estimate.runs.fitted)
    assert found.common.certain
    assert not found.alike
    assert "relative to the motion" in estimate.warnings[0]
    assert not estimate.doubts


@pytest.mark.parametrize("joint", [0, 1, 2])
@pytest.mark.parametrize("milliseconds", [60, -60])
def test_a_lag_of_one_joint_is_named_and_no_other(
    robot: heft.Robot, sound: heft.Estimate, joint: int, milliseconds: float
):
    logs = []
    for seed in (1, 2):
        log = measured(robot, seed)
        shifted = late(log, milliseconds / 1e3)
        assert log.effort is not None
        assert shifted.effort is not None
        own = np.arange(robot.nv) == joint
        logs.append(replace(log, effort=np.where(own, shifted.effort, log.effort)))
    name, way = robot.joint_names[joint], "late" if milliseconds > 0 else "early"
    for found in (heft.identify(robot, logs), heft.check(robot, logs), heft.validate(robot, logs)):
        (said,) = [text for text in found.doubts if "relative to those" in text]
        size, half = re.match(rf"The effort of joint '{name}' is ([\d.e+]+) ± ([\d.e+]+) ms", said).groups()
        assert float(size) == pytest.approx(abs(milliseconds), abs=max(2 * float(half), 2.0))
        assert f"ms {way} relative to those of the other joints" in said
        assert f"late = {{ {name} = {'-' * (milliseconds < 0)}1" in said
    assert not sound.doubts
    assert any(f"'{name}'" in text for text in sound.validate(logs).doubts)


@pytest.mark.parametrize("seed", range(1, 6))
def test_efforts_in_time_are_silent(robot: heft.Robot, seed: int):
    assert warnings(robot, measured(robot, seed)) == ""


@pytest.mark.parametrize(("samples", "noise"), [(0, 0.3), (4, 0.05)])
def test_noise_that_is_not_filtered_is_not_a_lag(robot: heft.Robot, samples: int, noise: float):
    """The mean of two samples has half of their noise, so that a lag between samples seemed to fit better."""
    q, qd, qdd = wave(robot, 2, 3000, RATE, 0.35)
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + drives(qd, qdd)
    tau = np.roll(tau, samples, axis=0) + noise * np.random.default_rng(2).standard_normal(tau.shape)
    motion = motion_of(robot, q, qd, qdd, tau, rate=RATE)
    assert motion.regression_filter is None
    found = heft.identify(robot, motion, held_out=0.0, friction=FIXED)
    said = "\n".join((*found.doubts, *found.warnings))
    assert ("relative to the motion" in said) == (samples > 0)
    assert not samples or f"late = {samples} for the effort" in said


def test_efforts_without_gravity_are_named(robot: heft.Robot):
    logs = [measured(robot, seed) for seed in (1, 2)]
    without = [replace(log, effort=log.effort - heft.gravity_forces(robot, log.q)) for log in logs]
    found = heft.identify(robot, without, held_out=0.0)
    assert "seem to be without gravity" in found.doubts[0]
    assert found.warnings == ()
    assert "gravity" not in warnings(robot, *logs)


def test_efforts_without_gravity_are_named_where_a_light_joint_keeps_some():
    """Drivers subtract the gravity of their own file: a third of what a light joint carries may be left."""
    robot = heft.load("zoo:ur10e")
    heavier = robot.parameters * np.where(np.arange(robot.n_bodies) < 5, 1.0, 1.6)[:, None]
    q, qd, qdd = wave(robot, 1, 3000, RATE)
    whole = heft.inverse_dynamics(robot.with_parameters(heavier), q, qd, qdd) + drives(qd, qdd)
    base = linear_base(robot, Options(), heft.identifiability(robot).reduction)
    left, sound = (motion_of(robot, q, qd, qdd, tau) for tau in (whole - heft.gravity_forces(robot, q), whole))
    assert "seem to be without gravity" in next(no_gravity(base, [left]))
    assert not [*no_gravity(base, [sound])]


def test_gravity_is_not_missed_where_masses_are_wrong(robot: heft.Robot):
    """A file with half and twice the masses is not a reason to speak of compensated gravity."""
    log = measured(robot, 1)
    for factor in (0.5, 2.0):
        other = robot.with_parameters(factor * np.array(robot.parameters))
        assert "gravity" not in warnings(other, log)


def at_the_links(robot: heft.Robot, seed: int) -> heft.Log:
    """Return a log of sensors behind the gears: no armature, and the friction of bearings that a filter has delayed."""
    q, qd, qdd = wave(robot, seed, 4000, RATE, 0.5)
    rng = np.random.default_rng(seed)
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + 0.1 * drives(qd, np.zeros_like(qdd)) - 0.01 * qdd
    return heft.Log(
        np.arange(4000) / RATE, tuple(robot.joint_names), q, effort=tau + 0.02 * rng.standard_normal(q.shape)
    )


def test_torques_at_the_links_have_no_armature(robot: heft.Robot):
    said = warnings(robot, at_the_links(robot, 1), at_the_links(robot, 2))
    assert "identify with --no-armature" in said
    assert re.search(r"the armature of ('\w+'(, )?)+ is zero or negative", said)
    assert "--no-armature" not in warnings(robot, at_the_links(robot, 1), armature=False)
    assert "--no-armature" not in warnings(robot, measured(robot, 1))


def test_a_lag_beyond_the_longest_that_is_tried_is_named_as_such(robot: heft.Robot):
    logs = [late(measured(robot, seed), 0.2) for seed in (1, 2)]
    (said, *_) = heft.identify(robot, logs, held_out=0.0).doubts
    assert said.startswith("The efforts are at least 160 ms late")


def test_the_longest_lag_counts_only_where_it_halves_the_squares():
    """Noise of coarse encoders that a filter lets through has its least residual there, too."""
    grid, blocks = 0.004 * np.arange(-40.0, 41.0), np.ones((10, 1))
    for slope, certain in ((1.2, False), (4.0, True)):
        squares = blocks * (1 + slope * grid)
        found = lag_at_least(grid, squares, float(squares[:, 40].sum()))
        assert found.longest
        assert found.certain == certain
        assert found.words == "at least 160 ms early"
