"""Compiled functions that are kept for the next process, and whose cache can do no harm.

numba keeps what it compiles in `__pycache__`, in NUMBA_CACHE_DIR or in the user's cache. A file there that is damaged
is compiled again, and where nothing can be kept, every process compiles for itself. What is done while a function is
not compiled yet: `heft.cold_start`.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

_told: list[Callable[[bool], None]] = []
"""Who is told when functions begin to be compiled (True), and when that ends (False)."""

_depth = 0
"""Functions that are being compiled: one may need others."""


@contextlib.contextmanager
def while_compiling(tell: Callable[[bool], None]) -> Iterator[None]:
    """Let someone be told in this block when functions begin to be compiled, which takes seconds, and when that ends.

    Args:
        tell: called with True when it begins, and with False when it ends. Functions from the cache are not compiled.
    """
    _told.append(tell)
    try:
        yield
    finally:
        _told.remove(tell)


def compiled(**options: Any) -> Callable[[Function], Function]:
    """Return a decorator that compiles a function when it is first called, or loads it from the cache.

    Args:
        options: of `numba.njit`.
    """
    from numba import njit

    _listen()

    def decorate(function: Function) -> Function:
        made: Any = njit(**options)(function)
        with contextlib.suppress(RuntimeError, OSError, AttributeError):  # no folder can be written, or no compiler
            made.enable_caching()
            _shield(made._cache)
        return made

    return decorate


@functools.cache
def _listen() -> None:
    """Ask numba to say when it compiles."""
    from numba.core import event

    class Listener(event.Listener):
        def on_start(self, event: object) -> None:
            _change(1)

        def on_end(self, event: object) -> None:
            _change(-1)

    event.register("numba:compile", Listener())


def _change(by: int) -> None:
    global _depth
    before, _depth = _depth, max(_depth + by, 0)
    if bool(before) != bool(_depth):
        for tell in _told:
            tell(bool(_depth))


def _shield(cache: Any) -> None:
    """Let nothing that is wrong with a cache's files reach the caller: the function is then compiled."""
    load, save = cache.load_overload, cache.save_overload

    def load_overload(*arguments: Any) -> Any:
        try:
            return load(*arguments)
        except Exception:  # whatever unpickling a damaged file raises
            with contextlib.suppress(Exception):
                cache.flush()
            return None

    def save_overload(*arguments: Any) -> None:
        with contextlib.suppress(Exception):
            save(*arguments)

    cache.load_overload, cache.save_overload = load_overload, save_overload
