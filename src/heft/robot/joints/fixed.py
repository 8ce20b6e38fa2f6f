"""Fixed joints: the body does not move on its parent, and keeps its own ten parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heft.arrays import AnyArray
from heft.robot.joints import codes
from heft.robot.joints.kind import Axes, AxisFrame, JointKind, still, straight


class Fixed(JointKind):
    """S has no columns."""

    name = "fixed"
    q_names = v_names = ()
    has_axis = False
    kernel = codes.FIXED

    def motions(self, frame: AxisFrame) -> Sequence[tuple[Any, Any]]:
        """None."""
        return []

    def pose(self, axes: Axes, q: AnyArray) -> tuple[AnyArray, AnyArray]:
        """Stay."""
        return straight(q), still(q)


KIND = Fixed()
