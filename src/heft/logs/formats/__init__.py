"""Log formats: one file a format, found by a registry.

A module in this folder that calls `register` adds a format: `heft.read_log`, `heft import`, the endings that their help
and errors list, and the table in the manual all follow the registry. Nothing else names the formats.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from functools import cache
from pathlib import Path

from heft.errors import ArgumentError, FileError, FormatError, did_you_mean
from heft.logs.formats.format import Format, OneFile
from heft.logs.formats.raw_arrays import RawArrays, two_dimensional

__all__ = [
    "Format",
    "OneFile",
    "RawArrays",
    "endings",
    "format_of",
    "formats",
    "manual_table",
    "register",
    "settings",
    "two_dimensional",
    "unregister",
]

_REGISTRY: dict[str, Format] = {}


def register(format: Format) -> None:
    """Add a format.

    Raises:
        ArgumentError: another format has its name or one of its endings.
    """
    taken = {ending for other in _REGISTRY.values() for ending in other.endings}
    if format.name in _REGISTRY or taken & {*format.endings}:
        raise ArgumentError(
            f"There is already a log format named '{format.name}', or one for {', '.join(format.endings)}.",
            remedy="Choose another name and other endings, or unregister the other format first.",
        )
    _REGISTRY[format.name] = format


def unregister(format: Format) -> None:
    """Remove a format that was registered."""
    del _REGISTRY[format.name]


def formats() -> tuple[Format, ...]:
    """Return all formats, in alphabetical order of their names."""
    _import_all()
    return tuple(sorted(_REGISTRY.values(), key=lambda format: format.name.lower()))


@cache
def _import_all() -> None:
    """Import every module in this folder, so that each registers its format."""
    for module in pkgutil.iter_modules(__path__, f"{__name__}."):
        importlib.import_module(module.name)


def endings(written: bool = False) -> list[str]:
    """Return the endings of all files that can be read, or only of those that can also be written."""
    return [ending for format in formats() for ending in format.endings if format.writes or not written]


def settings() -> dict[str, type]:
    """Return the keys that the [file] table of a map may have, and the type of each value."""
    return {key: kind for format in formats() for key, kind in format.settings.items()}


def manual_table() -> str:
    """Return the table of formats that stands in the manual, in Markdown."""
    lines = ["| format | endings | settings | extra |", "| --- | --- | --- | --- |"]
    for format in formats():
        cells = (" ".join(f"`{word}`" for word in words) for words in (format.endings, format.settings))
        lines.append(f"| {format.name} | {' | '.join(cells)} | {f'`{format.extra}`' if format.extra else ''} |")
    return "\n".join(lines)


def format_of(path: Path) -> Format:
    """Return the format that reads a file.

    Raises:
        FileError: it is a folder that no format reads.
        FormatError: no format reads it.
    """
    for format in formats():
        if format.can_read(path):
            return format
    if os.path.isdir(path):
        raise FileError(
            "This is a folder, not a log.",
            where=str(path),
            remedy="Give a file, or a map that names the files in it: heft import FOLDER --map map.toml.",
        )
    ending = path.suffix.lower()
    what = f"Files that end in '{ending}' cannot be read." if ending else "Its name has no ending."
    raise FormatError(what, where=str(path), remedy=f"{did_you_mean(ending, endings())} See heft import --help.")
