"""Exact geometry in a field: poses at q = 0 and the free modes of joints."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from functools import reduce as fold
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heft.errors import ArgumentError
from heft.identifiability.clusters import Cluster, JointMotion, Member, product, squared
from heft.identifiability.exact_fields import PrimeField
from heft.identifiability.field import Field, Matrix
from heft.identifiability.operators import cross_matrix
from heft.parameters import DISPLAY_NAMES, INDEX, SYMMETRIC_ROTOR_BASIS
from heft.robot.exact import ONE, ZERO, Number
from heft.robot.joints import ScrewKind, joint_kind
from heft.robot.placement import Transform, Vector

_IN_TABLE_ORDER = [INDEX[name] for name in DISPLAY_NAMES]
SYMMETRIC = SYMMETRIC_ROTOR_BASIS[_IN_TABLE_ORDER].astype(np.int64)
"""(10, 4): the ten parameters of a symmetric rotor, in the order of the tables, from its four."""


def rotations(field: Field, steps: Sequence[Transform]) -> Matrix:
    """Return the rotations of steps, (k, 3, 3)."""
    cos_sin = [field.cos_sin(angle) for step in steps for angle in step.rpy or _NO_TURN]
    turns = field.zeros(len(steps), 27).reshape(3, -1, 3, 3)
    for k, (a, b) in enumerate(_ABOUT):
        c, s = field.array(cos_sin[k::3]).reshape(-1, 2).T
        turns[k, :, k, k], turns[k, :, a, a], turns[k, :, b, b] = field.number(ONE), c, c
        turns[k, :, a, b], turns[k, :, b, a] = -s, s
    roll, pitch, yaw = field.reduce(turns)
    R = field.reduce(field.reduce(yaw @ pitch) @ roll)
    for k, step in enumerate(steps):
        if step.quat is not None:
            R[k] = _of_quaternion(field, step.quat)
        elif step.rotation is not None:
            R[k] = field.array([field.number(x) for x in step.rotation]).reshape(3, 3)
    return R


_NO_TURN = (ZERO, ZERO, ZERO)
_ABOUT = ((1, 2), (2, 0), (0, 1))
"""The directions that roll, pitch and yaw turn into one another."""


def _of_quaternion(field: Field, quaternion: Vector) -> Matrix:
    w, x, y, z = (_rational(n) for n in quaternion)
    f = 2 / (w * w + x * x + y * y + z * z)
    rows = [
        [1 - f * (y * y + z * z), f * (x * y - z * w), f * (x * z + y * w)],
        [f * (x * y + z * w), 1 - f * (x * x + z * z), f * (y * z - x * w)],
        [f * (x * z - y * w), f * (y * z + x * w), 1 - f * (x * x + y * y)],
    ]
    return field.array([[field.number(Number(entry)) for entry in row] for row in rows])


def _rational(value: Number) -> Fraction:
    """Return an entry of a direction, which must not be a multiple of pi."""
    if value.pi_multiple:
        raise ArgumentError(
            f"{value} is an angle, not an entry of a direction.", remedy="Write it as a decimal number."
        )
    return value.rational


def unit_axis(field: Field, axis: Vector) -> NDArray[Any]:
    """Return an axis of length one, (3,)."""
    along = [float(x) for x in axis]
    if along.count(0.0) == 2:  # a coordinate axis, whose length needs no root
        return field.reduce(field.array([(x > 0) - (x < 0) for x in along]))
    over = field.over(field.root(squared(axis)))
    return field.reduce(field.array([field.number(x) * over for x in axis]))


def poses_at_zero(field: Field, members: Sequence[Member]) -> Matrix:
    """Return the poses (k, 4, 4) of members in their parents at q = 0."""
    steps = [step for member in members for step in member.steps]
    placed = field.zeros(len(steps), 16).reshape(-1, 4, 4)
    placed[:, :3, :3], placed[:, 3, 3] = rotations(field, steps), field.number(ONE)
    placed[:, :3, 3] = field.array([[field.length(x) for x in step.xyz] for step in steps]).reshape(-1, 3)
    poses, at = [], 0
    for member in members:
        own = [*placed[at : at + len(member.steps)], *_offset(field, member)]
        poses.append(fold(lambda T, step: field.reduce(T @ step), own) if own else field.identity(4))
        at += len(member.steps)
    return np.array(poses).reshape(-1, 4, 4)


def _offset(field: Field, member: Member) -> list[Matrix]:
    """Return what the offset of a mimic joint adds to the pose of its body, (4, 4); nothing without one."""
    if float(member.offset) == 0:
        return []
    a, T = unit_axis(field, member.axis), field.identity(4)
    kind = joint_kind(member.kind)
    assert isinstance(kind, ScrewKind)
    if kind.turns:
        c, s = field.cos_sin(member.offset)
        K = cross_matrix(a)
        T[:3, :3] = field.reduce(T[:3, :3] + s * K + field.reduce((1 - c) * field.reduce(K @ K)))
    if float(kind.slide(member.pitch)):
        T[:3, 3] = field.reduce(a * field.length(product(kind.slide(member.pitch), member.offset)))
    return [T]


@dataclass(frozen=True, eq=False)
class FieldFrame:
    """The vectors of a joint's motion subspace over a field; directions across an axis may have any length."""

    field: Field
    motion: JointMotion
    alone: bool

    @cached_property
    def a(self) -> Matrix:
        """The axis; of any length if the body is alone in its cluster."""
        if self.alone:
            return self.field.array([self.field.number(x) for x in self.motion.axis])
        return unit_axis(self.field, self.motion.axis)

    @property
    def b(self) -> Matrix:
        """First direction across the axis."""
        return self.field.reduce(cross_matrix(self.c) @ self.a)

    @property
    def c(self) -> Matrix:
        """Second direction across the axis."""
        along = int(np.argmax([abs(float(x)) for x in self.motion.axis]))
        helper = np.roll(np.eye(3, dtype=int)[along], 1)
        return self.field.reduce(cross_matrix(self.a) @ self.field.identity(3) @ helper)

    @property
    def x(self) -> Matrix:
        """First unit vector."""
        return self.field.identity(3)[0]

    @property
    def y(self) -> Matrix:
        """Second unit vector."""
        return self.field.identity(3)[1]

    @property
    def z(self) -> Matrix:
        """Third unit vector."""
        return self.field.identity(3)[2]

    @property
    def zero(self) -> Matrix:
        """The zero vector."""
        return self.field.zeros(3, 1)[:, 0]

    @property
    def pitch(self) -> Number:
        """Of a helical joint [m/rad]."""
        return self.motion.pitch

    def number(self, value: Number) -> Any:
        """Return an exact number as an element."""
        return self.field.number(value)


def free_modes(field: Field, motion: JointMotion, alone: bool) -> Matrix:
    """Return Phi (6, n) of a body; alone in its cluster, an axis may have any length."""
    columns = motion.kind.motions(FieldFrame(field, motion, alone))
    if not columns:
        return field.zeros(6, 0)
    metre, gear = field.length(ONE), field.number(motion.gear)
    stacked = [np.concatenate([turn, field.reduce(metre * field.reduce(slide))]) for turn, slide in columns]
    return field.reduce(np.array(stacked).T * gear)


def largest_length(clusters: Sequence[Cluster]) -> float:
    """Return the largest distance [m] in a mechanism, as a power of two; 1 if there is none.

    Raises:
        ArgumentError: floats cannot hold its powers.
    """
    lengths = [abs(float(x)) for c in clusters for m in c.members for step in m.steps for x in step.xyz]
    lengths += [abs(float(m.pitch)) for c in clusters for m in c.members if joint_kind(m.kind).has_pitch]
    largest = max(lengths, default=0.0)
    if largest and not 1e-100 < largest < 1e100:
        raise ArgumentError(
            f"The largest distance is {largest:g} m, too extreme for floats.",
            remedy="Check the unit of length in the file; heft expects metres.",
        )
    return 2.0 ** math.ceil(math.log2(largest)) if largest > 0 else 1.0


def is_rational(clusters: Sequence[Cluster], gravity: Sequence[Number] | None) -> bool:
    """Return whether a geometry is rational: its angles are multiples of pi/2, its axes have rational length."""
    members = [m for c in clusters for m in c.members]
    numbers = [x for m in members for step in m.steps for x in step.xyz] + list(gravity or ())
    numbers += [x for m in members for x in (m.gear, m.pitch, *m.axis)]
    numbers += [m.offset for m in members if not _turns(m) or joint_kind(m.kind).has_pitch]
    return (
        not any(x.pi_multiple for x in numbers)
        and all(not a.rational and (2 * a.pi_multiple).denominator == 1 for a in _angles(clusters))
        and all(_is_square(s.numerator) and _is_square(s.denominator) for s in _squares(clusters))
    )


def prime_field(clusters: Sequence[Cluster], seed: int) -> PrimeField:
    """Return a prime field in which a geometry is exact."""
    angles = _angles(clusters)
    order = math.lcm(4, *((2 * a.pi_multiple.denominator) for a in angles))
    unit = Fraction(1, math.lcm(1, *(a.rational.denominator for a in angles)))
    return PrimeField(seed, order, unit, _squares(clusters))


def _angles(clusters: Sequence[Cluster]) -> list[Number]:
    """Return the angles whose sines and cosines a geometry needs."""
    angles = [angle for c in clusters for m in c.members for step in m.steps for angle in step.rpy or ()]
    return angles + [m.offset for c in clusters for m in c.members if _turns(m)]


def _turns(member: Member) -> bool:
    """Tell whether the offset of a member is an angle."""
    kind = joint_kind(member.kind)
    return isinstance(kind, ScrewKind) and kind.turns


def _squares(clusters: Sequence[Cluster]) -> list[Fraction]:
    """Return the squared lengths of the axes that must have length one."""
    return sorted(
        {
            squared(m.axis)
            for c in clusters
            for m in c.members
            if joint_kind(m.kind).has_axis and (len(c.members) > 1 or float(m.offset) != 0)
        }
    )


def _is_square(n: int) -> bool:
    return math.isqrt(n) ** 2 == n
