"""Files: read whole, and written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from heft.errors import FileError


def read_bytes(path: Path) -> bytes:
    """Read a whole file.

    Raises:
        FileError: it is not there, is a folder, or cannot be read.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise FileError("It is not an ordinary file.", where=str(path), remedy="Give the path of a file.")
        return path.read_bytes()
    except ValueError:
        raise FileError(
            "No file can have this name.", where=repr(str(path)), remedy="Give the path of a file."
        ) from None
    except FileNotFoundError:
        raise FileError("There is no such file.", where=str(path), remedy="Check the path.") from None
    except OSError as error:
        raise FileError(
            f"It cannot be read: {error.strerror}.", where=str(path), remedy="Is it a file, and may you read it?"
        ) from None


def write_whole(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: beside its place first, then renamed into it.

    Raises:
        FileError: it cannot be written; what was there before is untouched.
    """
    path, temporary = path.resolve(), None
    if path.exists() and not path.is_file():
        raise FileError("It exists and is not an ordinary file.", where=str(path), remedy="Write to another name.")
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode(path))
        os.replace(temporary, path)
    except OSError as error:
        raise FileError(
            f"It cannot be written: {error.strerror}.",
            where=str(path),
            remedy="Choose another place, or make room or permission there.",
        ) from None
    finally:
        if temporary is not None:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)


def _mode(path: Path) -> int:
    """Return the permissions of the file that is there, or those of a new one."""
    if path.exists():
        return path.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
