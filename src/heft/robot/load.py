"""From a path to a `Robot`: which reader reads what."""

from __future__ import annotations

from pathlib import Path

from heft.arguments import switch
from heft.errors import ArgumentError
from heft.robot.floating_base import with_base
from heft.robot.formats import format_of
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
        raise ArgumentError(f"base is '{base}'.", remedy="It must be 'fixed' or 'floating'.")
    if str(path).startswith(ZOO):
        from heft.robot import zoo

        return with_base(zoo.named(str(path)[len(ZOO) :]), base)
    return format_of(Path(path)).read(Path(path), base, mimic)
