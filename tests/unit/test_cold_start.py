"""On a fresh installation NumPy works while another process compiles."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import heft
from heft import cold_start
from heft.cold_start import LOCK, PATIENCE, Cold, compile_beside
from heft.dynamics.kernels import cold, packed_pairs, regressor_rows


def compile_nothing() -> None:
    """Stands for a function that compiles another one."""


def kernel(signatures=(), folder: str = "") -> SimpleNamespace:
    code = SimpleNamespace(co_filename="regressor.py")
    function = SimpleNamespace(__code__=code, __name__="packed")
    return SimpleNamespace(signatures=signatures, stats=SimpleNamespace(cache_path=folder), py_func=function)


@pytest.fixture(autouse=True)
def missing(monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """What would be compiled by another process."""
    found: dict[str, Path] = {}
    monkeypatch.setattr(cold_start, "_missing", found)
    return found


def test_numpy_works_as_long_as_compiling_would_take(tmp_path: Path, missing: dict[str, Path]):
    fresh = Cold(kernel(folder=str(tmp_path)), 5000, compile_nothing)
    assert not missing
    assert fresh.takes(1000)
    assert fresh.takes(1000)
    assert missing == {f"{__name__}:compile_nothing": tmp_path}
    assert not fresh.ready
    assert not fresh.takes(5000)
    assert fresh.ready
    assert not fresh.takes(1)  # once it compiles, it stays with the kernel


def test_where_compiling_is_switched_off_numpy_does_everything(missing: dict[str, Path]):
    fresh = Cold(lambda: None, 5000, compile_nothing)
    assert fresh.takes(10**9)
    assert not fresh.ready
    assert not missing


def test_what_is_compiled_is_used(tmp_path: Path, missing: dict[str, Path]):
    assert not Cold(kernel(signatures=("one",)), 5000, compile_nothing).takes(1)
    (tmp_path / "regressor.packed-143.py311.nbi").touch()
    assert not Cold(kernel(folder=str(tmp_path)), 5000, compile_nothing).takes(1)
    assert not missing
    assert compile_beside() is None


def test_a_process_does_not_change_its_mind_when_another_has_compiled(tmp_path: Path):
    """Or the last digits of a result would depend on how busy the machine is."""
    fresh = Cold(kernel(folder=str(tmp_path)), 5000, compile_nothing)
    assert fresh.takes(1)
    (tmp_path / "regressor.packed-143.py311.nbi").touch()
    assert fresh.takes(1)
    assert not fresh.ready


def test_nothing_is_started_where_nothing_can_be_kept():
    assert Cold(kernel(folder=""), 5000, compile_nothing).takes(1)
    assert compile_beside() is None


def test_one_process_compiles_at_a_time(tmp_path: Path, missing: dict[str, Path], monkeypatch: pytest.MonkeyPatch):
    calls: list[list[str]] = []
    monkeypatch.setattr(cold_start.subprocess, "Popen", lambda command, **_: calls.append(command))
    missing |= {"one:first": tmp_path / "cache", "other:second": tmp_path / "cache"}
    compile_beside()
    compile_beside()
    assert [call[-2:] for call in calls] == [["one:first", "other:second"]]
    old = time.time() - 2 * PATIENCE
    os.utime(tmp_path / "cache" / LOCK, (old, old))  # as one that was ended has left it
    compile_beside()
    assert len(calls) == 2


def test_a_process_that_cannot_be_started_does_no_harm(
    tmp_path: Path, missing: dict[str, Path], monkeypatch: pytest.MonkeyPatch
):
    def refuse(*_: object, **__: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(cold_start.subprocess, "Popen", refuse)
    missing["one:first"] = tmp_path
    assert compile_beside() is None
    assert not (tmp_path / LOCK).exists()
    (tmp_path / "file").touch()
    missing["one:first"] = tmp_path / "file"
    assert compile_beside() is None


SOURCE = """
import numpy as np
from heft.cold_start import compile_beside
from heft.estimation import householder
rows = np.random.default_rng(0).standard_normal((5, 40))
R = np.zeros((5, 5))
householder.fold(R, rows, 0, 40)
print(householder._cold.ready, float(abs(R.T @ R - rows @ rows.T).max()) < 1e-12)
if beside := compile_beside():
    beside.wait()
"""


def test_the_next_process_finds_what_the_first_had_compiled(tmp_path: Path):
    source = str(Path(heft.__file__).parents[1])
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": source}

    def call() -> str:
        done = subprocess.run(
            [sys.executable, "-c", SOURCE], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        )
        assert done.stderr == ""
        return done.stdout.strip()

    assert call() == "False True"
    assert call() == "True True"
    assert not [*(tmp_path / "cache").rglob(LOCK)]


def test_numpy_computes_the_regressor_of_a_log_once(monkeypatch: pytest.MonkeyPatch):
    """An identification asks for the rows of the same samples again and again."""
    robot = heft.load("zoo:double_pendulum")
    q, qd, qdd = robot.random_state(seed=0, n=40)
    coordinate, body = packed_pairs(robot)
    row, second = np.arange(10 * len(body)), np.full(10 * len(body), -1)
    one, other = np.zeros((len(row), 56)), np.zeros((len(row), 56))
    monkeypatch.setattr(cold, "_recent", {})
    assert cold.work(robot, body, q, qd, qdd) == 40 * len(body)
    cold.rows(robot, coordinate, body, q, qd, qdd, row, second, one)
    assert cold.work(robot, body, q, qd, qdd) == 0
    assert cold.work(robot, body, q + 1e-9, qd, qdd) > 0
    cold.rows(robot, coordinate, body, q, qd, qdd, row, second, other)
    assert np.array_equal(one, other)
    regressor_rows(robot, q, qd, qdd, row, second, other)
    assert np.allclose(one[:, :40], other[:, :40], rtol=0, atol=1e-12)
    monkeypatch.setattr(cold, "KEPT", 0)
    cold.rows(robot, coordinate, body, q + 1, qd, qdd, row, second, other)
    assert not cold._recent


def test_threads_keep_regressors_at_the_same_time(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cold, "_recent", {})
    monkeypatch.setattr(cold, "KEPT", 80 * 50)
    robot = heft.load("zoo:double_pendulum")

    def keep(k: int) -> None:
        for i in range(2000):
            cold._keep((robot, f"{k} {i}".encode()), np.zeros(10))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(keep, range(4)))
    assert len(cold._recent) == 50


SWITCHED_OFF = """
import heft
robot = heft.load("zoo:scara")
q, qd, qdd = robot.random_state(0, 3)
tau = heft.inverse_dynamics(robot, q, qd, qdd)
print(abs(heft.forward_dynamics(robot, q, qd, tau) - qdd).max() < 1e-6)
Y = heft.torque_regressor(robot, q, qd, qdd)
print(Y.shape == (3, robot.nv, len(robot.parameter_names)))
"""


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (["-c", SWITCHED_OFF], "True\nTrue\n"),
        (["-m", "heft", "simulate", "zoo:double_pendulum", "--duration", "0.01", "-q"], ""),
    ],
    ids=["python", "simulate"],
)
def test_numba_without_its_compiler(call, said):
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(Path(heft.__file__).parents[1])}
    done = subprocess.run([sys.executable, *call], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, said, "")
