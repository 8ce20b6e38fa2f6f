"""A cache of compiled functions that is damaged, or cannot be written, does no harm."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import heft

SOURCE = """
from heft.compiled import compiled

@compiled(error_model="numpy")
def twice(x):
    return 2 * x

print(twice(21), sum(twice.stats.cache_hits.values()))
"""


@pytest.fixture
def called(tmp_path: Path):
    (tmp_path / "module.py").write_text(SOURCE)

    def call(cache: Path) -> str:
        source = str(Path(heft.__file__).parents[1])
        environment = os.environ | {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": source}
        done = subprocess.run(
            [sys.executable, tmp_path / "module.py"], env=environment, capture_output=True, text=True, check=False
        )
        assert done.stderr == ""
        assert done.returncode == 0
        return done.stdout.strip()

    return call


@pytest.fixture
def imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Calls the function as a new process would: from the module imported anew, whose code is in the cache or not."""
    (tmp_path / "module.py").write_text(SOURCE)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    numba.config.reload_config()

    def call() -> str:
        runpy.run_path(str(tmp_path / "module.py"))
        return capsys.readouterr().out.strip()

    yield call
    monkeypatch.undo()
    numba.config.reload_config()


def test_a_damaged_cache_is_made_anew(imported, tmp_path: Path):
    cache = tmp_path / "cache"
    assert imported() == "42 0"
    assert imported() == "42 1"
    for ending, content in ((".nbi", b""), (".nbi", b"\x80garbage"), (".nbc", b""), (".nbc", b"garbage")):
        paths = [*cache.rglob(f"*{ending}")]
        assert paths
        for path in paths:
            path.write_bytes(content)
        assert imported() == "42 0"
        assert imported() == "42 1"


def test_where_nothing_can_be_kept_every_process_compiles(called, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").write_text("")
    (tmp_path / "__pycache__").write_text("")
    for name in ("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "file"))
    assert called(tmp_path / "file") == "42 0"
