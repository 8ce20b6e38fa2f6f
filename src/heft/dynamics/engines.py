"""Which engine computes: the NumPy recursions at first, a compiled kernel from when it is worth loading, and there.

A process that has little to do runs the NumPy recursions; from `LOADING` on, the kernel of a function is used if it is
compiled (`heft.cold_start`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.dynamics.tree import Tree

CHUNK = 1024
"""Samples at a time in the NumPy recursions, so that their arrays stay in the cache."""

CALL = 3000
"""What a call of the NumPy recursions with a single sample takes, in bodies times samples of a long call."""

LOADING = 500_000
"""Bodies times samples that a process computes by NumPy, in about half a second, before it loads the kernels, which
takes as long. Once they are there, for whatever reason, they are faster for a single sample, too."""

_KERNELS = "heft.dynamics.kernels"

_asked = {"work": 0}
"""What this process has computed without them."""


def fastest(
    function: str, tree: Tree, by_kernel: Callable[..., Array], by_numpy: Callable[..., Array], *arrays: Array
) -> Array:
    """Compute by NumPy, a chunk at a time, until the kernel is there; the kernel then does all that is left.

    Args:
        function: whose kernel.
        tree: the robot's.
        by_kernel: takes the kernels and the arrays.
        by_numpy: takes the arrays.
        arrays: samples first; the configurations before others.
    """
    parts, left = [], list(arrays)
    while not parts or len(left[0]):
        kernels, now = compiled(function, tree, len(left[0])), CHUNK
        if kernels and tree.largest_gear * np.max(np.abs(left[0]), initial=0.0) >= kernels.LARGEST_ANGLE:
            kernels, now = None, len(left[0])
        if kernels:
            parts.append(by_kernel(kernels, *left))
            break
        parts.append(by_numpy(*(x[:now] for x in left)))
        left = [x[now:] for x in left]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def compiled(function: str, tree: Tree, samples: int) -> Any | None:
    """Return the kernels if this process has enough to do for them, and the one of a function is compiled.

    Args:
        function: which.
        tree: the robot's.
        samples: still to be computed; if the answer is None, the next CHUNK of them by NumPy.
    """
    work = max(samples * tree.n, CALL)
    if _KERNELS not in sys.modules and _asked["work"] + work < LOADING:
        _asked["work"] += min(work, CHUNK * tree.n)
        return None
    kernels = import_module(_KERNELS)
    return None if kernels.COLD[function].takes(work) else kernels


def in_chunks(function: Callable[..., Array], *arrays: Array | None) -> Array:
    """Run a samples-last function over samples-first arrays, a chunk at a time."""
    n = next(len(array) for array in arrays if array is not None)
    parts = []
    for start in range(0, max(n, 1), CHUNK):
        block = [None if array is None else np.moveaxis(array[start : start + CHUNK], 0, -1) for array in arrays]
        parts.append(np.moveaxis(function(*block), -1, 0))
    return parts[0] if len(parts) == 1 else np.concatenate(parts)
