"""The robot as code generation needs it: a tree of movers, bodies with one coordinate and a chosen frame each.

The body of a floating base is a free mover: it has six coordinates, and its frame is the robot's.

Bodies on fixed joints are part of their parents. A rotor that is symmetric about its spin axis is locked to its parent
body, and a `Spin` holds what its own rotation adds.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError
from heft.robot.joints import joint_kind, joint_kinds
from heft.robot.model import Robot

FLOATING = "floating"

TINY = 1e-13
"""A length [m] or an entry of a rotation below this is a rounding error."""


@dataclass(eq=False)
class Mover:
    """A body with one coordinate, in the frame chosen for it.

    Attributes:
        name: of the body.
        source: its index in the robot's tree.
        parent: index of the mover that carries it, -1 for the world.
        coordinate: which q moves it; its position is gear q + offset.
        turn: 1 if it turns about z by its position, else 0.
        slide: how far [m] it moves along `axis` per unit of position.
        axis: (3,) its axis in its own frame; z if it turns.
        frame: (R, p) of the chosen frame in the robot's body frame.
        rotation, translation: constant part of the pose of the chosen frame in the parent's.
        pseudo: (4, 4) pseudo-inertia in the chosen frame: second moments, first moments, mass.
        free: whether it moves freely on the world, by six coordinates from `coordinate` on: its angular and its linear
            velocity in its own axes.
    """

    name: str
    source: int
    parent: int
    coordinate: int
    gear: float
    offset: float
    turn: float
    slide: float
    axis: Array
    frame: tuple[Array, Array]
    rotation: Array
    translation: Array
    pseudo: Array
    free: bool = False


@dataclass(frozen=True, eq=False)
class Spin:
    """What the rotation of a symmetric rotor adds to the mover that it is locked to.

    Attributes:
        parent: the mover that carries it, -1 for the world.
        coordinate: which q turns it, `gear` times as fast.
        axis: (3,) its axis in the parent's frame.
        inertia: about that axis [kg m2].
    """

    parent: int
    coordinate: int
    gear: float
    axis: Array
    inertia: float


@dataclass(eq=False)
class MoverTree:
    """Movers, parents first, and what else the torques depend on.

    Attributes:
        gravity: per mover on the world, gravity [m/s2] in the axes of its own frame at position 0.
        armature: (n,) per coordinate [kg m2 or kg].
        carriers: per body of the robot's tree, rotors included, the mover that it is part of (-1: the world) and its
            pose in the chosen frame of that mover, (4, 4).
        spinning: per symmetric rotor, by its body of the robot's tree, its place in `spins`.
    """

    robot: Robot
    movers: list[Mover]
    spins: list[Spin] = field(default_factory=list)
    carriers: list[tuple[int, Array]] = field(default_factory=list)
    spinning: dict[int, int] = field(default_factory=dict)
    gravity: dict[int, Array] = field(default_factory=dict)
    armature: Array = field(default_factory=lambda: np.zeros(0))

    @property
    def n(self) -> int:
        """How many coordinates there are."""
        return self.robot.nv

    def children(self, i: int) -> list[int]:
        """Return the movers that mover i carries."""
        return [k for k, mover in enumerate(self.movers) if mover.parent == i]


def without_rounding(values: Array, scale: float | Array = 1.0) -> Array:
    """Return values with those set to zero that are rounding errors on the given scale."""
    return np.where(np.abs(values) <= TINY * scale, 0.0, values)


def rotation_without_rounding(R: Array) -> Array:
    """Return a rotation with exact zeros and ones where its entries differ from them by rounding."""
    R = without_rounding(R)
    return np.where(np.abs(np.abs(R) - 1.0) <= TINY, np.sign(R), R)


def check_movers(robot: Robot) -> None:
    """Refuse robots for which straight-line code cannot be generated.

    Raises:
        ArgumentError: a joint has several coordinates and is not that of a floating base, or no body moves.
    """
    for i, body in enumerate(robot.bodies):
        kind = joint_kind(body.joint.kind)
        if kind.nv and not kind.is_screw and not (i == 0 and kind.name == FLOATING):
            single = ", ".join(name for name, kind in joint_kinds().items() if kind.is_screw)
            raise ArgumentError(
                f"Code can be generated for joints with one coordinate ({single}), and for one floating base; "
                f"joint '{body.joint.name}' is {body.joint.kind}.",
                where=f"robot '{robot.name}'",
                remedy="Use heft's own dynamics, heft.inverse_dynamics, for this robot.",
            )
    if not robot.nv:
        raise ArgumentError(
            "It has no moving body.",
            where=f"robot '{robot.name}'",
            remedy="Export a robot with at least one movable joint.",
        )


def homogeneous(R: Array, p: Array) -> Array:
    """Return the 4x4 matrix of a pose."""
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, p
    return T
