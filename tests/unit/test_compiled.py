"""A cache of compiled functions that is damaged, or cannot be written, does no harm."""

from __future__ import annotations

import os
import runpy
import shutil
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


PRIVATE = """
import sys, time
from pathlib import Path
import numpy as np
import heft
from heft.compiled import common_folder, folder_of, is_private
from heft.dynamics import kernels
from heft.estimation import householder
rows = np.random.default_rng(0).standard_normal((5, 40))
expected = np.linalg.qr(rows.T, mode="r")
while not householder._cold.ready:
    R = np.zeros((5, 5))
    householder.fold(R, rows, 0, 40)
    time.sleep(0.01)
R = np.zeros((5, 5))
householder.fold(R, rows, 0, 40)
stats = householder._fold.stats
print(len(stats.cache_hits), len(stats.cache_misses), np.allclose(abs(R), abs(expected)))
print(is_private(common_folder()), is_private(folder_of(householder._fold)))
print(common_folder().parent)
"""


@pytest.fixture
def unwritable(tmp_path: Path) -> dict[str, str]:
    """The environment of a read-only installation of a user without a home; the folder for what is temporary is not."""
    source = Path(heft.__file__).parent
    shutil.copytree(source, tmp_path / "site" / "heft", ignore=shutil.ignore_patterns("__pycache__", "assets"))
    for folder in (tmp_path / "site" / "heft", *(tmp_path / "site" / "heft").rglob("*/")):
        (folder / "__pycache__").write_text("")
    (tmp_path / "file").write_text("")
    (tmp_path / "temporary").mkdir()
    homes = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "NUMBA_CACHE_DIR"), str(tmp_path / "file"))
    paths = {"PYTHONPATH": str(tmp_path / "site"), "TMPDIR": str(tmp_path / "temporary")}
    return {**os.environ, **homes, **paths, "PYTHONDONTWRITEBYTECODE": "1"}


def test_where_nothing_can_be_kept_a_process_compiles_into_a_folder_of_its_own(unwritable, tmp_path: Path):
    command = [sys.executable, "-X", "dev", "-c", PRIVATE]
    done = subprocess.run(command, env=unwritable, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines()[:2] == ["1 0 True", "True True"]
    own = Path(done.stdout.splitlines()[2])
    assert own.parent == tmp_path / "temporary"
    assert not own.exists()


def test_what_would_be_compiled_can_be_refused(imported, tmp_path: Path):
    """A process that waits for the cache loads what is there, and compiles nothing."""
    from heft.compiled import compiled, loaded

    @compiled()
    def twice(x: int) -> int:
        return 2 * x

    assert not loaded(lambda: twice(1))
    assert not twice.signatures
    assert twice(21) == 42
    assert loaded(lambda: twice(1))
    assert not loaded(lambda: twice(1.0))
