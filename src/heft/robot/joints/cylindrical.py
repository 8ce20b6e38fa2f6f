"""Cylindrical joints: a rotation about the axis and a translation along it, independent of each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heft.arrays import AnyArray
from heft.robot.joints import codes
from heft.robot.joints.kind import Axes, AxisFrame, JointKind
from heft.spatial import rotation_about


class Cylindrical(JointKind):
    """S = [a; 0], [0; a]."""

    name = "cylindrical"
    q_names = v_names = ("angle", "slide")
    q_text, v_text, S_text = "angle, displacement", "their rates", "[a; 0], [0; a]"
    kernel = codes.CYLINDRICAL

    def motions(self, frame: AxisFrame) -> Sequence[tuple[Any, Any]]:
        """Turn, then slide."""
        return [(frame.a, frame.zero), (frame.zero, frame.a)]

    def pose(self, axes: Axes, q: AnyArray) -> tuple[AnyArray, AnyArray]:
        """Turn by q[0] about the axis and slide by q[1] along it."""
        return rotation_about(axes.a, q[0]), axes.a * q[1]


KIND = Cylindrical()
