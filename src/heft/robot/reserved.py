"""Names that heft gives to parts of its own, which a file must not give to others."""

from __future__ import annotations

from heft.errors import FormatError
from heft.robot.model import Robot

SENSOR = "ft@"
"""How the names of the bodies and joints begin that stand for the axes of a force/torque sensor."""


def refuse_reserved(robot: Robot, where: str) -> None:
    """Refuse a robot with a body or a joint that is called like a part of heft's own.

    Raises:
        FormatError: names it.
    """
    names = [("body", body.name) for body in robot.bodies] + [("joint", body.joint.name) for body in robot.bodies]
    for kind, name in names:
        if name.startswith(SENSOR):
            raise FormatError(
                f"The name '{name}' of a {kind} begins with {SENSOR}, by which heft names force/torque sensors.",
                where=where,
                remedy="Rename it.",
            )
