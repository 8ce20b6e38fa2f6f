"""Revolute joints: a rotation about the axis."""

from heft.robot.exact import ZERO, Number
from heft.robot.joints.kind import ScrewKind


class Revolute(ScrewKind):
    """S = [a; 0]."""

    name = "revolute"
    q_text, v_text, S_text = "angle", "its rate", "[a; 0]"

    def slide(self, pitch: Number) -> Number:
        """It does not slide."""
        return ZERO


KIND = Revolute()
