"""The background process that compiles: one at a time, of low priority, without streams, ending by itself."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from heft import background
from heft.background import LOCK, PATIENCE, WANTED, ask, at_work, compile_by_name, work


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], dict[str, Any]]]:
    """Commands of processes that would have been started."""
    calls: list[tuple[list[str], dict[str, Any]]] = []

    class Process:
        def __init__(self, command: list[str], **options: Any) -> None:
            calls.append((command, options))

        def wait(self) -> int:
            return 0

    monkeypatch.setattr(background.subprocess, "Popen", Process)
    return calls


def test_one_process_serves_all(tmp_path: Path, started):
    folder = tmp_path / "cache"
    assert not at_work(folder)
    assert ask("heft:one", folder)
    assert ask("heft:two", folder)
    assert at_work(folder)
    assert len(started) == 1
    assert (folder / WANTED).read_text() == "heft:one\nheft:two\n"


def test_a_lock_that_a_killed_process_has_left_is_known_by_its_age(tmp_path: Path, started):
    (tmp_path / LOCK).write_text("another")
    assert ask("heft:one", tmp_path)
    assert not started
    old = time.time() - 2 * PATIENCE
    os.utime(tmp_path / LOCK, (old, old))
    assert not at_work(tmp_path)
    assert ask("heft:one", tmp_path)
    assert len(started) == 1
    assert (tmp_path / LOCK).read_text() != "another"


def test_the_process_has_the_import_path_of_its_starter_and_none_of_its_streams(tmp_path: Path, started, monkeypatch):
    monkeypatch.setattr(sys, "path", ["", "/somewhere", *sys.path])
    monkeypatch.chdir(tmp_path)
    assert ask("heft:one", tmp_path)
    ((command, options),) = started
    assert command[0] == sys.executable
    assert command[command.index("/somewhere") - 1] == str(tmp_path)  # "" is the current folder
    assert {options[name] for name in ("stdin", "stdout", "stderr")} == {subprocess.DEVNULL}
    assert options["start_new_session"]
    assert options["cwd"] != tmp_path


@pytest.mark.parametrize(
    ("name", "value"), [("frozen", True), ("executable", ""), ("executable", None), ("executable", "/opt/cad/program")]
)
def test_a_program_that_contains_python_is_not_started_anew(tmp_path: Path, started, monkeypatch, name, value):
    monkeypatch.setattr(sys, name, value, raising=False)
    assert not ask("heft:one", tmp_path)
    assert not started
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("error", [PermissionError(), BlockingIOError(), ValueError()])
def test_a_process_that_cannot_be_started_leaves_nothing(tmp_path: Path, monkeypatch, error):
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(background.subprocess, "Popen", refuse)
    assert not ask("heft:one", tmp_path)
    assert not [*tmp_path.iterdir()]


def test_where_no_file_can_be_written_no_process_is_started(tmp_path: Path, started):
    (tmp_path / "file").touch()
    assert not ask("heft:one", tmp_path / "file")
    assert not started


@pytest.fixture
def worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a background process compiles that runs within this one; it is that of the token 'own'."""
    done: list[str] = []

    def compile_it(name: str) -> None:
        done.append(name)
        if name == "heft:first":
            with (tmp_path / WANTED).open("a") as wanted:  # another process asks for more meanwhile
                wanted.write("heft:later\n")
        if name == "heft:broken":
            raise ValueError

    monkeypatch.setattr(background, "compile_by_name", compile_it)
    monkeypatch.setattr(background, "_beat", lambda lock, token: None)
    monkeypatch.setattr(background.os, "nice", lambda by: by, raising=False)
    monkeypatch.setattr(background, "AUTOGROUP", tmp_path / "none")
    (tmp_path / LOCK).write_text("own")
    (tmp_path / WANTED).write_text("heft:broken\nheft:first\nheft:broken\n")
    return done


def test_all_that_is_wanted_is_compiled_once_and_the_files_are_removed(tmp_path: Path, worker: list[str]):
    work(str(tmp_path), "own")
    assert worker == ["heft:broken", "heft:first", "heft:later"]
    assert not (tmp_path / LOCK).exists()
    assert not (tmp_path / WANTED).exists()


@pytest.mark.usefixtures("worker")
def test_the_lock_of_another_process_is_left_alone(tmp_path: Path):
    work(str(tmp_path), "other")
    assert (tmp_path / LOCK).exists()


def test_only_functions_of_heft_are_called():
    with pytest.raises(AttributeError):
        compile_by_name("heft:nothing")
    compile_by_name("os:abort")


REAL = """
import os, sys, time
from pathlib import Path
from heft.background import LOCK, WANTED, ask
folder = Path(sys.argv[1])
assert ask("heft.friction.dahl:compile_bent", folder)
pids, left = set(), time.monotonic() + 100
while (folder / LOCK).exists() and time.monotonic() < left:
    time.sleep(0.01)
    for pid in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split():
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        streams = {os.readlink(f"/proc/{pid}/fd/{k}") for k in range(3)}
        if "background" in Path(f"/proc/{pid}/cmdline").read_text():
            pids.add((stat[3], pid, *streams))
            nice = stat[16]
while Path(f"/proc/self/task/{os.getpid()}/children").read_text() and time.monotonic() < left:
    time.sleep(0.01)
((session, pid, stream),) = pids
print(session == pid, stream, int(nice) > 0, Path(f"/proc/self/task/{os.getpid()}/children").read_text() == "")
"""


@pytest.mark.skipif(not Path(f"/proc/self/task/{os.getpid()}/children").exists(), reason="needs /proc of Linux")
def test_a_real_process_is_on_its_own_and_leaves_nothing_behind(tmp_path: Path):
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-c", REAL, str(tmp_path)], env=environment, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("True /dev/null True True\n", "")
    assert [path.name for path in (tmp_path / "cache").rglob("dahl.bent*.nbc")]
    assert not (tmp_path / WANTED).exists()


def test_a_process_whose_lock_is_gone_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """As where the temporary folder of its starter was deleted, or another process took over."""

    def end(code: int) -> None:
        raise SystemExit

    def take_over(seconds: float) -> None:
        (tmp_path / LOCK).write_text("another")

    (tmp_path / LOCK).write_text("own")
    old = time.time() - 2 * PATIENCE
    os.utime(tmp_path / LOCK, (old, old))
    monkeypatch.setattr(background.os, "_exit", end)
    monkeypatch.setattr(background.time, "sleep", take_over)
    with pytest.raises(SystemExit):
        background._beat(tmp_path / LOCK, "own")
    assert at_work(tmp_path)
