"""Damaged inputs of every kind end in a clean refusal or in a finite answer: no exception, crash, hang or warning.

Each kind is tried in a process of its own, so that a crash of a library or an endless loop is seen and the next input
is tried. Inputs that fail are kept in .pytest_cache/fuzz.
"""

from __future__ import annotations

import math
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fuzz import command_lines, seeds
from fuzz.kinds import KINDS, FuzzKind
from fuzz.worker import COUNTS

ROOT = Path(__file__).parents[2]
LONGEST = 10.0
"""[s] For one input; a machine that does other work as well is given `PATIENCE` times as long."""
PATIENCE = 6
START = 900.0
"""[s] For the seeds of a kind, and for what is compiled for them."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with what inputs refer to: a robot, a table, a map and a log."""
    from heft.logs.named_columns import from_columns

    (tmp_path / "files").mkdir()
    (tmp_path / "failures").mkdir()
    (tmp_path / "files/arm.urdf").write_bytes(seeds.urdf()[0])
    (tmp_path / "files/raw.csv").write_bytes(seeds.csv()[0])
    (tmp_path / "files/map.toml").write_bytes(seeds.maps()[0])
    from_columns(seeds.COLUMNS).write(tmp_path / "files/run.parquet")
    command_lines.write_files(tmp_path / "files")
    (tmp_path / "counts").write_bytes(COUNTS.pack(0, 0, 0, 0, 0, 0.0))
    return tmp_path


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name.replace(" ", "_"))
def test_damaged_inputs(kind: FuzzKind, folder: Path, fuzz_seconds: float | None, request: pytest.FixtureRequest):
    share, last = (math.inf, kind.inputs) if fuzz_seconds is None else (fuzz_seconds / len(KINDS), sys.maxsize)
    began, spent, tried, failures = time.monotonic(), 0.0, 0, 0
    while spent < share and tried < last:
        process = started(kind, folder, tried, last, share - spent)
        ended = watch(process, folder)
        tried, *_, failed, memory, _ = counts(folder)
        spent = share if ended == "done" else time.monotonic() - began
        if ended != "done":
            failures += 1
            source = folder / "files" / kind.file
            shutil.copy(source, folder / "failures" / f"{tried - 1}-{kind.file}")
            (folder / "failures" / f"{tried - 1}-{kind.file}.why").write_text(ended)
            assert tried or failures < 3, f"The seeds cannot be tried: {ended}"
    tried, refused, answered, failed, memory, _ = counts(folder)
    elapsed = max(time.monotonic() - began, 1e-3)
    row = [kind.name, tried, refused, answered, failed + failures, f"{tried / elapsed:.0f}", memory // 1000]
    request.node.user_properties.append(("fuzz", row))
    kept = keep(folder, kind)
    assert failed + failures == 0, f"{failed + failures} of {tried} failed; see {kept}:\n" + shown(folder)
    assert refused + answered == tried > 0


def started(kind: FuzzKind, folder: Path, first: int, last: int, seconds: float) -> subprocess.Popen[bytes]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "tests"), *sys.path]), "OMP_NUM_THREADS": "1"}
    call = [sys.executable, "-m", "fuzz.worker", kind.name, str(folder), str(first), str(last), str(seconds)]
    with open(folder / "said", "wb") as said:
        return subprocess.Popen(call, cwd=folder / "files", env=environment, stdout=said, stderr=said)


def watch(process: subprocess.Popen[bytes], folder: Path) -> str:
    """Wait for a process; return "done", or how an input ended it."""
    start = time.time()
    while process.poll() is None:
        time.sleep(0.05)
        last = counts(folder)[-1]
        waited, most = (time.time() - last, LONGEST * PATIENCE) if last > start else (time.time() - start, START)
        if waited > most:
            process.kill()
            process.wait()
            return f"It took longer than {most:g} s."
    if process.returncode == 0:
        return "done"
    name = signal.Signals(-process.returncode).name if process.returncode < 0 else f"exit code {process.returncode}"
    return f"The process ended with {name}.\n{(folder / 'said').read_text(errors='replace')[-3000:]}"


def counts(folder: Path) -> tuple[int, int, int, int, int, float]:
    return COUNTS.unpack((folder / "counts").read_bytes())


def keep(folder: Path, kind: FuzzKind) -> Path:
    """Copy the inputs that failed to where they stay after the run."""
    place = ROOT / ".pytest_cache/fuzz" / kind.name.replace(" ", "_")
    shutil.rmtree(place, ignore_errors=True)
    if any((folder / "failures").iterdir()):
        shutil.copytree(folder / "failures", place)
    return place


def shown(folder: Path, most: int = 8) -> str:
    """Return why inputs failed, each reason once."""
    texts = {path: path.read_text(errors="replace") for path in sorted((folder / "failures").glob("*.why"))}
    reasons = {text.strip().splitlines()[-1][:160]: f"{path.name}: {text.strip()}" for path, text in texts.items()}
    return "\n\n".join(list(reasons.values())[:most])
