"""The robot flattened for computing: every body that moves, links first and then rotors, as arrays.

Rotors and mimic joints are treated alike: as bodies whose joint position is ``gear * q + offset`` of a coordinate that
they share with others. A rotor hangs on the parent of the joint that it drives.

Bodies are also sorted into groups of one kind of joint, so that what depends on the kind of joint alone (poses, joint
velocities) is computed for a whole group at once, and the recursions see bodies that are all alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, TypedDict

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.robot.exact import ZERO, Number
from heft.robot.joints import JointKind, ScrewKind, joint_kind
from heft.robot.joints.kind import plane_basis
from heft.robot.model import Body, Robot
from heft.robot.placement import Placement, unit


@dataclass(frozen=True, eq=False)
class Group:
    """Bodies whose joints are of one kind; all screws (revolute, prismatic, helical, rotors) stand in one group.

    Attributes:
        kind: their kind; in the group of screws, that of any of them.
        bodies: (k,) their indices.
        axis: (3, k) unit axes.
        across: (2, 3, k) the directions b, c across them.
        turn, slide: (k,) rotation [rad] and translation [m] along the axis per unit of a screw's position.
        gear, offset: (k,) a screw's position is gear q + offset.
        q, v: (nq, k) and (nv, k) rows of q and qd that move them.
        S: (6, nv, k) motion subspaces, the gear included.
    """

    kind: JointKind
    bodies: Ints
    axis: Array
    across: Array
    turn: Array
    slide: Array
    gear: Array
    offset: Array
    q: Ints
    v: Ints
    S: Array


@dataclass(frozen=True, eq=False)
class Tree:
    """All moving bodies, links first, then rotors.

    Attributes:
        names: of the bodies.
        parent: (n,) index of the parent, -1 for the world.
        R, p: (n, 3, 3), (n, 3) placements in the parents at q = 0.
        groups: the bodies by kind of joint.
        S: per body, its motion subspace (6, nv_i), the gear included.
        v: per body, the slice of qd that moves it.
        leads: (n,) true for the first body of each joint; the others that share its coordinates follow it.
        shared_parents: true if bodies that share a coordinate also share a parent, so that the articulated-body
            recursion can eliminate the coordinate there.
        parameters: (n, 10).
        gravity: (3,) [m/s2].
        armature: (nv,) [kg m2 or kg].
    """

    names: tuple[str, ...]
    parent: Ints
    R: Array
    p: Array
    groups: tuple[Group, ...]
    S: tuple[Array, ...]
    v: tuple[slice, ...]
    leads: Bools
    shared_parents: bool
    parameters: Array
    gravity: Array
    armature: Array
    nq: int
    nv: int

    @property
    def n(self) -> int:
        """How many bodies there are, rotors counted."""
        return len(self.parent)

    @cached_property
    def adds(self) -> bool:
        """Whether displacements add: q (+) u = q + u."""
        return all(group.kind.adds for group in self.groups)

    @cached_property
    def joints(self) -> list[tuple[JointKind, Ints, Ints]]:
        """The kind of each joint that owns coordinates and its rows of q and of qd, in the order of q and qd."""
        found = [
            (group.kind, group.q[:, k], group.v[:, k])
            for group in self.groups
            for k, i in enumerate(group.bodies)
            if self.leads[i] and group.kind.nv
        ]
        return sorted(found, key=lambda joint: joint[2][0])

    @cached_property
    def largest_gear(self) -> float:
        """The largest angle of a body per unit of the coordinate that turns it, and at least 1."""
        return max([1.0, *(float(np.max(np.abs(group.gear))) for group in self.groups)])


class Given(TypedDict, total=False):
    """Numbers that replace the robot's own.

    Attributes:
        parameters: (n, 10) inertial parameters, links first, then rotors.
        placement: R (n, 3, 3), p (n, 3) of the bodies in their parents at q = 0.
        gravity: (3,) [m/s2].
        armature: (nv,) [kg m2 or kg].
    """

    parameters: Any | None
    placement: tuple[Any, Any] | None
    gravity: Any | None
    armature: Any | None


@dataclass(frozen=True, eq=False)
class _Mover:
    """One body with its gearing, on the way into a `Tree`."""

    name: str
    parent: int
    placement: Placement
    kind: JointKind
    axis: Array
    pitch: Number
    q: slice
    v: slice
    gear: float
    offset: float
    parameters: Array

    @property
    def subspace(self) -> Array:
        return self.gear * self.kind.subspace(self.axis, self.pitch)


def _link(robot: Robot, body: Body) -> _Mover:
    joint = body.joint
    owner, gear, offset = joint.name, 1.0, 0.0
    if joint.mimic is not None:
        owner, gear, offset = joint.mimic.leader, float(joint.mimic.multiplier), float(joint.mimic.offset)
    q, v = robot.q_index.get(owner, slice(0, 0)), robot.v_index.get(owner, slice(0, 0))
    pose, kind, axis = body.placement, joint_kind(joint.kind), unit(joint.axis)
    return _Mover(body.name, body.parent, pose, kind, axis, joint.pitch, q, v, gear, offset, body.parameters)


def _rotor(robot: Robot, body: Body) -> _Mover:
    rotor, driven = body.rotor, _link(robot, body)
    assert rotor is not None
    ratio, z = float(rotor.ratio), np.array([0.0, 0.0, 1.0])
    gear, offset = ratio * driven.gear, ratio * driven.offset
    pose, name, kind = rotor.placement, f"{body.name}.rotor", joint_kind("revolute")
    return _Mover(name, body.parent, pose, kind, z, ZERO, driven.q, driven.v, gear, offset, rotor.parameters)


@lru_cache(maxsize=128)
def tree_of(robot: Robot) -> Tree:
    """Return the robot as arrays."""
    movers = [_link(robot, body) for body in robot.bodies] + [_rotor(robot, robot.bodies[i]) for i, _ in robot.rotors]
    armature = np.zeros(robot.nv)
    for body, mover in zip(robot.bodies, movers, strict=False):
        armature[mover.v] += mover.gear**2 * body.joint.armature
    first: dict[int, int] = {}
    for i, mover in enumerate(movers):
        first.setdefault(mover.v.start if mover.v.start < mover.v.stop else -1 - i, i)
    leads = np.zeros(len(movers), bool)
    leads[list(first.values())] = True
    return Tree(
        names=tuple(mover.name for mover in movers),
        parent=np.array([mover.parent for mover in movers], dtype=np.int64),
        R=np.array([mover.placement.rotation for mover in movers]).reshape(-1, 3, 3),
        p=np.array([mover.placement.translation for mover in movers]).reshape(-1, 3),
        groups=_groups(movers),
        S=tuple(mover.subspace for mover in movers),
        v=tuple(mover.v for mover in movers),
        leads=leads,
        shared_parents=all(m.parent == movers[first[m.v.start]].parent for m in movers if m.kind.nv),
        parameters=np.array([mover.parameters for mover in movers]).reshape(-1, 10),
        gravity=np.array([float(g) for g in robot.gravity]),
        armature=armature,
        nq=robot.nq,
        nv=robot.nv,
    )


def _groups(movers: list[_Mover]) -> tuple[Group, ...]:
    keys = ["screw" if mover.kind.is_screw else mover.kind.name for mover in movers]
    groups = []
    for key in dict.fromkeys(keys):
        bodies = [i for i, k in enumerate(keys) if k == key]
        members = [movers[i] for i in bodies]
        kind = members[0].kind
        screws = [_screw(m) for m in members]
        groups.append(
            Group(
                kind=kind,
                bodies=np.array(bodies, dtype=np.int64),
                axis=np.array([m.axis for m in members]).T,
                across=np.array([plane_basis(m.axis) for m in members]).transpose(1, 2, 0),
                turn=np.array([turn for turn, _ in screws]),
                slide=np.array([slide for _, slide in screws]),
                gear=np.array([m.gear for m in members]),
                offset=np.array([m.offset for m in members]),
                q=np.array([np.arange(m.q.start, m.q.start + kind.nq) for m in members], dtype=np.int64).T,
                v=np.array([np.arange(m.v.start, m.v.start + kind.nv) for m in members], dtype=np.int64).T,
                S=np.moveaxis(np.array([m.subspace for m in members]), 0, 2),
            )
        )
    return tuple(groups)


def _screw(mover: _Mover) -> tuple[float, float]:
    """Return rotation and translation per unit of a screw's position; zeros for other kinds."""
    if not isinstance(mover.kind, ScrewKind):
        return 0.0, 0.0
    return float(mover.kind.turns), float(mover.kind.slide(mover.pitch))
