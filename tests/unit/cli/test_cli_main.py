"""The frame around the verbs: help, version, exit codes, interruption, and a start without heavy imports."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
from pathlib import Path

import pytest

import heft as package
from heft import cli
from heft.cli import terminal

HEFT = [sys.executable, "-m", "heft"]


def test_help_names_every_verb(heft):
    for answer in (heft("--help"), heft()):
        assert answer.status == 0
        assert answer.err == ""
        assert all(verb in answer.out for verb in cli.VERBS)


@pytest.mark.parametrize("verb", cli.VERBS)
def test_every_verb_has_the_shared_options(heft, verb):
    answer = heft(verb, "--help")
    assert answer.status == 0
    for option in ("--json", "--output -o", "--quiet -q"):
        assert option in answer.out


def test_version(heft):
    assert heft("--version").out == f"heft {package.__version__}\n"


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["inspect", "--help"], ["simulate", "--help"]])
def test_help_starts_without_heavy_imports(arguments):
    code = (
        f"import sys; from heft.cli import main; main({arguments!r}); "
        "heavy = {'numpy', 'numba', 'scipy', 'jax', 'pydantic'} & set(sys.modules); sys.exit(str(heavy or ''))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == ""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["inspct", "zoo:scara"], ['"inspct"', 'Did you mean "inspect"?']),
        (["--jsn"], ["--jsn"]),
        (["inspect", "zoo:scara", "--jsn"], ["--jsn", "Did you mean --json?"]),
        (["inspect"], ["The argument ROBOT is missing.", "heft inspect --help"]),
        (["inspect", "zoo:scara", "zoo:panda"], ["unexpected argument 'zoo:panda'", "heft inspect --help"]),
        (["inspect", "zoo:scara", "--base", "flying"], ["flying", "--base", '"fixed", "floating"']),
        (["inspect", "zoo:scara", "-o"], ["-o needs a value"]),
        (["inspect", "zoo:scara", "--json", "--json"], ["--json", "multiple times"]),
        (["simulate", "zoo:scara"], ["--duration", "No duration is given"]),
        (["simulate", "zoo:scara", "--duration", "long"], ["--duration", '"long"']),
        (["simulate", "zoo:scara", "--duration", "1", "--gravity", "0", "0"], ["--gravity needs 3 values"]),
        (["simulate", "zoo:scara", "--duration", "1", "--integrator", "euler"], ["euler", "semi-implicit-euler"]),
    ],
)
def test_wrong_calls(refused, arguments, words):
    line = refused(*arguments)
    for word in words:
        assert word in line


def test_interrupted(heft, monkeypatch):
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("heft.robot.load.load", interrupt)
    answer = heft("inspect", "zoo:scara", "-o", "x.json")
    assert answer.status == 130
    assert answer.out == ""
    assert answer.err == "heft: Interrupted. No file is half-written.\n"
    assert not Path("x.json").exists()


@pytest.mark.parametrize(
    "error",
    [MemoryError(), OSError(errno.ENOMEM, "Cannot allocate memory"), RuntimeError("can't start new thread")],
    ids=lambda error: type(error).__name__,
)
def test_out_of_memory(refused, monkeypatch, error):
    def exhaust(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("heft.robot.load.load", exhaust)
    assert "memory" in refused("inspect", "zoo:scara")


@pytest.mark.parametrize("arguments", [["--help"], ["inspect", "zoo:planar_n(60)"], ["inspect", "zoo:ur10e", "--json"]])
def test_a_closed_pipe_is_no_error(arguments):
    done = subprocess.Popen([*HEFT, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.stdout is not None
    assert done.stderr is not None
    done.stdout.close()
    error = done.stderr.read()
    done.stderr.close()
    assert done.wait() == 141
    assert error == b""


def test_signs_that_the_terminal_lacks_do_no_harm():
    environment = {"PYTHONIOENCODING": "ascii", "PATH": ""}
    done = subprocess.run([*HEFT, "inspect", "zoo:scara"], capture_output=True, env=environment, check=False)
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"scara" in done.stdout


def test_json_has_null_for_what_is_not_finite():
    text = terminal.to_json({"a": [1.0, float("inf")], "b": {"c": float("nan"), "d": "é\x1b"}, "e": [], "f": {}})
    assert json.loads(text) == {"a": [1.0, None], "b": {"c": None, "d": "é\x1b"}, "e": [], "f": {}}
    assert "[1.0, null]" in text


def test_say_is_one_line_and_moves_no_cursor(capfd):
    terminal.say("two\nlines\x1b[31m")
    assert capfd.readouterr().err == "heft: two lines\\x1b[31m\n"


def test_progress_is_silent_where_nobody_looks(capfd):
    with terminal.progress("working") as report:
        report(1, 2)
    assert capfd.readouterr() == ("", "")
