"""Reasons not to rely on an estimate, and warnings about links and joints that do not fit."""

import json
from dataclasses import replace

import numpy as np
import pytest
from support.logs import arm_in, heavier, measured
from support.motions import motion_of, noisy_run

import heft
from heft.cli import main
from heft.estimation.doubts import _worse_than_the_file
from heft.parameters import from_com, to_com

UR10E = heft.load("zoo:ur10e")


def rough(robot, factor):
    """Return the robot with a file whose masses are off by a factor, up and down in turn."""
    rows = []
    for k, ten in enumerate(robot.parameters):
        mass, com, inertia = to_com(ten)
        f = factor if k % 2 else 1 / factor
        rows.append(from_com(f * mass, com, f * inertia))
    return robot.with_parameters(np.array(rows))


def changed(run, **arrays):
    return replace(run, **arrays)


def test_a_good_estimate_has_no_doubts():
    found = heft.identify(rough(UR10E, 1.4), [noisy_run(UR10E, 0, n=1500), noisy_run(UR10E, 1, n=1500)])
    assert found.doubts == ()
    assert found.warnings == ()
    compared = found.comparison
    assert compared.estimate.held_out.overall.relative_percent < compared.file.held_out.overall.relative_percent
    again = heft.Estimate.from_dict(json.loads(json.dumps(found.to_dict())))
    assert again.comparison == compared


def test_worse_than_the_file_is_said():
    # the fitted run was recorded with three times the gain: the file knows better
    bad, good = noisy_run(UR10E, 0, n=1500), noisy_run(UR10E, 1, n=1500)
    found = heft.identify(UR10E, [changed(bad, effort=3.0 * bad.effort), good])
    assert any("worse than the robot's own file" in text for text in found.doubts)


def test_a_file_that_is_right_is_better_by_noise_alone_and_that_is_no_doubt(tmp_path):
    robot = heft.load(arm_in(tmp_path))
    found = heft.identify(robot, [measured(robot, 4), measured(robot, 5)], friction=("viscous", "coulomb", "offset"))
    compared = found.comparison
    own, file = (each.held_out.overall.relative_percent for each in (compared.estimate, compared.file_with_drives))
    assert own > 1.02 * file
    assert own**2 - file**2 < (2 * compared.scatter) ** 2 < own**2
    assert found.doubts == ()


def test_a_motion_of_one_joint_is_doubtful():
    run = noisy_run(UR10E, 0, n=1500)
    q, qd, qdd = (np.array(x) * [0, 0, 0, 0, 0, 1] for x in (run.q, run.qd, run.qdd))
    tau = heft.inverse_dynamics(UR10E, q, qd, qdd) + 0.4 * np.sign(qd)
    tau += 0.05 * np.random.default_rng(0).standard_normal(tau.shape)
    found = heft.identify(UR10E, motion_of(UR10E, q, qd, qdd, tau))
    assert any("The motion excites only" in doubt for doubt in found.doubts)


def test_torques_of_something_else_are_doubtful():
    run = noisy_run(UR10E, 0, n=1500)
    noise = np.random.default_rng(0).standard_normal(run.effort.shape)
    found = heft.identify(UR10E, changed(run, effort=noise))
    assert any("comparable in size to the torques" in doubt for doubt in found.doubts)


def test_a_counterbalance_is_named_first():
    run = noisy_run(UR10E, 0, n=2000)
    effort = np.array(run.effort)
    effort[:, 1] -= 1.5 * heft.inverse_dynamics(UR10E, run.q, 0 * run.qd, 0 * run.qdd)[:, 1]
    # with friction alone; the automatic choice finds the spring
    first = heft.identify(UR10E, changed(run, effort=effort), friction="viscous,coulomb,offset").warnings[0]
    assert first.startswith("The estimate is far from the robot file")
    assert "upper_arm" in first
    assert "counterbalance" in first


def test_consistency_that_conflicts_with_the_data_is_named():
    # a drive that pushes its joint on: viscous friction below zero
    run = noisy_run(UR10E, 0, n=2000)
    effort = np.array(run.effort)
    effort[:, 0] -= 6.0 * run.qd[:, 0]
    found = heft.identify(UR10E, changed(run, effort=effort))
    (text,) = [text for text in found.doubts if text.startswith("Physical consistency conflicts with the data")]
    assert "'wrist2'" in text
    free, own = found.comparison.unconstrained.held_out, found.comparison.estimate.held_out
    assert free.joints[4].relative_percent < 0.2 * own.joints[4].relative_percent


def test_a_joint_that_zero_would_predict_better_is_doubtful():
    # a small joint, whose torque is a few per cent of the robot's, pulls the other way in the held-out run
    fitted, held_out = noisy_run(UR10E, 0, n=1500), noisy_run(UR10E, 1, n=1500)
    effort = np.array(held_out.effort)
    effort[:, 5] = -effort[:, 5]
    found = heft.identify(UR10E, [fitted, changed(held_out, effort=effort)])
    assert found.comparison.estimate.held_out.overall.relative_percent < 10
    (text,) = found.doubts
    assert text.startswith("Zero would predict these joints better")
    wrist = found.comparison.estimate.held_out.joints[5]
    assert wrist.relative_percent > 150
    assert text.endswith(f"on the held-out samples: 'wrist3' {wrist.relative_percent:.0f} %.")


def test_a_residual_of_half_the_torque_is_a_warning():
    run = noisy_run(UR10E, 0, n=1500)
    effort = np.array(run.effort)
    effort[:, 4] += 2 * np.std(effort[:, 4]) * np.random.default_rng(0).standard_normal(len(effort))
    warnings = heft.identify(UR10E, changed(run, effort=effort)).warnings
    assert any("The residual of 'wrist2' is large relative to its torque" in text for text in warnings)


@pytest.mark.parametrize("quiet", [False, True])
def test_doubts_set_the_exit_code_and_the_first_line(tmp_path, capsys, quiet):
    path = arm_in(tmp_path)
    robot = heavier(heft.load(path))
    for seed in (0, 1):
        log = measured(robot, seed, 1200)
        noise = np.random.default_rng(seed).standard_normal(log.effort.shape)
        replace(log, effort=noise).write(tmp_path / f"{seed}.csv")
    logs = [str(tmp_path / f"{seed}.csv") for seed in (0, 1)]
    code = main(["identify", str(path), *logs, "-o", str(tmp_path / "out"), *(["--quiet"] if quiet else [])])
    said = capsys.readouterr()
    assert code == 1
    assert said.err.startswith("heft: ") if quiet else said.out.startswith("Do not rely on this estimate. ")
    assert (tmp_path / "out/identified.urdf").exists()
    assert "Do not rely on this estimate" in (tmp_path / "out/report.html").read_text()
    assert json.loads((tmp_path / "out/result.json").read_text())["doubts"]


def test_scatter_excuses_no_more_than_a_good_excitation_leaves_open():
    """Logs that say little scatter widely: that their estimate may be anything is no reason to rely on it."""
    bad, good = noisy_run(UR10E, 0, n=1500), noisy_run(UR10E, 1, n=1500)
    compared = heft.identify(UR10E, [changed(bad, effort=1.5 * bad.effort), good]).comparison
    own, file = (each.held_out.overall.relative_percent for each in (compared.estimate, compared.file))
    assert own > 10 > file
    for scatter in (0.1, 10.0, 1e4):
        (said,) = _worse_than_the_file(replace(compared, scatter=scatter))
        assert "worse than" in said


def test_a_joint_that_hardly_moves_is_doubtful_and_one_that_stands_still_is_named():
    """Its own torques are predicted well, on held-out samples too; those of any larger motion are not."""
    little, still = (heft.identify(UR10E, hardly_moving(share)) for share in (3e-3, 0.0))
    (doubt,) = little.doubts
    assert doubt.startswith("By its own intervals, the torques that the estimate predicts for other motions")
    assert "'elbow'" in doubt
    assert little.held_out.filtered.overall.relative_percent < 5
    assert still.doubts == ()
    assert any("keep the value of the prior" in text for text in still.warnings)


def hardly_moving(share):
    """Return a run in which the elbow moves by a share of what it usually does."""
    run = noisy_run(UR10E, 0, n=1500)
    q, qd, qdd = (np.array(x) * [1, 1, share, 1, 1, 1] for x in (run.q, run.qd, run.qdd))
    tau = heft.inverse_dynamics(UR10E, q, qd, qdd) + 3.0 * qd + 1.5 * np.sign(qd)
    tau += 2.0 * np.random.default_rng(0).standard_normal(tau.shape)
    return motion_of(UR10E, q, qd, qdd, tau)
