"""The geoms of an MJCF file, placed in the bodies of the robot.

MuJoCo compiles the file once more, this time with its geoms. Geoms whose mesh is not there are left out and named.
A geom that can touch others (by its contype or conaffinity) is collision geometry, every other one is visual.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.robot.formats.mjcf.compile import Model, Spec, delete, import_mujoco, listening, strip_elements
from heft.robot.formats.mjcf.read import names_in
from heft.robot.geometry import Geometry, RobotGeometry
from heft.robot.meshes import Mesh
from heft.robot.model import WORLD, Robot
from heft.robot.placement import Placement
from heft.robot.shapes import Box, Capsule, Cylinder, Ellipsoid, HalfSpace, MeshShape, Shape, Sphere
from heft.robot.source import source_of
from heft.spatial import rotation_from_quaternion


def mjcf_geometry(robot: Robot, purpose: str) -> RobotGeometry:
    """Read the geoms of all bodies; see `heft.robot.geometry.geometry_of`."""
    source = source_of(robot, "mjcf")
    with listening():
        spec = import_mujoco().MjSpec.from_file(str(source.path))
        excluded = frozenset(frozenset((pair.bodyname1, pair.bodyname2)) for pair in spec.excludes)
        missing = _without_missing_meshes(spec)
        strip_elements(spec)
        model = spec.compile()
    names, _ = names_in(model)
    carriers = dict(_carriers(robot, model, names))
    shapes = []
    for i in range(model.ngeom):
        shape = _shape(model, i)
        touches = bool(model.geom_contype[i] or model.geom_conaffinity[i])
        if shape is not None and touches == (purpose == "collision"):
            body, R, p = carriers[names[model.geom_bodyid[i]]]
            rotation = R @ rotation_from_quaternion(model.geom_quat[i])
            shapes.append(Geometry(names[model.geom_bodyid[i]], body, shape, rotation, R @ model.geom_pos[i] + p))
    parents = ((names[i], names[model.body_parentid[i]]) for i in range(1, model.nbody) if model.body_parentid[i])
    return RobotGeometry(
        shapes=tuple(shapes),
        missing=tuple(missing),
        without=tuple(dict.fromkeys(name for names in missing.values() for name in names)),
        touching=frozenset(frozenset(pair) for pair in parents),
        ignored_pairs=excluded,
        fixed_frames={name: Placement.from_floats(R, p) for name, (body, R, p) in carriers.items() if body == WORLD},
    )


def _without_missing_meshes(spec: Spec) -> dict[str, list[str]]:
    """Delete the geoms whose mesh file is not there; return the bodies of each by the name of the file."""
    folder = Path(spec.modelfiledir) / (spec.compiler.meshdir or "")
    gone = {
        mesh.name or Path(mesh.file).stem: mesh.file
        for mesh in spec.meshes
        if mesh.file and not (folder / mesh.file).is_file()
    }
    missing: dict[str, list[str]] = {}
    lost = [geom for geom in spec.geoms if geom.meshname in gone]
    for geom in lost:
        missing.setdefault(gone[geom.meshname], []).append(geom.parent.name)
    delete(spec, lost, [mesh for mesh in spec.meshes if (mesh.name or Path(mesh.file).stem) in gone])
    return missing


def _carriers(robot: Robot, model: Model, names: list[str]) -> Iterator[tuple[str, tuple[int, Array, Array]]]:
    """Yield the MuJoCo bodies by name: with which body of the robot each moves, and its frame in that one's."""
    on_bodies: dict[str, tuple[int, Placement]] = {
        link.name: (i, link.placement) for i, body in enumerate(robot.bodies) for link in body.links
    }
    poses = [(np.eye(3), np.zeros(3))]
    for i in range(model.nbody):
        if i:
            R, p = poses[model.body_parentid[i]]
            poses.append((R @ rotation_from_quaternion(model.body_quat[i]), R @ model.body_pos[i] + p))
        found = on_bodies.get(names[i])
        if found is None:
            yield names[i], (WORLD, *poses[i])
        else:
            yield names[i], (found[0], found[1].rotation, found[1].translation)


def _shape(model: Any, i: int) -> Shape | None:
    """Return the shape of a compiled geom, None if it is a height field or another kind that heft does not know."""
    kinds = import_mujoco().mjtGeom
    x, y, z = (float(size) for size in model.geom_size[i])
    match kinds(model.geom_type[i]):
        case kinds.mjGEOM_PLANE:
            return HalfSpace()
        case kinds.mjGEOM_SPHERE:
            return Sphere(x)
        case kinds.mjGEOM_CAPSULE:
            return Capsule(x, 2 * y)
        case kinds.mjGEOM_CYLINDER:
            return Cylinder(x, 2 * y)
        case kinds.mjGEOM_ELLIPSOID:
            return Ellipsoid((x, y, z))
        case kinds.mjGEOM_BOX:
            return Box((2 * x, 2 * y, 2 * z))
        case kinds.mjGEOM_MESH:
            k = int(model.geom_dataid[i])
            vertices = model.mesh_vert[model.mesh_vertadr[k] :][: model.mesh_vertnum[k]]
            faces = model.mesh_face[model.mesh_faceadr[k] :][: model.mesh_facenum[k]]
            mesh = Mesh(np.array(vertices, float), np.array(faces, np.int64))
            return MeshShape(Path(model.mesh(k).name), given=mesh)
    return None
