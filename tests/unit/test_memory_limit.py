"""A process with little memory is refused in a sentence, or works with few threads."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from heft import memory_limit, sizes
from heft.memory_limit import AMPLE, FEW_THREADS, LEAST, is_shortage

resource = pytest.importorskip("resource")

THREADS = "import os, heft.cli; heft.cli.main(['zoo', '-q']); print(os.environ.get('OPENBLAS_NUM_THREADS'))"


def limited(size: int, *call: str, command: str = "ulimit -v") -> subprocess.CompletedProcess[str]:
    """Run Python with so many bytes of address space, or of what another command limits."""
    environment = {name: value for name, value in os.environ.items() if name not in FEW_THREADS}
    line = ["sh", "-c", f'{command} {size // 1024} && exec "$0" "$@"', sys.executable, *call]
    return subprocess.run(line, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("verb", ["inspect", "identifiable", "simulate"])
def test_too_little_memory_is_refused_before_the_libraries_meet_it(verb):
    done = limited(2**30, "-m", "heft", verb, "zoo:scara")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "heft: heft needs 1.61 GB of memory, and may use 1.07 GB (ulimit -v). "
        "Raise the limit, for example with: ulimit -v unlimited.\n"
    )


def test_the_limit_that_is_named_is_the_one_that_is_set():
    done = limited(2**30, "-m", "heft", "zoo", command="ulimit -d")
    assert done.returncode == 2
    assert "(ulimit -d). Raise the limit, for example with: ulimit -d unlimited." in done.stderr


def test_help_needs_little():
    assert limited(2**30, "-m", "heft", "inspect", "--help").returncode == 0


def test_a_little_more_is_enough():
    done = limited(LEAST, "-m", "heft", "identifiable", "zoo:scara", "-q")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(("size", "threads"), [(LEAST, "1"), (2 * AMPLE, "None")])
def test_the_libraries_have_few_threads_under_a_limit(size, threads):
    assert limited(size, "-c", THREADS).stdout.strip() == threads


def test_files_must_fit_in_what_the_process_may_use(monkeypatch):
    monkeypatch.setattr(sizes, "limit", lambda: 2**20)
    assert sizes.memory() == 2**20


@pytest.mark.parametrize("limits", [(-1, -1), (-1, 10), (20, 10), (5, -1)])
def test_the_smaller_limit_counts(monkeypatch, limits):
    found = dict(zip((resource.RLIMIT_AS, resource.RLIMIT_DATA), limits, strict=True))
    monkeypatch.setattr(resource, "getrlimit", lambda which: (found[which], -1))
    monkeypatch.setattr(resource, "RLIM_INFINITY", -1)
    assert memory_limit.limit() == min((each for each in limits if each >= 0), default=None)


def test_other_errors_are_no_shortage():
    assert not is_shortage(ValueError("out of memory is a word in a file"))
    assert not is_shortage(RuntimeError("no"))
    assert not is_shortage(None)
