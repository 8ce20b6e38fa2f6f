"""Finding the files that a robot description refers to: package://, file:// and relative names, and whole packages."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote

from heft.errors import FileError
from heft.files import read_bytes

PACKAGE = ("package://", "model://")
_FILE = "file://"
_MANIFEST = "package.xml"
_NAME_IN_MANIFEST = re.compile(rb"<name>\s*([^<\s]+)\s*</name>")


def find_file(name: str, beside: Path | None, packages: Sequence[str | Path] = ()) -> Path | None:
    """Return the file that a robot description means, None if it is not there.

    A name such as package://NAME/REST is looked for, in this order, in the given folders (a folder that contains the
    package, or the package itself), in those of ROS_PACKAGE_PATH and AMENT_PREFIX_PATH, and in the folders around the
    robot's file: one that contains NAME/REST, or REST alone.

    Args:
        name: as in the file.
        beside: the robot's file; None if it came from a string.
        packages: folders to look into first.
    """
    return find_files([name], beside, packages)[name]


def find_files(
    names: Iterable[str], beside: Path | None, packages: Sequence[str | Path] = ()
) -> dict[str, Path | None]:
    """Return the file that each name means, as `find_file` does; what each folder is, is looked up once for all."""
    folders, around = _folders(beside, packages), _around(beside)
    found = {}
    for name in names:
        candidates = _in_package(name, folders, around) if name.startswith(PACKAGE) else _direct(name, beside)
        found[name] = next((path for path in candidates if _is_file(path)), None)
    return found


def find_package(name: str, beside: Path | None, packages: Sequence[str | Path] = ()) -> Path | None:
    """Return the folder of a package, None if it is not there; the places are those of `find_file`."""
    folders = _folders_of(name, _folders(beside, packages))
    return next((folder.absolute() for folder in folders if folder.is_dir()), None)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long for the disk
        return False


def _direct(name: str, beside: Path | None) -> Iterator[Path]:
    path = Path(unquote(name[len(_FILE) :]) if name.startswith(_FILE) else name)
    if beside is not None:
        yield beside.parent / path
    elif path.is_absolute():
        yield path


@dataclass(frozen=True)
class _Folder:
    """A folder that may contain packages, or be one."""

    path: Path

    @cached_property
    def declared(self) -> str:
        """The name of the package in it as its manifest says it; "" if it has none."""
        try:
            found = _NAME_IN_MANIFEST.search(read_bytes(self.path / _MANIFEST))
        except FileError:
            return ""
        return found[1].decode("utf-8", "replace") if found else ""


def _folders(beside: Path | None, packages: Sequence[str | Path]) -> list[_Folder]:
    """Return the folders in which packages are looked for, in their order."""
    return [_Folder(path) for path in (*map(Path, packages), *_of_ros(), *_around(beside))]


def _in_package(name: str, folders: Sequence[_Folder], around: Sequence[Path]) -> Iterator[Path]:
    package, _, rest = name.partition("://")[2].partition("/")
    for folder in _folders_of(package, folders):
        yield folder / rest
    for folder in around:
        yield folder / rest


def _folders_of(package: str, folders: Sequence[_Folder]) -> Iterator[Path]:
    """Yield where a package may be: in a folder, or the folder itself by its own name or that of its manifest."""
    for folder in folders:
        yield folder.path / package
        if folder.path.name == package or folder.declared == package:
            yield folder.path


def _around(beside: Path | None) -> Sequence[Path]:
    return [] if beside is None else list(beside.resolve().parents)


def _of_ros() -> Iterator[Path]:
    """Yield the folders that contain packages, as the environment names them."""
    yield from (Path(each) for each in os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep) if each)
    yield from (Path(each) / "share" for each in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if each)
