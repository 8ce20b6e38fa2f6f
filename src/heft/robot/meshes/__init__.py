"""Mesh files, a format a file, and the registry by which `read_mesh` finds them.

A module of this folder with `READERS`, functions of a file's content and place by its ending, is a format. Nothing
else lists the formats.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from heft.arrays import Array, Ints
from heft.bounds import LARGEST, within
from heft.errors import FormatError
from heft.files import read_bytes
from heft.reading.guard import reading
from heft.registry import offered

EXPORT = "Export it again."


@dataclass(frozen=True, eq=False)
class Mesh:
    """A surface of triangles.

    Attributes:
        vertices: (n, 3), in the unit and the frame of the file.
        triangles: (k, 3) indices of vertices.
    """

    vertices: Array
    triangles: Ints


def read_mesh(path: Path) -> Mesh:
    """Read a mesh.

    Raises:
        FileError: the file cannot be read.
        FormatError: its format is not known, it is damaged, or it has no triangle.
    """
    readers = {ending: read for each in offered(__name__, "READERS") for ending, read in each.items()}
    if read := readers.get(path.suffix.lower()):
        content = read_bytes(path)
        with reading(str(path), "mesh", EXPORT):
            return _checked(read(content, str(path)), path)
    raise FormatError(
        f"Meshes that end in '{path.suffix}' cannot be read.",
        where=str(path),
        remedy=f"Convert it to one of {', '.join(sorted(readers))}.",
    )


def damaged(where: str, what: str) -> FormatError:
    """Return the error for a mesh that is not whole."""
    return FormatError(f"The mesh is damaged: {what}.", where=where, remedy=EXPORT)


def _checked(mesh: Mesh, path: Path) -> Mesh:
    if not len(mesh.triangles):
        raise damaged(str(path), "it has no triangle")
    if not within(mesh.vertices):
        raise damaged(str(path), f"a vertex is not finite or beyond {LARGEST:g}")
    if mesh.triangles.min() < 0 or mesh.triangles.max() >= len(mesh.vertices):
        raise damaged(str(path), "a triangle has a vertex that is not there")
    return mesh
