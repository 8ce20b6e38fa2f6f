"""Keeping numba's cache honest.

numba caches a compiled function under the file that defines it and looks only at that file's time stamp: a kernel
would go on using an old version of what it calls from another file. So, before a kernel is called, whatever was
compiled before the newest of their sources is deleted.
"""

from __future__ import annotations

import contextlib
from pathlib import Path


def drop_stale() -> None:
    """Delete cached kernels that are older than any kernel source; do nothing where the folder cannot be written."""
    folder = Path(__file__).parent
    newest = max(source.stat().st_mtime for source in folder.glob("*.py"))
    for compiled in folder.glob("__pycache__/*.nb[ic]"):
        with contextlib.suppress(OSError):
            if compiled.stat().st_mtime < newest:
                compiled.unlink()
