"""The benchmark of the DiffNEA paper: its plants, and that it survives failures, stops and other code."""

from __future__ import annotations

import json
import os
import sys
from xml.etree import ElementTree

import base_error
import diffnea
import diffnea_data
import diffnea_fit
import diffnea_report
import numba
import numpy as np
import pytest

import heft
from heft.estimation.scales import body_sizes
from heft.learning import adam
from heft.learning.course import FitPlan
from heft.learning.losses import Objective
from heft.learning.model import constants_of

JOBS = [diffnea_fit.Job("cartpole", "uniform", model, 0) for model in ("DiffNEA/none/prior", "NEA", "FF-NN")]


@pytest.fixture
def pretended(monkeypatch):
    """Fits that take no time, the second of which fails."""

    def fit(job, size):
        if job.model == "NEA":
            raise ValueError("no inertia")
        return {"mse": 1.0}

    monkeypatch.setattr(diffnea_fit, "_fit", fit)


def check_failure_is_told(answers, folder):
    found = {answer["model"]: answer for answer in answers}
    assert set(found) == {job.model for job in JOBS}
    assert found["NEA"]["failed"] == "ValueError: no inertia"
    assert sorted(path.name for path in folder.glob("*.json")) == [JOBS[0].file, JOBS[2].file]
    assert [answer["model"] for answer in diffnea.kept(JOBS, folder)] == ["DiffNEA/none/prior", "FF-NN"]


def test_a_failure_does_not_stop_the_others(pretended, tmp_path):
    answers = diffnea.answers(JOBS, diffnea_fit.SIZES["smoke"], str(tmp_path), 1, None)
    check_failure_is_told(answers, tmp_path)


def test_a_failure_does_not_stop_a_cluster(pretended, tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=":0") as cluster:
        size, address = diffnea_fit.SIZES["smoke"], cluster.scheduler_address
        check_failure_is_told(list(diffnea.answers(JOBS, size, str(tmp_path), 1, address)), tmp_path)


def test_a_process_that_dies_is_told():
    told = diffnea._broken(JOBS[:1], RuntimeError("killed"))
    assert told[0]["model"] == JOBS[0].model
    assert told[0]["failed"] == "RuntimeError: killed"


def test_twenty_six_models_and_shapes_that_starts_and_simulated_data_share():
    assert len(set(diffnea_fit.MODELS)) == 26
    job = diffnea_fit.Job
    assert (
        job("furuta", "uniform", "no-Kin/nn/prior", 0).shape
        == job("furuta", "trajectories", "no-Kin/nn/no-prior", 3).shape
    )
    assert job("furuta", "uniform", "no-Kin/nn/prior", 0).shape != job("furuta", "real", "no-Kin/nn/prior", 0).shape
    assert job("furuta", "uniform", "NEA", 0).shape[2] == "NEA"


def test_what_is_absent_is_told():
    jobs = [
        diffnea_fit.Job("furuta", "real", f"no-Kin/nn/{start}", seed)
        for start in ("prior", "no-prior")
        for seed in (0, 1)
    ]
    there = [vars(job) for job in jobs]
    assert diffnea.absent(jobs, there) == ""
    assert diffnea.absent(jobs, there[:1]) == ". Not fitted: 3 of no-Kin/nn on furuta real"


@pytest.mark.parametrize("plant", diffnea_data.PLANTS)
@pytest.mark.parametrize("friction", [False, True])
def test_closed_form_of_the_plants(plant, friction):
    robot, rng = diffnea_data.robot_of(plant, friction), np.random.default_rng(0)
    q, qd, u = rng.standard_normal((3, 50, 2)) * diffnea_data.PLANTS[plant].u
    found = diffnea_data.ClosedForm.of(robot).accelerations(q, qd, u)
    assert found == pytest.approx(heft.forward_dynamics(robot, q, qd, u, friction=True), rel=1e-9, abs=1e-9)


def test_swing_ups_obey_the_plant_and_repeat():
    first, again = (diffnea_data.swing_ups("furuta", True, seeds, 1.0)[-1] for seeds in ((3,), (1, 3)))
    assert np.array_equal(first.q, again.q)
    assert np.max(np.abs(np.gradient(first.q, diffnea_data.DT, axis=0) - first.qd)[1:-1]) < 0.02 * np.max(
        np.abs(first.qd)
    )
    robot = diffnea_data.robot_of("furuta", True)
    exact = heft.forward_dynamics(robot, first.q, first.qd, first.u, friction=True)
    assert first.qdd == pytest.approx(exact, rel=1e-9, abs=1e-6)
    assert np.all(first.u[round(0.7 * len(first)) :] == 0)


def answer(model, seed, valid, energy="bounded", diverged=0.0):
    return {
        "plant": "furuta",
        "dataset": "real",
        "model": model,
        "seed": seed,
        "energy_class": energy,
        "mse": 0.1,
        "valid": {"0.01": valid / 2, "0.1": valid},
        "horizon": 3.0,
        "diverged": diverged,
        "energy_gain": 0.0,
        "phases": {"swinging": {"starts": 3, "valid": {"0.01": valid / 2, "0.1": valid}}},
        "seconds": 1.0,
    }


def test_conclusions_count_what_they_say():
    found = [answer("DiffNEA/viscous/prior", seed, 1.0 + 0.1 * seed) for seed in range(3)]
    found += [answer("no-Kin/viscous/prior", seed, 1.05) for seed in range(3)]
    found += [answer("DiffNEA/nn/prior", 0, 2.0, "unbounded", 0.5), answer("no-Kin/nn/prior", 0, 1.0, "unbounded")]
    assert "| furuta | real | 0.1 | 2 | 1.55 | 1.02 | 1 | 0 | 1 |" in diffnea_report.kinematics(found)
    classes = diffnea_report.energies(found)
    assert "| bounded | 2 | 0.55 / 0.54 | 1.10 / 1.08 | 3.00 | 0 of 6 | 0.0 % | 0e+00 |" in classes
    assert "| unbounded | 2 | 1.00 / 0.75 | 2.00 / 1.50 | 3.00 | 1 of 2 | 25.0 % | 0e+00 |" in classes


def test_valid_times_are_told_by_phase_and_gains_that_are_not_finite_are_infinite():
    found = [answer("DiffNEA/nn/prior", seed, 1.0 + seed, "unbounded", 0.5) for seed in range(3)]
    found[1] |= {"energy_gain": None}
    assert "| unbounded | 3 | 1.0e-01 | 1.00 | 2.00 | 2.00 |  | 50 % | inf |  | 1.0 |" in diffnea_report.table(found)


def test_one_stretch_in_five_validates_networks_and_no_sample_is_lost():
    samples = diffnea_data.uniform("cartpole", 100, 0)
    part, held_out = diffnea_data.split(samples)
    rows = [int(np.flatnonzero(np.all(samples.q == q, axis=1))[0]) for q in held_out.q]
    assert rows == [*range(10, 15), *range(35, 40), *range(60, 65), *range(85, 90)]
    for name in ("q", "qd", "qdd", "u"):
        whole = getattr(samples, name)
        assert np.array_equal(getattr(held_out, name), whole[rows])
        assert np.array_equal(getattr(part, name), np.delete(whole, rows, axis=0))


def test_networks_are_chosen_by_samples_that_they_were_not_fitted_to():
    model, train = diffnea_fit.model_of("cartpole", "torques", "FF-NN"), diffnea_data.uniform("cartpole", 100, 0)
    constants = constants_of(model.robot, train.qd, train.qdd, train.u)
    trials = diffnea_fit.searched(model, constants, train, FitPlan(adam_steps=400))
    part, held_out = diffnea_data.split(train)
    watched = Objective(model, constants, "accelerations", held_out)
    assert list(trials) == list(diffnea_fit.RATES)
    for rate, trial in trials.items():
        assert trial.loss == watched.mean_square(trial.x) < watched.mean_square(model.start(constants))
        state = adam.begin(watched, model.start(constants))
        while state.steps < trial.steps:
            state = adam.step(Objective(model, constants, "accelerations", part), watched, state, 400, rate, 256, 0)
        assert np.array_equal(state.x, trial.x)
    assert trials[1e-2].loss < trials[3e-4].loss


def test_learning_rates_are_given_up_by_halves_and_patience_ends():
    model, train = diffnea_fit.model_of("cartpole", "torques", "FF-NN"), diffnea_data.uniform("cartpole", 100, 0)
    constants = constants_of(model.robot, train.qd, train.qdd, train.u)
    trials = diffnea_fit.searched(model, constants, train, FitPlan(adam_steps=2000))
    *given_up, last = sorted(trials.values(), key=lambda trial: trial.taken)
    assert [trial.taken for trial in given_up] == [200, 200, 400]
    assert last.taken == last.steps + diffnea_fit.PATIENCE < 2000
    assert last.loss == min(trial.loss for trial in trials.values())


def test_what_validation_changes_for_the_network_without_bodies():
    black = answer("FF-NN", 0, 1.0, "unbounded") | {"rate": 0.003, "searched": answer("FF-NN", 0, 0.5)}
    black |= {"plain": answer("FF-NN", 0, 2.0, diverged=1.0), "stopped early": answer("FF-NN", 0, 3.0)}
    found = [black, answer("DiffNEA/nn/prior", 0, 1.0) | {"rate": 0.001}, answer("DiffNEA/none/prior", 0, 1.0)]
    text = diffnea_report.black_boxes(found)
    assert "| furuta | real | fixed rate and steps | 1.0e-01 | 1.00 | 2.00 | 100 % | 0.0e+00 |" in text
    assert "| furuta | real | early stopping | 1.0e-01 | 1.50 | 3.00 | 0 % | 0.0e+00 |" in text
    assert "| furuta | real | and rate searched | 1.0e-01 | 0.25 | 0.50 | 0 % | 0.0e+00 |" in text
    assert "| furuta | real | and fitted again | 1.0e-01 | 0.50 | 1.00 | 0 % | 0.0e+00 |" in text
    rates = diffnea_report.chosen_rates(found)
    assert "| fits | 0.01 | 0.003 | 0.001 | 0.0003 |" in rates
    assert "| FF-NN | 0 | 1 | 0 | 0 |" in rates
    assert "| bodies with a network | 0 | 0 | 1 | 0 |" in rates


def test_the_error_of_base_parameters_has_no_unit():
    """Each base parameter wrong by its own plausible size counts the same, whether it is in kg, kg m or kg m2."""
    robot = diffnea_data.robot_of("furuta")
    reduction = heft.identifiability(robot).reduction
    mass, radius = body_sizes(robot.parameters)
    sizes = (mass[:, None] * radius[:, None] ** base_error.POWERS).ravel()
    for row, column in zip(reduction.matrix, reduction.columns, strict=True):
        wrong = robot.parameter_vector.copy()
        wrong[column] += np.sqrt(np.sum((row * sizes) ** 2))
        found = base_error.base_error(reduction, robot, robot.with_parameters(wrong))
        assert found == pytest.approx(1 / np.sqrt(len(reduction.columns)), rel=1e-9)


@pytest.fixture
def smoke(tmp_path, monkeypatch, capsys):
    """Run the benchmark with four models, which sets the number of threads for itself and for processes it starts."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
        monkeypatch.setenv(name, os.environ.get(name, str(numba.config.NUMBA_NUM_THREADS)))
    call = ["diffnea.py", "--smoke", "--processes", "1", "--results", str(tmp_path)]
    call += ["--table", str(tmp_path / "t.md"), "--figure", str(tmp_path / "f.svg")]
    monkeypatch.setattr(sys, "argv", call)

    def run():
        assert diffnea.main() == 0
        return capsys.readouterr().out

    return run


@pytest.mark.usefixtures("short_free_motions")
def test_smoke_run_ends_in_a_table_and_a_figure_and_is_not_done_twice(smoke, tmp_path):
    smoke()
    text = (tmp_path / "t.md").read_text()
    for model in diffnea.SMOKE:
        assert f"| cartpole | uniform | {model} |" in text
    assert ElementTree.parse(tmp_path / "f.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.glob("smoke-*/*.json")}
    assert len(kept) == 4
    exact = json.loads(next(path for path in kept if "NEA-none" in path.name).read_text())
    assert exact["mse"] < 1e-20
    assert "4 of 4 fits are there already" in smoke()
    assert {path: path.stat().st_mtime_ns for path in tmp_path.glob("smoke-*/*.json")} == kept
    assert (tmp_path / "t.md").read_text() == text
