"""A robot as something to look at: the shapes of its links, where they are along a motion, and its inertias.

A link that the file gives no shape, or whose meshes are not found, is drawn as capsules from its joint to the joints
that it carries, or to its centre of mass and as far again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array, Ints
from heft.dynamics.energy import world_poses
from heft.dynamics.tree import tree_of
from heft.errors import HeftError
from heft.parameters import to_com
from heft.report.packing import Packed, packed, packed_indices
from heft.robot.geometry import RobotGeometry, geometry_of
from heft.robot.joints import joint_kind
from heft.robot.meshes import Mesh
from heft.robot.model import WORLD, Robot
from heft.robot.shapes import Box, Capsule, Cylinder, Ellipsoid, MeshShape, Shape, Sphere, capsule_between
from heft.spatial import quaternion_from_rotation

MOST_TRIANGLES, ALL_TRIANGLES = 4000, 60_000
"""Of a mesh, and of all meshes of a robot; one with more than that, or than its share, is made coarser."""

FINEST = 128
"""Cells along the longest side of a mesh that is made coarser, at most."""

FRAME_RATE, POSE_BUDGET = 25.0, 150_000
"""Poses per second [1/s], and values of all poses of a run, at most."""


@dataclass(frozen=True)
class ShownShape:
    """A shape on a body.

    Attributes:
        kind: box, sphere, cylinder, capsule, ellipsoid or mesh.
        size: edge lengths, radius, (radius, length), or semi-axes [m].
        pose: where it is in the frame of the body: x y z [m] and a quaternion x y z w.
        mesh: number of its mesh.
    """

    kind: str
    size: tuple[float, ...]
    pose: tuple[float, ...]
    mesh: int | None = None


@dataclass(frozen=True)
class ShownMesh:
    """A surface of triangles: vertices (n, 3) and indices of them (k, 3)."""

    vertices: Packed
    triangles: Packed


@dataclass(frozen=True)
class ShownInertia:
    """An inertia as the solid ellipsoid of even density that has it.

    Attributes:
        mass: [kg].
        radii: semi-axes [m].
        pose: of the ellipsoid in the frame of the body, centre of mass first.
    """

    mass: float
    radii: tuple[float, ...]
    pose: tuple[float, ...]


@dataclass(frozen=True)
class RobotShapes:
    """The shapes of a robot.

    Attributes:
        bodies: the shapes of every body.
        fixed: those that do not move.
        meshes: what shapes of the kind mesh refer to.
        notes: what could not be shown as the file has it.
    """

    bodies: tuple[tuple[ShownShape, ...], ...]
    fixed: tuple[ShownShape, ...]
    meshes: tuple[ShownMesh, ...]
    notes: tuple[str, ...]


def figure_of(robot: Robot) -> RobotShapes:
    """Return the shapes of a robot, as its file has them where they are found."""
    geometry, notes = _geometry(robot)
    bodies: list[list[ShownShape]] = [[] for _ in robot.bodies]
    fixed: list[ShownShape] = []
    meshes: list[ShownMesh] = []
    count = sum(isinstance(each.shape, MeshShape) for each in geometry.shapes)
    most = min(MOST_TRIANGLES, ALL_TRIANGLES // max(count, 1))
    for each in geometry.shapes:
        try:
            shown = _shown(each.shape, each.rotation, each.translation)
            if shown is not None and isinstance(each.shape, MeshShape):
                meshes.append(shown_mesh(coarser(each.shape.mesh, most)))
                shown = replace(shown, mesh=len(meshes) - 1)
        except HeftError as error:
            notes.append(f"A mesh of link '{each.link}' is not shown: {error}")
            continue
        if shown is not None:
            (fixed if each.body == WORLD else bodies[each.body]).append(shown)
    thickness = 0.04 * _extent(robot)
    for i, shapes in enumerate(bodies):
        if not shapes:
            shapes += [_shown_capsule(a, b, thickness) for a, b in _lines(robot, i)]
    return RobotShapes(tuple(map(tuple, bodies)), tuple(fixed), tuple(meshes), tuple(notes))


def _geometry(robot: Robot) -> tuple[RobotGeometry, list[str]]:
    """Return the geometry to look at, that of collisions where there is no other, and what is missing of it."""
    try:
        seen = geometry_of(robot, "visual")
        geometry = seen if seen.shapes else geometry_of(robot, "collision")
    except HeftError as error:
        return RobotGeometry(), [f"The geometry of the robot's file could not be read: {error}"]
    missing = geometry.missing or seen.missing
    count = "1 mesh" if len(missing) == 1 else f"{len(missing)} meshes"
    words = f"{count} of the robot's file could not be found, '{missing[0]}' first." if missing else ""
    return geometry, [f"{words} Links without a shape are drawn as capsules."] if missing else []


def _shown(shape: Shape, rotation: Array, translation: Array) -> ShownShape | None:
    pose = as_pose(rotation, translation)
    match shape:
        case Box(size):
            return ShownShape("box", size, pose)
        case Sphere(radius):
            return ShownShape("sphere", (radius,), pose)
        case Cylinder(radius, length):
            return ShownShape("cylinder", (radius, length), pose)
        case Capsule(radius, length):
            return ShownShape("capsule", (radius, length), pose)
        case Ellipsoid(radii):
            return ShownShape("ellipsoid", radii, pose)
        case MeshShape():
            return ShownShape("mesh", (), pose)
    return None


def _shown_capsule(a: Array, b: Array, thickness: float) -> ShownShape:
    length = float(np.linalg.norm(b - a))
    capsule, rotation, translation = capsule_between(a, b, min(thickness, 0.3 * length) if length else thickness)
    return ShownShape("capsule", (capsule.radius, capsule.length), as_pose(rotation, translation))


def _lines(robot: Robot, i: int) -> Iterator[tuple[Array, Array]]:
    """Yield the lines along a body: to each joint that it carries, or through its centre of mass."""
    ends = [body.placement.translation for body in robot.bodies if body.parent == i]
    ends = [end for end in ends if np.linalg.norm(end) > 1e-6]
    if not ends:
        _, com, _ = to_com(robot.bodies[i].parameters)
        ends = [2 * com if 0 < np.linalg.norm(com) < _extent(robot) else np.array([0.0, 0.0, 0.05 * _extent(robot)])]
    for end in ends:
        yield np.zeros(3), end


def _extent(robot: Robot) -> float:
    """Return the mean distance from a joint to the next [m], times three: how large a part of the robot is."""
    lengths = [float(np.linalg.norm(body.placement.translation)) for body in robot.bodies]
    lengths += [float(np.linalg.norm(to_com(body.parameters)[1])) for body in robot.bodies]
    given = [length for length in lengths if 1e-6 < length < 1e3]
    return 3 * float(np.mean(given)) if given else 1.0


def as_pose(rotation: Array, translation: Array) -> tuple[float, ...]:
    """Return x y z and the quaternion x y z w of a frame."""
    w, x, y, z = quaternion_from_rotation(rotation)
    return tuple(round(float(value), 7) for value in (*translation, x, y, z, w))


# -- meshes ---------------------------------------------------------------------------------------


def coarser(mesh: Mesh, most: int) -> Mesh:
    """Return a mesh of at most so many triangles: vertices in one cell of a grid become their mean."""
    cells, made = FINEST, mesh
    while len(made.triangles) > most and cells > 2:
        made, cells = _clustered(mesh, cells), round(cells / 1.3)
    return made


def _clustered(mesh: Mesh, cells: int) -> Mesh:
    low = mesh.vertices.min(axis=0)
    side = max(float(np.ptp(mesh.vertices, axis=0).max()), 1e-12) / cells
    _, cluster = np.unique(np.floor((mesh.vertices - low) / side).astype(np.int64), axis=0, return_inverse=True)
    cluster = cluster.ravel()
    counts = np.bincount(cluster)
    vertices = np.stack([np.bincount(cluster, mesh.vertices[:, k]) / counts for k in range(3)], axis=1)
    triangles = cluster[mesh.triangles]
    whole = (triangles != np.roll(triangles, 1, axis=1)).all(axis=1)
    # the same three vertices may remain of many triangles
    _, first = np.unique(np.sort(triangles[whole], axis=1), axis=0, return_index=True)
    return Mesh(vertices, triangles[whole][np.sort(first)])


def shown_mesh(mesh: Mesh) -> ShownMesh:
    """Return a mesh for the page, without vertices that no triangle has."""
    used, triangles = np.unique(mesh.triangles, return_inverse=True)
    return ShownMesh(packed(mesh.vertices[used]), packed_indices(triangles.reshape(-1, 3)))


# -- inertias, axes and poses ---------------------------------------------------------------------


def shown_inertia(parameters: Array) -> ShownInertia | None:
    """Return the ellipsoid of an inertia; None if there is none, or not a physically consistent one."""
    mass, com, inertia = to_com(parameters)
    if not (np.isfinite(inertia).all() and np.isfinite(com).all() and mass > 0):
        return None
    moments, axes = np.linalg.eigh(inertia)
    squares = 2.5 * (moments.sum() - 2 * moments) / float(mass)
    if squares.min() < -1e-9 * max(float(squares.max()), 1e-12):
        return None
    axes = axes * np.sign(np.linalg.det(axes))
    radii = np.sqrt(np.maximum(squares, 0.0))
    return ShownInertia(float(mass), tuple(float(r) for r in radii), as_pose(axes, com))


def axis_of(robot: Robot, i: int) -> tuple[float, ...] | None:
    """Return the axis of a body's joint in the frame of the body; None if it has none."""
    joint = robot.bodies[i].joint
    if not joint_kind(joint.kind).has_axis:
        return None
    axis = np.array([float(x) for x in joint.axis])
    return tuple(float(x) for x in axis / np.linalg.norm(axis))


def poses_along(robot: Robot, q: Array) -> Packed:
    """Return where the bodies are in configurations (n, nq): (n, n_bodies, 7), as poses in the world."""
    found = np.empty((len(q), robot.n_bodies, 7))
    rotations, translations = world_poses(tree_of(robot), q.T)  # rotors, if there are any, come after the bodies
    for i, (R, p) in enumerate(zip(rotations[: robot.n_bodies], translations, strict=False)):
        w, x, y, z = quaternion_from_rotation(np.broadcast_to(R, (3, 3, len(q))))
        found[:, i] = np.stack([*np.broadcast_to(p, (3, len(q))), x, y, z, w], axis=1)
    return packed(found)


def frames_of(robot: Robot, t: Array) -> Ints:
    """Return the indices of the samples at times t (n,) at which a page has poses."""
    rate = FRAME_RATE * max(float(t[-1] - t[0]), 0.0)
    count = int(np.clip(rate, 2, max(POSE_BUDGET // (7 * robot.n_bodies), 2)))
    return np.unique(np.searchsorted(t, np.linspace(t[0], t[-1], count)).clip(0, len(t) - 1))
