"""Spherical joints: all rotations about a point, SO(3), by a unit quaternion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heft.arrays import AnyArray
from heft.robot.joints import codes
from heft.robot.joints.kind import QUATERNION, Axes, AxisFrame, JointKind, still
from heft.spatial import (
    cross,
    quaternion_exponential,
    quaternion_product,
    quaternion_velocity,
    rotation_from_quaternion,
    unit_quaternion,
)


class Spherical(JointKind):
    """S = [1; 0]."""

    name = "spherical"
    q_names, v_names = QUATERNION, ("wx", "wy", "wz")
    q_text, v_text, S_text = "quaternion w x y z", "angular velocity in body axes", "[1; 0]"
    has_axis = False
    quaternion = True
    adds = False
    kernel = codes.SPHERICAL

    def motions(self, frame: AxisFrame) -> Sequence[tuple[Any, Any]]:
        """Turn about each axis of the body."""
        return [(e, frame.zero) for e in (frame.x, frame.y, frame.z)]

    def pose(self, axes: Axes, q: AnyArray) -> tuple[AnyArray, AnyArray]:
        """Turn by the quaternion, normalised first."""
        return rotation_from_quaternion(q), still(q)

    def exponential(self, q: AnyArray, u: AnyArray) -> AnyArray:
        """Multiply by the quaternion of the rotation vector u."""
        return unit_quaternion(quaternion_product(q, quaternion_exponential(u)))

    def bracket(self, u: AnyArray, v: AnyArray) -> AnyArray:
        """Return u x v."""
        return cross(u, v)

    def velocity(self, q: AnyArray, rate: AnyArray) -> AnyArray:
        """Return the angular velocity in body axes."""
        return quaternion_velocity(q, rate)


KIND = Spherical()
