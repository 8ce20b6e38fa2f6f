"""A folder of results that is written whole or not at all."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from heft.errors import FileError


def output_folder(path: Path, names: Sequence[str], *inputs: Path) -> Path:
    """Return the folder to write to, checked before any work is done.

    Args:
        path: as the user gave it; it need not exist, but its parent must.
        names: of the files that will be in it.
        inputs: files that are read, which must not be overwritten.

    Raises:
        FileError: nothing can be written there.
    """
    place = path.resolve()
    if place.exists() and not place.is_dir():
        raise FileError("Something that is not a folder has this name.", where=str(path), remedy="Choose another name.")
    if not place.parent.is_dir():
        raise FileError(f"There is no folder '{path.parent}'.", where=str(path), remedy="Make it first.")
    if not os.access(place if place.is_dir() else place.parent, os.W_OK):
        raise FileError(
            "You may not write to this folder.",
            where=str(path),
            remedy="Choose another folder, or change its permissions.",
        )
    for given in inputs:
        if given.exists() and given.resolve().parent == place and given.name in names:
            raise FileError(
                f"'{given}' is an input, which is never changed.", where=str(path), remedy="Choose another folder."
            )
    return place


def write_folder(place: Path, contents: Mapping[str, bytes], names: Sequence[str] = ()) -> None:
    """Write files into a folder, all or none: into a folder beside it first, then renamed.

    Args:
        place: the folder.
        contents: by name.
        names: files that an earlier result may have left there; those that this one does not have leave.

    Raises:
        FileError: they cannot be written; what was there before is untouched.
    """
    beside = Path(tempfile.mkdtemp(dir=place.parent, prefix=f".{place.name}."))
    try:
        for name, content in contents.items():
            with open(beside / name, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        if place.is_dir():
            with _uninterrupted():
                for name in contents:
                    os.replace(beside / name, place / name)
                for name in {*names} - {*contents}:
                    (place / name).unlink(missing_ok=True)
        else:
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(beside, 0o777 & ~mask)
            os.rename(beside, place)
    except OSError as error:
        raise FileError(
            f"The folder cannot be written: {error.strerror}.",
            where=str(place),
            remedy="Make room or choose another folder; what was there before is unchanged.",
        ) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let Ctrl-C wait until it is over, where the system can."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
