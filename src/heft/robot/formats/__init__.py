"""The formats of robot descriptions, a folder a format, and the registry through which `heft.load` finds them.

A package of this folder with an object `FORMAT` is a format. Nothing else lists the formats.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from pathlib import Path

from heft.errors import ArgumentError, FormatError, did_you_mean
from heft.robot.formats.format import ReadOptions, RobotFormat
from heft.robot.formats.xml import XML, root_tag

__all__ = ["ReadOptions", "RobotFormat", "format_of", "register", "robot_format", "robot_formats", "unregister"]

_REGISTERED: dict[str, RobotFormat] = {}


def register(robot_format: RobotFormat) -> None:
    """Add a format that `heft.load` can read.

    Raises:
        ArgumentError: its name is taken.
    """
    if robot_format.name in _REGISTERED:
        raise ArgumentError(f"There is a robot format '{robot_format.name}' already.", remedy="Choose another name.")
    _REGISTERED[robot_format.name] = robot_format


def unregister(name: str) -> None:
    """Remove a format."""
    del _REGISTERED[robot_format(name).name]


def robot_formats() -> dict[str, RobotFormat]:
    """Return all formats by name."""
    return dict(sorted(_REGISTERED.items()))


def robot_format(name: str) -> RobotFormat:
    """Return the format of this name.

    Raises:
        ArgumentError: there is none.
    """
    if name not in _REGISTERED:
        raise ArgumentError(f"There is no robot format '{name}'.", remedy=did_you_mean(name, robot_formats()))
    return _REGISTERED[name]


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


for _module in pkgutil.iter_modules(__path__, f"{__name__}."):
    if _module.ispkg:
        register(import_module(_module.name).FORMAT)
