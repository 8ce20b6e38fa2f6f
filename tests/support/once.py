"""What tests in several processes need is made by the first of them; the others wait for it, and read it."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

try:
    import fcntl
except ImportError:  # Windows, where every process makes its own
    fcntl: Any = None


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], Any]) -> Any:
    """Return what `make` returned for a new folder, in this process or in another one of the same run.

    Args:
        factory: of temporary folders.
        name: of what is made; the same in all processes.
        make: takes the folder, which stays for all; what it returns can be pickled.
    """
    if fcntl is None:
        return make(factory.mktemp(name))
    base = factory.getbasetemp()
    shared = base.parent if base.name.startswith("popen-") else base  # each process of xdist has a folder in there
    made = shared / f"{name}.pickle"
    with _alone(shared / f"{name}.lock"):
        if not made.exists():
            made.write_bytes(pickle.dumps(make(factory.mktemp(name))))
    return pickle.loads(made.read_bytes())


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold a lock that the system takes from a process that ends."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
