"""All kernels compiled at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import heft
from heft import compiled, warming
from heft.cli import main
from heft.cold_start import SILENT


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Three kernels instead of all, one of which is there; those that were compiled."""
    done: list[str] = []

    def stand_in(name: str, there: bool):
        def compile_it() -> None:
            if not there and hasattr(compiled._here, "loading"):
                raise compiled.NotCompiledError
            done.append(name)

        return compile_it

    kernels = {name: stand_in(name, name == "two") for name in ("one", "two", "three")}
    monkeypatch.setattr(warming, "KERNELS", kernels)
    monkeypatch.delenv(SILENT)
    return done


def test_every_compiled_function_is_compiled():
    """Of all modules that have one: what is missing here would be compiled when it is needed."""
    sources = [*Path(heft.__file__).parent.rglob("*.py")]
    named = [source for source in sources if "\n@compiled(" in source.read_text(encoding="utf-8")]
    folder = heft.warm_up()
    ours = [f for f in compiled.functions if f.py_func.__module__.startswith("heft.")]
    assert {Path(f.py_func.__code__.co_filename) for f in ours} == set(named)
    assert [f.__name__ for f in ours if not f.signatures] == []
    assert folder is not None
    assert all(compiled.folder_of(f).is_relative_to(folder) for f in ours)


def test_a_line_names_each_kernel_that_is_compiled(few: list[str], capsys: pytest.CaptureFixture[str]):
    heft.warm_up()
    assert few == ["one", "two", "three"]
    expected = "heft: Compiling kernel 1 of 3: one.\nheft: Compiling kernel 3 of 3: three.\n"
    assert capsys.readouterr() == ("", expected)


def test_progress_is_told_instead(few: list[str], capsys: pytest.CaptureFixture[str]):
    told: list[tuple[int, int]] = []
    heft.warm_up(lambda ready, total: told.append((ready, total)))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("few")
def test_the_command_says_where_the_kernels_are(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    folder = compiled.common_folder()
    assert folder is not None
    assert main(["warm-up", "--json", "-o", str(tmp_path / "facts.json")]) == 0
    assert json.loads(capsys.readouterr().out) == {"kernels": ["one", "two", "three"], "folder": str(folder.parent)}
    assert main(["warm-up", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("few")
def test_where_nothing_can_be_kept_the_command_fails_and_says_why(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(warming, "is_private", lambda folder: True)
    assert main(["warm-up"]) == 1
    assert "NUMBA_CACHE_DIR" in capsys.readouterr().out
