"""From a path to a `Robot`: which reader reads what."""

from __future__ import annotations

from pathlib import Path

from heft.arguments import switch
from heft.errors import ArgumentError, FormatError
from heft.robot.base import with_base
from heft.robot.model import Robot

ZOO = "zoo:"


def load(path: str | Path, base: str | None = None, *, mimic: bool = True) -> Robot:
    """Load a robot.

    Args:
        path: a `.urdf`, an `.xml` (MJCF or URDF, told apart by its root element), a `.json` or `.toml` mechanism file,
            or `zoo:NAME`.
        base: "fixed" or "floating"; None takes what the file says (a URDF says nothing and is fixed).
        mimic: true ties a URDF's mimic joints to the joint they follow; false frees them, each with its own
            coordinate, as Pinocchio does by default.

    Returns:
        The robot; `robot.notes` lists whatever was ignored.

    Raises:
        FileError: the file cannot be read.
        FormatError: what it says is wrong, with the element and the remedy.
    """
    mimic = switch("'mimic'", mimic)
    if base not in (None, "fixed", "floating"):
        raise ArgumentError(f"base is '{base}'; it must be 'fixed' or 'floating'.")
    if str(path).startswith(ZOO):
        from heft.robot import zoo

        return with_base(zoo.named(str(path)[len(ZOO) :]), base)
    path = Path(path)
    match path.suffix.lower():
        case ".urdf":
            from heft.robot.urdf import read_urdf

            return read_urdf(path, base or "fixed", mimic)
        case ".json" | ".toml":
            from heft.robot.mechanism import read_mechanism

            return with_base(read_mechanism(path), base)
        case ".xml" | ".mjcf":
            from heft.robot.xml import root_tag

            if root_tag(path) == "robot":
                from heft.robot.urdf import read_urdf

                return read_urdf(path, base or "fixed", mimic)
            from heft.robot.mjcf import read_mjcf

            return with_base(read_mjcf(path), base)
    raise FormatError(
        f"heft does not know files that end in '{path.suffix}'.",
        where=str(path),
        remedy="It reads .urdf, .xml (MJCF), .json and .toml (mechanism files), and zoo:NAME.",
    )
