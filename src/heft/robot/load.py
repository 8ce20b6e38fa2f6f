"""`heft.load`: from a path or a name in the zoo to a `Robot`."""

from __future__ import annotations

from pathlib import Path

from heft.arguments import switch
from heft.errors import ArgumentError
from heft.robot.floating_base import with_base
from heft.robot.formats import format_of
from heft.robot.loops import refuse_loops
from heft.robot.model import Robot

ZOO = "zoo:"


def load(path: str | Path, base: str | None = None, *, mimic: bool = True, ignore_loops: bool = False) -> Robot:
    """Load a robot.

    Args:
        path: a `.urdf`, an `.xml` (MJCF or URDF, by its root element), a `.json` or `.toml` mechanism file,
            or `zoo:NAME`.
        base: "fixed" or "floating"; None takes the base of the file (that of a URDF is fixed).
        mimic: true makes the mimic joints of a URDF follow their joint; false gives each its own coordinate, as
            Pinocchio does by default.
        ignore_loops: true reads a file whose constraints close loops as the tree without them, which heft supports;
            `robot.dropped_loops` names them, and results need not hold for the machine.

    Returns:
        The robot; `robot.notes` lists what was ignored.

    Raises:
        FileError: the file cannot be read.
        FormatError: its contents are wrong, or close loops; names the element and the remedy.
    """
    mimic, ignore_loops = switch("'mimic'", mimic), switch("'ignore_loops'", ignore_loops)
    if base not in (None, "fixed", "floating"):
        raise ArgumentError(f"base is '{base}'.", remedy="It must be 'fixed' or 'floating'.")
    if str(path).startswith(ZOO):
        from heft.robot import zoo

        return with_base(zoo.named(str(path)[len(ZOO) :]), base)
    robot = format_of(Path(path)).read(Path(path), base, mimic)
    if not ignore_loops:
        refuse_loops(robot, str(path))
    return robot
