"""The robot file that is written cannot hold a spring or a counterbalance of the model."""

from __future__ import annotations

from collections.abc import Iterator

from heft.estimation.base import Base
from heft.estimation.counterbalance import sprung
from heft.friction import law_named

HELD = {"mjcf": tuple(term.name for term in law_named("spring").terms)}
"""The terms of springs that formats of robot files hold."""


def lost_springs(base: Base) -> Iterator[str]:
    """Yield a sentence on the springs and counterbalances that a robot file does not hold."""
    robot = base.model.robot
    held = HELD.get(robot.source.format, ()) if robot.source else ()
    lost = [
        f"'{robot.coordinate_names[r]}' ({', '.join(c.kind for c in left)})"
        for r in sprung(base)
        if (left := [c for c in base.model.extra if c.is_spring and c.coordinate == r and c.kind not in held])
    ]
    if lost:
        yield (
            f"The robot file cannot hold the spring or counterbalance of {', '.join(lost)}, so the torques of the "
            "identified file lack it. result.json has it, and heft validate applies it."
        )
