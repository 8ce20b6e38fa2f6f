"""Joints: the kinds there are, their coordinates, limits, friction and gearing.

Every joint here has a motion subspace S that is constant in the body's own frame, so the velocity of a
body relative to its parent is S v with v in body coordinates, angular first:

| kind        | q (nq)                            | v (nv)                      | S                      |
| ----------- | --------------------------------- | --------------------------- | ---------------------- |
| revolute    | angle (1)                         | rate (1)                    | [a; 0]                 |
| prismatic   | displacement (1)                  | rate (1)                    | [0; a]                 |
| helical     | angle (1)                         | rate (1)                    | [a; pitch a]           |
| cylindrical | angle, displacement (2)           | their rates (2)             | [a; 0], [0; a]         |
| planar      | angle, x, y (3)                   | rate, body velocity (3)     | [a; 0], [0; b], [0; c] |
| spherical   | quaternion w x y z (4)            | angular velocity (3)        | [1; 0]                 |
| translation | x y z (3)                         | their rates (3)             | [0; 1]                 |
| floating    | quaternion w x y z, x y z (7)     | angular, linear velocity (6)| 1                      |
| fixed       | (0)                               | (0)                         |                        |

a is the axis in the body frame through its origin; (b, c, a) is a right-handed basis.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from heft.arrays import Array
from heft.robot.exact import ONE, ZERO, Number
from heft.robot.placement import Z_AXIS, Vector, unit

NQ = {
    "revolute": 1,
    "prismatic": 1,
    "helical": 1,
    "cylindrical": 2,
    "planar": 3,
    "spherical": 4,
    "translation": 3,
    "floating": 7,
    "fixed": 0,
}
"""How many configuration coordinates each kind of joint has."""

NV = NQ | {"spherical": 3, "floating": 6}
"""How many velocity coordinates each kind of joint has."""

ONE_DOF = ("revolute", "prismatic", "helical")
"""The kinds that can carry a rotor or be geared to another joint."""

AXIAL = (*ONE_DOF, "cylindrical", "planar")
"""The kinds that have an axis."""

KINDS = tuple(NQ)

CONFIGURATION_COMPONENTS = {
    "cylindrical": ("angle", "slide"),
    "planar": ("angle", "x", "y"),
    "spherical": ("qw", "qx", "qy", "qz"),
    "translation": ("x", "y", "z"),
    "floating": ("qw", "qx", "qy", "qz", "x", "y", "z"),
}
"""What the entries of q are called in joints that have several."""

VELOCITY_COMPONENTS = CONFIGURATION_COMPONENTS | {
    "spherical": ("wx", "wy", "wz"),
    "floating": ("wx", "wy", "wz", "vx", "vy", "vz"),
}
"""What the entries of qd are called in joints that have several."""


@dataclass(frozen=True)
class Limits:
    """What the file says the joint may do: position [rad or m], velocity, effort [N m or N]."""

    lower: float = -math.inf
    upper: float = math.inf
    velocity: float = math.inf
    effort: float = math.inf


@dataclass(frozen=True)
class Friction:
    """The torque a joint loses: ``viscous qd + coulomb sign(qd) + offset`` [N m s/rad, N m, N m]."""

    viscous: float = 0.0
    coulomb: float = 0.0
    offset: float = 0.0


@dataclass(frozen=True)
class Mimic:
    """A joint that follows another: its position is ``multiplier * q_leader + offset``."""

    leader: str
    multiplier: Number = ONE
    offset: Number = ZERO


@dataclass(frozen=True)
class Joint:
    """How a body moves on its parent.

    Attributes:
        name: unique in the robot.
        kind: one of `KINDS`.
        axis: exact direction in the body frame, any length but zero; for planar joints the plane's normal.
        pitch: advance of a helical joint [m/rad].
        armature: reflected scalar inertia added to the diagonal of the mass matrix [kg m2 or kg].
    """

    name: str
    kind: str
    axis: Vector = Z_AXIS
    pitch: Number = ZERO
    limits: Limits = field(default_factory=Limits)
    friction: Friction = field(default_factory=Friction)
    armature: float = 0.0
    mimic: Mimic | None = None

    @property
    def nq(self) -> int:
        """How many entries of q this joint owns (none if it follows another)."""
        return 0 if self.mimic else NQ[self.kind]

    @property
    def nv(self) -> int:
        """How many entries of qd this joint owns (none if it follows another)."""
        return 0 if self.mimic else NV[self.kind]

    @property
    def subspace(self) -> Array:
        """S, (6, NV[kind]): the motions the joint allows, in body coordinates, angular first."""
        return motion_subspace(self.kind, unit(self.axis), float(self.pitch))


def plane_basis(a: Array) -> tuple[Array, Array]:
    """Return b, c such that (b, c, a) is a right-handed orthonormal basis; for a = z they are x and y."""
    return _plane_basis(tuple(a.tolist()))


@lru_cache(maxsize=1024)
def _plane_basis(axis: tuple[float, ...]) -> tuple[Array, Array]:
    a = np.array(axis)
    helper = np.roll(np.eye(3)[np.argmax(np.abs(a))], 1)
    b = helper - a * (a @ helper)
    b /= np.linalg.norm(b)
    c = np.asarray(np.cross(a, b), dtype=float)
    b.flags.writeable = c.flags.writeable = False
    return b, c


def motion_subspace(kind: str, a: Array, pitch: float) -> Array:
    """Return S of the table above, (6, nv), for a unit axis a."""
    o = np.zeros(3)
    match kind:
        case "revolute":
            columns = [(a, o)]
        case "prismatic":
            columns = [(o, a)]
        case "helical":
            columns = [(a, pitch * a)]
        case "cylindrical":
            columns = [(a, o), (o, a)]
        case "planar":
            b, c = plane_basis(a)
            columns = [(a, o), (o, b), (o, c)]
        case "spherical":
            columns = [(e, o) for e in np.eye(3)]
        case "translation":
            columns = [(o, e) for e in np.eye(3)]
        case "floating":
            columns = [(e, o) for e in np.eye(3)] + [(o, e) for e in np.eye(3)]
        case _:
            return np.zeros((6, 0))
    return np.array([np.concatenate(column) for column in columns]).T
