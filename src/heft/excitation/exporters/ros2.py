"""ROS 2: the goal of a FollowJointTrajectory action, as YAML.

The first point is reached `LEAD` after the start, because the controller moves there from wherever the robot is.
Positions, velocities and accelerations are given, so that a joint trajectory controller interpolates with fifth-degree
splines.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from heft.excitation.exporters.exporter import ONE_FILE, Exporter, check_rests, sampled

LEAD = 5.0
"""[s] In which the robot moves to the start of the motion."""

NANO = 1_000_000_000


class JointTrajectory(Exporter):
    """The goal of control_msgs/action/FollowJointTrajectory."""

    name, file, rate = "ros2", "trajectory.yaml", 20.0
    summary = "goal of a FollowJointTrajectory action, for `ros2 action send_goal`"

    def contents(self, curve: Any, rate: float) -> dict[str, bytes]:
        """Return the goal; numbers have a point, because YAML reads 1e-05 as text."""
        check_rests(curve)
        samples = sampled(curve, rate)
        lines = [
            f"# The robot takes the first {LEAD:g} s to move to the start of the motion.",
            "# This path is not checked for collisions: first bring the robot near the start, with care.",
            "# ros2 action send_goal /CONTROLLER/follow_joint_trajectory \\",
            "#   control_msgs/action/FollowJointTrajectory --stdin < trajectory.yaml",
            "trajectory:",
            f"  joint_names: [{', '.join(json.dumps(name) for name in curve.joints)}]",
            "  points:",
        ]
        for t, q, qd, qdd, _ in zip(*samples, strict=True):
            seconds, nanoseconds = divmod(round((LEAD + t) * NANO), NANO)
            lines += [
                f"  - positions: {_numbers(q)}",
                f"    velocities: {_numbers(qd)}",
                f"    accelerations: {_numbers(qdd)}",
                f"    time_from_start: {{sec: {seconds}, nanosec: {nanoseconds}}}",
            ]
        return {ONE_FILE: ("\n".join(lines) + "\n").encode()}


def _numbers(values: Iterable[float]) -> str:
    return f"[{', '.join(_with_point(float(value)) for value in values)}]"


def _with_point(value: float) -> str:
    """Return a number as YAML 1.1 reads it: with a point before the exponent."""
    text = repr(value)
    mantissa, e, exponent = text.partition("e")
    return text if "." in mantissa or not e else f"{mantissa}.0e{exponent}"


EXPORTER = JointTrajectory()
