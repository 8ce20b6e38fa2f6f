"""Files without a map: logs as heft writes them, bags, and tables whose columns have telling names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from heft.errors import FormatError
from heft.logs.channel_checks import in_degrees
from heft.logs.formats import format_of, formats
from heft.logs.log import Log
from heft.logs.maps.conversion import convert
from heft.logs.maps.guess import Guess, guessed_map
from heft.logs.maps.map_file import check_map
from heft.logs.maps.raw_files import RawFiles
from heft.logs.maps.signal_files import signal_files
from heft.logs.maps.told import Choose, Told
from heft.logs.robot_order import in_robot_order, joints_in
from heft.logs.unlogged import without_gripper, without_unlogged
from heft.robot.model import Robot


def read_unmapped(
    path: Path,
    robot: Robot | None = None,
    settings: Mapping[str, Any] | None = None,
    choose: Choose | None = None,
    *,
    order: Sequence[str] | None = None,
    rate: float | None = None,
) -> tuple[Log, Guess | None]:
    """Return the log in a file, and the map that was guessed for it; no map where the file needs none.

    Args:
        path: the file.
        robot: whose log it is: columns are matched with its joints, and units with their limits.
        settings: of the file's format; those of a file without a map if None.
        choose: asked where columns can be read in two ways; None refuses such a file.
        order: the joints of the columns of positions, in the order of the columns; None if their names say it.
        rate: [Hz] of a file without time stamps; None if it has some.

    Raises:
        FileError: the file cannot be read.
        FormatError: its columns do not say what they are, or in two ways; or its format has no such setting.
    """
    joints, needed = (robot.joint_names, without_gripper(robot)) if robot else (None, None)
    told = Told(joints, needed, order, rate, choose)
    if path.is_dir() and not any(each.can_read(path) for each in formats()):
        for key in settings or {}:
            raise _idle(f"A folder of files has no '{key}'.", key, path)
        return _of_folder(path, robot, told)
    kind = format_of(path)
    for key in {*(settings or {})} - {*kind.settings}:
        raise _idle(f"A {kind.name} file has no '{key}'.", key, path)
    files = RawFiles(path, settings or {})
    raw = files.raw(None)
    columns = kind.columns(raw)
    if any(name.startswith("q.") for name in columns) and ("t" in columns or rate is not None):
        if order is not None:
            raise _idle("Its columns name their joints.", "joints", path)
        log = kind.read(path, settings=settings, rate=rate)
        if robot is not None and not joints_in(robot, log):
            in_robot_order(robot, log)  # raises the error that says so
        return log, None
    return _converted(guessed_map(raw, told), files, path, robot)


def _idle(what: str, option: str, path: Path) -> FormatError:
    return FormatError(what, where=str(path), remedy=f"Leave out heft import --{option}.")


def _of_folder(folder: Path, robot: Robot | None, told: Told) -> tuple[Log, Guess]:
    """Return the log in a folder with a file for each signal, and its map."""
    files = RawFiles(folder, {})
    found = signal_files(files, folder)
    guess = guessed_map(found.raw, told)
    return _converted(replace(guess, map=found.in_files(guess.map)), files, folder, robot)


def _converted(guess: Guess, files: RawFiles, path: Path, robot: Robot | None) -> tuple[Log, Guess]:
    """Return the log by a guessed map, and the map, with degrees where only these fit the robot."""
    log = convert(check_map(guess.map, str(path)), files, str(path))
    if robot is not None and "unit" not in guess.map["q"] and _is_in_degrees(robot, log):
        guess = _in_degrees(guess)
        log = convert(check_map(guess.map, str(path)), files, str(path))
    return log, guess


def _is_in_degrees(robot: Robot, log: Log) -> bool:
    robot = without_unlogged(robot, [log])
    complete = len(joints_in(robot, log)) == len(robot.joints)
    return complete and bool(in_degrees(robot, in_robot_order(robot, log).q))


def _in_degrees(guess: Guess) -> Guess:
    units = {"q": "deg", "command": "deg", "qd": "deg/s"}
    map: dict[str, Any] = {
        key: {**part, "unit": units[key]} if key in units else part for key, part in guess.map.items()
    }
    note = "The positions fit the joint limits only if they are in degrees, so heft reads them as degrees."
    return replace(guess, map=map, notes=(note, *(each for each in guess.notes if "in which unit" not in each)))
