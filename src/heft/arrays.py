"""The types of arrays that the annotations speak of, one name each, for everyone; and the stretches of a mask."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
"""Real numbers."""

Ints = NDArray[np.int64]
"""Indices and counts."""

Bools = NDArray[np.bool_]
"""Masks."""

AnyArray = Any
"""An array of NumPy's or of JAX's: code that takes its namespace from what it is given."""


def stretches(mask: Bools) -> list[tuple[int, int]]:
    """Return (start, stop) of the stretches of true samples of a mask (n,)."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]
