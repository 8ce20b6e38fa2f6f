"""Settings for all tests: what hypothesis draws is the same in every run, and no example has a deadline.

What JAX compiles is kept in `.pytest_cache`: most of the time of the tests that learn is compiling, and many of them
compile the same. So is the bytecode of Python's modules where Python is told to write none beside them: tests start
many processes, and each would compile all that it imports.

To look for new counterexamples: make test ARGS="tests/laws --hypothesis-profile default".
"""

import ctypes
import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

pytest_plugins = ["support.kernels", "support.usage"]

CACHE = Path(__file__).parents[1] / ".pytest_cache"
MUCH, MORE = 800e6, 50e6
"""[byte] A process that has taken MUCH after the tests of a file gives memory that is free back to the system. If it
still has so much MORE than when it last did this, it also forgets what JAX has compiled, and collects garbage."""

LARGE = 1000e6
"""[byte] A process that has this much gives memory back between tests, too."""

settings.register_profile("ci", derandomize=True, deadline=None)
settings.load_profile("ci")

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: threads would only wait for each other
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", str(CACHE / "jax"))
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0.2")
os.environ.setdefault("HEFT_SILENT_COMPILING", "1")  # where the cache of kernels is empty, tests would see it
os.environ.setdefault("SOURCE_DATE_EPOCH", "1767323040")  # reports name the minute in which they were made
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

if sys.dont_write_bytecode:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(CACHE / "bytecode")


_left, _given = [0.0], [0.0]
"""[byte] What this process still had when it last collected garbage, and when it last gave memory back."""


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over all that was imported: hundreds of thousands of objects that stay."""
    gc.collect()
    gc.freeze()


def give_back() -> None:
    """Give memory that is free back to the system."""
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)


@pytest.fixture(scope="module", autouse=True)
def _memory_is_given_back() -> Iterator[None]:
    yield
    if resident() > MUCH:
        give_back()
    if resident() > max(MUCH, _left[0] + MORE):
        if "jax" in sys.modules:
            sys.modules["jax"].clear_caches()
        gc.collect()
        give_back()
        _left[0] = resident()


@pytest.fixture(autouse=True)
def _free_memory_is_given_back() -> None:
    """Before a test, in a large process that has grown since: what the last tests left is not beneath its peak."""
    if resident() > max(LARGE, _given[0] + MORE):
        give_back()
        _given[0] = resident()


@pytest.fixture(autouse=True, scope="session")
def _no_process_compiles_beside() -> Iterator[None]:
    """Tests call kernels, which are compiled by then; what a test does must not depend on when a process is done."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("heft.cold_start.ask", lambda name, folder: False)
        yield


@pytest.fixture
def short_free_motions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learned models predict free motions of a second, not twenty: for tests that are not about them."""
    monkeypatch.setattr("heft.learning.metrics.FREE", 1.0)


def resident() -> float:
    """Return the memory of this process [byte]; 0 where the system does not say it in a file."""
    file = Path("/proc/self/statm")
    return int(file.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if file.exists() else 0.0
