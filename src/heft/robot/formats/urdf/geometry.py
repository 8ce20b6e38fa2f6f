"""The <collision> and <visual> geometry of a URDF, placed in the bodies that its links are lumped into."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from heft.robot.formats.urdf.graph import UrdfGraph
from heft.robot.formats.urdf.read import graph_of, origin
from heft.robot.formats.xml import XmlNode
from heft.robot.geometry import Geometry, RobotGeometry
from heft.robot.model import WORLD, Link, Robot
from heft.robot.packages import find_file
from heft.robot.shapes import Box, Capsule, Cylinder, MeshShape, Shape, Sphere
from heft.robot.source import source_of

_SHAPES = ("box", "sphere", "cylinder", "capsule", "mesh")


def urdf_geometry(robot: Robot, purpose: str, packages: Sequence[str | Path]) -> RobotGeometry:
    """Read the shapes of all links; see `heft.robot.geometry.geometry_of`."""
    source = source_of(robot, "urdf")
    graph = graph_of(source.content, str(source.path or "URDF"))
    elements = {element.attributes["name"]: element for element in graph.node.element.all("link")}
    shapes: list[Geometry] = []
    missing: dict[str, list[str]] = {}
    for body, link in _links(robot, graph):
        node = XmlNode(elements[link.name], graph.node.file, f"link '{link.name}'")
        for element in node.element.all(purpose):
            placed = XmlNode(element, node.file, f"{node.label}, <{purpose}>")
            shape = _shape(placed, source.path, packages)
            if isinstance(shape, str):
                missing.setdefault(shape, []).append(link.name)
            elif shape is not None:
                placement = link.placement.then(origin(placed))
                shapes.append(Geometry(link.name, body, shape, placement.rotation, placement.translation))
    return RobotGeometry(
        shapes=tuple(shapes),
        missing=tuple(missing),
        without=tuple(dict.fromkeys(name for names in missing.values() for name in names)),
        touching=frozenset(frozenset((edge.parent, edge.child)) for edge in graph.edges),
        fixed_frames={link.name: link.placement for body, link in _links(robot, graph) if body == WORLD},
    )


def _links(robot: Robot, graph: UrdfGraph) -> Iterator[tuple[int, Link]]:
    """Yield the links with the index of the body that each moves with, those of the world first."""
    on_bodies = [(i, link) for i, body in enumerate(robot.bodies) for link in body.links]
    moving = {link.name for _, link in on_bodies}
    yield from ((WORLD, link) for link in graph.lump(graph.root) if link.name not in moving)
    yield from on_bodies


def _shape(node: XmlNode, path: Path | None, packages: Sequence[str | Path]) -> Shape | str | None:
    """Return the shape, the name of the file if it is a mesh that was not found, or None if there is none."""
    geometry = node.child("geometry")
    kinds = [kind for kind in _SHAPES if geometry is not None and geometry.child(kind)]
    if geometry is None or not kinds:
        return None
    given = geometry.needed(kinds[0], "")
    match kinds[0]:
        case "box":
            return Box(_vector(given, "size"))
        case "sphere":
            return Sphere(_length(given, "radius"))
        case "cylinder":
            return Cylinder(_length(given, "radius"), _length(given, "length"))
        case "capsule":
            return Capsule(_length(given, "radius"), _length(given, "length"))
    name = given.required("filename")
    found = find_file(name, path, packages)
    return name if found is None else MeshShape(found, _vector(given, "scale", (1.0, 1.0, 1.0)))


def _vector(
    node: XmlNode, attribute: str, default: tuple[float, float, float] | None = None
) -> tuple[float, float, float]:
    if default is None:
        node.required(attribute)
    numbers = node.vector(attribute, 3)
    if numbers is None:
        return default or (0.0, 0.0, 0.0)
    x, y, z = (float(number) for number in numbers)
    if attribute == "size" and not min(x, y, z) > 0:
        raise node.error(f"The {attribute} is {x:g} {y:g} {z:g}.", "All three must be greater than zero.")
    return x, y, z


def _length(node: XmlNode, attribute: str) -> float:
    node.required(attribute)
    length = node.number(attribute, 0.0)
    if not length > 0:
        raise node.error(f"The {attribute} is {length:g}.", "It must be greater than zero.")
    return length
