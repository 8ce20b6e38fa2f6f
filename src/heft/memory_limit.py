"""The limit of memory that a process is given (ulimit), what is set where there is one, and errors that mean it.

Several libraries do not survive a limit that they reach: OpenBLAS waits for its buffers for ever, LLVM and the C
library end the process. What they reserve depends more on the number of threads than on the work. So under a limit
there are few threads, and a command does not begin under one that the libraries alone would reach.
"""

from __future__ import annotations

import ctypes
import errno
import os

LEAST = 3 * 2**29
"""[bytes] of address space that the libraries and their compiled code need for a robot of a few joints."""

AMPLE = 2**34
"""[bytes] A limit above this one changes nothing."""

FEW_THREADS = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "ARROW_DEFAULT_MEMORY_POOL": "system"}
"""What the libraries read when they are loaded: each thread of theirs reserves 50 to 200 MB."""

_ARENAS = -8
"""M_ARENA_MAX of glibc's mallopt: each arena reserves 64 MB."""

_SIGNS = ("failed to map segment", "cannot allocate memory", "can't start new thread", "bad_alloc", "out of memory")
"""Words in the errors of libraries that are of many types."""


def limit() -> int | None:
    """Return the bytes of address space or of data that this process may use; None where there is no limit."""
    return tightest()[0]


def tightest() -> tuple[int | None, str]:
    """Return the smaller of the two limits, None where there is none, and the command of a shell that sets it."""
    try:
        import resource
    except ImportError:  # Windows
        return None, ""
    both = ((resource.RLIMIT_AS, "ulimit -v"), (resource.RLIMIT_DATA, "ulimit -d"))
    soft = [(resource.getrlimit(which)[0], command) for which, command in both]
    return min((each for each in soft if each[0] != resource.RLIM_INFINITY), default=(None, ""))


def save() -> None:
    """Let the libraries, none of which is loaded yet, reserve little where there is a limit."""
    most = limit()
    if most is None or most > AMPLE:
        return
    for name, value in FEW_THREADS.items():
        os.environ.setdefault(name, value)
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_ARENAS, 1)


def is_shortage(error: BaseException | None) -> bool:
    """Return whether an error, or one that it was raised from, means that memory ran out."""
    while error is not None:
        if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
            return True
        if isinstance(error, (ImportError, OSError, RuntimeError)) and any(s in str(error).lower() for s in _SIGNS):
            return True
        error = error.__cause__ or error.__context__
    return False
