"""Translation joints: all translations, no rotation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heft.arrays import AnyArray
from heft.robot.joints import codes
from heft.robot.joints.kind import Axes, AxisFrame, JointKind, straight


class Translation(JointKind):
    """S = [0; 1]."""

    name = "translation"
    q_names = v_names = ("x", "y", "z")
    q_text, v_text, S_text = "x y z", "their rates", "[0; 1]"
    has_axis = False
    kernel = codes.TRANSLATION

    def motions(self, frame: AxisFrame) -> Sequence[tuple[Any, Any]]:
        """Move along each axis of the body."""
        return [(frame.zero, e) for e in (frame.x, frame.y, frame.z)]

    def pose(self, axes: Axes, q: AnyArray) -> tuple[AnyArray, AnyArray]:
        """Move by q."""
        return straight(q), q


KIND = Translation()
