"""What the uncertainty of base parameters means for torques."""

from dataclasses import replace

import numpy as np
import pytest
from support.motions import drives, motion_of, noisy_run, wave

import heft
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.estimators.weighted import Weighted
from heft.estimation.evidence import Evidence
from heft.estimation.excitation import excitation

ROBOT = heft.load("zoo:ur10e")
BASE = base_of(model_of(ROBOT))


def checked(motion):
    return excitation(Evidence.of(BASE, [motion]))


def test_the_uncertainty_of_torques_is_what_estimates_scatter_by():
    # truth and estimates of many runs differ, on the same motion, by what a single one says
    runs = [noisy_run(ROBOT, 0, n=600, noise=0.5)]
    rng = np.random.default_rng(5)
    clean = heft.inverse_dynamics(ROBOT, runs[0].q, runs[0].qd, runs[0].qdd) + drives(runs[0].qd, runs[0].qdd)
    errors = []
    for _ in range(12):
        run = replace(runs[0], effort=clean + 0.5 * rng.standard_normal(clean.shape))
        found = Weighted().fit(Evidence.of(BASE, [run]))  # as heft.identify does
        free = BASE.model.prior + np.linalg.pinv(BASE.matrix) @ (found.values - BASE.reduce(BASE.model.prior))
        errors.append(BASE.model.torques(free, run.q, run.qd, run.qdd) - clean)
    scatter = 100 * np.sqrt(np.mean(np.square(errors))) / np.sqrt(np.mean(clean**2))
    said = np.mean([checked(run).overall.logged for run in runs])
    assert said == pytest.approx(scatter, rel=0.35)


def test_more_noise_is_a_worse_grade():
    grades = [checked(noisy_run(ROBOT, 0, n=600, noise=noise)) for noise in (0.05, 5.0, 100.0)]
    assert grades[0].grade == "good"
    assert grades[0].reason == ""
    sizes = [each.overall.elsewhere for each in grades]
    assert sizes == sorted(sizes)
    assert grades[-1].grade == "poor"
    most = max(grades[-1].worst.logged, grades[-1].worst.elsewhere)
    assert f"'{grades[-1].worst.name}'" in grades[-1].reason
    assert f"by {most:.0f} %" in grades[-1].reason


def test_a_motion_about_one_pose_is_not_enough_for_others():
    q, qd, qdd = wave(ROBOT, 2, 2000, 200.0, 0.01)
    tau = heft.inverse_dynamics(ROBOT, q, qd, qdd) + drives(qd, qdd)
    tau += 0.3 * np.random.default_rng(0).standard_normal(tau.shape)
    found = checked(motion_of(ROBOT, q, qd, qdd, tau))
    assert found.overall.elsewhere > 3 * found.overall.logged
    assert found.counts[2] > 10
