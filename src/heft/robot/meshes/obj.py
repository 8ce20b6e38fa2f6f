"""Wavefront OBJ: numbered vertices and polygons of them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from heft.robot.meshes import Mesh, damaged

_MOST = 2**62
"""A larger number than that of any vertex, within 64 bits."""


def read(content: bytes, where: str) -> Mesh:
    """Read the vertices and faces of an OBJ file; polygons are cut into triangles, all else is skipped."""
    vertices: list[list[float]] = []
    triangles: list[tuple[int, int, int]] = []
    for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), start=1):
        words = line.split()
        try:
            if words[:1] == ["v"]:
                x, y, z = words[1:4]
                vertices.append([float(x), float(y), float(z)])
            elif words[:1] == ["f"]:
                corners = [_index(word, len(vertices)) for word in words[1:]]
                triangles += [(corners[0], b, c) for b, c in pairwise(corners[1:])]
        except ValueError:
            raise damaged(where, f"line {number} is not a vertex or a face") from None
    return Mesh(np.array(vertices, float).reshape(-1, 3), np.array(triangles, np.int64).reshape(-1, 3))


def _index(word: str, count: int) -> int:
    """Return the vertex of a corner such as 7/2/5, counted from 0; negative numbers count from the last vertex."""
    given = int(word.split("/")[0])
    if not given or abs(given) > _MOST:
        raise ValueError("no vertex has this number")
    return given - 1 if given > 0 else count + given


READERS = {".obj": read}
