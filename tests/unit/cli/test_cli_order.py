"""The order of what is shown: what was read, warnings, the answer, and then tables that are folded; at 80 columns."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.logs import arm_in, heavier, measured

import heft as library
from heft import cold_start
from heft.cli import terminal
from heft.compiled import while_compiling


@pytest.fixture
def arm(folder, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    path = arm_in(folder)
    truth = heavier(library.load(path))
    for seed in (1, 2):
        log = measured(truth, seed)
        effort = log.effort.copy()
        effort[:, 1] *= -1
        replace(log, effort=effort).write(folder / f"run{seed}.parquet")
    return path


def places(text: str, *words: str) -> list[int]:
    """Return the line on which each of some words first stands."""
    lines = text.splitlines()
    return [next(k for k, line in enumerate(lines) if word in line) for word in words]


def test_identify_shows_a_flipped_sign_before_the_answer(heft, arm):
    small = heft("identify", arm, "run1.parquet", "run2.parquet", "--friction", "viscous").out
    order = places(small, "Do not rely", "Read run1.parquet: ", "base parameters identified", "Residuals [", "Param")
    assert order == sorted(order)
    assert "sign flipped" in " ".join(small.splitlines()[:3])
    assert "Warnings: none" not in small
    assert " rad, tau " in " ".join(small.split())
    assert " Hz; q " in " ".join(small.split())
    assert max(map(len, small.splitlines())) <= 80
    assert "more rows: --all shows them." in small
    assert "verdict" not in small
    whole = heft("identify", arm, "run1.parquet", "run2.parquet", "--friction", "viscous", "--all").out
    assert "more rows" not in whole
    assert "Ranges of what was read" in whole
    names = library.load(arm).parameter_names
    words = {word for line in whole.splitlines() for word in line.split()}
    assert {*names} <= words


def test_validate_and_check_begin_with_what_was_read(heft, arm):
    validated = heft("validate", arm, "run1.parquet").out
    order = places(validated, "Read run1", "The residual is", "overall")
    assert order == sorted(order)
    checked = heft("check", arm, "run1.parquet", "--friction", "viscous").out
    order = places(checked, "Read run1", "the excitation is", "Uncertainty")
    assert order == sorted(order)


@pytest.mark.parametrize("verb", ["inspect", "identifiable", "minimal"])
def test_all_has_no_effect_without_tables(refused, verb):
    assert "--all has no effect where no table is shown." in refused(verb, "zoo:scara", "--all", "--json")


def test_a_long_inspection_is_folded(heft):
    small, whole = (heft("inspect", "zoo:planar_n(30)", *more).out for more in ((), ("--all",)))
    assert "10 more rows: --all shows them." in small
    assert "The tree has 30 bodies: --all shows it." in small
    assert "more rows" not in whole
    assert len(small.splitlines()) < len(whole.splitlines())


def test_compiling_is_said_once_on_standard_error(capsys, monkeypatch):
    monkeypatch.delenv(terminal.SILENT, raising=False)
    from numba import njit

    from heft.compiled import compiled

    @compiled()
    def twice(x):
        return 2 * x

    with terminal.progress("working"):
        twice.py_func  # noqa: B018 - not compiled by itself
        njit(lambda x: x + 1)(1)
        njit(lambda x: x + 2)(1)
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"heft: {terminal.COMPILING}\n")
    with terminal.progress("working", quiet=True):
        njit(lambda x: x + 3)(1)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("quiet", [True, False])
def test_only_a_command_that_is_not_quiet_says_that_kernels_are_missing(heft, monkeypatch, capfd, quiet):
    monkeypatch.setattr(cold_start, "_line", {"left": True})
    monkeypatch.delenv(cold_start.SILENT)
    assert heft("zoo", *["--quiet"] * quiet).status == 0
    cold_start.say("Kernels are missing.")
    assert capfd.readouterr().err == ("" if quiet else "heft: Kernels are missing.\n")


def test_who_is_told_of_compiling_hears_the_beginning_and_the_end():
    from numba import njit

    from heft.compiled import compiled

    compiled()
    heard: list[bool] = []
    with while_compiling(heard.append):
        inner = njit(lambda x: 2 * x)
        njit(lambda x: inner(x) + 1)(1)
        njit(lambda x: x)(1)
    njit(lambda x: x - 1)(1)
    assert heard == [True, False, True, False]
