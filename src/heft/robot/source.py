"""The file a robot came from, kept so that it can be written back with only some of its numbers changed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from heft.errors import ArgumentError, FileError
from heft.files import write_whole
from heft.robot.exact import Number
from heft.robot.joint import Joint

if TYPE_CHECKING:
    from heft.robot.model import Robot


@dataclass(frozen=True, eq=False)
class Source:
    """What was read.

    Attributes:
        format: the name of one of `heft.robot.formats.robot_formats()`.
        content: the bytes of the file.
        path: where it was, None if it came from a string.
        gravity: that of the file [m/s2], None if its format has none.
        others: files that were read with it: what it includes, and meshes.
        packages: folders in which the packages of its meshes are looked for first.
        joints: as the file has them.
    """

    format: str
    content: bytes
    path: Path | None = None
    gravity: tuple[Number, ...] | None = None
    others: tuple[Path, ...] = ()
    packages: tuple[Path, ...] = ()
    joints: tuple[Joint, ...] = ()


def source_of(robot: Robot, format: str) -> Source:
    """Return the file that a robot was read from.

    Raises:
        ArgumentError: it was not read from a file of this format.
    """
    if robot.source is None or robot.source.format != format:
        raise ArgumentError(
            f"Robot '{robot.name}' was not read from {format.upper()}, so there is none to write back.",
            remedy="Write it as a mechanism file, which robot.to_dict() returns.",
        )
    return robot.source


def write_back(path: Path, content: bytes, source: Source | None) -> None:
    """Write a robot file beside those that it was read from, which are never changed.

    Raises:
        FileError: it is one of those files, or cannot be written.
    """
    read = [file for file in (source.path, *source.others) if file is not None] if source else []
    if any(file.exists() and path.exists() and path.samefile(file) for file in read):
        remedy = "Write to another name; rename the file afterwards if you want to replace the input."
        raise FileError(
            "The robot was read from this file, and heft never changes an input file.", where=str(path), remedy=remedy
        )
    write_whole(path, content)
