"""A fresh installation: NumPy works while a background process compiles.

Compiling a kernel takes many seconds, in which NumPy does the work of a usual log. So a process that finds a kernel
neither compiled nor in the cache does its work by NumPy and asks the background process for the kernel
(`heft.background`). As soon as the kernel is in the cache, the next piece of work is done by it. By NumPy and by the
kernel, numbers differ in rounding.

Where no background process can be started, NumPy goes on. Then a kernel is compiled, in this process, only for a call
that NumPy would need longer for than compiling takes. So nobody waits longer than the work takes by NumPy.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from heft.background import ask, at_work
from heft.compiled import common_folder, folder_of, is_private, loaded

SILENT = "HEFT_SILENT_COMPILING"
"""If this variable of the environment is set, nothing is said about compiling."""

PAUSE = 0.1
"""[s] after which a process looks again whether a kernel is in the cache."""

ATTEMPTS = 2
"""How often a process asks for a kernel: the first time, the background process may have been about to end."""

BESIDE = "A background process compiles kernels, in about {seconds:.0f} s; until then NumPy does the work, more slowly."
ALONE = (
    "Kernels are not compiled, and there can be no background process that does it: NumPy does the work, more slowly, "
    "until a call would take longer than compiling."
)
ONCE = "This is done once after an installation."
EACH = "Every process does this, since no folder can be written: set NUMBA_CACHE_DIR to one where kernels can be kept."
AHEAD = "'heft warm-up' compiles all kernels at once."
HIDE = f"{SILENT}=1 hides this line."

_line = {"left": True}
"""Whether the line about compiling was not written yet."""

_asking = threading.Lock()


class Cold:
    """Decides whether NumPy does the next piece of a compiled function's work.

    Args:
        function: a compiled one.
        seconds: that compiling it takes, about.
        worth: how much work NumPy does in that time, in any unit.
        example: calls the function once with arguments of the usual types; of a module's first level.
    """

    def __init__(self, function: Any, seconds: float, worth: float, example: Callable[[], None]) -> None:
        self._function, self._seconds, self._worth, self._example = function, seconds, worth, example
        self._ready, self._asked, self._next = False, 0, 0.0

    def takes(self, work: float) -> bool:
        """Return whether NumPy does so much work. The function is then asked for, so that it can do the next."""
        if not hasattr(self._function, "py_func"):  # NUMBA_DISABLE_JIT=1 leaves it an ordinary function, and slow
            return True
        return not self.ready and (self._is_coming() or work < self._worth)

    @property
    def ready(self) -> bool:
        """Whether the function can be called without being compiled."""
        if not self._ready and time.monotonic() >= self._next:
            self._ready = self._is_found()
            self._next = time.monotonic() + PAUSE
        return self._ready

    def _is_found(self) -> bool:
        """Return whether the function was compiled in this process, or else could be loaded from the cache."""
        if not hasattr(self._function, "py_func"):
            return False
        if self._function.signatures:
            return True
        folder = folder_of(self._function)
        if folder is None:
            return False
        function = self._function.py_func
        name = f"{Path(function.__code__.co_filename).stem}.{function.__name__}-*.nbc"
        return any(folder.glob(name)) and loaded(self._example)

    def _is_coming(self) -> bool:
        """Return whether the background process compiles the function; ask it to, where it does not."""
        folder, name = common_folder(), f"{self._example.__module__}:{self._example.__qualname__}"
        with _asking:
            if folder and self._asked and at_work(folder):
                return True
            if self._is_found():  # and the process has ended
                self._ready = True
                return True
            if folder and self._asked < ATTEMPTS and ask(name, folder):
                self._asked += 1
                say(BESIDE.format(seconds=self._seconds), *((EACH,) if is_private(folder) else (ONCE, AHEAD)), HIDE)
                return True
            self._asked = ATTEMPTS
            say(ALONE, AHEAD, HIDE)
            return False


def say(*sentences: str) -> None:
    """Write a line to standard error, the first time."""
    if _line["left"]:
        write(*sentences)
    hush()


def hush() -> None:
    """Let nothing be said about a cold start from now on."""
    _line["left"] = False


def write(*sentences: str) -> None:
    """Write a line about compiling to standard error, unless HEFT_SILENT_COMPILING is set."""
    if not os.environ.get(SILENT) and sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):  # a stream that is closed, or that nobody reads any more
            print("heft:", *sentences, file=sys.stderr, flush=True)
