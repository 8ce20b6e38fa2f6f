"""The recorded files that a map speaks of: each is read once, by the format that fits, and its SHA-256 is kept."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from heft.errors import FileError
from heft.logs.formats import RawArrays, format_of, formats
from heft.logs.log import BROKEN_OFF


class RawFiles:
    """The recorded files of one run, read when they are first asked for.

    Args:
        root: a file, or a folder of files that the map names.
        settings: the map's [file] table; each format takes the settings that concern it.
    """

    def __init__(self, root: Path, settings: Mapping[str, Any]) -> None:
        self.root, self.settings = root, settings
        self.digests: dict[str, str] = {}
        self._read: dict[Path, RawArrays] = {}

    @property
    def broken_off(self) -> Mapping[str, Any]:
        """What the metadata of a log say if one of the files ends within a sample; else nothing."""
        told = any(BROKEN_OFF.items() <= dict(raw.facts.get("metadata") or {}).items() for raw in self._read.values())
        return BROKEN_OFF if told else {}

    def raw(self, name: str | None) -> RawArrays:
        """Return a file by its name beside or below the root; None for the root itself.

        Raises:
            FileError: there is no such file.
            FormatError: its format is not known, or it is damaged.
        """
        if not self.root.exists():
            raise FileError("File not found.", where=str(self.root), remedy="Check the path.")
        folder = self.root.is_dir() and not any(format.can_read(self.root) for format in formats())
        if folder and name is None:
            remedy = "Give 'file' in the map, or a file in place of the folder."
            raise FileError("It is a folder, and the map does not say which file.", where=str(self.root), remedy=remedy)
        path = self.root if name is None else (self.root if folder else self.root.parent) / name
        if path not in self._read:
            format = format_of(path)
            own = {key: value for key, value in self.settings.items() if key in format.settings}
            self._read[path] = format.raw(path, own)
            self.digests |= self._read[path].digests
        return self._read[path]
