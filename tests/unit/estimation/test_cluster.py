import os
import tempfile
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.motions import motion_of, noisy_run

import heft
from heft.errors import ArgumentError, FileError
from heft.estimation.base import base_of
from heft.estimation.cluster import gathered
from heft.estimation.columns import model_of
from heft.logs.log import Log

distributed = pytest.importorskip("distributed")

ROBOT = heft.load("zoo:double_pendulum")
BASE = base_of(model_of(ROBOT))


def read(robot, path):
    log = heft.read_log(path)
    return motion_of(robot, log.q, log.qd, log.qdd, log.effort)


@pytest.fixture(scope="module")
def paths(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    found = []
    for seed in range(5):
        run = noisy_run(ROBOT, seed, n=300)
        path = folder / f"run{seed}.parquet"
        Log(run.t, tuple(ROBOT.joint_names), run.q, run.qd, run.qdd, run.effort).write(path)
        found.append(str(path))
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


def same(one, other):
    assert one.names == other.names
    assert one.counts.tolist() == other.counts.tolist()
    for R, S in zip(one.factors, other.factors, strict=True):
        assert_allclose(R, S, rtol=0, atol=1e-12 * np.max(np.abs(S)))


def test_cluster_equals_one_process(client, paths):
    here = gathered(BASE, paths, partial(read, ROBOT))
    there = gathered(BASE, paths, partial(read, ROBOT), client)
    same(here, there)
    assert len(there.sources) == 5


def fails_once(robot, folder, path):
    """Read a log, but fail the first time, as a worker that dies does."""
    mark = Path(folder) / (os.path.basename(path) + ".tried")
    if not mark.exists():
        mark.touch()
        raise RuntimeError("the worker died")
    return read(robot, path)


def test_a_failing_worker_is_survived(client, paths, tmp_path):
    there = gathered(BASE, paths, partial(fails_once, ROBOT, str(tmp_path)), client)
    same(gathered(BASE, paths, partial(read, ROBOT)), there)


def test_bad_files_and_schedulers_are_told(client, paths):
    with pytest.raises(FileError, match="File not found"):
        gathered(BASE, [*paths, "/nowhere/run.parquet"], partial(read, ROBOT), client)
    with pytest.raises(ArgumentError, match="no log"):
        gathered(BASE, [], partial(read, ROBOT))
