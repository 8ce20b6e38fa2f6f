"""On a fresh installation NumPy works while a background process compiles."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, repeat
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import heft
from heft import cold_start
from heft.background import LOCK
from heft.cold_start import ALONE, ATTEMPTS, BESIDE, EACH, SILENT, Cold
from heft.compiled import NotCompiledError
from heft.dynamics import engines, kernels
from heft.dynamics.kernels import cold, packed_pairs, regressor_rows

NAME = f"{__name__}:compile_it"


def compile_it() -> None:
    """Stands for a function that compiles another one, or loads it from the cache."""


class Beside:
    """Stands for the background process: what it was asked for, and whether it can be started and is at work."""

    def __init__(self) -> None:
        self.wanted: list[str] = []
        self.possible, self.working = True, False

    def ask(self, name: str, folder: Path) -> bool:
        self.wanted.append(name)
        self.working = self.possible
        return self.possible


@pytest.fixture(autouse=True)
def beside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Beside:
    process = Beside()
    monkeypatch.setattr(cold_start, "ask", process.ask)
    monkeypatch.setattr(cold_start, "at_work", lambda folder: process.working)
    monkeypatch.setattr(cold_start, "common_folder", lambda: tmp_path)
    monkeypatch.setattr(cold_start, "PAUSE", 0.0)
    monkeypatch.setattr(cold_start, "_line", {"left": True})
    monkeypatch.delenv(SILENT)
    return process


def kernel(folder: Path | str = "", signatures: tuple[str, ...] = ()) -> Any:
    code = SimpleNamespace(co_filename="regressor.py")
    function = SimpleNamespace(__code__=code, __name__="packed")
    return SimpleNamespace(signatures=signatures, stats=SimpleNamespace(cache_path=str(folder)), py_func=function)


def cached(folder: Path) -> None:
    (folder / "regressor.packed-143.py311.1.nbc").touch()


def test_numpy_works_until_the_kernel_is_in_the_cache(tmp_path: Path, beside: Beside):
    fresh = Cold(kernel(tmp_path), 8, 5000, compile_it)
    assert not beside.wanted
    assert fresh.takes(1e9)  # however much there is: it could be done in less time than compiling takes to end
    assert fresh.takes(1)
    assert not fresh.ready
    assert beside.wanted == [NAME]
    cached(tmp_path)
    assert not fresh.takes(1)
    assert fresh.ready
    assert beside.wanted == [NAME]


def test_a_process_does_not_look_into_the_cache_at_every_call(
    tmp_path: Path, beside: Beside, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(cold_start, "PAUSE", 1000.0)
    fresh = Cold(kernel(tmp_path), 8, 5000, compile_it)
    assert fresh.takes(1)
    cached(tmp_path)
    assert fresh.takes(1)
    beside.working = False  # it has ended: then it is looked for at once, and it is not asked for once more
    assert fresh.takes(1)
    assert not fresh.takes(1)
    assert beside.wanted == [NAME]


def test_what_is_compiled_is_used(tmp_path: Path, beside: Beside):
    assert not Cold(kernel(tmp_path, ("one",)), 8, 5000, compile_it).takes(1)
    cached(tmp_path)
    assert not Cold(kernel(tmp_path), 8, 5000, compile_it).takes(1)
    assert not beside.wanted


def test_code_in_the_cache_that_is_for_another_processor_is_compiled_anew(
    tmp_path: Path, beside: Beside, monkeypatch: pytest.MonkeyPatch
):
    """As where a home folder is shared by machines: the file is there, but numba would not load it."""

    def refuse() -> None:
        raise NotCompiledError

    monkeypatch.setitem(globals(), "compile_it", refuse)
    refuse.__qualname__, refuse.__module__ = "compile_it", __name__
    cached(tmp_path)
    assert Cold(kernel(tmp_path), 8, 5000, refuse).takes(1)
    assert beside.wanted == [NAME]


def test_it_is_asked_for_once_more_where_the_process_has_ended_without_it(tmp_path: Path, beside: Beside):
    fresh = Cold(kernel(tmp_path), 8, 5000, compile_it)
    for _ in range(ATTEMPTS + 2):
        assert fresh.takes(1)
        beside.working = False
    assert beside.wanted == ATTEMPTS * [NAME]
    assert not fresh.takes(5000)


@pytest.mark.parametrize("folder", [True, False], ids=["no process", "no folder"])
def test_without_a_process_only_a_call_that_is_worth_it_compiles(
    tmp_path: Path, beside: Beside, monkeypatch: pytest.MonkeyPatch, folder: bool, capsys: pytest.CaptureFixture[str]
):
    beside.possible = False
    if not folder:
        monkeypatch.setattr(cold_start, "common_folder", lambda: None)
    fresh = Cold(kernel(tmp_path), 8, 5000, compile_it)
    assert all(fresh.takes(4999) for _ in range(10))
    assert len(beside.wanted) == folder  # it is not tried again and again
    assert not fresh.takes(5000)
    err = capsys.readouterr().err
    assert err.startswith(f"heft: {ALONE} ")
    assert err.count("\n") == 1


def test_without_a_compiler_numpy_does_all(beside: Beside, capsys: pytest.CaptureFixture[str]):
    """Where numba's compilation is switched off, the function is one of Python, and slow."""
    assert Cold(lambda: None, 8, 5000, compile_it).takes(1e9)
    assert not Cold(lambda: None, 8, 5000, compile_it).ready
    assert not beside.wanted
    assert capsys.readouterr() == ("", "")


def test_one_line_says_what_happens_and_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    for _ in range(2):
        assert Cold(kernel(tmp_path), 20, 5000, compile_it).takes(1)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"heft: {BESIDE.format(seconds=20)} ")
    assert "'heft warm-up'" in err
    assert SILENT in err
    assert EACH not in err
    assert err.count("\n") == 1


def test_the_line_says_that_nothing_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(cold_start, "is_private", lambda folder: True)
    assert Cold(kernel(tmp_path), 20, 5000, compile_it).takes(1)
    assert EACH in capsys.readouterr().err


def test_the_line_can_be_switched_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv(SILENT, "1")
    assert Cold(kernel(tmp_path), 20, 5000, compile_it).takes(1)
    monkeypatch.delenv(SILENT)
    monkeypatch.setattr(sys, "stderr", None)
    monkeypatch.setattr(cold_start, "_line", {"left": True})
    assert Cold(kernel(tmp_path), 20, 5000, compile_it).takes(1)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("name", ["inverse_dynamics", "forward_dynamics", "torque_regressor"])
def test_a_long_call_goes_on_with_the_kernel_as_soon_as_it_is_there(name: str, monkeypatch: pytest.MonkeyPatch):
    robot = heft.load("zoo:double_pendulum")
    state = robot.random_state(0, 100)
    expected = getattr(heft, name)(robot, *state)
    answers, left = iter([True, True, False]), []
    whole = getattr(kernels, name)
    monkeypatch.setattr(engines, "CHUNK", 30)
    monkeypatch.setitem(kernels.COLD, name, SimpleNamespace(takes=lambda work: next(answers)))
    monkeypatch.setattr(kernels, name, lambda robot, *rest: left.append(len(rest[0])) or whole(robot, *rest))
    found = getattr(heft, name)(robot, *state)
    assert left == [40]
    assert np.abs(found - expected).max() < 1e-12 * np.abs(expected).max()


def test_a_simulation_goes_on_with_the_kernel_as_soon_as_it_is_there(monkeypatch: pytest.MonkeyPatch):
    robot = heft.load("zoo:double_pendulum")
    expected = heft.simulate(robot, 0.1, q0=[1.0, 0.5])
    answers, made = chain([True] * 7, repeat(False)), []
    whole = kernels.forward_dynamics_of
    monkeypatch.setitem(kernels.COLD, "forward_dynamics", SimpleNamespace(takes=lambda work: next(answers)))
    monkeypatch.setattr(kernels, "forward_dynamics_of", lambda *x: made.append(1) or whole(*x))
    found = heft.simulate(robot, 0.1, q0=[1.0, 0.5])
    assert made == [1]
    np.testing.assert_allclose(found.q, expected.q, rtol=1e-12, atol=1e-12)


SCRIPT = """
print("script")
import time
import numpy as np
from heft.estimation import householder
rows = np.random.default_rng(0).standard_normal((5, 40))
factors = []
while not householder._cold.ready or not factors:
    factors.append(np.zeros((5, 5)))
    householder.fold(factors[-1], rows, 0, 40)
    time.sleep(0.05)
found = np.zeros((5, 5))
householder.fold(found, rows, 0, 40)
stats = householder._fold.stats
agree = float(abs(abs(found) - abs(factors[0])).max()) < 1e-12
print(len(stats.cache_hits), len(stats.cache_misses), agree, len(factors) == 1)
"""


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[subprocess.CompletedProcess[str]]]:
    """A script on a fresh installation, and once more; the user's module of the same folder must not be imported."""
    folder = tmp_path_factory.mktemp("fresh")
    (folder / "script.py").write_text(SCRIPT)
    (folder / "sitecustomize.py").write_text("raise SystemExit(3)")
    source = str(Path(heft.__file__).parents[1])
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": source}
    del environment[SILENT]
    yield [
        subprocess.run(
            [sys.executable, "-X", "dev", "script.py"], cwd=folder, env=environment, capture_output=True, text=True
        )
        for _ in range(2)
    ]
    assert not [*(folder / "cache").rglob(LOCK)]


def test_a_script_goes_on_with_the_kernel_that_a_background_process_compiles(scripts):
    first, second = scripts
    assert first.stdout.split() == ["script", "1", "0", "True", "False"]  # loaded from the cache, compiled elsewhere
    assert first.stderr.startswith(f"heft: {BESIDE.format(seconds=5)} ")
    assert first.stderr.count("\n") == 1  # nor a word of a process that was left behind
    assert second.stdout.split() == ["script", "1", "0", "True", "True"]
    assert second.stderr == ""


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
    monkeypatch.setattr(kernels, "_cold_rows", SimpleNamespace(ready=True))
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
