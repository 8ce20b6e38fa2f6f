"""Universal Robots: a call of URScript's set_target_payload."""

from __future__ import annotations

from heft.estimation.controllers.words import LoadInFrame, PayloadWords


class UniversalRobots(PayloadWords):
    """One line of URScript: mass, centre of gravity, and Ixx, Iyy, Izz, Ixy, Ixz, Iyz about it."""

    name, file = "ur", "payload.script"
    summary = "a call of URScript's set_target_payload; give the tool flange as --frame"

    def text(self, load: LoadInFrame) -> str:
        """Return the call."""
        six = load.inertia[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        com, inertia = (", ".join(repr(float(x)) for x in values) for values in (load.com, six))
        return f"set_target_payload({float(load.mass)!r}, [{com}], [{inertia}])\n"


WORDS = UniversalRobots()
