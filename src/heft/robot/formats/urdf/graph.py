"""The tree of a URDF: its links and joints as a graph, checked, and lumped into bodies."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
from heft.robot.placement import IDENTITY, MOST_STEPS, Placement

URDF_TYPES = {
    "continuous": "revolute",
    "revolute": "revolute",
    "prismatic": "prismatic",
    "fixed": "fixed",
    "floating": "floating",
    "planar": "planar",
}
"""The joint types that URDF has, and the kind of joint that each is here."""


_FREE_IT = "Delete the <mimic>, or free the joint: mimic=False, on the command line --free-mimics."


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
    composed: dict[str, Mimic | None] = {}
    for edge in edges:
        chain = _unresolved(edge, by_name, composed)
        while chain:
            follower = chain.pop()
            composed[follower.joint.name] = _composed(follower, by_name, composed)
    return [replace(edge, joint=replace(edge.joint, mimic=composed[edge.joint.name])) for edge in edges]


def _unresolved(edge: Edge, by_name: dict[str, Edge], composed: dict[str, Mimic | None]) -> list[Edge]:
    """The joint, the one that it mimics, and so on, up to the first that is composed already or follows none."""
    chain: dict[str, Edge] = {}
    follower: Edge | None = edge
    while follower is not None and follower.joint.name not in composed:
        name = follower.joint.name
        if name in chain:
            circle = [*chain][list(chain).index(name) :]
            raise edge.node.error(f"The mimic joints form a cycle: {listed([*circle, name], 6, ' -> ')}.", _FREE_IT)
        chain[name] = follower
        follower = by_name.get(follower.joint.mimic.leader) if follower.joint.mimic else None
    return list(chain.values())


def _composed(edge: Edge, by_name: dict[str, Edge], composed: dict[str, Mimic | None]) -> Mimic | None:
    """Compose q = m1 (m2 q + o2) + o1, where the second step leads to the end of the chain."""
    mimic = edge.joint.mimic
    leader = by_name.get(mimic.leader) if mimic else None
    if mimic is None or leader is None:
        return None
    if not joint_kind(leader.joint.kind).is_screw:
        what = f"It mimics '{mimic.leader}', a {leader.joint.kind} joint, which has no single coordinate to follow."
        raise edge.node.error(what, _FREE_IT)
    ahead = composed[mimic.leader] or Mimic(mimic.leader)
    multiplier = Number(mimic.multiplier.rational * ahead.multiplier.rational)
    offset = Number(mimic.offset.rational + mimic.multiplier.rational * ahead.offset.rational)
    for what, number in (("multiplier", multiplier), ("offset", offset)):
        if number.complaint:
            raise edge.node.error(f"Along its chain of mimics, the {what} {number.complaint}.", _FREE_IT)
    return Mimic(ahead.leader, multiplier, offset)


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
        chain, parent = {link: 0}, self.above[link].parent
        while parent not in chain:
            chain[parent] = len(chain)
            parent = self.above[parent].parent
        circle = [*list(chain)[chain[parent] :], parent][::-1]
        what = f"The links form a loop: {listed(circle, 6, ' -> ')}."
        return self.above[circle[1]].node.error(what, "A URDF is a tree: delete one of these joints.")

    def lump(self, link: str) -> list[Link]:
        """The link and all that is fixed to it, each placed in its frame."""
        lumped, waiting = [], [(link, IDENTITY)]
        while waiting:
            name, placement = waiting.pop()
            lumped.append(Link(name, placement, self.links[name]))
            fixed = [self.edges[k] for k in self.below[name] if self.edges[k].joint.kind == "fixed"]
            if fixed and len(placement.steps) >= MOST_STEPS:
                what = f"It is the end of more than {MOST_STEPS} fixed joints in a row."
                raise fixed[0].node.error(what, "Join some of these links to one.")
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
