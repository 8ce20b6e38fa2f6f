"""Spreading lanes over threads. The kernels release the interpreter's lock, so plain threads serve.

One compiled version of each kernel does for a single sample and for a log on all cores; numba's own parallel loops
would compile everything a second time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numba

from heft.dynamics.kernels.layout import LANE

WORTH = 2000
"""Samples times bodies that a thread must have to do: to hand over less takes longer than to do it."""


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(thread_name_prefix="heft-kernel")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)


def lane_ranges(samples: int, bodies: int = 10, threads: int | None = None) -> list[tuple[int, int]]:
    """Return, for each thread that is worth it, the first lane and the one after the last.

    Args:
        samples: how many there are.
        bodies: how many each of them takes work for.
        threads: at most; all that there are if not given.
    """
    lanes = -(-samples // LANE)
    if samples * bodies < 2 * WORTH:
        return [(0, lanes)]
    threads = max(1, min(threads or numba.get_num_threads(), lanes, samples * bodies // WORTH))
    return [(k * lanes // threads, (k + 1) * lanes // threads) for k in range(threads)]


def in_threads(parts: Sequence[Callable[[], object]]) -> None:
    """Run the parts side by side, the first in this thread; return when all are done."""
    others = [_pool().submit(part) for part in parts[1:]]
    parts[0]()
    for other in others:
        other.result()
