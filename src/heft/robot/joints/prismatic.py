"""Prismatic joints: a translation along the axis."""

from heft.robot.exact import ONE, Number
from heft.robot.joints.kind import ScrewKind


class Prismatic(ScrewKind):
    """S = [0; a]."""

    name = "prismatic"
    q_text, v_text, S_text = "displacement", "its rate", "[0; a]"
    turns = False

    def slide(self, pitch: Number) -> Number:
        """Its coordinate is the translation."""
        return ONE


KIND = Prismatic()
