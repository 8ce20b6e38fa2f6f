"""A tetrahedron, as a mesh file."""

from __future__ import annotations

import numpy as np

CORNERS = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 0.5]])
FACES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]


def binary_stl() -> bytes:
    record = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    records = np.zeros(len(FACES), record)
    records["corners"] = CORNERS[np.array(FACES)]
    return b"solid but binary".ljust(80) + len(FACES).to_bytes(4, "little") + records.tobytes()
