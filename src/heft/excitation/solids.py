"""Solids: shapes on bodies, made ready for distances.

A mesh counts as its convex hull: distances to it are exact and fast, and never larger than those to the mesh itself.
Each solid also has a capsule around it, from which distances are bounded from below without looking at the solid.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np

from heft.arrays import Array, Ints
from heft.errors import MissingExtraError
from heft.robot.geometry import Geometry
from heft.robot.meshes import damaged
from heft.robot.shapes import Box, Capsule, Cylinder, Ellipsoid, HalfSpace, MeshShape, Shape, Sphere

AROUND = 16
"""Corners of the prism that stands for a cylinder where it is bounded."""

NOT_BY_PIP = (
    "pip has no wheels of it for Windows: install it in a conda environment (conda install -c conda-forge coal), or "
    "turn off the checks with --no-collisions."
)


def import_coal() -> Any:
    """Return the module `coal`, which computes the distances.

    Raises:
        MissingExtraError: it is not installed.
    """
    try:
        return import_module("coal")
    except ImportError:
        remedy = NOT_BY_PIP if sys.platform == "win32" else ""
        raise MissingExtraError("coal", "collision", "Avoiding collisions", remedy) from None


@dataclass(frozen=True, eq=False)
class Solid:
    """A convex shape that moves with a body.

    Attributes:
        link: the link of the file, or the object of a scene.
        body: index of the body, -1 for the world.
        shape: the shape.
        rotation, translation: of the shape's frame in the body's, (3, 3) and (3,) [m].
        points, radius: in the shape's frame, points (k, 3) [m] such that all of the shape is within the radius [m] of
            their convex hull; no points for a half-space.
    """

    link: str
    body: int
    shape: Shape
    rotation: Array
    translation: Array
    points: Array
    radius: float

    @classmethod
    def of(cls, geometry: Geometry) -> Solid:
        """Return the solid of a link's shape.

        Raises:
            FileError: the file of its mesh cannot be read.
            FormatError: the mesh is damaged.
        """
        points, radius = _swept(geometry.shape)
        return cls(
            geometry.link, geometry.body, geometry.shape, geometry.rotation, geometry.translation, points, radius
        )

    @cached_property
    def in_body(self) -> Array:
        """The points in the frame of the body, (k, 3) [m]."""
        return self.points @ self.rotation.T + self.translation

    @cached_property
    def segment(self) -> tuple[Array, float]:
        """The segment (2, 3) in the body's frame and the radius of a capsule around the solid [m]."""
        return _capsule_around(self.in_body, self.radius)

    @cached_property
    def box(self) -> tuple[Array, Array]:
        """The lower and upper corner, (3,) each, of the box around the solid in the shape's frame [m]."""
        return self.points.min(axis=0) - self.radius, self.points.max(axis=0) + self.radius

    @cached_property
    def coal(self) -> Any:
        """The same as an object of coal's, in the shape's frame."""
        return _in_coal(self.shape, self.points)


def _swept(shape: Shape) -> tuple[Array, float]:
    """Return points and a radius around whose hull all of a shape lies."""
    match shape:
        case Box(size):
            return _corners(np.asarray(size) / 2), 0.0
        case Sphere(radius):
            return np.zeros((1, 3)), radius
        case Capsule(radius, length):
            return np.array([[0.0, 0.0, -length / 2], [0.0, 0.0, length / 2]]), radius
        case Cylinder(radius, length):
            angles = np.arange(AROUND) * (2 * np.pi / AROUND)
            ring = radius / np.cos(np.pi / AROUND) * np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)
            up = np.array([0.0, 0.0, length / 2])
            return np.concatenate([ring - up, ring + up]), 0.0
        case Ellipsoid(radii):
            return _corners(np.asarray(radii)), 0.0
        case HalfSpace():
            return np.zeros((0, 3)), 0.0
        case MeshShape():
            return _hull_of_mesh(shape), 0.0


def _hull_of_mesh(shape: MeshShape) -> Array:
    """Return the vertices of the convex hull of a mesh.

    Raises:
        FormatError: it has none in floats: it is too large, or its vertices differ by less than rounding.
    """
    from scipy.spatial import QhullError

    try:
        points, _ = _hull(shape.mesh.vertices)
        _hull(points)  # of which coal is given the triangles
        return points
    except QhullError:
        what = "it has no convex hull: it is too large, or too far from its origin for its size"
        raise damaged(str(shape.path), what) from None


def _corners(half: Array) -> Array:
    return half * np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)


def _hull(points: Array) -> tuple[Array, Ints]:
    """Return the vertices and the triangles, outward, of the convex hull; a flat set of points gets some thickness."""
    from scipy.spatial import ConvexHull, QhullError

    try:
        hull = ConvexHull(points)
    except QhullError:
        thick = 1e-6 + 1e-6 * np.ptp(points, axis=0).max()
        points = (points[:, None] + _corners(np.full(3, thick))).reshape(-1, 3)
        hull = ConvexHull(points)
    a, b, c = (points[hull.simplices[:, k]] for k in range(3))
    inward = np.einsum("ij,ij->i", np.cross(b - a, c - a), hull.equations[:, :3]) < 0
    triangles = np.where(inward[:, None], hull.simplices[:, ::-1], hull.simplices)
    number = np.empty(len(points), np.int64)
    number[hull.vertices] = np.arange(len(hull.vertices))
    return points[hull.vertices], number[triangles]


def _capsule_around(points: Array, radius: float) -> tuple[Array, float]:
    """Return the segment and the radius of a capsule along the longest direction of points."""
    centre = (points.min(axis=0) + points.max(axis=0)) / 2
    off = points - centre
    axis = np.linalg.svd(off, full_matrices=False)[2][0] if len(points) > 1 else np.array([0.0, 0.0, 1.0])
    along = off @ axis
    across = np.linalg.norm(off - along[:, None] * axis, axis=1)
    wide = float(across.max())
    room = np.sqrt(np.maximum(wide**2 - across**2, 0.0))  # by rounding, a square may be larger than that of the largest
    first, last = float((along + room).min()), float((along - room).max())
    if first > last:
        first = last = (first + last) / 2
        wide = float(np.sqrt(across**2 + (along - first) ** 2).max())
    return centre + np.array([[first], [last]]) * axis, wide + radius


def _in_coal(shape: Shape, points: Array) -> Any:
    coal = import_coal()
    match shape:
        case Box(size):
            return coal.Box(*size)
        case Sphere(radius):
            return coal.Sphere(radius)
        case Capsule(radius, length):
            return coal.Capsule(radius, length)
        case Cylinder(radius, length):
            return coal.Cylinder(radius, length)
        case Ellipsoid(radii):
            return coal.Ellipsoid(*radii)
        case HalfSpace():
            return coal.Halfspace(np.array([0.0, 0.0, 1.0]), 0.0)
        case MeshShape():
            vertices, faces = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
            hull, triangles = _hull(points)
            vertices.extend(list(hull))
            faces.extend([coal.Triangle(*map(int, triangle)) for triangle in triangles])
            return coal.Convex(vertices, faces)
