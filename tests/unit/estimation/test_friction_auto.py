"""Friction laws are chosen for each joint by cross-validation: what is there is found, what is not is left out."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from support.motions import motion_of, noisy_run, wave

import heft
from heft.errors import ArgumentError
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.estimate import Estimate
from heft.estimation.friction_auto import chosen_friction
from heft.estimation.friction_candidates import BLOCKS, HEAD, TAIL, blocks_of
from heft.estimation.options import Options
from heft.friction import DEFAULT_FRICTION
from heft.logs.motion import Motion
from heft.logs.regression_filter import RegressionFilter
from heft.report.identification import summary
from heft.report.page import page
from heft.robot.joint import Friction

ROBOT = heft.load("zoo:double_pendulum")


def rubbed(seed: int, *, noise: float = 0.02, n: int = 6000, shoulder=None, elbow=None) -> Motion:
    """Return a run with the usual friction everywhere, and more of it at some joints: functions of q and qd."""
    q, qd, qdd = wave(ROBOT, seed, n, 200.0)
    tau = heft.inverse_dynamics(ROBOT, q, qd, qdd) + 0.3 * qd + 0.4 * np.sign(qd) + 0.1
    for r, more in enumerate((shoulder, elbow)):
        if more is not None:
            tau[:, r] += more(q[:, r], qd[:, r])
    tau += noise * np.random.default_rng(seed).standard_normal(tau.shape)
    return motion_of(ROBOT, q, qd, qdd, tau)


def laws_of(*motions: Motion, robot: heft.Robot = ROBOT) -> dict[str, set[str]]:
    """Return what is chosen beyond the default laws, by joint."""
    base = base_of(model_of(robot, armature=False))
    choice = chosen_friction(base, motions)
    return {joint: {*laws} - {*DEFAULT_FRICTION} for joint, laws in choice.laws.items()}


def stribeck(q, qd):
    return 0.5 * np.sign(qd) * np.exp(-((qd / 0.2) ** 2))


def test_what_is_not_there_is_not_chosen():
    assert laws_of(rubbed(1), rubbed(2)) == {"shoulder": set(), "elbow": set()}
    assert laws_of(rubbed(3)) == {"shoulder": set(), "elbow": set()}


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("stribeck", stribeck),
        ("quadratic", lambda q, qd: 0.3 * qd * np.abs(qd)),
        ("root", lambda q, qd: 0.5 * np.sign(qd) * np.sqrt(np.abs(qd))),
        ("ripple", lambda q, qd: 0.1 * np.sin(25.0 * q + 0.4)),
    ],
)
@pytest.mark.parametrize("runs", [1, 3])
def test_what_is_there_is_found_at_its_joint_alone(name, more, runs):
    found = laws_of(*(rubbed(seed, elbow=more) for seed in range(runs)))
    assert found == {"shoulder": set(), "elbow": {name}}


@pytest.mark.parametrize("friction", [Friction(viscous=2.0, coulomb=3.0, offset=-1.0), Friction(viscous=0.3)])
@pytest.mark.parametrize("name", ["stribeck", "load"])
def test_friction_of_the_robot_file_does_not_matter(friction: Friction, name: str):
    """Coefficients are not differences from those of the file: these may be large, and a law may replace another."""
    bodies = tuple(replace(body, joint=replace(body.joint, friction=friction)) for body in ROBOT.bodies)
    written = replace(ROBOT, bodies=bodies)
    runs = [rubbed(seed, elbow=stribeck if name == "stribeck" else None) for seed in range(2)]
    if name == "load":
        gravity = [0.1 * np.sign(run.qd) * np.abs(heft.gravity_forces(ROBOT, run.q)) * [0.0, 1.0] for run in runs]
        runs = [replace(run, effort=run.effort + more) for run, more in zip(runs, gravity, strict=True)]
    assert laws_of(*runs, robot=written) == {"shoulder": set(), "elbow": {name}}


def test_the_slope_of_a_spectrum_is_no_ripple():
    """Of a slower wave, only the slope is within the frequencies that are searched: the highest is at their end."""

    def slow(q, qd):
        return 0.3 * np.sin(5.0 * q + 0.4)

    runs = [rubbed(seed, elbow=slow) for seed in range(2)]
    assert laws_of(*runs) == {"shoulder": set(), "elbow": set()}
    asked = heft.identify(ROBOT, runs, armature=False, friction=(*DEFAULT_FRICTION, "ripple"), held_out=0)
    said = [text for text in asked.warnings if "ripple frequency of 'elbow" in text]
    assert len(said) == 1
    assert "'elbow.ripple' ended at its lower bound, 6 1/rad" in said[0]
    assert "Leave 'ripple' friction out" in said[0]


def test_load_friction_is_found():
    def loaded(seed: int) -> Motion:
        motion = rubbed(seed)
        more = 0.1 * np.sign(motion.qd) * np.abs(heft.gravity_forces(ROBOT, motion.q))
        return replace(motion, effort=motion.effort + more * [1.0, 0.0])

    assert laws_of(loaded(1), loaded(2)) == {"shoulder": {"load"}, "elbow": set()}


def test_friction_of_all_that_moves_the_links_is_found():
    """Inertia is as large as gravity at the shoulder here: friction of gravity alone would be another law."""

    def transmitting(seed: int) -> Motion:
        motion = rubbed(seed)
        more = 0.1 * np.sign(motion.qd) * np.abs(heft.inverse_dynamics(ROBOT, motion.q, motion.qd, motion.qdd))
        return replace(motion, effort=motion.effort + more * [1.0, 0.0])

    assert laws_of(transmitting(1), transmitting(2)) == {"shoulder": {"transmission"}, "elbow": set()}


def test_a_joint_has_another_turn_when_others_have_more_laws():
    """The first joints' own friction has a wrong sign as long as the joints behind them lack a law."""
    arm = heft.load("zoo:ur10e")

    def transmitting(seed: int) -> Motion:
        q, qd, qdd = wave(arm, seed, 2000, 100.0)
        qd, qdd = 3 * qd, 9 * qdd  # played three times as fast
        torque = heft.inverse_dynamics(arm, q, qd, qdd)
        noise = 0.05 * np.random.default_rng(seed).standard_normal(torque.shape)
        effort = torque + 0.1 * qd + np.sign(qd) * (0.1 + 0.1 * np.abs(torque)) + noise
        return motion_of(arm, q, qd, qdd, effort, rate=300.0)

    choice = chosen_friction(base_of(model_of(arm)), [transmitting(41), transmitting(42)])
    trials = [each.joint for each in choice.trials if each.laws == (*DEFAULT_FRICTION, "transmission")]
    assert trials.count("shoulder_pan") == 2
    assert all("transmission" in choice.laws[joint] for joint in ("shoulder_pan", "shoulder_lift", "elbow"))


def test_a_contact_that_bends_is_found():
    def bent(seed: int) -> Motion:
        motion = rubbed(seed)
        state = heft.friction.law_named("hysteresis").state(motion.qd[:, 1] / motion.rate, 5e-3)
        effort = motion.effort + np.outer(0.4 * (state - np.sign(motion.qd[:, 1])), [0.0, 1.0])
        return replace(motion, effort=effort)

    found = laws_of(bent(1), bent(2))
    assert found == {"shoulder": set(), "elbow": {"hysteresis"}}


def test_through_identify_and_back(tmp_path):
    runs = [rubbed(seed, elbow=stribeck) for seed in range(3)]
    estimate = heft.identify(ROBOT, runs, armature=False)
    assert estimate.options.friction == "auto"
    assert "elbow.stribeck" in estimate.names
    assert "shoulder.stribeck" not in estimate.names
    assert estimate.friction_numbers["elbow.stribeck"] == pytest.approx(0.2, rel=0.3)
    plain = heft.identify(ROBOT, runs, armature=False, friction=DEFAULT_FRICTION)
    assert estimate.held_out.overall.rmse < 0.5 * plain.held_out.overall.rmse
    assert plain.friction_choice is None

    again = Estimate.from_dict(estimate.to_dict())
    assert again.friction_choice == estimate.friction_choice
    assert again.options == estimate.options
    assert again.validate(runs[2]).to_dict() == estimate.validate(runs[2]).to_dict()
    text = " ".join(str(part) for part in summary(estimate))
    assert "elbow: stribeck" in text
    assert "Choice of friction laws" in page(estimate)
    chosen = [trial for trial in estimate.friction_choice.trials if trial.chosen]
    assert [trial.joint for trial in chosen] == ["shoulder", "elbow", "elbow"]
    assert chosen[-1].gain > 2 * chosen[-1].standard_error > 0
    assert chosen[-1].error == pytest.approx(0.02, rel=0.2)


def test_the_held_out_run_takes_no_part():
    runs = [rubbed(1, elbow=stribeck), rubbed(2, elbow=stribeck)]
    spoilt = rubbed(3, elbow=lambda q, qd: 5 * np.sin(30 * q))
    one, other = (heft.identify(ROBOT, [*runs, last], armature=False) for last in (rubbed(4, elbow=stribeck), spoilt))
    assert one.friction_choice == other.friction_choice


def test_laws_by_joint():
    friction = {"shoulder": "viscous,coulomb", "elbow": ("viscous", "coulomb", "stribeck", "offset")}
    estimate = heft.identify(ROBOT, rubbed(1, elbow=stribeck), friction=friction, armature=False)
    drives = [name for name in estimate.names if name.startswith(("shoulder", "elbow"))]
    assert drives == ["shoulder.viscous", "shoulder.coulomb"] + [f"elbow.{law}" for law in friction["elbow"]]
    assert Options.from_dict(estimate.options.to_dict()) == estimate.options
    with pytest.raises(ArgumentError, match="no joint 'elbo'"):
        heft.identify(ROBOT, rubbed(1), friction={"elbo": ("viscous",)})
    with pytest.raises(ArgumentError, match="no other laws"):
        Options(friction="auto,viscous")


@pytest.mark.parametrize("friction", [DEFAULT_FRICTION, "auto"])
def test_logs_have_the_laws_of_the_saved_information_that_they_are_added_to(friction):
    first = heft.identify(ROBOT, rubbed(1, elbow=stribeck), armature=False, friction=friction)
    second = heft.identify(ROBOT, rubbed(2, elbow=stribeck), armature=False, information=first.information)
    assert second.friction_choice is not None
    assert not second.friction_choice.trials
    assert second.names == first.names
    assert ("elbow.stribeck" in second.names) == (friction == "auto")
    assert second.friction_numbers == first.friction_numbers
    assert any("not chosen with saved information" in text for text in second.warnings)


def test_a_short_log_takes_the_default_laws_and_says_so():
    estimate = heft.identify(ROBOT, rubbed(1, n=80), armature=False, held_out=0)
    assert any("too short" in text for text in estimate.warnings)


def test_blocks_are_runs_or_stretches_with_a_guard():
    run = noisy_run(ROBOT, n=800)
    edges, folds = blocks_of([run])
    assert [list(map(int, each)) for each in edges] == [list(range(0, 800, 800 // BLOCKS))]
    assert [fold.test for fold in folds] == [(b,) for b in range(BLOCKS)]
    assert (2, TAIL) not in folds[3].train
    assert (4, HEAD) not in folds[3].train
    assert (2, HEAD) in folds[3].train
    _, folds = blocks_of([run, run, run])
    each = -(-BLOCKS // 3)
    assert [fold.test for fold in folds] == [tuple(range(k * each, (k + 1) * each)) for k in range(3)]
    assert all(block not in fold.test for fold in folds for block, _ in fold.train)


def test_logs_that_are_too_short_are_told_how_long_they_would_have_to_be():
    """One row in 80 is kept, as of a slow motion: 30 s have 75 rows, and 40 s the hundred that are needed."""
    base = base_of(model_of(ROBOT, armature=False))
    slow = replace(rubbed(1), regression_filter=RegressionFilter(np.ones(1), 80, 1.0))
    said = chosen_friction(base, [slow]).note
    rows = len(slow.kept)
    assert rows < 100
    assert f"30 s of motion are fitted, and at its speed about {math.ceil(30 * 100 / rows)} s are needed" in said
