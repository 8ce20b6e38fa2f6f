"""Log formats: one file a format, found by a registry.

A module in this folder with an object `FORMAT` is a format: `heft.read_log`, `heft import`, the endings that their help
and errors list, and the table in the manual all follow the registry. Nothing else names the formats.
"""

from __future__ import annotations

import os
from pathlib import Path

from heft.errors import FileError, FormatError, did_you_mean
from heft.logs.formats.format import Format, OneFile
from heft.logs.formats.raw_arrays import RawArrays, two_dimensional
from heft.registry import Registry

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

_FORMATS: Registry[Format] = Registry(
    __name__, "FORMAT", "log format", claims=lambda format: (format.name, *format.endings)
)
register, unregister = _FORMATS.register, _FORMATS.unregister


def formats() -> tuple[Format, ...]:
    """Return all formats, in alphabetical order of their names."""
    return tuple(_FORMATS.all().values())


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
