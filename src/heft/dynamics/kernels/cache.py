"""Keeping numba's cache up to date.

numba caches a compiled function under the file that defines it and looks only at that file: a kernel would go on
using an old version of what it calls from another file. So a stamp beside the cached kernels identifies the sources
that they were compiled from. Before a kernel is called, kernels compiled from other sources are deleted.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path
from typing import Any

from heft.robot.joints import codes

STAMP = "heft-kernels.sha256"


def drop_stale(kernel: Any, *more: str) -> None:
    """Delete cached kernels that were compiled from other sources; do nothing where their folder cannot be written.

    Args:
        kernel: one of them; all are cached in one folder, which numba chooses: `__pycache__` beside the sources, one in
            NUMBA_CACHE_DIR, or the user's. Where numba's compilation is switched off there is none.
        more: files outside of this folder that they are compiled from, too.
    """
    stats = getattr(kernel, "stats", None)
    if stats is None or not stats.cache_path:
        return
    sources = [*sorted(Path(__file__).parent.glob("*.py")), Path(codes.__file__), *map(Path, more)]
    digest = hashlib.sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()
    folder = Path(stats.cache_path)
    stamp = folder / STAMP
    with contextlib.suppress(OSError):
        if stamp.is_file() and stamp.read_bytes() == digest.encode():
            return
        for compiled in folder.glob("*.nb[ic]"):
            compiled.unlink(missing_ok=True)
        stamp.write_bytes(digest.encode())
