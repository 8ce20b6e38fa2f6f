"""The shapes that robot files give their links: primitives, and meshes that are read only when asked for.

Each shape stands in its own frame: a box, cylinder or capsule about its centre, with the axis along z.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from heft.arrays import Array
from heft.bounds import LARGEST, within
from heft.errors import FormatError
from heft.robot.meshes import Mesh, read_mesh


@dataclass(frozen=True)
class Box:
    """A box with these edge lengths along x, y and z [m]."""

    size: tuple[float, float, float]


@dataclass(frozen=True)
class Sphere:
    """A sphere of this radius [m]."""

    radius: float


@dataclass(frozen=True)
class Cylinder:
    """A cylinder of this radius and length along z [m]."""

    radius: float
    length: float


@dataclass(frozen=True)
class Capsule:
    """A cylinder of this radius and length along z [m], with a half sphere on either end."""

    radius: float
    length: float


@dataclass(frozen=True)
class Ellipsoid:
    """An ellipsoid with these semi-axes along x, y and z [m]."""

    radii: tuple[float, float, float]


@dataclass(frozen=True)
class HalfSpace:
    """All points with z <= 0 in the shape's frame, as under a floor."""


@dataclass(frozen=True, eq=False)
class MeshShape:
    """A mesh in a file, or one that was read already.

    Attributes:
        path: the file; where a reader has the mesh already, what to call it.
        scale: factors along x, y and z.
        given: the mesh, if a reader has it already.
    """

    path: Path
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    given: Mesh | None = None

    @cached_property
    def mesh(self) -> Mesh:
        """The mesh, scaled; the file is read on first use.

        Raises:
            FileError: the file cannot be read.
            FormatError: it is not a mesh, or is too large with this scale.
        """
        mesh = self.given or read_mesh(self.path)
        vertices = mesh.vertices * np.asarray(self.scale)
        if not within(vertices):
            raise FormatError(
                f"With the scale {' '.join(f'{each:g}' for each in self.scale)} a vertex is beyond {LARGEST:g} m.",
                where=str(self.path),
                remedy="Correct the scale in the robot file, or the mesh.",
            )
        return Mesh(vertices, mesh.triangles)


Shape = Box | Sphere | Cylinder | Capsule | Ellipsoid | HalfSpace | MeshShape


def capsule_between(a: Array, b: Array, radius: float) -> tuple[Capsule, Array, Array]:
    """Return the capsule around the segment from a to b (3,), and its rotation (3, 3) and translation (3,)."""
    along = b - a
    length = float(np.linalg.norm(along))
    z = along / length if length > 0 else np.array([0.0, 0.0, 1.0])
    helper = np.eye(3)[np.argmin(np.abs(z))]
    x = np.cross(helper, z)
    x /= np.linalg.norm(x)
    return Capsule(radius, length), np.stack([x, np.cross(z, x), z], axis=1), (a + b) / 2
