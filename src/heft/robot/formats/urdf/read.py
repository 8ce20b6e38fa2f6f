"""Reading URDF: from links and joints to bodies, with whatever was ignored listed in `robot.notes`.

A body is a link on a joint that moves, together with all links fixed to it. Bodies are numbered in the document
order of their joints, or as near to it as parents-first allows, and named by the link on the joint. Origins and
axes are kept as the exact decimals of the file. `geometry.py` reads visual and collision elements.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import numpy as np

from heft.arrays import Array
from heft.bounds import points_somewhere, within
from heft.errors import did_you_mean
from heft.files import read_bytes
from heft.parameters import from_com
from heft.robot.crowds import refuse_crowd
from heft.robot.exact import ONE, ZERO
from heft.robot.formats.urdf.graph import URDF_TYPES, Edge, UrdfGraph, bodies_of, tied
from heft.robot.formats.urdf.loops import closed_loops
from heft.robot.formats.urdf.notes import doubtful_values, ignored, missing_meshes
from heft.robot.formats.xml import RUN_XACRO, XmlNode, read, short
from heft.robot.joint import Friction, Joint, Limits, Mimic
from heft.robot.joints import joint_kind
from heft.robot.model import Robot, frozen
from heft.robot.placement import IDENTITY, X_AXIS, Z_AXIS, Placement, Transform, Vector
from heft.robot.source import Source

MOMENTS = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
"""The attributes of <inertia>, in the order of the ten parameters."""

_NOUGHT = (ZERO, ZERO, ZERO)


def read_urdf(path: Path, base: str, mimic: bool, packages: tuple[Path, ...] = ()) -> Robot:
    """Read a URDF file.

    Args:
        path: the file.
        base: "fixed" makes the root link the world, "floating" a body that moves freely.
        mimic: true makes mimic joints follow their joint, false gives each its own coordinate.
        packages: folders in which the packages of meshes are looked for first.

    Raises:
        FileError: the file cannot be read.
        FormatError: it does not describe a robot; names the line, the element and the remedy.
    """
    return parse_urdf(read_bytes(path), str(path), base, mimic, Source("urdf", b"", path, packages=packages))


def parse_urdf(content: bytes, where: str, base: str, mimic: bool, source: Source | None = None) -> Robot:
    """Read a URDF from its bytes; `where` names it in errors, the rest is as in `read_urdf`.

    Args:
        content: the bytes.
        where: what errors call it.
        base: as in `read_urdf`.
        mimic: as in `read_urdf`.
        source: where the bytes are from, and which files were read with them; its content is replaced.
    """
    document = read(content, where)
    graph = _graph(XmlNode(document.root, where, "<robot>"), mimic)
    bodies, world = bodies_of(graph, base)
    joints = tuple(body.joint for body in bodies)
    source = replace(source or Source("urdf", b""), content=content, joints=joints)
    return Robot(
        name=graph.node.text("name") or "robot",
        bodies=tuple(bodies),
        notes=(
            *doubtful_values(graph, bodies, world, mimic),
            *ignored(document.root, mimic),
            *missing_meshes(document.root, source),
        ),
        source=source,
        dropped_loops=tuple(closed_loops(document)),
    )


def graph_of(content: bytes, where: str) -> UrdfGraph:
    """Read the links and joints of a URDF from its bytes; `where` names it in errors."""
    return _graph(XmlNode(read(content, where).root, where, "<robot>"), mimic=False)


def _graph(root: XmlNode, mimic: bool) -> UrdfGraph:
    _check_is_urdf(root)
    for tag in ("link", "joint"):
        refuse_crowd(sum(1 for _ in root.element.all(tag)), f"{tag}s", root.file)
    links = {name: _parameters(node) for name, node in _named(root, "link").items()}
    edges = [_edge(name, node, links, mimic) for name, node in _named(root, "joint").items()]
    return UrdfGraph(root, links, tied(edges))


def _check_is_urdf(root: XmlNode) -> None:
    tag = root.element.tag
    if tag != "robot":
        known = {"mujoco": "This is MJCF: give the file the ending .xml.", "sdf": "This is SDF: convert it to URDF."}
        raise root.error(f"The root element is <{tag}>; a URDF has <robot>.", known.get(tag, "Is this a URDF?"))
    if xacro := next((child for child in root.element.children if child.tag.startswith("xacro:")), None):
        raise XmlNode(xacro, root.file, f"<{xacro.tag}>").error("It is not expanded.", RUN_XACRO)
    if root.element.first("link") is None:
        raise root.error("It has no <link>.", "A robot needs one; if xacro wrote the file, was its macro called?")


def _named(root: XmlNode, tag: str) -> dict[str, XmlNode]:
    """The robot's links or joints by name, which must differ."""
    nodes: dict[str, XmlNode] = {}
    for element in root.element.all(tag):
        name = XmlNode(element, root.file, f"<{tag}>").required("name")
        node = XmlNode(element, root.file, f"{tag} '{name}'")
        if name in nodes:
            what = f"Line {nodes[name].element.line} has a {tag} of the same name."
            raise node.error(what, "Rename one of them: names must be unique.")
        nodes[name] = node
    return nodes


# -- links and joints -----------------------------------------------------------------------------


def _parameters(link: XmlNode) -> Array | None:
    """A link's ten parameters in its own frame, or None if it has no <inertial>."""
    inertial = link.child("inertial")
    if inertial is None:
        return None
    mass = inertial.needed("mass", '<mass value="..."/>, or delete the <inertial>')
    mass.required("value")
    inertia = inertial.needed("inertia", '<inertia ixx="..." .../>, or delete the <inertial>')
    ixx, ixy, ixz, iyy, iyz, izz = (inertia.number(name, 0.0) for name in MOMENTS)
    frame = origin(inertial)
    R = frame.rotation
    with np.errstate(over="ignore", invalid="ignore"):
        at_com = R @ np.array([[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]]) @ R.T
        parameters = from_com(mass.number("value", 0.0), frame.translation, at_com)
    if not within(parameters):
        raise inertial.error("Its numbers are too large.", "Give kg, m and kg m2.")
    return frozen(parameters)


def origin(node: XmlNode) -> Placement:
    """The exact placement that a node's <origin> gives."""
    origin = node.child("origin")
    if origin is None:
        return IDENTITY
    xyz, rpy = origin.vector("xyz", 3) or _NOUGHT, origin.vector("rpy", 3) or _NOUGHT
    if xyz == rpy == _NOUGHT:
        return IDENTITY
    return Placement((Transform(xyz, rpy=None if rpy == _NOUGHT else rpy),))


def _edge(name: str, node: XmlNode, links: Collection[str], mimic: bool) -> Edge:
    type_ = node.required("type")
    if type_ not in URDF_TYPES:
        raise node.error(f"'{short(type_)}' is not a URDF joint type.", did_you_mean(type_, URDF_TYPES))
    kind = URDF_TYPES[type_]
    joint = Joint(name, kind, axis=_axis(node) if joint_kind(kind).has_axis else Z_AXIS)
    if joint_kind(kind).is_screw:
        leader = _mimic(node) if mimic else None
        joint = replace(joint, limits=_limits(node, type_), friction=_friction(node), mimic=leader)
    elif kind != "fixed" and node.child("mimic"):
        raise node.error(f"A {kind} joint cannot <mimic> another.", "Delete the <mimic>.")
    return Edge(node, joint, _end(node, "parent", links), _end(node, "child", links), origin(node))


def _end(joint: XmlNode, tag: str, links: Collection[str]) -> str:
    end = joint.needed(tag, f'<{tag} link="..."/>')
    name = end.required("link")
    if name not in links:
        raise end.error(f"There is no link '{name}'.", did_you_mean(name, links))
    return name


def _axis(joint: XmlNode) -> Vector:
    node = joint.child("axis")
    axis = node.vector("xyz", 3) if node else None
    if node and axis and not points_somewhere([float(x) for x in axis]):
        raise node.error("The axis has zero length.", 'Give it a direction, such as xyz="0 0 1".')
    return axis or X_AXIS


def _limits(joint: XmlNode, type_: str) -> Limits:
    """The limits as given. A missing bound is 0, as URDF defines it; 0 to 0, surely a default, counts as unlimited."""
    limit = joint.child("limit")
    if limit is None:
        return Limits()
    rates = Limits(velocity=limit.limit("velocity", math.inf), effort=limit.limit("effort", math.inf))
    lower, upper = limit.limit("lower", 0.0), limit.limit("upper", 0.0)
    if type_ == "continuous" or lower == upper == 0:
        return rates
    return replace(rates, lower=lower, upper=upper)


def _friction(joint: XmlNode) -> Friction:
    dynamics = joint.child("dynamics")
    if dynamics is None:
        return Friction()
    return Friction(viscous=dynamics.number("damping", 0.0), coulomb=dynamics.number("friction", 0.0))


def _mimic(joint: XmlNode) -> Mimic | None:
    mimic = joint.child("mimic")
    if mimic is None:
        return None
    (multiplier,) = mimic.vector("multiplier", 1) or (ONE,)
    (offset,) = mimic.vector("offset", 1) or (ZERO,)
    return Mimic(mimic.required("joint"), multiplier, offset)
