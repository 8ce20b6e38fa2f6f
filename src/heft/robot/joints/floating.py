"""Floating joints: all motions, SE(3), by a unit quaternion and a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heft.arrays import AnyArray
from heft.robot.joints import codes
from heft.robot.joints.kind import QUATERNION, Axes, AxisFrame, JointKind
from heft.spatial import (
    angular,
    cross_motion,
    displacement,
    linear,
    namespace,
    quaternion_exponential,
    quaternion_product,
    quaternion_velocity,
    rotate,
    rotate_back,
    rotation_from_quaternion,
    unit_quaternion,
)


class Floating(JointKind):
    """S = 1; the velocity is that of the body in its own axes."""

    name = "floating"
    q_names, v_names = (*QUATERNION, "x", "y", "z"), ("wx", "wy", "wz", "vx", "vy", "vz")
    q_text = "quaternion w x y z, position x y z"
    v_text, S_text = "angular, then linear velocity, in body axes", "1"
    has_axis = False
    quaternion = True
    adds = False
    kernel = codes.POSE

    def motions(self, frame: AxisFrame) -> Sequence[tuple[Any, Any]]:
        """Turn about each axis of the body, then move along each."""
        axes = frame.x, frame.y, frame.z
        return [(e, frame.zero) for e in axes] + [(frame.zero, e) for e in axes]

    def pose(self, axes: Axes, q: AnyArray) -> tuple[AnyArray, AnyArray]:
        """Turn by the quaternion, normalised first; move by the position."""
        return rotation_from_quaternion(q[:4]), q[4:]

    def exponential(self, q: AnyArray, u: AnyArray) -> AnyArray:
        """Move along the screw that a constant body velocity describes."""
        moved = q[4:] + rotate(rotation_from_quaternion(q[:4]), displacement(angular(u), linear(u)))
        turned = unit_quaternion(quaternion_product(q[:4], quaternion_exponential(angular(u))))
        return namespace(q).concatenate([turned, moved])

    def bracket(self, u: AnyArray, v: AnyArray) -> AnyArray:
        """Return the bracket of se(3), u x v."""
        return cross_motion(u, v)

    def velocity(self, q: AnyArray, rate: AnyArray) -> AnyArray:
        """Return the angular and the linear velocity in body axes."""
        moving = rotate_back(rotation_from_quaternion(q[:4]), rate[4:])
        return namespace(q).concatenate([quaternion_velocity(q[:4], rate[:4]), moving])


KIND = Floating()
