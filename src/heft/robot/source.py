"""The file a robot came from, kept so that it can be written back with only its inertial numbers changed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from heft.errors import FileError
from heft.files import write_whole


@dataclass(frozen=True, eq=False)
class Source:
    """What was read.

    Attributes:
        format: "urdf" or "mjcf".
        content: the bytes of the file.
        path: where it was, None if it came from a string.
    """

    format: str
    content: bytes
    path: Path | None = None


def write_back(path: Path, content: bytes, source: Source) -> None:
    """Write a robot file beside the one that it was read from, which is never changed.

    Raises:
        FileError: it is that file, or cannot be written.
    """
    if source.path is not None and source.path.exists() and path.exists() and path.samefile(source.path):
        remedy = "Write to another name, and rename it yourself if you mean to replace the input."
        raise FileError(
            "The robot was read from this file, and an input is never changed.", where=str(path), remedy=remedy
        )
    write_whole(path, content)
