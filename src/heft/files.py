"""Files: read whole, and written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from heft.errors import FileError
from heft.inputs import note_input, refuse_input
from heft.interrupts import uninterrupted
from heft.sizes import check_size

CHUNK = 1 << 24
"""Bytes that are written in one piece."""


def read_bytes(path: Path, *, ours: bool = False) -> bytes:
    """Read a whole file, which is an input from then on.

    Args:
        path: of the file.
        ours: it is a state of heft's own, which may be written again.

    Raises:
        FileError: it is not there, is not an ordinary file, cannot be read, or does not fit in the memory.
    """
    try:
        if not ours:
            note_input(path)
        with open_ordinary(path) as file:
            return file.read()
    except ValueError:
        raise FileError(
            "No file can have this name.", where=repr(str(path)), remedy="Give the path of a file."
        ) from None
    except FileNotFoundError:
        raise FileError("File not found.", where=str(path), remedy="Check the path.") from None
    except OSError as error:
        raise FileError(
            f"It cannot be read: {error.strerror}.", where=str(path), remedy="Is it a file, and may you read it?"
        ) from None


def open_ordinary(path: Path) -> BinaryIO:
    """Open an ordinary file: a pipe, socket or device could keep a reader waiting for ever.

    Raises:
        FileError: it is something else, or does not fit in the memory.
        OSError, ValueError: it cannot be opened.
    """
    # O_NONBLOCK: opening a pipe would wait for a writer; ordinary files do not know it
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        found = os.fstat(handle)
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(found.st_mode):
            raise FileError("It is not an ordinary file.", where=str(path), remedy="Give the path of a file.")
        check_size(found.st_size, str(path))
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def refuse_special(path: Path) -> None:
    """Refuse a pipe, socket or device that a library would open; what is not there is left to the library.

    Raises:
        FileError: it is one, or does not fit in the memory.
    """
    with contextlib.suppress(OSError, ValueError):
        open_ordinary(path).close()


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal digits.

    Raises:
        FileError: as for `read_bytes`.
    """
    return hashlib.sha256(read_bytes(path)).hexdigest()


def write_whole(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: beside its place first, then renamed into it. A signal waits until it is done.

    Raises:
        FileError: it cannot be written, or is an input; what was there before is untouched.
    """
    path, temporary = path.resolve(), None
    refuse_input(path)
    if path.exists() and not path.is_file():
        raise FileError("It exists and is not an ordinary file.", where=str(path), remedy="Write to another name.")
    with uninterrupted(), writing(path):
        try:
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
            fill(handle, content)
            os.chmod(temporary, _mode(path))
            os.replace(temporary, path)
            temporary = None
            synchronise(path.parent)
        finally:
            if temporary is not None:
                with contextlib.suppress(OSError):
                    os.unlink(temporary)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say in a sentence why something cannot be written.

    Raises:
        FileError: it cannot.
    """
    try:
        yield
    except OSError as error:
        what = error.strerror or "some of what is in it cannot be carried over"
        raise FileError(
            f"It cannot be written: {what}. What was there before is unchanged.",
            where=str(path),
            remedy="Choose another place, make room or permission there, or close it in other programs.",
        ) from None


def fill(handle: int, content: bytes) -> None:
    """Write content to an open file, down to the disk, and close it."""
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(handle, rest[:CHUNK]) :]
        os.fsync(handle)
    finally:
        os.close(handle)


def synchronise(folder: Path) -> None:
    """Take the names in a folder down to the disk, where the system can; a crash of the machine loses none then."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _mode(path: Path) -> int:
    """Return the permissions of the file that is there, or those of a new one."""
    return path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~umask()


def umask() -> int:
    """Return which permissions new files do not have."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
