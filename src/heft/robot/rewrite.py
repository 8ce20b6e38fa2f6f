"""A robot written back as a file of the format that it was read from."""

from __future__ import annotations

import json

from heft.robot.mjcf_write import to_mjcf
from heft.robot.model import Robot
from heft.robot.urdf_write import urdf_content


def rewritten(robot: Robot, stem: str) -> tuple[str, bytes]:
    """Return the name and the content of the robot's file: URDF, MJCF, or else a mechanism file.

    Raises:
        PhysicsError: a link is not physically consistent, so that no simulator would take the file.
    """
    match robot.source.format if robot.source else "":
        case "urdf":
            return f"{stem}.urdf", urdf_content(robot)
        case "mjcf":
            return f"{stem}.xml", to_mjcf(robot)
    return f"{stem}.mech.json", json.dumps(robot.to_dict(), indent=1, allow_nan=False).encode()
