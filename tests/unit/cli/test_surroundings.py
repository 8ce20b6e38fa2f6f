"""Surroundings that nobody tests in: closed streams, full disks, odd terminals and locales, folders that go away."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from fuzz import command_lines

from heft.cli import main

HEFT = [sys.executable, "-c", "from heft.cli import main; raise SystemExit(main())"]
INSPECT = ("inspect", "lift.urdf")
posix = pytest.mark.skipif(sys.platform == "win32", reason="a shell closes the streams")


@pytest.fixture(autouse=True)
def files(folder: Path) -> None:
    command_lines.write_files(folder)


def through_shell(streams: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    call = ["sh", "-c", f'exec "$@" {streams}', "sh", *HEFT, *arguments]
    return subprocess.run(call, capture_output=True, text=True, check=False)


@posix
def test_closed_streams(folder):
    done = through_shell("<&-", *INSPECT, "-q")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    done = through_shell(">&-", *INSPECT)
    assert done.returncode == 2
    assert done.stderr == "heft: Standard output is closed. Open it, or write to a file with -o.\n"
    done = through_shell("2>&-", "inspect", "nothing.urdf")
    assert (done.returncode, done.stdout) == (2, "")  # the message is not among the results
    done = through_shell("<&- >&- 2>&-", *INSPECT, "-o", "x.json")
    assert done.returncode == 0
    assert (folder / "x.json").read_text().startswith("{")
    assert (folder / "lift.urdf").read_text() == command_lines.LIFT


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_streams_on_a_full_disk():
    done = through_shell(">/dev/full", *INSPECT)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr
    assert through_shell(">/dev/full 2>/dev/full", *INSPECT).returncode == 2
    assert through_shell("2>/dev/full", "inspect", "nothing.urdf").returncode == 2


@pytest.mark.parametrize(
    "change",
    [
        {"HOME": None},
        {"HOME": "/nonexistent", "TMPDIR": "/nonexistent", "XDG_CACHE_HOME": "/nonexistent"},
        {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"TERM": "dumb", "COLUMNS": "20"},
        {"COLUMNS": "0"},
        {"COLUMNS": "-5", "LINES": "0"},
        {"COLUMNS": "many", "TERM": ""},
        {"NO_COLOR": "1", "FORCE_COLOR": "1"},
    ],
    ids=str,
)
def test_odd_environments(change):
    environment = {key: value for key, value in {**os.environ, **change}.items() if value is not None}
    done = subprocess.run([*HEFT, *INSPECT], env=environment, capture_output=True, check=False)
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"consistent" in done.stdout


ODD_NAMES = ["a b", "new\nline", "é\U0001f9be", "quote'\"", "$(id);&|", "-q", "#", "[red]", "100%"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_paths(heft, folder, name):
    (folder / name).mkdir()
    (folder / name / "lift.urdf").write_text(command_lines.LIFT)
    (folder / "swing.parquet").rename(folder / name / "swing.parquet")
    robot, log = f"./{name}/lift.urdf", f"./{name}/swing.parquet"
    answer = heft("inspect", robot, "-q", "-o", f"./{name}/x.json")
    assert (answer.status, answer.err) == (0, "")
    assert (folder / name / "x.json").is_file()
    answer = heft("import", log, "-o", f"./{name}/y.csv")
    assert (answer.status, answer.err) == (0, "")
    answer = heft("inspect", f"./{name}/nothing.urdf")
    assert answer.status == 2
    assert answer.err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps the current folder")
def test_a_current_folder_that_was_removed(heft, folder, monkeypatch):
    call = ("identify", folder / "lift.urdf", folder / "swing.parquet", "--friction", "viscous", "--cutoff", "8", "-q")
    assert heft(*call, "-o", folder / "before").status in (0, 1)  # kernels are compiled while there is a folder
    (folder / "gone").mkdir()
    monkeypatch.chdir(folder / "gone")
    (folder / "gone").rmdir()
    assert heft("inspect", folder / "lift.urdf").status == 0
    assert heft("inspect", folder / "lift.urdf", "-q", "-o", folder / "x.json").status == 0
    (folder / "out").mkdir()
    answer = heft(*call, "-o", folder / "out")
    assert answer.status in (0, 1), answer.err
    assert (folder / "out/result.json").is_file()
    answer = heft("inspect", folder / "lift.urdf", "-o", "x.json")
    assert answer.status == 2
    assert "leads nowhere" in answer.err


def test_an_output_folder_that_is_removed_meanwhile(folder, monkeypatch, capfd):
    import heft as library

    (folder / "results").mkdir()
    found = library.identify(library.load("lift.urdf"), ["swing.parquet"], friction="viscous")

    def identify(*_, **__):
        (folder / "results").rmdir()
        return found

    monkeypatch.setattr(library, "identify", identify)
    assert main(["identify", "lift.urdf", "swing.parquet", "-o", "results/out"]) == 2
    said = capfd.readouterr().err
    assert said.count("\n") == 1
    assert "It cannot be written: No such file or directory" in said


def test_a_log_that_is_removed_meanwhile_is_named(refused, folder, monkeypatch):
    from heft.logs.formats.parquet import Parquet

    def parse(self, content, where, settings):
        (folder / "swing.parquet").unlink(missing_ok=True)
        return plain(self, content, where, settings)

    plain = Parquet.parse
    monkeypatch.setattr(Parquet, "parse", parse)
    said = refused("validate", "lift.urdf", "swing.parquet", "swing.parquet")
    assert "swing.parquet" in said
