"""Helical joints: a rotation about the axis with a translation along it in proportion."""

from heft.robot.exact import Number
from heft.robot.joints.kind import ScrewKind


class Helical(ScrewKind):
    """S = [a; pitch a]."""

    name = "helical"
    q_text, v_text, S_text = "angle", "its rate", "[a; pitch a]"
    has_pitch = True

    def slide(self, pitch: Number) -> Number:
        """It slides by its pitch."""
        return pitch


KIND = Helical()
