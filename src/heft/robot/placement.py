"""The placement of a frame in another: a chain of exact transforms and the float pose that they compose to.

``x_parent = R x_child + p``. The transforms are kept as the file gives them (fixed links add theirs), because the
product of two exact rotations is no longer exact once it is multiplied out in floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from heft.arrays import Array
from heft.bounds import FARTHEST, LARGEST, points_somewhere, within
from heft.errors import FormatError
from heft.robot.exact import ONE, ZERO, Exactable, Number
from heft.spatial import rotation_from_quaternion

Vector = tuple[Number, ...]
MOST_STEPS = 1000
"""A frame is placed by no more transforms than this, so that the frames of a robot file take no time in its square."""

_ORTHOGONALITY = 1e-6
"""How far R R^T may be from 1 in a file that gives decimals."""


def rotation_from_rpy(rpy: Array) -> Array:
    """Return Rz(yaw) Ry(pitch) Rx(roll), the URDF convention."""
    (cr, cp, cy), (sr, sp, sy) = np.cos(rpy), np.sin(rpy)
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


@dataclass(frozen=True)
class Transform:
    """One exact transform: a translation and a rotation in at most one of three forms.

    Attributes:
        xyz: translation [m].
        rpy: roll, pitch, yaw about fixed axes [rad].
        quat: w, x, y, z, of any length.
        rotation: the nine entries of R, row by row.
    """

    xyz: Vector = (ZERO, ZERO, ZERO)
    rpy: Vector | None = None
    quat: Vector | None = None
    rotation: Vector | None = None

    def check(self, where: str) -> None:
        """Refuse what is not a rotation.

        Raises:
            FormatError: two rotations at once, a zero quaternion, or a matrix that is not a rotation.
        """
        given = [name for name in ("rpy", "quat", "rotation") if getattr(self, name) is not None]
        if len(given) > 1:
            raise FormatError(f"A transform has both {' and '.join(given)}.", where=where, remedy="Keep one of them.")
        if self.quat is not None and not points_somewhere(_floats(self.quat)):
            raise FormatError(
                "A quaternion of zero length is not a rotation.", where=where, remedy="For no rotation write 1 0 0 0."
            )
        if self.rotation is not None:
            R = self.matrix()
            error = float(np.max(np.abs(R @ R.T - np.eye(3))))
            if not error <= _ORTHOGONALITY or np.linalg.det(R) < 0:
                what = f"R R^T differs from 1 by {error:.3g}" if not error <= _ORTHOGONALITY else "it is a reflection"
                raise FormatError(
                    f"The matrix is not a rotation: {what}.",
                    where=where,
                    remedy="Its rows must be orthonormal and its determinant +1.",
                )

    def matrix(self) -> Array:
        """Return R as floats, (3, 3)."""
        if self.rpy is not None:
            return rotation_from_rpy(_floats(self.rpy))
        if self.quat is not None:
            return rotation_from_quaternion(_floats(self.quat))
        if self.rotation is not None:
            return _floats(self.rotation).reshape(3, 3)
        return np.eye(3)

    def inverse(self) -> tuple[Transform, ...]:
        """Return the transforms that lead back: the rotation first, each of its angles by itself, then the step."""
        turns: list[Transform] = []
        if self.rpy is not None:
            turns += [Transform(rpy=tuple(-a if i == k else ZERO for i in range(3))) for k, a in enumerate(self.rpy)]
        elif self.quat is not None:
            w, *xyz = self.quat
            turns.append(Transform(quat=(w, *(-x for x in xyz))))
        elif self.rotation is not None:
            turns.append(Transform(rotation=tuple(self.rotation[3 * (k % 3) + k // 3] for k in range(9))))
        return (*turns, Transform(tuple(-x for x in self.xyz)))


def _floats(numbers: Vector) -> Array:
    return np.array([float(n) for n in numbers])


@dataclass(frozen=True)
class Placement:
    """The pose of a frame in another: transforms composed left to right."""

    steps: tuple[Transform, ...] = ()

    @classmethod
    def at(cls, xyz: Sequence[Exactable] = (0, 0, 0), rpy: Sequence[Exactable] | None = None) -> Placement:
        """Place by a translation [m] and roll, pitch, yaw [rad], each a number or an exact string."""
        angles = None if rpy is None else tuple(Number.parse(a) for a in rpy)
        return cls((Transform(tuple(Number.parse(x) for x in xyz), rpy=angles),))

    @classmethod
    def from_floats(cls, rotation: Array, translation: Array) -> Placement:
        """Place by a float pose; each number is read as its shortest decimal."""
        xyz = tuple(Number.parse(float(x)) for x in translation)
        return cls((Transform(xyz, rotation=tuple(Number.parse(float(x)) for x in np.ravel(rotation))),))

    def then(self, other: Placement) -> Placement:
        """Return the placement of a frame that `other` places in this one."""
        made = Placement(self.steps + other.steps)
        # Known already up to here: a long chain of frames would otherwise be followed from its start for each of them.
        vars(made)["_pose"] = _moved(self._pose, other.steps)
        vars(made)["_steps_bounded"] = self._steps_bounded and other._steps_bounded
        return made

    def inverse(self) -> Placement:
        """Return the placement of the other frame in this one, as exact as this is."""
        return Placement(tuple(back for step in reversed(self.steps) for back in step.inverse()))

    @cached_property
    def rotation(self) -> Array:
        """R, (3, 3), x_parent = R x_child + p."""
        return self._pose[0]

    @cached_property
    def translation(self) -> Array:
        """p, (3,) [m]."""
        return self._pose[1]

    @property
    def bounded(self) -> bool:
        """Whether all its numbers are within bounds, and so is where it ends."""
        return self._steps_bounded and within(self.translation, FARTHEST)

    @cached_property
    def _steps_bounded(self) -> bool:
        numbers = (n for s in self.steps for v in (s.xyz, s.rpy, s.quat, s.rotation) if v is not None for n in v)
        turns = (points_somewhere(_floats(s.quat)) for s in self.steps if s.quat is not None)
        return all(abs(float(n)) <= LARGEST for n in numbers) and all(turns)

    @cached_property
    def _pose(self) -> tuple[Array, Array]:
        return _moved((np.eye(3), np.zeros(3)), self.steps)


def _moved(pose: tuple[Array, Array], steps: Sequence[Transform]) -> tuple[Array, Array]:
    """Return a pose R, p after further transforms."""
    R, p = pose
    for step in steps:
        p = p + R @ _floats(step.xyz)
        R = R @ step.matrix()
    R.flags.writeable = p.flags.writeable = False
    return R, p


IDENTITY = Placement()
Z_AXIS: Vector = (ZERO, ZERO, ONE)
X_AXIS: Vector = (ONE, ZERO, ZERO)


def unit(axis: Vector) -> Array:
    """Return the unit vector along an exact axis, (3,)."""
    a = _floats(axis)
    return a / np.linalg.norm(a)
