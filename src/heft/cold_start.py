"""A fresh installation: NumPy works first, and another process compiles afterwards.

Compiling a kernel takes many seconds, in which NumPy does the work of a usual log. So a process that finds a kernel
neither compiled nor in the cache does its work by NumPy, as much as takes about as long as compiling. At its end a
command starts a process of lowest priority that compiles, for the commands to come, what this one did not find. Nothing
waits for that process; where it cannot be started, or is ended, a kernel is compiled by whoever needs it most.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

LOCK = "heft-compiling"
"""File in the folder of the cache that is there while a process compiles."""

PATIENCE = 300.0
"""[s] after which such a file was left by a process that was ended."""

_CODE = """
import importlib, os, pathlib, sys
lock, *functions = sys.argv[1:]
try:
    if hasattr(os, "nice"):
        os.nice(19)
    for name in functions:
        module, function = name.split(":")
        getattr(importlib.import_module(module), function)()
finally:
    pathlib.Path(lock).unlink(missing_ok=True)
"""

_missing: dict[str, Path] = {}
"""What would compile the functions whose work NumPy has done in this process, and the folders of their cache."""


class Cold:
    """Decides, for one process, whether NumPy does the next piece of a compiled function's work.

    It decides once, so that the numbers of a command do not depend on when another process is done with compiling. By
    NumPy and by the function they differ in rounding.

    Args:
        function: a compiled one.
        worth: how much work NumPy does before this process compiles the function, in any unit.
        example: calls the function once with arguments of the usual types; of a module's first level.
    """

    def __init__(self, function: Any, worth: float, example: Callable[[], None]) -> None:
        self._function, self._left, self._example = function, float(worth), example

    def takes(self, work: float) -> bool:
        """Return whether so much work is done by NumPy; all of it is where compiling is switched off."""
        if not hasattr(self._function, "py_func"):  # NUMBA_DISABLE_JIT=1 leaves it an ordinary function, and slow
            return True
        if self.ready:
            return False
        if self._left < work:
            self._left = 0.0
            return False
        self._left -= work
        if folder := self._function.stats.cache_path:
            _missing[f"{self._example.__module__}:{self._example.__qualname__}"] = Path(folder)
        return True

    @property
    def ready(self) -> bool:
        """Whether the function is used from now on."""
        return self._left == 0.0 or self._found

    @cached_property
    def _found(self) -> bool:
        """Whether the function was compiled, by this process or by an earlier one, when it was first asked for."""
        if not hasattr(self._function, "py_func"):
            return False
        function, folder = self._function.py_func, self._function.stats.cache_path
        name = f"{Path(function.__code__.co_filename).stem}.{function.__name__}-*.nbi"
        return bool(self._function.signatures) or (bool(folder) and any(Path(folder).glob(name)))


def compile_beside() -> subprocess.Popen[bytes] | None:
    """Start a process that compiles what this one has not found; None if nothing is missing, or one is at work."""
    if not _missing:
        return None
    folder = next(iter(_missing.values()))
    lock = folder / LOCK
    with contextlib.suppress(OSError):  # no room, no right to write, no more processes: nobody is in need of this
        folder.mkdir(parents=True, exist_ok=True)
        if lock.exists() and time.time() - lock.stat().st_mtime > PATIENCE:
            lock.unlink(missing_ok=True)
        os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
        try:
            return subprocess.Popen(
                [sys.executable, "-c", _CODE, str(lock.absolute()), *_missing],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=Path(__file__).parents[1],  # not the user's folder, which may be deleted meanwhile
                start_new_session=True,  # Ctrl-C is not meant for it
                creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
            )
        except OSError:
            lock.unlink(missing_ok=True)
    return None
