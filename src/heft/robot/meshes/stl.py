"""STL, binary and as text: triangles, each with its own three corners."""

from __future__ import annotations

import re

import numpy as np

from heft.robot.meshes import Mesh, damaged

_HEADER = 80
_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
_VERTEX = re.compile(rb"vertex\s++(\S++)\s++(\S++)\s++(\S++)")


def read(content: bytes, where: str) -> Mesh:
    """Read an STL file; equal corners become one vertex."""
    count = int.from_bytes(content[_HEADER : _HEADER + 4], "little")
    size = _HEADER + 4 + count * _RECORD.itemsize
    if content[:5].lower() == b"solid" and b"\0" not in content:
        corners = _text(content, where)
    elif len(content) < max(size, _HEADER + 4):
        raise damaged(where, f"it announces {count} triangles and ends before the last")
    else:
        records = np.frombuffer(content, _RECORD, count, _HEADER + 4)
        corners = records["corners"].reshape(-1, 3).astype(float)
    vertices, index = np.unique(corners, axis=0, return_inverse=True)
    return Mesh(vertices, index.reshape(-1, 3).astype(np.int64))


def _text(content: bytes, where: str) -> np.ndarray:
    try:
        numbers = [[float(x) for x in match.groups()] for match in _VERTEX.finditer(content)]
    except ValueError:
        raise damaged(where, "a coordinate is not a number") from None
    if len(numbers) % 3:
        raise damaged(where, "its last triangle has fewer than three corners")
    return np.array(numbers, float).reshape(-1, 3)


READERS = {".stl": read}
