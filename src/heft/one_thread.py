"""BLAS on one thread while many small matrices are decomposed.

An identification, and the fit of a learned model too, decompose hundreds of matrices of some sixty columns. OpenBLAS,
which the wheels of NumPy and SciPy carry, spreads them over all cores; its threads then spend most of their time
waiting for each other, several times what the work takes. Other builds of NumPy are left as they are.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

PREFIXES, SUFFIXES = ("scipy_openblas", "openblas"), ("64_", "_64", "")
"""How builds of OpenBLAS name their functions."""

P = ParamSpec("P")
T = TypeVar("T")


def on_one_thread(function: Callable[P, T]) -> Callable[P, T]:
    """Let a function run with BLAS on one thread."""

    @wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        with one_thread():
            return function(*args, **kwargs)

    return wrapped


@contextmanager
def one_thread() -> Iterator[None]:
    """Keep BLAS on one thread."""
    before = [(put, get()) for get, put in _libraries()]
    for put, _ in before:
        put(1)
    try:
        yield
    finally:
        for put, threads in before:
            put(threads)


@cache
def _libraries() -> tuple[tuple[Callable[[], int], Callable[[int], Any]], ...]:
    """Return how the number of threads is read and set in each OpenBLAS that a wheel has brought and loaded."""
    found = []
    for name in ("numpy", "scipy"):
        package = sys.modules.get(name)
        if package is None or package.__file__ is None:
            continue
        root = Path(package.__file__).parent
        for folder in (root.parent / f"{name}.libs", root / ".dylibs"):
            for path in sorted(folder.glob("*openblas*")):
                found += _functions(path)
    return tuple(found)


def _functions(path: Path) -> list[tuple[Callable[[], int], Callable[[int], Any]]]:
    try:
        library = ctypes.CDLL(str(path))
    except OSError:
        return []
    for prefix in PREFIXES:
        for suffix in SUFFIXES:
            get = getattr(library, f"{prefix}_get_num_threads{suffix}", None)
            put = getattr(library, f"{prefix}_set_num_threads{suffix}", None)
            if get is not None and put is not None:
                return [(get, put)]
    return []
