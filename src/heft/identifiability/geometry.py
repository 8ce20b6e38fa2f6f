"""Exact geometry in a field: poses, joint motions, and the stacked operators of a cluster (P0 appendix I)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce as fold
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heft.errors import ArgumentError
from heft.identifiability.clusters import Cluster, Member, product, squared
from heft.identifiability.exact_fields import PrimeField
from heft.identifiability.field import Field, Matrix
from heft.identifiability.operators import cross_matrix, momentum, motion_cross, motion_transform, rate, to_parent
from heft.parameters import DISPLAY_NAMES, INDEX, SYMMETRIC_ROTOR_BASIS
from heft.robot.exact import ONE, Number
from heft.robot.joints import ScrewKind, joint_kind
from heft.robot.placement import Transform, Vector

_IN_TABLE_ORDER = [INDEX[name] for name in DISPLAY_NAMES]
SYMMETRIC = SYMMETRIC_ROTOR_BASIS[_IN_TABLE_ORDER].astype(np.int64)
"""(10, 4): the ten parameters of a symmetric rotor, in the order of the tables, from its four."""


@dataclass(frozen=True, eq=False)
class ClusterOperators:
    """What moves and maps a cluster, its bodies stacked.

    Attributes:
        X: (6 m, 6) motions of the parent seen from the bodies at q = 0.
        Phi: (6 m, n) the joint's free modes.
        cross: n matrices (6 m, 6 m), Phi x.
        B: (10, parameters) parameters seen from the parent at q = 0.
        A: n matrices (parameters, parameters), the rates of that.
        widths: how many parameters each body has.
    """

    X: Matrix
    Phi: Matrix
    cross: list[Matrix]
    B: Matrix
    A: list[Matrix]
    widths: list[int]

    def momentum(self, field: Field, V: Matrix) -> Matrix:
        """Return M(V, Phi), (parameters, k n)."""
        rows = []
        for m, width in enumerate(self.widths):
            part = momentum(field, V[6 * m : 6 * m + 6], self.Phi[6 * m : 6 * m + 6])
            rows.append(part if width == 10 else field.reduce(SYMMETRIC.T @ part))
        return np.vstack(rows)


def rotation(field: Field, step: Transform) -> Matrix:
    """Return the rotation of a step, (3, 3)."""
    if step.rpy is not None:
        turns = []
        for angle, (a, b) in zip(step.rpy, ((1, 2), (2, 0), (0, 1)), strict=True):
            c, s = field.cos_sin(angle)
            R = field.identity(3)
            R[a, a], R[a, b], R[b, a], R[b, b] = c, -s, s, c
            turns.append(R)
        roll, pitch, yaw = turns
        return field.reduce(field.reduce(yaw @ pitch) @ roll)
    if step.quat is not None:
        w, x, y, z = (_rational(n) for n in step.quat)
        f = 2 / (w * w + x * x + y * y + z * z)
        return _rational_matrix(
            field,
            [
                [1 - f * (y * y + z * z), f * (x * y - z * w), f * (x * z + y * w)],
                [f * (x * y + z * w), 1 - f * (x * x + z * z), f * (y * z - x * w)],
                [f * (x * z - y * w), f * (y * z + x * w), 1 - f * (x * x + y * y)],
            ],
        )
    if step.rotation is not None:
        return field.array([[field.number(step.rotation[3 * i + j]) for j in range(3)] for i in range(3)])
    return field.identity(3)


def _rational(value: Number) -> Fraction:
    """Return an entry of a direction, which must not be a multiple of pi."""
    if value.pi_multiple:
        raise ArgumentError(
            f"{value} is an angle, not an entry of a direction.", remedy="Write it as a decimal number."
        )
    return value.rational


def _rational_matrix(field: Field, rows: Sequence[Sequence[Fraction]]) -> Matrix:
    return field.array([[field.number(Number(x)) for x in row] for row in rows])


def _pose(field: Field, R: Matrix, p: Sequence[Any] | Matrix) -> Matrix:
    T = field.zeros(4, 4)
    T[:3, :3], T[:3, 3], T[3, 3] = R, p, field.number(ONE)
    return T


def unit_axis(field: Field, axis: Vector) -> NDArray[Any]:
    """Return an axis of length one, (3,)."""
    over = field.over(field.root(squared(axis)))
    return field.reduce(field.array([field.number(x) * over for x in axis]))


def pose_at_zero(field: Field, member: Member) -> Matrix:
    """Return the pose (4, 4) of a member in its parent at q = 0."""
    poses = [_pose(field, rotation(field, step), [field.length(x) for x in step.xyz]) for step in member.steps]
    if float(member.offset) != 0:
        a = unit_axis(field, member.axis)
        R = rotation(field, Transform())
        slide = field.zeros(3, 1)[:, 0]
        kind = joint_kind(member.kind)
        assert isinstance(kind, ScrewKind)
        if kind.turns:
            c, s = field.cos_sin(member.offset)
            K = cross_matrix(a)
            R = field.reduce(R + s * K + field.reduce((1 - c) * field.reduce(K @ K)))
        if float(kind.slide(member.pitch)):
            slide = field.reduce(a * field.length(product(kind.slide(member.pitch), member.offset)))
        poses.append(_pose(field, R, slide))
    return fold(lambda T, step: field.reduce(T @ step), poses, _pose(field, rotation(field, Transform()), [0, 0, 0]))


@dataclass(frozen=True, eq=False)
class FieldFrame:
    """The vectors of a joint's motion subspace over a field; directions across an axis may have any length."""

    field: Field
    member: Member
    alone: bool

    @property
    def a(self) -> Matrix:
        """The axis; of any length if the member is alone in its cluster."""
        if self.alone:
            return self.field.array([self.field.number(x) for x in self.member.axis])
        return unit_axis(self.field, self.member.axis)

    @property
    def b(self) -> Matrix:
        """First direction across the axis."""
        return self.field.reduce(cross_matrix(self.c) @ self.a)

    @property
    def c(self) -> Matrix:
        """Second direction across the axis."""
        along = int(np.argmax([abs(float(x)) for x in self.member.axis]))
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
        return self.member.pitch

    def number(self, value: Number) -> Any:
        """Return an exact number as an element."""
        return self.field.number(value)


def free_modes(field: Field, member: Member, alone: bool) -> Matrix:
    """Return Phi (6, n) of a member; alone in its cluster, an axis may have any length."""
    columns = joint_kind(member.kind).motions(FieldFrame(field, member, alone))
    if not columns:
        return field.zeros(6, 0)
    metre, gear = field.length(ONE), field.number(member.gear)
    stacked = [np.concatenate([turn, field.reduce(metre * field.reduce(slide))]) for turn, slide in columns]
    return field.reduce(np.array(stacked).T * gear)


def operators_of(field: Field, cluster: Cluster) -> ClusterOperators:
    """Return the operators of a cluster in a field."""
    alone = len(cluster.members) == 1 and not field.unit_axes
    poses = [pose_at_zero(field, member) for member in cluster.members]
    modes = [free_modes(field, member, alone) for member in cluster.members]
    widths = [member.columns[1] for member in cluster.members]
    B = [to_parent(field, T) for T in poses]
    B = [b if width == 10 else field.reduce(b @ SYMMETRIC) for b, width in zip(B, widths, strict=True)]
    n = modes[0].shape[1]
    cross, A = [], []
    for k in range(n):
        cross.append(_diagonal(field, [motion_cross(field, Phi[:, k]) for Phi in modes]))
        rates = [
            rate(field, Phi[:, k]) if width == 10 else field.zeros(width, width)
            for Phi, width in zip(modes, widths, strict=True)
        ]
        A.append(_diagonal(field, rates))
    X = np.vstack([motion_transform(field, T) for T in poses])
    return ClusterOperators(field.reduce(X), np.vstack(modes), cross, np.hstack(B), A, widths)


def _diagonal(field: Field, blocks: list[Matrix]) -> Matrix:
    if len(blocks) == 1:
        return field.reduce(blocks[0])
    total = field.zeros(sum(len(b) for b in blocks), sum(len(b) for b in blocks))
    at = 0
    for b in blocks:
        total[at : at + len(b), at : at + len(b)] = b
        at += len(b)
    return field.reduce(total)


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
