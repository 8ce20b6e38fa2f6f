"""Compiled functions that are kept for the next process, and whose cache can do no harm.

numba keeps what it compiles in `__pycache__`, in NUMBA_CACHE_DIR or in the user's cache. A file there that is damaged
is compiled again. Where none of these folders can be written, a process keeps its functions in a temporary folder of
its own, which is deleted when it ends. What is done while a function is not compiled yet: `heft.cold_start`.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

functions: list[Any] = []
"""All compiled functions of the modules that are imported."""

_told: list[Callable[[bool], None]] = []
"""Who is told when functions begin to be compiled (True), and when that ends (False)."""

_depth = 0
"""Functions that are being compiled: one may need others."""

_here = threading.local()
"""Has the attribute `loading` in a thread that must not compile."""


class NotCompiledError(Exception):
    """A function would have to be compiled where it may only be loaded from the cache."""


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


def loaded(call: Callable[[], None]) -> bool:
    """Make a call whose functions may be loaded from the cache but not compiled; return whether that was enough."""
    _here.loading = True
    try:
        call()
    except NotCompiledError:
        return False
    finally:
        del _here.loading
    return True


def compiled(**options: Any) -> Callable[[Function], Function]:
    """Return a decorator that compiles a function when it is first called, or loads it from the cache.

    Args:
        options: of `numba.njit`.
    """
    from numba import njit

    _listen()

    def decorate(function: Function) -> Function:
        made: Any = njit(**options)(function)
        if hasattr(made, "enable_caching"):  # where numba's compilation is switched off, it is the function itself
            _keep(made)
            _shield(made._cache)
            functions.append(made)
        return made

    return decorate


def folder_of(function: Any) -> Path | None:
    """Return the folder in which a compiled function is kept, or None if there is none."""
    stats = getattr(function, "stats", None)
    return Path(stats.cache_path) if stats is not None and stats.cache_path else None


@functools.cache
def common_folder() -> Path | None:
    """Return one folder for whoever shares the functions that are kept, or None if nothing can be kept."""
    from numba import njit

    def nothing() -> None: ...

    probe: Any = njit(nothing)
    if hasattr(probe, "enable_caching"):
        _keep(probe)
    return folder_of(probe)


def is_private(folder: Path) -> bool:
    """Return whether what is kept in a folder is deleted when this process ends."""
    return _private_folder.cache_info().currsize > 0 and folder.is_relative_to(_private_folder())


def numba_folder(folder: Path) -> str:
    """Return what NUMBA_CACHE_DIR must be for another process to keep functions where this one does; often nothing."""
    return _private_folder() if is_private(folder) else _config().CACHE_DIR


def _config() -> Any:
    """Return numba's settings, which it makes from the environment."""
    from numba.core import config

    return config


@functools.cache
def _private_folder() -> str:
    """Return a folder that is deleted when this process ends."""
    import tempfile

    folder = tempfile.mkdtemp(prefix="heft-kernels-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _keep(function: Any) -> None:
    """Let a function be kept in the first folder that can be written."""
    with contextlib.suppress(RuntimeError, OSError):
        function.enable_caching()
        return
    config = _config()
    given = config.CACHE_DIR
    with contextlib.suppress(RuntimeError, OSError):
        config.CACHE_DIR = _private_folder()
        function.enable_caching()
    config.CACHE_DIR = given


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
        found = None
        try:
            found = load(*arguments)
        except Exception:  # whatever unpickling a damaged file raises
            with contextlib.suppress(Exception):
                cache.flush()
        if found is None and hasattr(_here, "loading"):
            raise NotCompiledError
        return found

    def save_overload(*arguments: Any) -> None:
        with contextlib.suppress(Exception):
            save(*arguments)

    cache.load_overload, cache.save_overload = load_overload, save_overload
