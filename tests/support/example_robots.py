"""The robots of the package example-robot-data: 69 URDF files, which nobody here wrote."""

from __future__ import annotations

import sysconfig
from dataclasses import replace
from pathlib import Path

from heft.robot.joints import joint_kind
from heft.robot.model import Robot

FOLDER = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
PATHS = {str(path.relative_to(FOLDER)): path for path in sorted(FOLDER.rglob("*.urdf"))}
"""By path below `FOLDER`; the same file name occurs in several places."""

BROKEN = "ur_description/urdf/ur3.urdf"
"""A xacro file that was never expanded: no name, no links."""

READABLE = [name for name in PATHS if name != BROKEN]


def with_joint_losses(robot: Robot, armature: float = 0.0, damping: float = 0.0) -> Robot:
    """The robot with a reflected inertia [kg m2 or kg] and viscous friction on every joint with one coordinate."""

    def lossy(joint):
        if not joint_kind(joint.kind).is_screw:
            return joint
        return replace(joint, armature=armature, friction=replace(joint.friction, viscous=damping, coulomb=0.0))

    return replace(robot, bodies=tuple(replace(body, joint=lossy(body.joint)) for body in robot.bodies))
