"""The files that a command reads: none of them is written to, whatever name it has there.

The command line opens a record. While it is open, whatever reads a file notes it here, and whatever writes one asks
here first. So a robot file, what it includes, its meshes, maps, logs, results and informations are all compared with
all outputs, by what they are on the disk: links, `..`, and letters that the system does not tell apart make no
difference.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from heft.errors import FileError

_noted: dict[object, str] | None = None


@contextmanager
def recorded() -> Iterator[None]:
    """Note the files that are read in this block, in all threads."""
    global _noted
    before, _noted = _noted, {}
    try:
        yield
    finally:
        _noted = before


def note_input(path: str | Path) -> None:
    """Note a file that is read, or will be; one that does not exist is not noted."""
    if _noted is not None:
        for mark in _marks(path):
            _noted.setdefault(mark, str(path))


def refuse_input(path: str | Path) -> None:
    """Refuse to write to a file that is read.

    Raises:
        FileError: names both.
    """
    for mark in _marks(path) if _noted else ():
        if _noted and mark in _noted:
            given = "" if _noted[mark] == str(path) else f", read as '{_noted[mark]}'"
            raise FileError(
                f"This is an input{given}, which is never changed.", where=str(path), remedy="Choose another name."
            )


def _marks(path: str | Path) -> tuple[object, ...]:
    """Return what tells a file from all others: its number on the disk, and its place; none if it does not exist."""
    try:
        found = os.stat(path)
        return (found.st_dev, found.st_ino), os.path.normcase(os.path.realpath(path))
    except (OSError, ValueError):
        return ()
