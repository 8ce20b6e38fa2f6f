"""Encoders whose zeros are off, in all logs or in one: found by the torques, and told from a tilted base."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from support.logs import arm_in
from support.motions import drives, motion_of, wave

import heft
from heft.estimation.columns import model_of
from heft.estimation.estimate import Estimate
from heft.estimation.tilt_rows import Gravity
from heft.estimation.zero_rows import Zero, ZeroPass, moved, turning
from heft.logs.motion import Motion

PENDULUM = str(Path(__file__).parents[3] / "examples/robots/double_pendulum.toml")
FIXED = ("viscous", "coulomb", "offset")


@pytest.fixture(scope="module")
def arm() -> heft.Robot:
    return heft.load("zoo:panda")


def machine(robot: heft.Robot) -> heft.Robot:
    """A robot whose links weigh other than its file says."""
    rng = np.random.default_rng(3)
    return robot.with_parameters(robot.parameters * rng.uniform(0.85, 1.2, (len(robot.bodies), 1)))


def run(robot: heft.Robot, seed: int, offsets: dict[str, float] | None = None, noise: float = 0.1) -> Motion:
    """A run in which some positions are read too large."""
    q, qd, qdd = wave(robot, seed, 1500, 100.0, 0.5)
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + drives(qd, qdd)
    tau += noise * np.random.default_rng(seed).standard_normal(tau.shape)
    motion = motion_of(robot, q, qd, qdd, tau, 100.0)
    for name, size in (offsets or {}).items():
        motion = moved(motion, turning(robot)[name], size)
    return motion


def identified(robot: heft.Robot, truth: heft.Robot, offsets: dict[str, float] | None = None) -> Estimate:
    return heft.identify(robot, [run(truth, seed, offsets) for seed in (1, 2)], friction=FIXED, held_out=0)


def zeros(found: Estimate) -> list[str]:
    return [text for text in (*found.doubts, *found.warnings) if "zero" in text and "positions seem" in text]


def test_the_columns_of_zeros_are_the_change_of_torques(arm: heft.Robot):
    """Against a difference of inverse dynamics."""
    motion, step = run(arm, 1, noise=0.0), 1e-4
    places = turning(arm)
    zeros = [Zero(name, places[name]) for name in ("joint2", "joint4")]
    one_pass = ZeroPass(model_of(arm), range(70), [motion], arm.parameter_vector, zeros)
    found = np.concatenate([np.array([b[-3:-1] for b in rows.blocks]) for rows, _ in one_pass.rows()], axis=2)
    for k, name in enumerate(("joint2", "joint4")):
        sides = [
            heft.inverse_dynamics(arm, moved(motion, places[name], sign * step).q, motion.qd, motion.qdd)
            for sign in (1, -1)
        ]
        np.testing.assert_allclose(found[:, k].T, (sides[0] - sides[1]) / (2 * step), atol=2e-3)


@pytest.mark.parametrize(("name", "size"), [("joint2", 0.05), ("joint2", -0.3), ("joint3", 0.12), ("joint4", 0.2)])
def test_a_zero_that_is_off_is_named_with_its_size(arm: heft.Robot, name: str, size: float):
    found = identified(arm, machine(arm), {name: size})
    (said,) = zeros(found)
    assert said in found.doubts
    added = float(said.split("add ")[1].split(" ")[0])
    assert added == pytest.approx(-size, abs=0.1 * abs(size) + 0.01)
    assert f"rad for '{name}'" in said
    assert f"offset = {{ {name} = {-size:.1g}"[:-2] in said


@pytest.mark.parametrize(("name", "degrees"), [("joint2", 180), ("joint4", 90), ("joint4", -45)])
def test_a_zero_that_is_far_off_is_named_with_its_angle(arm: heft.Robot, name: str, degrees: float):
    """Small errors of zeros say nothing there, and other links fit the torques nearly as well."""
    found = identified(arm, machine(arm), {name: np.radians(degrees)})
    (said,) = zeros(found)
    assert said == found.doubts[0]
    read = float(said.split("to be off, by ")[1].split(" ")[0])
    assert (read - degrees + 180) % 360 - 180 == pytest.approx(0, abs=2)
    assert f"degrees for '{name}' (import the log again with offset = {{ {name} = " in said


def test_two_zeros_that_are_far_off_are_named_together(arm: heft.Robot):
    said = identified(arm, machine(arm), {"joint2": np.pi / 2, "joint4": -np.pi / 2}).doubts[0]
    assert "+90 degrees for 'joint2'" in said
    assert "-90 degrees for 'joint4'" in said
    assert said.count("degrees for") == 2


def test_two_zeros_are_named_together(arm: heft.Robot):
    (said,) = identified(arm, machine(arm), {"joint2": 0.1, "joint4": -0.15}).doubts
    assert "rad for 'joint2'" in said
    assert "rad for 'joint4'" in said
    assert "rad for 'joint3'" not in said


@pytest.mark.parametrize("size", [0.2, np.pi / 2])
@pytest.mark.parametrize("name", ["joint1", "joint7"])
def test_what_no_torque_shows_is_silent(arm: heft.Robot, name: str, size: float):
    found = identified(arm, machine(arm), {name: size})
    assert zeros(found) == []
    assert not found.doubts


def test_right_zeros_are_silent(arm: heft.Robot, tmp_path):
    found = identified(arm, machine(arm))
    assert not found.doubts
    assert zeros(found) == []
    other = heft.load(arm_in(tmp_path))
    assert zeros(identified(other, machine(other))) == []


@pytest.mark.parametrize("logs", [2, 3])
@pytest.mark.parametrize("offsets", [{"joint2": 0.05}, {"joint2": 0.15}, {"joint2": 0.05, "joint4": 0.1}])
def test_zeros_of_one_log_are_named_with_that_log(arm: heft.Robot, offsets: dict[str, float], logs: int):
    """Of two logs, either may be the one that is right."""
    truth = machine(arm)
    runs = [run(truth, seed, offsets if seed == 2 else None) for seed in range(1, logs + 1)]
    (said,) = (text for text in heft.identify(arm, runs, friction=FIXED, held_out=0).doubts if "zeros" in text)
    assert said.startswith("The zeros of the positions seem to differ between the logs")
    added = {name: float(size) for size, name in re.findall(r"([-+][0-9.]+) ± [0-9.]+ rad for '(\w+)'", said)}
    assert {*added} == {*offsets}
    for name, size in offsets.items():
        assert abs(added[name]) == pytest.approx(size, abs=0.003)
        assert logs == 2 or added[name] < 0
    (log,) = set(re.findall(r" in (log \d)", said))
    assert logs == 2 or log == "log 2"
    table = ", ".join(f"{name} = {added[name]:.3g}" for name in offsets)
    assert f"offset = {{ {table} }} for {log}" in said


@pytest.mark.parametrize("share", [0.1, 0.4])
def test_a_load_in_one_log_is_not_an_error_of_its_zeros(arm: heft.Robot, share: float):
    """Zeros would explain some of it, and leave no conflict; links of their own explain it all."""
    truth = machine(arm)
    heavy = np.array(truth.parameters)
    heavy[6] *= 1 + share
    runs = [run(truth, 1), run(truth.with_parameters(heavy), 2), run(truth, 3)]
    found = heft.identify(arm, runs, friction=FIXED, held_out=0)
    said = [text for text in (*found.doubts, *found.warnings) if "load" in text]
    assert said
    assert not any("zeros of the positions" in text for text in (*found.doubts, *found.warnings))


@pytest.mark.parametrize("degrees", [(4.0, 0.0), (-2.0, 3.0)])
def test_a_tilted_base_is_not_a_wrong_zero(arm: heft.Robot, degrees: tuple[float, float]):
    truth = machine(arm)
    turned = truth.with_gravity(Gravity.of(truth).turned(np.radians(degrees)).tolist())
    found = identified(arm, turned)
    assert zeros(found) == []
    assert any("as if the base were tilted" in text for text in (*found.doubts, *found.warnings))


@pytest.mark.parametrize(
    ("where", "name", "size"),
    [
        (PENDULUM, "shoulder", 0.1),
        (PENDULUM, "shoulder", 0.2),
        (PENDULUM, "elbow", 0.4),
        (PENDULUM, "elbow", 0.6),
        ("zoo:puma560", "joint3", 0.4),
        ("zoo:panda", "joint2", 0.1),
        ("zoo:panda", "joint2", 0.2),
    ],
)
def test_the_interval_of_a_zero_contains_it(where: str, name: str, size: float):
    """Steps that were too short stopped at three quarters of large ones; links are not as heavy as in the file."""
    robot = heft.load(where)
    light = where == PENDULUM
    truth, runs = machine(robot), []
    for seed in (1, 2):
        q, qd, qdd = wave(robot, seed, 1500, 100.0, 0.5)
        friction = 0.05 * qd + 0.1 * np.sign(qd) if light else drives(qd, qdd)
        noise = (0.02 if light else 0.1) * np.random.default_rng(seed).standard_normal(q.shape)
        tau = heft.inverse_dynamics(truth, q, qd, qdd) + friction + noise
        runs.append(moved(motion_of(robot, q, qd, qdd, tau, 100.0), turning(robot)[name], size))
    found = heft.identify(robot, runs, friction=FIXED, held_out=0)
    (said,) = (text for text in (*found.doubts, *found.warnings) if "rad for" in text)
    ((value, half, joint),) = re.findall(r"([-+][0-9.]+) ± ([0-9.]+) rad for '(\w+)'", said)
    assert joint == name
    assert abs(float(value) + size) <= float(half) + 5e-4  # rounded as it is
    assert float(half) < 0.02
