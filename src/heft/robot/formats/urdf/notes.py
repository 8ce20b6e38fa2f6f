"""The lines of `robot.notes`: what heft does not use of a URDF, and what looks wrong in it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from heft.errors import did_you_mean, listed
from heft.parameters import is_physical
from heft.robot.checks import doubtful_joint_values
from heft.robot.formats.urdf.graph import URDF_TYPES, UrdfGraph
from heft.robot.formats.xml import XmlElement
from heft.robot.joints import joint_kind
from heft.robot.model import Body, Link
from heft.robot.packages import find_files
from heft.robot.source import Source

_READ = {"link": ("inertial",), "joint": ("origin", "parent", "child", "axis", "limit", "dynamics", "mimic")}


def doubtful_values(graph: UrdfGraph, bodies: list[Body], world: list[Link], mimic: bool) -> Iterator[str]:
    """Yield a line for each thing that was read but looks wrong or has no effect."""
    if not graph.node.text("name"):
        yield "<robot> has no name"
    if idle := [link.name for link in world if link.parameters is not None and np.any(link.parameters)]:
        yield f"the base is fixed: the inertia of {listed(idle)} has no effect"
    if bare := [body.name for body in bodies if body.links[0].parameters is None]:
        yield f"no <inertial> on moving links ({len(bare)}): {listed(bare, 20)}"
    for name, parameters in graph.links.items():
        if parameters is not None and not (verdict := is_physical(parameters)):
            yield f"the inertia of link '{name}' is not physically consistent: {verdict.reason}"
    bounded = [edge.joint for edge in graph.edges if edge.node.text("type") in ("revolute", "prismatic")]
    if free := [joint.name for joint in bounded if math.isinf(joint.limits.lower)]:
        yield f"no position limits, or 0 to 0, so taken as unlimited ({len(free)}): {listed(free)}"
    names = {edge.joint.name for edge in graph.edges}
    for edge in graph.edges if mimic else []:
        follows = edge.node.child("mimic")
        leader = follows.text("joint") if follows else None
        if leader and leader not in names and joint_kind(edge.joint.kind).is_screw:
            yield f"joint '{edge.joint.name}' mimics '{leader}', which does not exist: it moves freely"
    for body in bodies:
        yield from doubtful_joint_values(body)


def ignored(robot: XmlElement, mimic: bool) -> Iterator[str]:
    """Yield a line for each kind of thing that was ignored, with the names of its owners."""
    yield from _missing_moments(robot)
    owners: dict[str, list[str]] = defaultdict(list)
    for element in robot.children:
        name = element.attributes.get("name") or element.attributes.get("reference") or "(no name)"
        if element.tag in _READ:
            for what in _ignored_inside(element, mimic):
                owners[what].append(name)
        elif any(inner.tag == "mechanicalReduction" for inner in element.descendants()):
            owners[f"<{element.tag}> (a mechanicalReduction is not used as a rotor)"].append(name)
        else:
            owners[f"<{element.tag}>"].append(name)
    for what, names in owners.items():
        yield f"ignored {len(names)} {what}: {listed(dict.fromkeys(names))}"


def missing_meshes(robot: XmlElement, source: Source) -> Iterator[str]:
    """Yield one line with the mesh files that are not found; the dynamics do not need them."""
    if source.path is None:
        return
    names = dict.fromkeys(e.attributes.get("filename", "") for e in robot.descendants() if e.tag == "mesh")
    found = find_files(names, source.path, source.packages)
    if missing := [name for name in names if found[name] is None]:
        yield f"mesh files that are not found, which only distances need ({len(missing)}): {listed(missing, 3)}"


_ATTRIBUTES = {
    "link": ("name",),
    "joint": ("name", "type"),
    "inertial": (),
    "origin": ("xyz", "rpy"),
    "mass": ("value",),
    "inertia": ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"),
    "parent": ("link",),
    "child": ("link",),
    "axis": ("xyz",),
    "limit": ("lower", "upper", "velocity", "effort"),
    "dynamics": ("damping", "friction"),
    "mimic": ("joint", "multiplier", "offset"),
}
"""The attributes that are read, of the elements that are."""


def _attributes(element: XmlElement) -> Iterator[str]:
    """Yield the attributes of a link or a joint that are not read."""
    parts = [element, *(child for child in element.children if child.tag in _READ[element.tag])]
    parts += [inner for part in parts if part.tag == "inertial" for inner in part.children if inner.tag in _ATTRIBUTES]
    for part in parts:
        for name in part.attributes:
            if name not in _ATTRIBUTES[part.tag] and not name.startswith("xmlns"):
                guess = did_you_mean(name, _ATTRIBUTES[part.tag])
                yield f"attribute '{name}' of <{part.tag}>" + (f" ({guess})" if guess.startswith("Did") else "")


def _missing_moments(robot: XmlElement) -> Iterator[str]:
    """Yield the moments of inertia that are missing and count as zero."""
    for link in robot.all("link"):
        for inertia in (inner for part in link.all("inertial") for inner in part.all("inertia")):
            if missing := [name for name in ("ixx", "iyy", "izz") if name not in inertia.attributes]:
                yield f"link '{link.attributes.get('name', '')}': <inertia> has no {', '.join(missing)}, taken as 0"


def _ignored_inside(element: XmlElement, mimic: bool) -> Iterator[str]:
    """Yield what was ignored in a link or a joint."""
    yield from _attributes(element)
    type_, seen = element.attributes.get("type", ""), set[str]()
    for child in element.children:
        if child.tag in ("visual", "collision"):
            yield "<visual> or <collision>"
        elif child.tag not in _READ[element.tag]:
            yield f"<{child.tag}>"
        elif child.tag in seen:
            yield f"second <{child.tag}>"
        elif child.tag in ("limit", "dynamics", "mimic") and not joint_kind(URDF_TYPES[type_]).is_screw:
            yield f"<{child.tag}> of {type_} joints"
        elif child.tag == "mimic" and not mimic:
            yield "<mimic>, so that each joint has its own coordinate"
        elif child.tag == "limit" and type_ == "continuous" and {"lower", "upper"} & child.attributes.keys():
            yield "<limit> to the position of continuous joints"
        seen.add(child.tag)
        if child.tag == "inertial":
            yield from _repeated(child)


def _repeated(inertial: XmlElement) -> Iterator[str]:
    """Yield what stands more than once in an <inertial>, of which the first is read."""
    seen = set[str]()
    for part in inertial.children:
        if part.tag in ("mass", "inertia", "origin") and part.tag in seen:
            yield f"second <{part.tag}> in <inertial>"
        seen.add(part.tag)
