"""A joint of a robot: its kind and axis, limits, friction and gearing.

Joint kinds are defined in `heft.robot.joints`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

from heft.arrays import Array
from heft.bounds import LARGEST, points_somewhere
from heft.robot.exact import ONE, ZERO, Number
from heft.robot.joints import joint_kind
from heft.robot.placement import Z_AXIS, Vector, unit


@dataclass(frozen=True)
class Limits:
    """The limits of a joint: position [rad or m], velocity, effort [N m or N]."""

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
        kind: the name of one of `heft.robot.joints.joint_kinds()`.
        axis: exact direction in the body frame, any length but zero; for planar joints the plane's normal.
        pitch: advance of a helical joint [m/rad].
        armature: reflected scalar inertia added to the diagonal of the mass matrix [kg m2 or kg].
        stiffness: of a linear spring that pulls the joint to zero [N m/rad or N/m]. An estimate sets it, and MJCF files
            hold it; the dynamics of heft do not have it.
    """

    name: str
    kind: str
    axis: Vector = Z_AXIS
    pitch: Number = ZERO
    limits: Limits = field(default_factory=Limits)
    friction: Friction = field(default_factory=Friction)
    armature: float = 0.0
    mimic: Mimic | None = None
    stiffness: float = 0.0

    @property
    def nq(self) -> int:
        """How many entries of q this joint owns (none if it follows another)."""
        return 0 if self.mimic else joint_kind(self.kind).nq

    @property
    def nv(self) -> int:
        """How many entries of qd this joint owns (none if it follows another)."""
        return 0 if self.mimic else joint_kind(self.kind).nv

    @property
    def subspace(self) -> Array:
        """S, (6, nv of the kind): the motions the joint allows, in body coordinates, angular first."""
        return joint_kind(self.kind).subspace(unit(self.axis), self.pitch)

    @cached_property
    def complaint(self) -> str:
        """What is wrong with its numbers, as a sentence; "" if nothing is. A limit may be infinite."""
        exact = {f"axis[{k}]": x for k, x in enumerate(self.axis)} | {"pitch": self.pitch}
        if self.mimic is not None:
            exact |= {"mimic.multiplier": self.mimic.multiplier, "mimic.offset": self.mimic.offset}
        for name, number in exact.items():
            if number.complaint:
                return f"Its {name} {number.complaint}."
        if not points_somewhere([float(x) for x in self.axis]):
            return "The axis has zero length."
        for name, value in {**vars(self.friction), "armature": self.armature}.items():
            if not abs(value) <= LARGEST:
                return f"Its {name} is {value:g}: not finite, or larger than {LARGEST:g}."
        if any(math.isnan(value) for value in vars(self.limits).values()):
            return "One of its limits is not a number."
        return ""
