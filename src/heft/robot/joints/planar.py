"""Planar joints: motions in the plane across the axis, SE(2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heft.arrays import AnyArray
from heft.robot.joints import codes
from heft.robot.joints.kind import Axes, AxisFrame, JointKind
from heft.spatial import angular, cross_motion, displacement, linear, namespace, rotation_about, spatial


class Planar(JointKind):
    """S = [a; 0], [0; b], [0; c]; the position is in the parent's axes, the velocity in the body's."""

    name = "planar"
    q_names = v_names = ("angle", "x", "y")
    q_text, v_text, S_text = "angle, x, y", "angular rate, velocity in body axes", "[a; 0], [0; b], [0; c]"
    adds = False
    kernel = codes.PLANAR

    def motions(self, frame: AxisFrame) -> Sequence[tuple[Any, Any]]:
        """Turn about the normal, then move in the plane."""
        return [(frame.a, frame.zero), (frame.zero, frame.b), (frame.zero, frame.c)]

    def pose(self, axes: Axes, q: AnyArray) -> tuple[AnyArray, AnyArray]:
        """Turn by q[0] about the normal; move by q[1], q[2] in the plane."""
        return rotation_about(axes.a, q[0]), axes.b * q[1] + axes.c * q[2]

    def exponential(self, q: AnyArray, u: AnyArray) -> AnyArray:
        """Move along the arc that a constant body velocity describes."""
        xp = namespace(q)
        u = _in_space(u)
        step = displacement(angular(u), linear(u))
        c, s = xp.cos(q[0]), xp.sin(q[0])
        return xp.stack([q[0] + u[2], q[1] + c * step[0] - s * step[1], q[2] + s * step[0] + c * step[1]])

    def bracket(self, u: AnyArray, v: AnyArray) -> AnyArray:
        """Return the bracket of se(2)."""
        return cross_motion(_in_space(u), _in_space(v))[2:5]

    def velocity(self, q: AnyArray, rate: AnyArray) -> AnyArray:
        """Turn the velocity in the plane back into body axes."""
        xp = namespace(q)
        c, s = xp.cos(q[0]), xp.sin(q[0])
        return xp.stack([rate[0], c * rate[1] + s * rate[2], c * rate[2] - s * rate[1]])


def _in_space(u: AnyArray) -> AnyArray:
    """Return a planar (angle, x, y) as a spatial vector about z."""
    xp = namespace(u)
    zero = xp.zeros_like(u[0])
    return spatial(xp.stack([zero, zero, u[0]]), xp.stack([u[1], u[2], zero]))


KIND = Planar()
