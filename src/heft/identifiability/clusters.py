"""The robot as RPNA needs it: clusters of bodies that one joint moves, with their exact geometry.

A cluster is a link, the link and its rotor, or all links and rotors that share a coordinate (P0 appendix I, remark 11).
RPNA needs its bodies to have one parent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from heft.errors import ArgumentError
from heft.robot.exact import ONE, ZERO, Number
from heft.robot.joints import JointKind, joint_kind
from heft.robot.model import Body, Robot
from heft.robot.placement import Transform, Vector


class JointMotion(NamedTuple):
    """How a joint moves one body.

    Attributes:
        kind: of the joint.
        axis: in the body's frame.
        pitch: of a helical joint [m/rad].
        gear: the joint moves so much as its coordinate does.
    """

    kind: JointKind
    axis: Vector
    pitch: Number
    gear: Number


@dataclass(frozen=True)
class Member:
    """One body of a cluster.

    Attributes:
        body: index of the link, or of the link whose joint the rotor drives.
        is_rotor: true for a rotor.
        columns: where its parameters begin in `Robot.parameter_names`, and how many there are (10, or 4).
        parent: index of the link that carries it, -1 for the world.
        steps: its pose in the parent at q = 0.
        kind: of the joint.
        axis: of the joint, in the body's frame.
        pitch: of a helical joint [m/rad].
        gear, offset: the joint's position is gear q + offset.
    """

    body: int
    is_rotor: bool
    columns: tuple[int, int]
    parent: int
    steps: tuple[Transform, ...]
    kind: str
    axis: Vector
    pitch: Number = ZERO
    gear: Number = ONE
    offset: Number = ZERO

    @property
    def motion(self) -> JointMotion:
        """How the joint moves it."""
        return JointMotion(joint_kind(self.kind), self.axis, self.pitch, self.gear)


@dataclass(frozen=True, eq=False)
class Cluster:
    """The bodies that a joint moves, links before rotors; a cluster equals itself alone.

    Attributes:
        joint: the name of the joint that owns the coordinates.
        coordinates: their places in qd.
        members: its bodies.
    """

    joint: str
    coordinates: slice
    members: tuple[Member, ...]

    @property
    def parent(self) -> int:
        """The link that carries it."""
        return self.members[0].parent

    @property
    def shares_parent(self) -> bool:
        """True if one link carries all its bodies, as RPNA needs."""
        return all(member.parent == self.parent for member in self.members)


def _link(robot: Robot, i: int, body: Body) -> Member:
    joint = body.joint
    gear, offset = (ONE, ZERO) if joint.mimic is None else (joint.mimic.multiplier, joint.mimic.offset)
    pose, columns = body.placement.steps, (10 * i, 10)
    return Member(i, False, columns, body.parent, pose, joint.kind, joint.axis, joint.pitch, gear, offset)


def product(a: Number, b: Number) -> Number:
    """Return a b.

    Raises:
        ArgumentError: both are multiples of pi.
    """
    if a.pi_multiple:
        a, b = b, a
    if a.pi_multiple:
        raise ArgumentError(
            f"The product of {a} and {b} is not exact.", remedy="Write one of them as a decimal number."
        )
    return Number(a.rational * b.rational, a.rational * b.pi_multiple)


def clusters_of(robot: Robot, rotors: bool = True) -> tuple[Cluster, ...]:
    """Return the clusters of a robot, parents first."""
    found: dict[str, list[Member]] = {}
    for i, body in enumerate(robot.bodies):
        owner = body.joint.mimic.leader if body.joint.mimic is not None else body.joint.name
        found.setdefault(owner, []).append(_link(robot, i, body))
    column = 10 * robot.n_bodies
    for i, rotor in robot.rotors:
        width = len(rotor.parameter_names)
        if rotors:
            body = robot.bodies[i]
            owner = body.joint.mimic.leader if body.joint.mimic is not None else body.joint.name
            driven = _link(robot, i, body)
            turns = replace(
                driven,
                is_rotor=True,
                columns=(column, width),
                steps=rotor.placement.steps,
                kind="revolute",
                axis=(ZERO, ZERO, ONE),
                pitch=ZERO,
                gear=product(rotor.ratio, driven.gear),
                offset=product(rotor.ratio, driven.offset),
            )
            found[owner].append(turns)
        column += width
    order = sorted(found.items(), key=lambda item: min(m.body for m in item[1]))
    return tuple(Cluster(name, robot.v_index.get(name, slice(0, 0)), tuple(members)) for name, members in order)


def squared(axis: Vector) -> Fraction:
    """Return the squared length of an exact axis.

    Raises:
        ArgumentError: an entry is a multiple of pi.
    """
    if any(x.pi_multiple for x in axis):
        raise ArgumentError(
            "An axis with multiples of pi has no exact length.", remedy="Write its entries as decimals or fractions."
        )
    return sum((x.rational**2 for x in axis), Fraction(0))
