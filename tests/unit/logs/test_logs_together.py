"""Logs of one robot are cleaned together: thresholds, cut-offs and sources of velocities are theirs in common."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.logs import RATE, arm_in, measured

import heft
from heft.logs.runs import cleaned_runs, motions_of

ELBOW = 1
FRICTION = 0.4
"""The Coulomb friction of `support.motions.drives` [N m]."""


@pytest.fixture(scope="module")
def robot(tmp_path_factory: pytest.TempPathFactory) -> heft.Robot:
    return heft.load(arm_in(tmp_path_factory.mktemp("arm")))


def with_creeping_elbow(robot: heft.Robot, seed: int) -> heft.Log:
    """Return a log that moves the other joints; the elbow creeps at 2e-4 rad/s, and its friction is not sliding."""
    log = measured(robot, seed, still=(ELBOW,))
    q, effort = np.array(log.q), np.array(log.effort)
    q[:, ELBOW] += 2e-4 / (2 * np.pi) * np.sin(2 * np.pi * log.t)
    effort[:, ELBOW] -= 0.1
    return replace(log, q=q, effort=effort)


def slow(motion: heft.Motion) -> float:
    """Return the share of the samples in which the elbow counts as moving."""
    return float(np.mean(np.abs(motion.qd[:, ELBOW]) >= motion.velocity_threshold[ELBOW]))


def test_a_resting_joint_does_not_move(robot: heft.Robot):
    both = [measured(robot, 1), with_creeping_elbow(robot, 2)]
    moving, resting = motions_of(robot, both)
    np.testing.assert_array_equal(moving.velocity_threshold, resting.velocity_threshold)
    assert moving.velocity_threshold[ELBOW] >= 0.01 * np.max(np.abs(moving.qd[:, ELBOW]))
    assert slow(moving) > 0.9
    assert slow(resting) == 0.0


def test_a_joint_that_rests_in_all_logs_does_not_move(robot: heft.Robot):
    """By its velocity limit or, without one, by the speeds of its peers."""
    free = replace(
        robot,
        bodies=tuple(
            replace(body, joint=replace(body.joint, limits=heft.robot.joint.Limits())) for body in robot.bodies
        ),
    )
    for arm in (robot, free):
        (motion,) = motions_of(arm, with_creeping_elbow(arm, 2))
        assert slow(motion) == 0.0
        assert np.all(np.abs(motion.qd).max(axis=0)[[0, 2]] > 20 * motion.velocity_threshold[[0, 2]])


def test_friction_of_a_joint_that_rests_in_one_log(robot: heft.Robot):
    logs = [measured(robot, 1), with_creeping_elbow(robot, 2), with_creeping_elbow(robot, 3)]
    estimate = heft.identify(robot, logs, held_out=0.0)
    value = dict(zip(estimate.names, estimate.values, strict=True))["elbow.coulomb"]
    assert value == pytest.approx(FRICTION, rel=0.05)


def test_one_cut_off_for_all_logs_and_for_others(robot: heft.Robot):
    logs = [measured(robot, seed) for seed in (1, 2)]
    motions, common = cleaned_runs(robot, logs)
    assert motions[0].cleaning.cutoff == motions[1].cleaning.cutoff == common.cutoff
    (other,) = motions_of(robot, measured(robot, 3), common)
    assert other.cleaning.cutoff == common.cutoff
    assert other.cleaning.velocity_threshold == common.velocity_threshold


def test_an_estimate_judges_with_the_cleaning_of_its_fit(robot: heft.Robot):
    noisy = measured(robot, 4)
    noisy = replace(noisy, q=noisy.q + 1e-3 * np.random.default_rng(0).standard_normal(noisy.q.shape))
    estimate = heft.identify(robot, [measured(robot, 1), measured(robot, 2), noisy])
    assert estimate.runs is not None
    held_out = estimate.runs.held_out[0].cleaning
    assert held_out.cutoff == estimate.cleaning.cutoff == estimate.runs.fitted[0].cleaning.cutoff
    assert held_out.velocity_threshold == estimate.cleaning.velocity_threshold
    again = heft.Estimate.from_dict(estimate.to_dict())
    assert again.cleaning == estimate.cleaning
    for each in (estimate, again):
        assert each.validate(noisy).to_dict() == estimate.held_out.to_dict()
    given = heft.Cleaning(cutoff=3.0)
    by_hand = heft.clean(robot, noisy, given.over(estimate.cleaning))
    assert by_hand.cleaning.cutoff == 3.0
    assert by_hand.cleaning.velocity_threshold == estimate.cleaning.velocity_threshold
    assert estimate.validate(noisy, cleaning=given).to_dict() == estimate.validate(by_hand).to_dict()


def test_a_log_without_velocities_is_judged_by_its_positions(robot: heft.Robot):
    log = measured(robot, 1)
    recorded = replace(log, qd=np.gradient(log.q, 1 / RATE, axis=0))
    _, common = cleaned_runs(robot, recorded)
    assert set(common.velocities) == {"auto"}
    (motion,) = motions_of(robot, log, common)
    assert set(motion.cleaning.velocities) == {"positions"}


def test_a_log_with_flipped_velocities_has_its_positions_differentiated(robot: heft.Robot):
    logs = [replace(log, qd=np.gradient(log.q, 1 / RATE, axis=0)) for log in (measured(robot, k) for k in (1, 2, 3))]
    assert logs[2].qd is not None
    logs[2] = replace(logs[2], qd=-logs[2].qd)
    motions = motions_of(robot, logs)
    assert [set(motion.cleaning.velocities) for motion in motions] == [{"recorded"}, {"recorded"}, {"positions"}]
    assert any("opposite sign" in text for text in motions[2].warnings)


def test_a_joint_that_is_held_still_does_not_raise_the_cut_off_of_others(robot: heft.Robot):
    log = measured(robot, 1)
    log = replace(log, q=log.q + 1e-3 * np.random.default_rng(1).standard_normal(log.q.shape))
    q = np.array(log.q)
    q[:, 2] = 0.3
    held, free = heft.clean(robot, replace(log, q=q)), heft.clean(robot, log)
    assert np.max(free.cleaning.cutoff) < 0.2 * RATE / 2
    np.testing.assert_allclose(held.cleaning.cutoff[:2], free.cleaning.cutoff[:2])


def test_a_quasi_static_motion_moves(robot: heft.Robot):
    """At a fiftieth of a thousandth of the velocity limits, and far above the noise."""
    log = measured(robot, 1)
    slow = replace(log, t=100 * log.t, q=log.q[0] + np.cumsum(np.full_like(log.q, 5e-5), axis=0))
    motion = heft.clean(robot, slow)
    assert np.all(np.mean(np.abs(motion.qd) >= motion.velocity_threshold, axis=0) > 0.9)


# -- pauses ---------------------------------------------------------------------------------------


def test_pauses_short_against_the_cut_off_are_bridged(robot: heft.Robot):
    whole = measured(robot, 1)
    keep = np.ones(whole.n, bool)
    for start in (500, 1000, 1500, 2000):
        keep[start : start + 5] = False
    log = replace(whole, t=whole.t[keep], q=whole.q[keep], effort=whole.effort[keep])
    slow = heft.Cleaning(cutoff=6.0)
    motion, reference = heft.clean(robot, log, slow), heft.clean(robot, whole, slow)
    assert len(motion.segments) == 1
    assert any("4 pauses of at most 30 ms are bridged" in note for note in motion.notes)
    assert motion.warnings == ()
    inside = slice(200, -200)
    at = np.searchsorted(reference.t, motion.t[inside] - 1e-6)
    error = motion.qdd[inside] - reference.qdd[at]
    assert np.max(np.abs(error)) < 0.02 * np.max(np.abs(reference.qdd))
    split = heft.clean(robot, log, heft.Cleaning(cutoff=6.0, gap=3.5))
    assert len(split.segments) == 5
    again = heft.clean(robot, log, motion.cleaning)
    np.testing.assert_array_equal(again.qdd, motion.qdd)


def test_long_pauses_still_split(robot: heft.Robot):
    whole = measured(robot, 1)
    keep = np.ones(whole.n, bool)
    keep[1000:1100] = False
    log = replace(whole, t=whole.t[keep], q=whole.q[keep], effort=whole.effort[keep])
    assert len(heft.clean(robot, log).segments) == 2


# -- what is said ---------------------------------------------------------------------------------


def test_warnings_of_one_kind_are_given_once_with_a_count(robot: heft.Robot):
    logs = [
        replace(log, qd=2 * np.gradient(log.q, 1 / RATE, axis=0)) for log in (measured(robot, 1), measured(robot, 2))
    ]
    logs = [replace(log, qd=log.qd * [1, 1.5, 1.25]) for log in logs]
    found = heft.identify(robot, logs, held_out=0.0).runs
    assert found is not None
    (said,) = found.warnings
    assert "The recorded velocity of 'waist' is" in said
    assert said.endswith("(The same is true of 5 more joints or logs.)")


@pytest.mark.parametrize("end", ["", "3", "11.995,0.1", "11.995,0.1,0.2,0.3,1.0,2.0,"])
def test_a_last_line_that_breaks_off_is_named(robot: heft.Robot, tmp_path, end: str):
    path = tmp_path / "run.csv"
    measured(robot, 1).write(path)
    *lines, _ = path.read_text().splitlines()
    path.write_text("\n".join([*lines, end]))
    motion = heft.clean(robot, heft.read_log(path))
    assert len(motion.warnings) == bool(end)
    assert all(text.startswith("The last sample breaks off: it lacks ") for text in motion.warnings)
    assert not any("lack" in note for note in motion.notes)


def test_an_empty_cell_at_the_end_of_a_whole_file_is_no_cut(robot: heft.Robot, tmp_path):
    """As of a channel that is recorded more slowly, and not at the last sample."""
    path = tmp_path / "run.csv"
    log = measured(robot, 1)
    q = np.array(log.q)
    q[-1, 2] = np.nan
    replace(log, q=q).write(path)
    motion = heft.clean(robot, heft.read_log(path))
    assert motion.warnings == ()
    assert any("1 sample at the ends of the log lacks a number" in note for note in motion.notes)


def test_a_log_says_of_an_imported_file_that_it_was_cut_off(robot: heft.Robot, tmp_path):
    raw, map, log = tmp_path / "raw.csv", tmp_path / "map.toml", tmp_path / "log.parquet"
    measured(robot, 1).write(raw)
    q, tau = ([f"{symbol}.{name}" for name in robot.joint_names] for symbol in ("q", "tau"))
    lines = [
        'format = "heft-map/1"',
        f"joints = {robot.joint_names}",
        'time = { column = "t" }',
        f"q = {{ columns = {q} }}",
        f"tau = {{ columns = {tau}, late = 1 }}",  # the last sample lacks its torques, but the file has them
    ]
    map.write_text("\n".join(lines))
    heft.read_log(raw, map=map).write(log)
    whole = heft.clean(robot, heft.read_log(log))
    with raw.open("a") as file:
        file.write("12.0,0.1")
    heft.read_log(raw, map=map).write(log)
    cut = heft.clean(robot, heft.read_log(log))
    said = [any("cut off" in text for text in motion.warnings) for motion in (whole, cut)]
    assert said == [False, True]


def test_a_missing_number_within_a_log_is_a_warning(robot: heft.Robot):
    log = measured(robot, 1)
    q = np.array(log.q)
    q[700, 1] = np.nan
    assert any("lack a number" in text for text in heft.clean(robot, replace(log, q=q)).warnings)
