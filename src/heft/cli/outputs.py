"""Where a verb writes, checked before any work is done: that it can be written, and that it is not an input."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from heft.errors import FileError
from heft.folders import recover
from heft.inputs import note_input, refuse_input

MOST_OTHERS = 1000
"""A folder with more files than this that are not results is not a folder of results."""


def output_file(path: Path, ending: str, *inputs: Path) -> Path:
    """Return the file to write to.

    Args:
        path: as the user gave it; a link is followed.
        ending: the ending that its name must have, such as ".csv".
        inputs: files that are read, and must not be overwritten.

    Raises:
        FileError: nothing can be written there.
    """
    if path.suffix.lower() != ending:
        raise FileError(
            f"The name of the file must end in {ending}.", where=str(path), remedy=f"Write -o {path.stem}{ending}."
        )
    place = _resolved(path)
    if place.exists() and not place.is_file():
        raise FileError("This exists already and is not a file.", where=str(path), remedy="Choose another name.")
    _refuse_inputs([place], inputs)
    _refuse_protected(place, path)
    _probe(place.parent, path)
    return place


def output_folder(path: Path, names: Iterable[str], *inputs: Path) -> Path:
    """Return the folder to write to, which is replaced as a whole.

    Args:
        path: as the user gave it; it need not exist, but its parent must.
        names: of the files that will be in it.
        inputs: files that are read, which must not be overwritten.

    Raises:
        FileError: nothing can be written there.
    """
    place = _resolved(path)
    if place.exists() and not place.is_dir():
        raise FileError("Something that is not a folder has this name.", where=str(path), remedy="Choose another name.")
    recover(place)
    _refuse_inputs([place / name for name in names], inputs)
    _refuse_protected(place, path)
    if place.is_dir():
        _refuse_irreplaceable(place, path, {*names})
    _probe(place.parent, path)
    return place


def _resolved(path: Path) -> Path:
    """Return where a path leads; the folder that it is in must exist."""
    try:
        place = path.resolve()
    except (OSError, ValueError, RuntimeError):  # a loop of links, or a name that no file can have
        raise FileError("This leads nowhere.", where=str(path), remedy="Choose another name.") from None
    if not place.parent.is_dir():
        what = f"'{path.parent}' is not a folder." if path.parent.exists() else f"There is no folder '{path.parent}'."
        raise FileError(what, where=str(path), remedy="Create it first.")
    return place


def _refuse_inputs(places: Iterable[Path], inputs: Iterable[Path]) -> None:
    for given in inputs:
        note_input(given)
    for place in places:
        refuse_input(place)


def _refuse_protected(place: Path, path: Path) -> None:
    if place.exists() and not os.access(place, os.W_OK):
        raise FileError(
            "This exists already and you may not write to it.",
            where=str(path),
            remedy="Choose another name, or change its permissions.",
        )


def _refuse_irreplaceable(place: Path, path: Path, own: set[str]) -> None:
    """Refuse a folder that cannot be replaced as a whole."""
    why, others = "", 0
    if _is_above_here(place):
        why = "it is the current folder, or one above it"
    elif os.path.ismount(place):
        why = "a disk is mounted there"
    for folder, _, files in os.walk(place):
        below = Path(folder).relative_to(place)
        others += sum((below / name).as_posix() not in own for name in files)
        if others > MOST_OTHERS:
            why = why or f"it has more than {MOST_OTHERS} other files"
            break
    if why:
        raise FileError(
            f"Results replace a folder as a whole, and this one cannot be replaced: {why}.",
            where=str(path),
            remedy=f"Name a folder of its own, such as {path / 'result'}.",
        )


def _is_above_here(place: Path) -> bool:
    """Return whether a folder is the current one, or one above it; a current folder that was removed has none."""
    try:
        return Path.cwd().resolve().is_relative_to(place)
    except FileNotFoundError:
        return False


def _probe(folder: Path, path: Path) -> None:
    """Try whether a file can be made in a folder; its name, if it gets one, is gone at once."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise FileError(
            f"Nothing can be written to the folder '{path.parent}': {error.strerror}.",
            where=str(path),
            remedy="Choose another folder, or change its permissions.",
        ) from None
