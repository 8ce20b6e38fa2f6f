"""URScript: a program for the controllers of Universal Robots.

It moves to the start slowly, and then gives a position in each period with servoj.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from heft.errors import ArgumentError
from heft.excitation.exporters.exporter import ONE_FILE, Exporter, check_rests, in_order, moving_joints, sampled

JOINTS = (
    *("shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint"),
    *("wrist_1_joint", "wrist_2_joint", "wrist_3_joint"),
)
"""How the names of the joints end, in the order of the controller."""

ARM = "a Universal Robots arm"

FASTEST, SLOWEST = 500.0, 5.0
"""[Hz] Of servoj: the cycle of an e-Series controller, and where the motion would be coarse."""

APPROACH_SPEED, APPROACH_ACCELERATION = 0.3, 0.3
"""[rad/s, rad/s2] Of the way to the start."""

LOOKAHEAD, GAIN = 0.03, 2000
"""[s] and no unit: how servoj smooths and follows positions; the smallest smoothing, and a high gain."""


class UrScript(Exporter):
    """A program with one servoj in each period."""

    name, file, rate = "urscript", "motion.script", 125.0
    summary = "program for Universal Robots: movej to the start, then servoj in each period"
    unit = "10 decimals"

    def check(self, joints: Sequence[str], moving: Collection[str], rate: float) -> None:
        """Refuse other joints than those of an arm, and rates that servoj does not take."""
        if not SLOWEST <= rate <= FASTEST:
            raise ArgumentError(
                f"The rate is {rate:g} Hz, and servoj takes {SLOWEST:g} to {FASTEST:g} Hz.",
                remedy="Give 125 or 500 Hz, the cycles of the CB3 and e-Series controllers.",
            )
        in_order(joints, moving, JOINTS, ARM)

    def contents(self, curve: Any, rate: float) -> dict[str, bytes]:
        """Return the program."""
        check_rests(curve)
        columns = in_order(curve.joints, moving_joints(curve), JOINTS, ARM)
        q = sampled(curve, rate).q[:, columns]
        period = f"{1 / rate:.9g}"
        lines = [
            "def heft_motion():",
            f"  # joints: {', '.join(curve.joints[k] for k in columns)}",
            "  # The path to the start is not checked for collisions: first bring the robot near it, with care.",
            f"  movej({_posture(q[0])}, a={APPROACH_ACCELERATION}, v={APPROACH_SPEED})",
            "  stopj(1.0)",
            f"  # {len(q)} positions, {period} s apart",
            *(f"  servoj({_posture(row)}, 0, 0, {period}, {LOOKAHEAD}, {GAIN})" for row in q),
            "  stopj(1.0)",
            "end",
            "heft_motion()",
        ]
        return {ONE_FILE: ("\n".join(lines) + "\n").encode()}


def _posture(q: np.ndarray) -> str:
    return f"[{', '.join(f'{x:.10f}' for x in q)}]"


EXPORTER = UrScript()
