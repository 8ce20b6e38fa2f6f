"""The formats of robot descriptions, a folder a format, and the registry through which `heft.load` finds them.

A package of this folder with an object `FORMAT` is a format. Nothing else lists the formats.
"""

from __future__ import annotations

from pathlib import Path

from heft.errors import FormatError
from heft.registry import Registry
from heft.robot.formats.format import ReadOptions, RobotFormat
from heft.robot.formats.xml import XML, root_tag

__all__ = ["ReadOptions", "RobotFormat", "format_of", "register", "robot_format", "robot_formats", "unregister"]

_FORMATS: Registry[RobotFormat] = Registry(__name__, "FORMAT", "robot format")
register, unregister = _FORMATS.register, _FORMATS.unregister
robot_format, robot_formats = _FORMATS.named, _FORMATS.all


def format_of(path: Path) -> RobotFormat:
    """Return the format of a file.

    Raises:
        FileError: the file has to be looked into and cannot be read.
        FormatError: no format reads it.
    """
    _refuse_sdf(path)
    for found in robot_formats().values():
        if found.can_read(path):
            return found
    known = ", ".join(found.files for found in robot_formats().values())
    raise FormatError(
        f"heft cannot read files that end in '{path.suffix}'.",
        where=str(path),
        remedy=f"It reads {known}, zoo:NAME, and names of robot_descriptions such as ur5e_description.",
    )


def _refuse_sdf(path: Path) -> None:
    """Refuse Gazebo's own format by its name, which people have and heft does not read."""
    ending = path.suffix.lower()
    if ending in (".sdf", ".world") or (ending in XML and root_tag(path) == "sdf"):
        raise FormatError(
            "This is an SDF file, which heft does not read.",
            where=str(path),
            remedy="Give the URDF or xacro file that it was made from, or convert it to MJCF with sdf2mjcf, a tool of "
            "the Gazebo project.",
        )
