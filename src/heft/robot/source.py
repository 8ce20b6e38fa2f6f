"""The file a robot came from, kept so that it can be written back with only its inertial numbers changed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from heft.errors import ArgumentError, FileError
from heft.files import write_whole
from heft.robot.exact import Number

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
    """

    format: str
    content: bytes
    path: Path | None = None
    gravity: tuple[Number, ...] | None = None


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
    """Write a robot file beside the one that it was read from, which is never changed.

    Raises:
        FileError: it is that file, or cannot be written.
    """
    read = source.path if source else None
    if read is not None and read.exists() and path.exists() and path.samefile(read):
        remedy = "Write to another name; rename the file afterwards if you want to replace the input."
        raise FileError(
            "The robot was read from this file, and heft never changes an input file.", where=str(path), remedy=remedy
        )
    write_whole(path, content)
