"""The exact numbers behind rounded ones: 1.5708 is pi/2, 6e-17 is zero.

Only decimals are snapped, since files round them; integers, fractions and multiples of pi are literal. Inputs are
snapped, never intermediate results, and every snap is reported. An angle within the tolerance of a multiple of pi/12 is
that multiple; an entry of an axis or of gravity that turns it by less than the tolerance is zero; so is a distance
below a nanometre, or below a billionth of the largest one in a mechanism smaller than a metre. Rotations given as
decimals, which are hardly ever exactly orthogonal, become roll-pitch-yaw multiples of pi/12 where all three angles
snap, and otherwise the rotation of the nearest decimal quaternion.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

import numpy as np

from heft.arrays import Array
from heft.identifiability.clusters import Cluster, Member
from heft.identifiability.geometry import largest_length
from heft.robot.exact import ZERO, Number
from heft.robot.model import Robot
from heft.robot.placement import Transform, Vector

DEFAULT_SNAP = 2e-5
"""[rad] A right angle written with four decimals is off by 4e-6 rad, one with three digits by 7e-4 rad."""

Part = TypeVar("Part", Cluster, Member, Transform)
_ZERO_LENGTH = 1e-9
"""Decimal distances below this share of the robot's largest, or of a metre if that is less, are zero."""


@dataclass(frozen=True)
class Snap:
    """One number that was not taken literally.

    Attributes:
        joint: the joint it belongs to ("" for gravity).
        what: "rpy", "rotation", "axis", "xyz" or "gravity".
        value: the number in the file.
        meant: the number it was taken as, an exact string.
    """

    joint: str
    what: str
    value: float
    meant: str

    def to_dict(self) -> dict[str, object]:
        """Return it ready for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        place = f"joint '{self.joint}', " if self.joint else ""
        return f"{place}{self.what}: {self.value:.12g} taken as {self.meant}"


class Snapper:
    """Snaps a robot's geometry and records every snap."""

    def __init__(self, robot: Robot, clusters: Sequence[Cluster], tolerance: float) -> None:
        self.robot, self.tolerance = robot, tolerance
        self.smallest = _ZERO_LENGTH * min(largest_length(clusters), 1.0) if tolerance > 0 else 0.0
        self.snaps: list[Snap] = []

    def clusters(self, clusters: Sequence[Cluster]) -> tuple[Cluster, ...]:
        """Return the same clusters with snapped numbers; what has none stays the same object."""
        return tuple(_with(c, members=tuple(self._member(m) for m in c.members)) for c in clusters)

    def gravity(self, gravity: Vector) -> Vector:
        """Return the direction of gravity without entries that are rounding errors."""
        return self._direction(gravity, "", "gravity")

    def _member(self, member: Member) -> Member:
        joint = self.robot.bodies[member.body].joint.name
        steps = tuple(self._step(step, joint) for step in member.steps)
        return _with(member, steps=steps, axis=self._direction(member.axis, joint, "axis"))

    def _step(self, step: Transform, joint: str) -> Transform:
        xyz = []
        for x in step.xyz:
            if x.decimal and 0 < abs(float(x)) < self.smallest:
                self.snaps.append(Snap(joint, "xyz", float(x), "0"))
                x = ZERO
            xyz.append(x)
        if step.rpy is not None:
            return _with(step, xyz=tuple(xyz), rpy=tuple(self._angle(angle, joint) for angle in step.rpy))
        step = _with(step, xyz=tuple(xyz))
        entries = step.quat or step.rotation or ()
        literal = step.rotation is None or _is_rotation(step.rotation)
        if literal and not any(x.decimal for x in entries):
            return step
        R = step.matrix()
        meant = Transform(step.xyz, rpy=tuple(nearest_multiple(angle) for angle in _rpy(R, self.tolerance)))
        error = float(np.abs(meant.matrix() - R).max())  # about the angle between them, if that is small
        if error <= max(self.tolerance, 1e-14):
            if error > 1e-14:
                self.snaps.append(Snap(joint, "rotation", error, "multiples of pi/12, off by this angle [rad]"))
            return meant
        if literal:
            return step
        return Transform(step.xyz, quat=tuple(Number.parse(round(float(x), 15)) for x in _quaternion(R)))

    def _angle(self, angle: Number, joint: str) -> Number:
        if not angle.decimal or not angle.rational:
            return angle
        meant = nearest_multiple(float(angle))
        if abs(float(angle) - float(meant)) > self.tolerance:
            return angle
        self.snaps.append(Snap(joint, "rpy", float(angle), str(meant)))
        return meant

    def _direction(self, axis: Vector, joint: str, what: str) -> Vector:
        length = math.hypot(*(float(x) for x in axis))
        entries = []
        for x in axis:
            if x.decimal and 0 < abs(float(x)) < self.tolerance * length:
                self.snaps.append(Snap(joint, what, float(x), "0"))
                x = ZERO
            entries.append(x)
        return tuple(entries)


def _with(whole: Part, **parts: tuple[object, ...]) -> Part:
    """Return a part of the geometry with other entries; itself if they are the ones it has."""
    return whole if parts.items() <= vars(whole).items() else replace(whole, **parts)


def nearest_multiple(angle: float) -> Number:
    """Return the multiple of pi/12 that is nearest to an angle [rad]."""
    return _twelfths(round(12 * angle / math.pi))


@lru_cache(maxsize=256)
def _twelfths(count: int) -> Number:
    """Return a multiple of pi/12."""
    return Number(pi_multiple=Fraction(count, 12))


def _rpy(R: Array, tolerance: float) -> tuple[float, float, float]:
    """Return roll, pitch, yaw [rad]; where the pitch is within the tolerance of a right angle, the yaw is zero."""
    pitch = math.atan2(-R[2, 0], math.hypot(R[0, 0], R[1, 0]))
    if math.hypot(R[0, 0], R[1, 0]) < max(2 * tolerance, 1e-7):
        return math.atan2(math.copysign(1.0, pitch) * R[0, 1], R[1, 1]), pitch, 0.0
    return math.atan2(R[2, 1], R[2, 2]), pitch, math.atan2(R[1, 0], R[0, 0])


def _quaternion(R: Array) -> Array:
    """Return the unit quaternion (w, x, y, z) nearest to R: the leading eigenvector of its 4x4 symmetric form."""
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = R
    K = np.array(
        [
            [xx + yy + zz, zy - yz, xz - zx, yx - xy],
            [zy - yz, xx - yy - zz, xy + yx, xz + zx],
            [xz - zx, xy + yx, yy - xx - zz, yz + zy],
            [yx - xy, xz + zx, yz + zy, zz - xx - yy],
        ]
    )
    return np.linalg.eigh(K)[1][:, -1]


def _is_rotation(entries: Vector) -> bool:
    """Return whether nine exact entries are an exact rotation."""
    if any(x.pi_multiple for x in entries):
        return False
    rows = [[x.rational for x in entries[3 * i : 3 * i + 3]] for i in range(3)]
    return all(
        sum((a * b for a, b in zip(rows[i], rows[j], strict=True)), Fraction(0)) == int(i == j)
        for i in range(3)
        for j in range(3)
    )
