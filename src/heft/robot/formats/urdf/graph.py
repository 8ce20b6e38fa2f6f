"""The tree of a URDF: its links and joints as a graph, checked, and lumped into bodies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError, listed
from heft.robot.exact import Number
from heft.robot.floating_base import FLOATING_JOINT
from heft.robot.formats.xml import XmlNode
from heft.robot.joint import Joint, Mimic
from heft.robot.joints import joint_kind
from heft.robot.model import WORLD, Body, Link, frozen
from heft.robot.placement import IDENTITY, Placement

URDF_TYPES = {
    "continuous": "revolute",
    "revolute": "revolute",
    "prismatic": "prismatic",
    "fixed": "fixed",
    "floating": "floating",
    "planar": "planar",
}
"""The joint types that URDF has, and the kind of joint that each is here."""


@dataclass(frozen=True, eq=False)
class Edge:
    """A <joint>: how its child link moves on its parent link. Its mimic is as in the file until `tied`."""

    node: XmlNode
    joint: Joint
    parent: str
    child: str
    placement: Placement


def tied(edges: list[Edge]) -> list[Edge]:
    """Let each mimic joint follow the independent joint at the end of its chain."""
    by_name = {edge.joint.name: edge for edge in edges}
    return [replace(edge, joint=replace(edge.joint, mimic=_leader(edge, by_name))) for edge in edges]


def _leader(edge: Edge, by_name: dict[str, Edge]) -> Mimic | None:
    """Compose q = m1 (m2 (...) + o2) + o1 along a chain of mimics, as far as its joints exist."""
    advice = "Delete the <mimic>, or free the joint: mimic=False, on the command line --free-mimics."
    chain, follower = [edge.joint.name], edge
    multiplier, offset = Fraction(1), Fraction(0)
    while (mimic := follower.joint.mimic) is not None:
        name, leader = mimic.leader, by_name.get(mimic.leader)
        if leader is None:
            break
        if name in chain:
            raise edge.node.error(f"The mimic joints form a cycle: {' -> '.join([*chain, name])}.", advice)
        if not joint_kind(leader.joint.kind).is_screw:
            what = f"It mimics '{name}', a {leader.joint.kind} joint, which has no single coordinate to follow."
            raise edge.node.error(what, advice)
        chain.append(name)
        offset += multiplier * mimic.offset.rational
        multiplier *= mimic.multiplier.rational
        follower = leader
    return None if follower is edge else Mimic(follower.joint.name, Number(multiplier), Number(offset))


# -- the tree and its bodies ----------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class UrdfGraph:
    """The links (their parameters by name) and the joints between them, in document order."""

    node: XmlNode
    links: dict[str, Array | None]
    edges: list[Edge]

    @cached_property
    def above(self) -> dict[str, Edge]:
        """The joint on which each link hangs."""
        table: dict[str, Edge] = {}
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
            what = f"It is in {len(roots)} pieces, with the roots {listed(roots)}."
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
        what = f"The links form a loop: {' -> '.join(circle)}."
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


def bodies_of(graph: UrdfGraph, base: str) -> tuple[list[Body], list[Link]]:
    """Number the bodies; return also the links that are the world."""
    ready: list[tuple[int, int, Placement]] = []
    bodies: list[Body] = []

    def carry(links: list[Link], body: int) -> None:
        for link in links:
            for position in graph.below[link.name]:
                if graph.edges[position].joint.kind != "fixed":
                    heappush(ready, (position, body, link.placement))

    world = graph.lump(graph.root)
    carry(world, WORLD)
    floats = len(ready) == 1 and graph.edges[ready[0][0]].joint.kind == "floating"
    if base == "floating" and not floats:
        bodies.append(_body(graph.root, WORLD, _floating_joint(graph), IDENTITY, world))
        ready, world = [(position, 0, placement) for position, _, placement in ready], []
    while ready:
        position, parent, seat = heappop(ready)
        edge = graph.edges[position]
        links = graph.lump(edge.child)
        bodies.append(_body(edge.child, parent, edge.joint, seat.then(edge.placement), links))
        carry(links, len(bodies) - 1)
    return bodies, world


def _body(name: str, parent: int, joint: Joint, placement: Placement, links: list[Link]) -> Body:
    parameters = frozen(np.sum([link.in_body for link in links], axis=0))
    return Body(name, parent, joint, placement, parameters, links=tuple(links))


def _floating_joint(graph: UrdfGraph) -> Joint:
    for edge in graph.edges:
        if edge.joint.name == FLOATING_JOINT and edge.joint.kind != "fixed":
            what = "A floating base needs this name for its own joint."
            raise edge.node.error(what, 'Rename the joint, or load with base="fixed".')
    return Joint(FLOATING_JOINT, "floating")
