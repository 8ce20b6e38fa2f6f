"""`heft.load`: from a path or a name to a `Robot`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from heft.arguments import switch
from heft.errors import ArgumentError
from heft.reading.guard import reading
from heft.robot.descriptions import described, is_description
from heft.robot.floating_base import with_base
from heft.robot.formats import ReadOptions, format_of
from heft.robot.loops import refuse_loops
from heft.robot.model import Robot
from heft.robot.reserved import refuse_reserved
from heft.robot.robot_folder import robot_in

ZOO = "zoo:"


def load(
    path: str | Path,
    base: str | None = None,
    *,
    mimic: bool = True,
    ignore_loops: bool = False,
    packages: Sequence[str | Path] = (),
    xacro_arguments: Mapping[str, str] | None = None,
) -> Robot:
    """Load a robot.

    Args:
        path: a `.urdf`, an `.xml` (MJCF or URDF, by its root element), a `.xacro`, a `.json` or `.toml` mechanism file,
            a folder with a robot file (such as those of the MuJoCo menagerie), `zoo:NAME`, or a name of the package
            `robot_descriptions`, such as `ur5e_description`, that is in its cache.
        base: "fixed" or "floating"; None takes the base of the file (that of a URDF is fixed).
        mimic: true makes the mimic joints of a URDF follow their joint; false gives each its own coordinate, as
            Pinocchio does by default.
        ignore_loops: true reads a file whose constraints close loops as the tree without them, which heft supports;
            `robot.dropped_loops` names them, and results need not hold for the machine.
        packages: folders in which the packages that package:// and xacro's $(find) name are looked for, before those of
            ROS_PACKAGE_PATH.
        xacro_arguments: values of the arguments of a xacro file, by name. Xacro evaluates Python expressions in the
            file: load only one that you trust.

    Returns:
        The robot; `robot.notes` lists what was ignored.

    Raises:
        FileError: the file cannot be read, or a description is not on this computer.
        FormatError: its contents are wrong, or close loops; names the element and the remedy.

    Example:
        >>> heft.load("zoo:puma560").joint_names
    """
    mimic, ignore_loops = switch("'mimic'", mimic), switch("'ignore_loops'", ignore_loops)
    if base not in (None, "fixed", "floating"):
        raise ArgumentError(f"base is '{base}'.", remedy="It must be 'fixed' or 'floating'.")
    folders = (packages,) if isinstance(packages, str | Path) else packages
    options = ReadOptions(base, mimic, tuple(map(Path, folders)), dict(xacro_arguments or {}))
    if str(path).startswith(ZOO):
        from heft.robot import zoo

        _refuse_unused(options, False, False, str(path))
        return with_base(zoo.named(str(path)[len(ZOO) :]), base)
    file, options, note = _found(str(path), options)
    with reading(str(file), "robot description", "Correct the file, or load it with the program that wrote it."):
        kind = format_of(file)
        by_name = is_description(str(path))  # its repository may be in a package's folder
        _refuse_unused(options, kind.takes_arguments, kind.takes_packages or by_name, str(file))
        robot = kind.read(file, options)
    refuse_reserved(robot, str(path))
    if not ignore_loops:
        refuse_loops(robot, str(path))
    return replace(robot, notes=(note, *robot.notes)) if note else robot


def _found(name: str, options: ReadOptions) -> tuple[Path, ReadOptions, str]:
    """Return the file that a name means, how to read it, and a note on how it was found."""
    if os.path.isdir(name):
        file, note = robot_in(Path(name))
        return file, options, note
    if not is_description(name) or os.path.lexists(name):
        return Path(name), options, ""
    found = described(name, options.packages)
    arguments = {**found.arguments, **options.arguments}
    return found.path, replace(options, packages=found.packages, arguments=arguments), f"read from {found.path}"


def _refuse_unused(options: ReadOptions, arguments: bool, packages: bool, where: str) -> None:
    """Refuse arguments and folders of packages where they have no effect."""
    if options.arguments and not arguments:
        raise ArgumentError("Only a .xacro file takes arguments.", where=where, remedy="Leave them out.")
    if options.packages and not packages:
        what = "Folders of packages have no effect: only URDF and xacro files refer to packages."
        raise ArgumentError(what, where=where, remedy="Leave them out.")
