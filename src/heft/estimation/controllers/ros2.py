"""ROS 2: the payload as parameters of any node."""

from __future__ import annotations

import json

from heft.estimation.controllers.words import LoadInFrame, PayloadWords


class Ros2(PayloadWords):
    """A YAML file of parameters, with the inertia in the order of geometry_msgs/Inertia."""

    name, file = "ros2", "payload.yaml"
    summary = "parameters of a ROS 2 node, YAML, as in geometry_msgs/Inertia"

    def text(self, load: LoadInFrame) -> str:
        """Return the parameters under `payload`."""
        six = load.inertia[[0, 0, 0, 1, 1, 2], [0, 1, 2, 1, 2, 2]]
        values = {
            "frame_id": json.dumps(load.link),  # a string of JSON is one of YAML
            "mass": _number(load.mass),
            "center_of_mass": f"[{', '.join(map(_number, load.com))}]",
            "inertia": f"[{', '.join(map(_number, six))}]  # ixx, ixy, ixz, iyy, iyz, izz about the centre of mass",
        }
        lines = [
            "/**:",
            "  ros__parameters:",
            "    payload:",
            *(f"      {key}: {text}" for key, text in values.items()),
        ]
        return "\n".join(lines) + "\n"


def _number(value: float) -> str:
    """Return a number that YAML 1.1 reads as a float: one with an exponent needs a point and a sign."""
    text = repr(float(value))
    mantissa, e, exponent = text.partition("e")
    if not e:
        return text
    return f"{mantissa if '.' in mantissa else mantissa + '.0'}e{exponent if exponent[0] in '+-' else '+' + exponent}"


WORDS = Ros2()
