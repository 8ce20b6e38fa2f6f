"""COLLADA: geometry in a scene of nodes, with a unit of length.

The up axis of the file is not applied, as readers of robot descriptions agree to ignore it.
"""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np

from heft.arrays import Array, Ints
from heft.robot.formats.xml import parse
from heft.robot.meshes import Mesh, damaged
from heft.sizes import check_expanded
from heft.spatial import rotation_about

DEEPEST, MOST_NODES = 64, 100_000
"""How many nodes may be inside each other, and how many a scene may show: a node may stand in several places."""

_POLYGONS = ("triangles", "polylist", "polygons")


def read(content: bytes, where: str) -> Mesh:
    """Read all geometry of a COLLADA file's scene in metres; lines and points are skipped."""
    parse(content, where)
    root = ElementTree.fromstring(content)
    for element in root.iter():
        element.tag = str(element.tag).rpartition("}")[2]
    try:
        return _Scene(root, where, len(content)).mesh()
    except (KeyError, ValueError, IndexError, TypeError) as error:
        raise damaged(where, f"its COLLADA is not complete ({error})") from None


class _Scene:
    """The nodes of a file and what they show."""

    def __init__(self, root: ElementTree.Element, where: str, size: int) -> None:
        self.root, self.where, self.size = root, where, size
        self.by_id = {"#" + element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}
        self.vertices: list[Array] = []
        self.triangles: list[Ints] = []
        self.parts: dict[ElementTree.Element, list[tuple[Array, Ints]]] = {}
        self.count = self.nodes = self.bytes = 0

    def mesh(self) -> Mesh:
        unit = self.root.find("asset/unit")
        scale = float(unit.attrib.get("meter", 1)) if unit is not None else 1.0
        shown = self.root.find("scene/instance_visual_scene")
        scenes = [self.by_id[shown.attrib["url"]]] if shown is not None else self.root.findall(".//visual_scene")
        for scene in scenes:
            for node in scene.findall("node"):
                self._walk(node, np.diag([scale, scale, scale, 1.0]), 1)
        if not self.triangles:
            raise damaged(self.where, "it has no triangle")
        return Mesh(np.concatenate(self.vertices), np.concatenate(self.triangles))

    def _walk(self, node: ElementTree.Element, pose: Array, depth: int) -> None:
        self.nodes += 1
        if depth > DEEPEST:
            raise damaged(self.where, f"a node contains itself, or nodes are nested more than {DEEPEST} levels deep")
        if self.nodes > MOST_NODES:
            raise damaged(self.where, f"its scene shows more than {MOST_NODES} nodes")
        for child in node:
            if child.tag in _STEPS:
                pose = pose @ _STEPS[child.tag](_floats(child))
        for child in node:
            if child.tag == "instance_geometry":
                self._add(self.by_id[child.attrib["url"]], pose)
            elif child.tag == "instance_node":
                self._walk(self.by_id[child.attrib["url"]], pose, depth + 1)
            elif child.tag == "node":
                self._walk(child, pose, depth + 1)

    def _add(self, geometry: ElementTree.Element, pose: Array) -> None:
        if geometry not in self.parts:
            meshes = geometry.findall("mesh")
            self.parts[geometry] = [self._part(part) for mesh in meshes for part in mesh if part.tag in _POLYGONS]
        for points, triangles in self.parts[geometry]:
            self.bytes += points.nbytes + triangles.nbytes
            check_expanded(self.bytes, self.size, self.where)
            self.vertices.append(points @ pose[:3, :3].T + pose[:3, 3])
            self.triangles.append(triangles + self.count)
            self.count += len(points)

    def _part(self, part: ElementTree.Element) -> tuple[Array, Ints]:
        inputs = part.findall("input")
        stride = 1 + max(int(each.attrib["offset"]) for each in inputs)
        corner = next(each for each in inputs if each.attrib["semantic"] == "VERTEX")
        offset = int(corner.attrib["offset"])
        indices = np.concatenate([_wholes(p) for p in part.findall("p")]).reshape(-1, stride)[:, offset]
        points = self._points(corner.attrib["source"])
        if not np.all(indices < len(points)):
            raise damaged(self.where, "a triangle has a vertex that is not there")
        if part.tag == "triangles":
            counts = np.full(len(indices) // 3, 3)
        elif part.tag == "polylist":
            counts = _wholes(_found(part, "vcount"))
        else:
            counts = np.array([len(_wholes(p)) // stride for p in part.findall("p")])
        starts = np.cumsum(counts) - counts
        fans = [
            (indices[start], indices[start + k], indices[start + k + 1])
            for start, count in zip(starts, counts, strict=True)
            for k in range(1, count - 1)
        ]
        return points, np.array(fans, np.int64).reshape(-1, 3)

    def _points(self, reference: str) -> Array:
        position = next(each for each in self.by_id[reference] if each.attrib.get("semantic") == "POSITION")
        source = self.by_id[position.attrib["source"]]
        accessor = source.find("technique_common/accessor")
        stride = int(accessor.attrib.get("stride", 3)) if accessor is not None else 3
        return _floats(_found(source, "float_array")).reshape(-1, stride)[:, :3]


def _found(element: ElementTree.Element, tag: str) -> ElementTree.Element:
    child = element.find(tag)
    if child is None:
        raise KeyError(tag)
    return child


def _floats(element: ElementTree.Element) -> Array:
    return np.array((element.text or "").split(), float)


def _wholes(element: ElementTree.Element) -> Ints:
    numbers = np.array((element.text or "").split(), np.int64)
    if np.any(numbers < 0):
        raise ValueError(f"a negative number in <{element.tag}>")
    return numbers


def _translation(numbers: Array) -> Array:
    pose = np.eye(4)
    pose[:3, 3] = numbers
    return pose


def _rotation(numbers: Array) -> Array:
    pose = np.eye(4)
    pose[:3, :3] = rotation_about(numbers[:3] / np.linalg.norm(numbers[:3]), np.deg2rad(numbers[3]))
    return pose


_STEPS = {
    "matrix": lambda numbers: numbers.reshape(4, 4),
    "translate": _translation,
    "rotate": _rotation,
    "scale": lambda numbers: np.diag([*numbers, 1.0]),
}
"""The elements of a node that place it, in the order of the file."""


READERS = {".dae": read}
