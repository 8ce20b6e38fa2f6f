"""Springs and counterbalances of the model: what they hide, and that the robot file cannot hold them."""

from __future__ import annotations

from collections.abc import Iterator

from heft.estimation.base import Base
from heft.estimation.consistent import Consistent
from heft.estimation.counterbalance import hidden, sprung
from heft.friction import law_named

HELD = {"mjcf": tuple(term.name for term in law_named("spring").terms)}
"""The terms of springs that formats of robot files hold."""


def springs_of_model(base: Base, result: Consistent, why: str = "") -> Iterator[str]:
    """Yield all there is to say of the springs and counterbalances of a model, at once.

    Args:
        base: the base parameters.
        result: the consistent estimate, which holds first moments at the values of the robot file.
        why: sentences on how springs came into the model; "" if they were asked for.
    """
    said = [each for each in (why, *_hidden(base, result), *_lost(base)) if each]
    if said:
        yield " ".join(said)


def _hidden(base: Base, result: Consistent) -> Iterator[str]:
    """Yield a sentence for each joint whose spring keeps first moments from being determined."""
    for r in sprung(base):
        moments = [name for name in hidden(base, r) if name in result.held]
        if moments:
            yield (
                f"Torques hardly distinguish the spring or counterbalance of '{base.model.robot.coordinate_names[r]}' "
                f"from the weight of its link, so {' and '.join(moments)} {'is' if len(moments) == 1 else 'are'} held "
                "at the value of the robot file; the base parameters show the estimate from the data alone."
            )


def _lost(base: Base) -> Iterator[str]:
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
            "identified file lack it; result.json has it, and heft validate applies it."
        )
