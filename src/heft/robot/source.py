"""The file a robot came from, kept so that it can be written back with only its inertial numbers changed."""

from __future__ import annotations

import contextlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from heft.errors import FileError


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


def read_bytes(path: Path) -> bytes:
    """Read a whole file.

    Raises:
        FileError: it is not there, is a folder, or cannot be read.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise FileError("There is no such file.", where=str(path)) from None
    except OSError as error:
        raise FileError(f"It cannot be read: {error.strerror}.", where=str(path)) from None


def write_whole(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: beside its place first, then renamed into it.

    Raises:
        FileError: it cannot be written; what was there before is untouched.
    """
    path, temporary = path.resolve(), None
    if path.exists() and not path.is_file():
        raise FileError("It is there already and is no ordinary file.", where=str(path))
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except OSError as error:
        raise FileError(f"It cannot be written: {error.strerror}.", where=str(path)) from None
    finally:
        if temporary is not None:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)
