"""Logs on the workers of a cluster: the same decisions and the same numbers as in one process."""

import os
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.logs import arm_in, heavier, measured

import heft
from heft.errors import ArgumentError, FileError
from heft.estimation import runs as runs_module
from heft.estimation.cluster import given_to
from heft.estimation.information import Information
from heft.logs.log import Log

distributed = pytest.importorskip("distributed")

LAWS = ("viscous", "coulomb", "offset")


@pytest.fixture(scope="module")
def robot(tmp_path_factory):
    return heft.load(arm_in(tmp_path_factory.mktemp("robot")))


def pushed(log: Log, start: int, stop: int) -> Log:
    """Return a log with a push between two samples, felt by all joints."""
    effort = np.array(log.effort)
    effort[start:stop] += np.array([30.0, 20.0, 10.0]) * np.hanning(stop - start)[:, None]
    return replace(log, effort=effort)


@pytest.fixture(scope="module")
def paths(robot, tmp_path_factory):
    """Logs that lead to different decisions: noisier positions, velocities that are late, a push, another rate."""
    folder, truth = tmp_path_factory.mktemp("runs"), heavier(robot)
    rng = np.random.default_rng(1)
    logs = [measured(truth, seed, samples=1200) for seed in range(1, 6)]
    logs[1] = replace(logs[1], q=logs[1].q + 3e-5 * rng.standard_normal(logs[1].q.shape))
    logs[2] = pushed(logs[2], 600, 700)
    logs[3] = replace(logs[3], qd=np.gradient(logs[3].q, logs[3].t, axis=0))
    found = []
    for k, log in enumerate(logs):
        log.write(folder / f"run{k}.parquet")
        found.append(str(folder / f"run{k}.parquet"))
    return found


@pytest.fixture(scope="module")
def client():
    folder = tempfile.mkdtemp()
    options = {"dashboard_address": ":0", "worker_dashboard_address": ":0", "local_directory": folder}
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, **options) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def decided(estimate: heft.Estimate) -> dict:
    """Everything that was chosen from the logs."""
    facts = estimate.to_dict()
    logs = [
        {key: log[key] for key in ("segments", "rows", "rate", "cleaning", "velocity_threshold", "steps", "content")}
        for log in facts["provenance"]["logs"]
    ]
    chosen = facts["friction_choice"] and {key: facts["friction_choice"][key] for key in ("laws", "numbers", "note")}
    keys = ("warnings", "doubts", "cleaning", "options", "rank", "presliding", "classes")
    return {"logs": logs, "friction": chosen} | {key: facts[key] for key in keys}


def same_numbers(one: heft.Estimate, other: heft.Estimate) -> None:
    """Compare estimates to 1e-9 standard deviations, and their intervals and residuals to 1e-9."""
    assert one.base.names == other.base.names
    deviation = one.base_deviation
    assert np.all(np.abs(one.base_values - other.base_values) <= 1e-9 * deviation)
    np.testing.assert_allclose(other.covariance, one.covariance, rtol=1e-8, atol=1e-12 * np.max(one.covariance))
    np.testing.assert_allclose(other.deviation, one.deviation, rtol=1e-8)
    assert other.fitted.overall.rmse == pytest.approx(one.fitted.overall.rmse, rel=1e-9)
    assert one.held_out is not None
    assert other.held_out is not None
    assert other.held_out.overall.rmse == pytest.approx(one.held_out.overall.rmse, rel=1e-6)


@pytest.mark.parametrize("friction", ["auto", LAWS])
def test_a_cluster_decides_as_one_process_does(robot, paths, client, friction):
    here = heft.identify(robot, paths, friction=friction)
    there = heft.identify(robot, paths, friction=friction, scheduler=client)
    assert decided(there) == decided(here)
    same_numbers(here, there)
    assert any("acted on the robot" in sentence for sentence in here.warnings)
    assert (here.friction_choice is not None) == (friction == "auto")


def test_beginnings_are_looked_at_in_both(robot, paths, client, monkeypatch):
    """Of logs that are too long to be looked at whole."""
    monkeypatch.setattr(runs_module, "SEEN", 3000)
    here = heft.identify(robot, paths)
    there = heft.identify(robot, paths, scheduler=client)
    assert here.runs is not None
    assert there.runs is not None
    assert [motion.n for motion in here.runs.fitted] == [motion.n for motion in there.runs.fitted]
    assert sum(stop - start for motion in here.runs.fitted for start, stop in motion.segments) <= 3000
    assert decided(there) == decided(here)
    same_numbers(here, there)


def test_a_joint_that_a_log_lacks_is_locked_by_all_logs(robot, paths, client, tmp_path):
    logs = [heft.read_log(path) for path in paths[:3]]
    still = []
    for k, log in enumerate(logs):
        q = np.array(log.q)
        q[:, 2] = 0.25
        effort = np.array(log.effort) * [1.0, 1.0, 0.0]
        log = replace(log, q=q, effort=effort)
        short = Log(log.t, log.joints[:2], log.q[:, :2], effort=effort[:, :2])
        (short if k == 1 else log).write(tmp_path / f"{k}.parquet")
        still.append(tmp_path / f"{k}.parquet")
    here, there = (heft.identify(robot, still, friction=LAWS, scheduler=each) for each in (None, client))
    assert dict(here.model.robot.locked) == dict(there.model.robot.locked) == {"wrist": pytest.approx(0.25)}
    same_numbers(here, there)


def test_saved_information_and_a_cluster(robot, paths, client, tmp_path):
    first = heft.identify(robot, paths[:2], friction=LAWS, held_out=0).information
    assert first is not None
    first.save(tmp_path / "saved.npz")
    saved = Information.load(tmp_path / "saved.npz")
    more = {"friction": LAWS, "information": saved}
    here, there = (heft.identify(robot, paths[2:], scheduler=each, **more) for each in (None, client))
    assert decided(there) == decided(here)
    same_numbers(here, there)


def fails_once(path, folder):
    """Read a log, but fail the first time, as a worker that dies does."""
    mark = Path(folder) / (os.path.basename(path) + ".tried")
    if not mark.exists():
        mark.touch()
        raise RuntimeError("the worker died")
    return heft.read_log(path).n


def test_a_failing_worker_is_survived(client, paths, tmp_path):
    assert given_to(client, paths).each(fails_once, str(tmp_path)) == [1200] * 5


def test_bad_files_and_schedulers_are_told(robot, client, paths):
    with pytest.raises(FileError, match="File not found"):
        heft.identify(robot, ["/nowhere/run.parquet", *paths], scheduler=client)
    with pytest.raises(ArgumentError, match="no motion"):
        heft.identify(robot, [], scheduler=client)
