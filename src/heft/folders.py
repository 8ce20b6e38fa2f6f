"""A folder of results, replaced as a whole: whatever happens meanwhile, it is all old or all new.

The new folder is completed beside the old one, and what the old one holds beside results is linked into it (copied
where links do not exist). Then the two are exchanged in one step. A system without that step renames the old one aside
and the new one into its place; if it is stopped between the two, the next call that looks for the folder puts the old
one back. Nothing is deleted that is neither a result nor in the new folder too. A process that is killed can leave a
hidden folder behind, whose name begins with a dot and the name of the folder.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from heft.files import fill, synchronise, umask, writing
from heft.inputs import refuse_input
from heft.interrupts import uninterrupted

EXCHANGE = 2
"""The flag of the system call that exchanges two names, the same on Linux and macOS."""
HERE = -100
"""Linux: paths are relative to the current folder."""
BEFORE = ".before-"
"""Between the name of a folder that was renamed aside and a word of its own."""

_BINARY = getattr(os, "O_BINARY", 0)


def write_folder(place: Path, contents: Mapping[str, bytes], names: Iterable[str] = ()) -> None:
    """Write files into a folder, all or none; other files in it stay. A signal waits until it is done.

    Args:
        place: the folder; it need not exist, but its parent must.
        contents: by name, which may have folders in front.
        names: files that an earlier result may have left there; those that this one does not have leave.

    Raises:
        FileError: they cannot be written, or one of them is an input; what was there before is untouched.
    """
    place, own = place.resolve(), {*names, *contents}
    recover(place)
    for name in own:
        refuse_input(place / name)
    with uninterrupted(), writing(place):
        beside = Path(tempfile.mkdtemp(dir=place.parent, prefix=f".{place.name}."))
        try:
            for name, content in contents.items():
                (beside / name).parent.mkdir(parents=True, exist_ok=True)
                fill(os.open(beside / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666), content)
            if place.is_dir():
                _carry_over(place, beside, own)
            else:
                os.chmod(beside, 0o777 & ~umask())
            synchronise(beside)
            old = _put(beside, place)
        except BaseException:
            shutil.rmtree(beside, ignore_errors=True)
            raise
        synchronise(place.parent)
        if old is not None:
            _retire(old, place, own)


def recover(place: Path) -> None:
    """Put a folder back that a process which was stopped had renamed aside, if there is none in its place.

    Raises:
        FileError: it cannot be renamed.
    """
    place = place.resolve()
    if os.path.lexists(place) or not place.parent.is_dir():
        return
    with writing(place):
        aside = [path for path in place.parent.iterdir() if path.name.startswith(f".{place.name}{BEFORE}")]
        if aside:
            os.rename(max(aside, key=lambda path: path.stat().st_mtime), place)


def _carry_over(place: Path, beside: Path, own: set[str]) -> None:
    """Link what is not a result into the new folder, and give that the permissions of the old one."""

    def results(folder: str, names: list[str]) -> set[str]:
        below = Path(folder).relative_to(place)
        return {name for name in names if (below / name).as_posix() in own}

    def linked(source: str | os.DirEntry[str], target: str) -> None:
        if os.path.lexists(target):  # a result, by a name that differs only in its capital letters
            return
        try:
            os.link(source, target)
        except OSError:
            shutil.copy2(source, target)

    shutil.copytree(place, beside, symlinks=True, ignore=results, copy_function=linked, dirs_exist_ok=True)
    os.utime(beside)


def _put(beside: Path, place: Path) -> Path | None:
    """Put the new folder in its place, and return where the old one is now; None if there was none."""
    if not place.is_dir():
        os.rename(beside, place)
        return None
    if exchange(beside, place):
        return beside
    aside = place.parent / f".{place.name}{BEFORE}{beside.name.rpartition('.')[2]}"
    os.rename(place, aside)
    try:
        os.rename(beside, place)
    except BaseException:
        os.rename(aside, place)
        raise
    return aside


def exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one step; return whether the system and the disk could."""
    paths = os.fsencode(one), os.fsencode(other)
    try:
        library = ctypes.CDLL(None)
        if sys.platform == "darwin":
            return library.renamex_np(*paths, EXCHANGE) == 0
        return library.renameat2(HERE, paths[0], HERE, paths[1], EXCHANGE) == 0
    except (OSError, TypeError, AttributeError):
        return False


def _retire(old: Path, place: Path, own: set[str]) -> None:
    """Remove a folder that was replaced; what has come or changed in it meanwhile moves to the new one."""
    with suppress(OSError):
        for folder, folders, files in os.walk(old, topdown=False):
            here = Path(folder)
            there = place / here.relative_to(old)
            for path in [here / name for name in files] + [
                link for name in folders if (link := here / name).is_symlink()
            ]:
                target = there / path.name
                if path.relative_to(old).as_posix() in own or _same(path, target):
                    os.unlink(path)
                else:
                    there.mkdir(parents=True, exist_ok=True)
                    os.replace(path, target)
            os.rmdir(here)


def _same(path: Path, target: Path) -> bool:
    return target.exists() and path.exists() and path.samefile(target)
