"""`heft identify --scheduler`: workers in processes of their own, and one of them killed in the middle of its work."""

from __future__ import annotations

import http.server
import json
import logging
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from support.logs import arm_in, heavier, measured

import heft as library
from heft.estimation import workers as cluster_workers

distributed = pytest.importorskip("distributed")

SOURCES = Path(library.__file__).parents[1]
RUNS = [f"run{k}.parquet" for k in range(5)]


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
    return library.identify(robot, [place / name for name in RUNS]).to_dict()


@contextmanager
def nannies(folder):
    """A worker in a process of its own, with a nanny that starts it again when it dies."""
    options = {"dashboard_address": ":0", "local_directory": str(folder / "dask"), "silence_logs": logging.CRITICAL}
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, **options) as local:
        yield local.scheduler


@contextmanager
def orphans(folder, root=SOURCES, count=2):
    """Workers in processes of their own that nobody starts again, with the heft below a folder."""
    options = {"dashboard_address": ":0", "silence_logs": logging.CRITICAL}
    with distributed.LocalCluster(n_workers=0, protocol="tcp://", **options) as local:
        command = [sys.executable, "-m", "distributed.cli.dask_worker", local.scheduler_address, "--no-nanny"]
        command += ["--nthreads", "1", "--no-dashboard", "--local-directory", str(folder / "dask")]
        here = {**os.environ, "PYTHONPATH": str(root)}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": here}
        workers = [subprocess.Popen(command, **quiet) for _ in range(count)]
        try:
            while len(local.scheduler.workers) < count:
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
        self.scheduler, self.pids, self.killed, self.over = scheduler, pids, None, threading.Event()

    def run(self) -> None:
        while not self.over.is_set():
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
        answer = heft("identify", place / "arm.urdf", *logs, "--scheduler", scheduler.address, "--json")
        killer.over.set()
        killer.join()
    assert killer.killed is not None
    assert answer.status == 0, answer.err
    found = json.loads(answer.out)
    same(alone, found)
    for key in ("cleaning", "warnings", "doubts"):
        assert found[key] == alone[key]
    assert found["friction_choice"]["laws"] == alone["friction_choice"]["laws"]
    assert {log["source"]["path"] for log in found["provenance"]["logs"]} == {str(path) for path in logs[:-1]}


@pytest.fixture
def impatient(monkeypatch):
    """Silent workers are given up after a second or so, while whoever is busy has as long as ever to answer."""
    clock = SimpleNamespace(monotonic=lambda: 30 * time.monotonic(), sleep=time.sleep)
    monkeypatch.setattr(cluster_workers, "time", clock)


def test_a_scheduler_without_workers_is_told(refused, place, impatient):
    options = {"dashboard_address": ":0", "silence_logs": logging.CRITICAL}
    logs = [place / name for name in RUNS]
    with distributed.LocalCluster(n_workers=0, protocol="tcp://", **options) as empty:
        said = refused("identify", place / "arm.urdf", *logs, "--scheduler", empty.scheduler_address, "-o", "out")
    assert "no worker" in said
    assert not Path("out").exists()


def test_a_scheduler_that_is_not_there_is_told(refused, place, monkeypatch):
    monkeypatch.setattr(cluster_workers, "CONNECT", 1.0)
    logs = [place / name for name in RUNS]
    said = refused("identify", place / "arm.urdf", *logs, "--scheduler", "tcp://127.0.0.1:9", "-o", "out")
    assert "cannot be reached" in said


@contextmanager
def silent():
    """A port that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@contextmanager
def web():
    """A web server, which answers, but not as a scheduler does."""
    with QuietServer(("127.0.0.1", 0), Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


class QuietServer(http.server.HTTPServer):
    """Says nothing of a client that hangs up early, as it does in Python 3.14."""

    def handle_error(self, *_: object) -> None:
        pass


class Quiet(http.server.BaseHTTPRequestHandler):
    """Answers requests without writing to standard error."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.parametrize("who", [silent, web])
def test_who_does_not_answer_as_a_scheduler_is_not_waited_for(refused, place, monkeypatch, who):
    monkeypatch.setattr(cluster_workers, "CONNECT", 1.0)
    logs = [place / name for name in RUNS]
    with who() as port:
        said = refused("identify", place / "arm.urdf", *logs, "--scheduler", f"tcp://127.0.0.1:{port}")
    assert "cannot be reached" in said
    assert f"tcp://127.0.0.1:{port}" in said


def stopped(pid: int) -> None:
    os.kill(pid, signal.SIGSTOP)


def continued(pid: int) -> None:
    os.kill(pid, signal.SIGCONT)


class Seen:
    """A client whose workers were seen last when they are said to be."""

    def __init__(self) -> None:
        self.last_seen: dict[str, float] = {}

    def scheduler_info(self, n_workers: int) -> dict:
        return {"workers": {worker: {"last_seen": seen} for worker, seen in self.last_seen.items()}}


class Late:
    """The result of a job that is there after some time, by a clock that runs only while it is waited for."""

    def __init__(self, clock: list[float], client: Seen, silent: set[str], end: float) -> None:
        self.clock, self.client, self.silent, self.end = clock, client, silent, end

    def result(self, timeout: float) -> str:
        self.clock[0] += timeout
        for worker in {"a", "b"} - self.silent:
            self.client.last_seen[worker] = self.clock[0]
        if self.clock[0] < self.end:
            raise TimeoutError
        return "done"


def test_waiting_depends_on_signs_of_life_and_not_on_how_long_a_job_takes(monkeypatch):
    clock, client = [0.0], Seen()
    monkeypatch.setattr(cluster_workers, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    hour = 3600.0
    assert cluster_workers.awaited(client, Late(clock, client, set(), hour)) == "done"
    with pytest.raises(library.errors.FileError, match="The worker b has given no sign of life for 61 s"):
        cluster_workers.awaited(client, Late(clock, client, {"b"}, 2 * hour))
    assert clock[0] == pytest.approx(hour + cluster_workers.SILENCE, abs=3 * cluster_workers.POLL)


def test_a_stopped_worker_is_named(refused, place, folder, impatient):
    logs = [place / name for name in RUNS]
    with orphans(folder, count=1) as scheduler, distributed.Client(scheduler.address) as client:
        ((address, pid),) = client.run(os.getpid).items()
        stopped(pid)
        try:
            said = refused("identify", place / "arm.urdf", *logs, "--scheduler", scheduler.address)
        finally:
            continued(pid)
    assert f"The worker {address} has given no sign of life" in said


def test_a_worker_that_stops_at_work_is_named(folder, impatient):
    with orphans(folder, count=1) as scheduler, distributed.Client(scheduler.address) as client:
        ((address, pid),) = client.run(os.getpid).items()
        job = client.submit(time.sleep, 600)
        stopped(pid)
        try:
            with pytest.raises(library.errors.FileError, match=f"{address} has given no sign of life"):
                cluster_workers.awaited(client, job)
        finally:
            continued(pid)


def test_workers_with_other_sources_are_refused(refused, place, folder):
    shutil.copytree(SOURCES / "heft", folder / "other" / "heft", ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / "other" / "heft" / "linalg.py").open("a") as file:
        file.write("# one line more\n")
    logs = [place / name for name in RUNS]
    with orphans(folder, folder / "other") as scheduler:
        said = refused("identify", place / "arm.urdf", *logs, "--scheduler", scheduler.address)
    assert "has other sources of heft than this process" in said
    assert cluster_workers.own_heft()["sources"] in said


def test_a_job_is_not_done_by_another_heft():
    """A worker may come after all were asked."""
    assert cluster_workers.checked(cluster_workers.own_heft(), len, "four") == 4
    with pytest.raises(library.errors.FileError, match="has another version of heft than this process"):
        cluster_workers.checked({**cluster_workers.own_heft(), "version": "0"}, len, "four")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl, which makes the certificates, is not installed")
def test_a_scheduler_behind_tls(place, folder):
    """Certificates come from dask's own configuration; without them the scheduler does not let anybody in."""
    dask = pytest.importorskip("dask")
    certificate, key = str(folder / "cert.pem"), str(folder / "key.pem")
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    tls = {"distributed.comm.tls.ca-file": certificate}
    for role in ("client", "scheduler", "worker"):
        tls |= {f"distributed.comm.tls.{role}.cert": certificate, f"distributed.comm.tls.{role}.key": key}
    options = {"dashboard_address": ":0", "silence_logs": logging.CRITICAL, "processes": False}
    with dask.config.set(tls):
        security = distributed.Security()
        with distributed.LocalCluster(n_workers=1, protocol="tls://", security=security, **options) as local:
            address = local.scheduler_address
            assert address.startswith("tls://")
            client, own_client = cluster_workers.connected(address)
            assert own_client
            assert client.submit(len, "four").result() == 4
            client.close()
            with (
                dask.config.set(dict.fromkeys(tls)),
                pytest.raises(library.errors.FileError, match="cannot be reached"),
            ):
                cluster_workers.connected(address)
