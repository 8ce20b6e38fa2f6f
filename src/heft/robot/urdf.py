"""Reading URDF: from links and joints to bodies, with whatever was ignored told in `robot.notes`.

A body is a link on a joint that moves, together with all links fixed to it. Bodies are numbered in the document
order of their joints, or as near to it as parents-first allows, and named by the link on the joint. Origins and
axes are kept as the exact decimals of the file. Meshes, and all else that only looks or collides, are not read.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from pathlib import Path

import numpy as np

from heft.errors import FormatError, did_you_mean
from heft.parameters import Array, from_com, is_physical
from heft.robot.base import FLOATING_JOINT
from heft.robot.exact import ONE, ZERO, Number
from heft.robot.joint import AXIAL, ONE_DOF, Friction, Joint, Limits, Mimic
from heft.robot.model import WORLD, Body, Link, Robot
from heft.robot.placement import IDENTITY, X_AXIS, Z_AXIS, Placement, Step, Vector
from heft.robot.source import Source, read_bytes
from heft.robot.xml import RUN_XACRO, Element, Node, parse, short

KINDS = {"continuous": "revolute"} | {kind: kind for kind in ("revolute", "prismatic", "fixed", "floating", "planar")}
"""What each URDF joint type is here."""

MOMENTS = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
"""The attributes of <inertia>, in the order of the ten parameters."""

_READ = {"link": ("inertial",), "joint": ("origin", "parent", "child", "axis", "limit", "dynamics", "mimic")}
_NOUGHT = (ZERO, ZERO, ZERO)


def read_urdf(path: Path, base: str, mimic: bool) -> Robot:
    """Read a URDF file.

    Args:
        path: the file.
        base: "fixed" makes the root link the world, "floating" a body that moves freely.
        mimic: true ties mimic joints to the joint they follow, false gives each its own coordinate.

    Raises:
        FileError: the file cannot be read.
        FormatError: what it says is no robot, with the line, the element and the remedy.
    """
    return parse_urdf(read_bytes(path), str(path), base, mimic, path)


def parse_urdf(content: bytes, where: str, base: str, mimic: bool, path: Path | None = None) -> Robot:
    """Read a URDF from its bytes; `where` names it in errors, the rest is as in `read_urdf`."""
    root = Node(parse(content, where), where, "<robot>")
    _check_is_urdf(root)
    links = {name: _parameters(node) for name, node in _named(root, "link").items()}
    edges = [_edge(name, node, links, mimic) for name, node in _named(root, "joint").items()]
    tree = _Tree(root, links, _tied(edges))
    bodies, world = _bodies(tree, base)
    return Robot(
        name=root.text("name") or "robot",
        bodies=tuple(bodies),
        notes=(*_oddities(tree, bodies, world), *_ignored(root.element, mimic)),
        source=Source("urdf", content, path),
    )


def _check_is_urdf(root: Node) -> None:
    tag = root.element.tag
    if tag != "robot":
        known = {"mujoco": "This is MJCF: give the file the ending .xml.", "sdf": "This is SDF: convert it to URDF."}
        raise root.error(f"The root element is <{tag}>; a URDF has <robot>.", known.get(tag, "Is this a URDF?"))
    for element in root.element.children:
        if element.tag.startswith("xacro:"):
            raise Node(element, root.file, f"<{element.tag}>").error("It is not expanded.", RUN_XACRO)
    if root.element.first("link") is None:
        raise root.error("It has no <link>.", "A robot needs one; if xacro wrote the file, was its macro called?")


def _named(root: Node, tag: str) -> dict[str, Node]:
    """The robot's links or joints by name, which must differ."""
    nodes: dict[str, Node] = {}
    for element in root.element.all(tag):
        name = Node(element, root.file, f"<{tag}>").required("name")
        node = Node(element, root.file, f"{tag} '{name}'")
        if name in nodes:
            what = f"Line {nodes[name].element.line} has a {tag} of the same name."
            raise node.error(what, "Rename one of them: names must be unique.")
        nodes[name] = node
    return nodes


# -- links ----------------------------------------------------------------------------------------


def _parameters(link: Node) -> Array | None:
    """A link's ten parameters in its own frame, or None if it has no <inertial>."""
    inertial = link.child("inertial")
    if inertial is None:
        return None
    mass = inertial.needed("mass", '<mass value="..."/>, or delete the <inertial>')
    mass.required("value")
    inertia = inertial.needed("inertia", '<inertia ixx="..." .../>, or delete the <inertial>')
    ixx, ixy, ixz, iyy, iyz, izz = (inertia.number(name, 0.0) for name in MOMENTS)
    frame = _origin(inertial)
    R = frame.rotation
    at_com = R @ np.array([[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]]) @ R.T
    return _frozen(from_com(mass.number("value", 0.0), frame.translation, at_com))


def _frozen(values: Array) -> Array:
    values.flags.writeable = False
    return values


def _origin(node: Node) -> Placement:
    """The exact placement that a node's <origin> gives."""
    origin = node.child("origin")
    if origin is None:
        return IDENTITY
    xyz, rpy = origin.vector("xyz", 3) or _NOUGHT, origin.vector("rpy", 3) or _NOUGHT
    if xyz == rpy == _NOUGHT:
        return IDENTITY
    return Placement((Step(xyz, rpy=None if rpy == _NOUGHT else rpy),))


# -- joints ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Edge:
    """A <joint>: how its child link moves on its parent link. Its mimic is as in the file until `_tied`."""

    node: Node
    joint: Joint
    parent: str
    child: str
    placement: Placement


def _edge(name: str, node: Node, links: Collection[str], mimic: bool) -> _Edge:
    type_ = node.required("type")
    if type_ not in KINDS:
        raise node.error(f"'{short(type_)}' is no URDF joint type.", did_you_mean(type_, KINDS))
    kind = KINDS[type_]
    joint = Joint(name, kind, axis=_axis(node) if kind in AXIAL else Z_AXIS)
    if kind in ONE_DOF:
        leader = _mimic(node) if mimic else None
        joint = replace(joint, limits=_limits(node, type_), friction=_friction(node), mimic=leader)
    elif kind != "fixed" and node.child("mimic"):
        raise node.error(f"A {kind} joint cannot <mimic> another.", "Delete the <mimic>.")
    return _Edge(node, joint, _end(node, "parent", links), _end(node, "child", links), _origin(node))


def _end(joint: Node, tag: str, links: Collection[str]) -> str:
    end = joint.needed(tag, f'<{tag} link="..."/>')
    name = end.required("link")
    if name not in links:
        raise end.error(f"There is no link '{name}'.", did_you_mean(name, links))
    return name


def _axis(joint: Node) -> Vector:
    node = joint.child("axis")
    axis = node.vector("xyz", 3) if node else None
    if node and axis and not any(float(x) for x in axis):
        raise node.error("The axis has zero length.", 'Give it a direction, such as xyz="0 0 1".')
    return axis or X_AXIS


def _limits(joint: Node, type_: str) -> Limits:
    """The limits as given; a bound left out is 0 as URDF has it, and 0 to 0, which nobody means, is no limit."""
    limit = joint.child("limit")
    if limit is None:
        return Limits()
    rates = Limits(velocity=limit.number("velocity", math.inf), effort=limit.number("effort", math.inf))
    lower, upper = limit.number("lower", 0.0), limit.number("upper", 0.0)
    if type_ == "continuous" or lower == upper == 0:
        return rates
    return replace(rates, lower=lower, upper=upper)


def _friction(joint: Node) -> Friction:
    dynamics = joint.child("dynamics")
    if dynamics is None:
        return Friction()
    return Friction(viscous=dynamics.number("damping", 0.0), coulomb=dynamics.number("friction", 0.0))


def _mimic(joint: Node) -> Mimic | None:
    mimic = joint.child("mimic")
    if mimic is None:
        return None
    (multiplier,) = mimic.vector("multiplier", 1) or (ONE,)
    (offset,) = mimic.vector("offset", 1) or (ZERO,)
    return Mimic(mimic.required("joint"), multiplier, offset)


def _tied(edges: list[_Edge]) -> list[_Edge]:
    """Let each mimic joint follow the independent joint at the end of its chain."""
    by_name = {edge.joint.name: edge for edge in edges}
    return [replace(edge, joint=replace(edge.joint, mimic=_leader(edge, by_name))) for edge in edges]


def _leader(edge: _Edge, by_name: dict[str, _Edge]) -> Mimic | None:
    """Compose q = m1 (m2 (...) + o2) + o1 along a chain of mimics."""
    advice = "Delete the <mimic>, or load with mimic=False, which frees the joint."
    chain, follower = [edge.joint.name], edge
    multiplier, offset = Fraction(1), Fraction(0)
    while (mimic := follower.joint.mimic) is not None:
        name, leader = mimic.leader, by_name.get(mimic.leader)
        if leader is None:
            raise edge.node.error(f"It mimics '{name}', which is no joint.", f"{did_you_mean(name, by_name)} {advice}")
        if name in chain:
            raise edge.node.error(f"It mimics in a circle: {' -> '.join([*chain, name])}.", advice)
        if leader.joint.kind not in ONE_DOF:
            what = f"It mimics '{name}', a {leader.joint.kind} joint, which has no single coordinate to follow."
            raise edge.node.error(what, advice)
        chain.append(name)
        offset += multiplier * mimic.offset.rational
        multiplier *= mimic.multiplier.rational
        follower = leader
    return None if follower is edge else Mimic(follower.joint.name, Number(multiplier), Number(offset))


# -- the tree and its bodies ----------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Tree:
    """The links (their parameters by name) and the joints between them, in document order."""

    node: Node
    links: dict[str, Array | None]
    edges: list[_Edge]

    @cached_property
    def above(self) -> dict[str, _Edge]:
        """The joint on which each link hangs."""
        table: dict[str, _Edge] = {}
        for edge in self.edges:
            if edge.child in table:
                what = f"Link '{edge.child}' hangs on joint '{table[edge.child].joint.name}' already."
                raise edge.node.error(what, "A URDF is a tree, so that no link has two parents: delete one joint.")
            table[edge.child] = edge
        return table

    @cached_property
    def below(self) -> dict[str, list[int]]:
        """The positions in the document of the joints that each link carries."""
        table: dict[str, list[int]] = {name: [] for name in self.links}
        for position, edge in enumerate(self.edges):
            table[edge.parent].append(position)
        return table

    @cached_property
    def root(self) -> str:
        """The one link that hangs on no joint and on which all others hang."""
        roots = [name for name in self.links if name not in self.above]
        if len(roots) > 1:
            what = f"It is in {len(roots)} pieces, with the roots {_listed(roots)}."
            raise self.node.error(what, "Join the pieces with joints, of type fixed if they do not move.")
        reached, waiting = set(roots), list(roots)
        while waiting:
            children = [self.edges[k].child for k in self.below[waiting.pop()]]
            reached.update(children)
            waiting += children
        if stray := [name for name in self.links if name not in reached]:
            raise self._circle(stray[0])
        return roots[0]

    def _circle(self, link: str) -> FormatError:
        chain = [link]
        while (parent := self.above[chain[-1]].parent) not in chain:
            chain.append(parent)
        circle = [*chain[chain.index(parent) :], parent][::-1]
        what = f"The links hang in a circle: {' -> '.join(circle)}."
        return self.above[circle[1]].node.error(what, "A URDF is a tree: delete one of these joints.")

    def lump(self, link: str) -> list[Link]:
        """The link and all that is fixed to it, each placed in its frame."""
        lumped, waiting = [], [(link, IDENTITY)]
        while waiting:
            name, placement = waiting.pop()
            lumped.append(Link(name, placement, self.links[name]))
            fixed = [self.edges[k] for k in self.below[name] if self.edges[k].joint.kind == "fixed"]
            waiting += [(edge.child, placement.then(edge.placement)) for edge in reversed(fixed)]
        return lumped


def _bodies(tree: _Tree, base: str) -> tuple[list[Body], list[Link]]:
    """Number the bodies; return also the links that are the world."""
    ready: list[tuple[int, int, Placement]] = []
    bodies: list[Body] = []

    def carry(links: list[Link], body: int) -> None:
        for link in links:
            for position in tree.below[link.name]:
                if tree.edges[position].joint.kind != "fixed":
                    heappush(ready, (position, body, link.placement))

    world = tree.lump(tree.root)
    carry(world, WORLD)
    floats = len(ready) == 1 and tree.edges[ready[0][0]].joint.kind == "floating"
    if base == "floating" and not floats:
        bodies.append(_body(tree.root, WORLD, _floating_joint(tree), IDENTITY, world))
        ready, world = [(position, 0, placement) for position, _, placement in ready], []
    while ready:
        position, parent, seat = heappop(ready)
        edge = tree.edges[position]
        links = tree.lump(edge.child)
        bodies.append(_body(edge.child, parent, edge.joint, seat.then(edge.placement), links))
        carry(links, len(bodies) - 1)
    return bodies, world


def _body(name: str, parent: int, joint: Joint, placement: Placement, links: list[Link]) -> Body:
    parameters = _frozen(np.sum([link.in_body for link in links], axis=0))
    return Body(name, parent, joint, placement, parameters, links=tuple(links))


def _floating_joint(tree: _Tree) -> Joint:
    for edge in tree.edges:
        if edge.joint.name == FLOATING_JOINT and edge.joint.kind != "fixed":
            what = "A floating base needs this name for its own joint."
            raise edge.node.error(what, 'Rename the joint, or load with base="fixed".')
    return Joint(FLOATING_JOINT, "floating")


# -- notes ----------------------------------------------------------------------------------------


def _oddities(tree: _Tree, bodies: list[Body], world: list[Link]) -> Iterator[str]:
    """What was read as it stands but looks wrong or plays no part, a line each."""
    if not tree.node.text("name"):
        yield "<robot> has no name"
    if idle := [link.name for link in world if link.parameters is not None and np.any(link.parameters)]:
        yield f"the base is fixed: the inertia of {_listed(idle)} plays no part"
    if bare := [body.name for body in bodies if body.links[0].parameters is None]:
        yield f"no <inertial> on moving links ({len(bare)}): {_listed(bare, 20)}"
    for name, parameters in tree.links.items():
        if parameters is not None and not (verdict := is_physical(parameters)):
            yield f"link '{name}' has an inertia that no rigid body can have: {verdict.reason}"
    bounded = [edge.joint for edge in tree.edges if edge.node.text("type") in ("revolute", "prismatic")]
    if free := [joint.name for joint in bounded if math.isinf(joint.limits.lower)]:
        yield f"no position limits, or 0 to 0, so taken as unlimited ({len(free)}): {_listed(free)}"
    for joint in (edge.joint for edge in tree.edges):
        limits, friction = joint.limits, joint.friction
        if limits.lower > limits.upper:
            yield f"joint '{joint.name}': its lower limit {limits.lower:g} is above its upper limit {limits.upper:g}"
        if limits.lower == limits.upper:
            yield f"joint '{joint.name}': its limits leave it no room to move: both are {limits.lower:g}"
        values = {"velocity limit": limits.velocity, "effort limit": limits.effort}
        for name, value in (values | {"damping": friction.viscous, "friction": friction.coulomb}).items():
            if value < 0:
                yield f"joint '{joint.name}': its {name} is negative: {value:g}"


def _ignored(robot: Element, mimic: bool) -> Iterator[str]:
    """What the reader passed over, a line for each kind of thing, with the names of its owners."""
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
        yield f"ignored {len(names)} {what}: {_listed(dict.fromkeys(names))}"


def _ignored_inside(element: Element, mimic: bool) -> Iterator[str]:
    """What the reader passed over in a link or a joint."""
    type_, seen = element.attributes.get("type", ""), set[str]()
    for child in element.children:
        if child.tag in ("visual", "collision"):
            yield "<visual> or <collision>"
        elif child.tag not in _READ[element.tag]:
            yield f"<{child.tag}>"
        elif child.tag in seen:
            yield f"second <{child.tag}>"
        elif child.tag in ("limit", "dynamics", "mimic") and KINDS[type_] not in ONE_DOF:
            yield f"<{child.tag}> of {type_} joints"
        elif child.tag == "mimic" and not mimic:
            yield "<mimic>, so that each joint has its own coordinate"
        elif child.tag == "limit" and type_ == "continuous" and {"lower", "upper"} & child.attributes.keys():
            yield "<limit> to the position of continuous joints"
        seen.add(child.tag)


def _listed(names: Collection[str], most: int = 5) -> str:
    return ", ".join(list(names)[:most]) + (", ..." if len(names) > most else "")
