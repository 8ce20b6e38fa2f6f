"""`heft identify --scheduler`: workers in processes of their own, and one of them killed in the middle of its work."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from support.logs import arm_in, heavier, measured

import heft as library
from heft.estimation import cluster

distributed = pytest.importorskip("distributed")

RUNS = [f"run{k}.parquet" for k in range(5)]
LAWS, CUTOFF, THRESHOLD = "viscous,coulomb,offset", 10.0, 0.05
CLEANING = ["--cutoff", str(CUTOFF), "--velocity-threshold", str(THRESHOLD), "--velocities", "positions"]
"""The same for one process and for workers, which do not see all logs and so could choose otherwise."""


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cluster")
    truth = heavier(library.load(arm_in(folder)))
    for k, name in enumerate(RUNS):
        measured(truth, k + 1, samples=800).write(folder / name)
    return folder


@pytest.fixture(scope="module")
def alone(place):
    """What one process makes of all logs."""
    robot = library.load(place / "arm.urdf")
    cleaning = library.Cleaning(cutoff=CUTOFF, velocity_threshold=THRESHOLD, velocities="positions")
    return library.identify(robot, [place / name for name in RUNS], friction=LAWS, cleaning=cleaning).to_dict()


@contextmanager
def nannies(folder):
    """A worker in a process of its own, with a nanny that starts it again when it dies."""
    options = {"dashboard_address": ":0", "local_directory": str(folder / "dask"), "silence_logs": logging.CRITICAL}
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, **options) as local:
        yield local.scheduler


@contextmanager
def orphans(folder):
    """Workers in processes of their own that nobody starts again."""
    options = {"dashboard_address": ":0", "silence_logs": logging.CRITICAL}
    with distributed.LocalCluster(n_workers=0, protocol="tcp://", **options) as local:
        command = [sys.executable, "-m", "distributed.cli.dask_worker", local.scheduler_address, "--no-nanny"]
        command += ["--nthreads", "1", "--no-dashboard", "--local-directory", str(folder / "dask")]
        here = {**os.environ, "PYTHONPATH": str(Path(library.__file__).parents[1])}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": here}
        workers = [subprocess.Popen(command, **quiet) for _ in range(2)]
        try:
            while len(local.scheduler.workers) < 2:
                assert all(worker.poll() is None for worker in workers)
                time.sleep(0.05)
            yield local.scheduler
        finally:
            for worker in workers:
                worker.kill()
                worker.wait()


def same(one: dict, other: dict) -> None:
    """Compare two results: every estimate, deviation and error to 1e-12.

    Where the data do not tell, the values of the possible robot are the cone solver's, which stops at 1e-7.
    """
    fields = {
        "base_parameters": ("value", "deviation", "consistent_value"),
        "parameters": ("least_squares", "deviation"),
    }
    for key, names in fields.items():
        assert [row["name"] for row in one[key]] == [row["name"] for row in other[key]]
        for name in names:
            x, y = (np.array([row[name] or 0.0 for row in facts[key]], float) for facts in (one, other))
            np.testing.assert_allclose(x, y, rtol=1e-12, atol=1e-12, err_msg=f"{key}: {name}")
    x, y = (np.array([row["value"] for row in facts["parameters"]]) for facts in (one, other))
    np.testing.assert_allclose(x, y, rtol=1e-7, atol=1e-9)
    for key in ("fitted", "held_out"):
        assert one[key]["overall"]["n"] == other[key]["overall"]["n"]
        assert one[key]["overall"]["rmse"] == pytest.approx(other[key]["overall"]["rmse"], rel=1e-12)


class Killer(threading.Thread):
    """Kills a worker of a cluster as soon as it has a task, by its process's number."""

    def __init__(self, scheduler, pids: dict[str, int]) -> None:
        super().__init__(daemon=True)
        self.scheduler, self.pids, self.killed = scheduler, pids, None

    def run(self) -> None:
        end = time.monotonic() + 60
        while time.monotonic() < end and self.killed is None:
            for worker in list(self.scheduler.workers.values()):
                if worker.processing and worker.address in self.pids:
                    os.kill(self.pids[worker.address], signal.SIGKILL)
                    self.killed = worker.address
                    return
            time.sleep(0.001)


@pytest.mark.parametrize("workers", [nannies, orphans])
def test_a_killed_worker_is_survived(heft, place, alone, folder, workers):
    logs = [place / name for name in RUNS]
    with workers(folder) as scheduler, distributed.Client(scheduler.address) as client:
        assert scheduler.address.startswith("tcp://")
        killer = Killer(scheduler, client.run(os.getpid))
        killer.start()
        answer = heft("identify", place / "arm.urdf", *logs, "--scheduler", scheduler.address, *CLEANING, "--json")
        killer.join(timeout=1)
    assert killer.killed is not None
    assert answer.status == 0, answer.err
    found = json.loads(answer.out)
    same(alone, found)
    assert {log["source"]["path"] for log in found["provenance"]["logs"]} == {str(path) for path in logs[:-1]}


def test_a_scheduler_without_workers_is_told(refused, place, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    options = {"dashboard_address": ":0", "silence_logs": logging.CRITICAL}
    logs = [place / name for name in RUNS]
    with distributed.LocalCluster(n_workers=0, protocol="tcp://", **options) as empty:
        said = refused("identify", place / "arm.urdf", *logs, "--scheduler", empty.scheduler_address, "-o", "out")
    assert "no worker" in said
    assert not Path("out").exists()


def test_a_scheduler_that_is_not_there_is_told(refused, place, monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT", "1s")
    logs = [place / name for name in RUNS]
    said = refused("identify", place / "arm.urdf", *logs, "--scheduler", "tcp://127.0.0.1:9", "-o", "out")
    assert "cannot be reached" in said
