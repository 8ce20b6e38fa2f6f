"""What a log format is: which paths it reads, and how it reads one, with a map or without."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from heft.arrays import Array
from heft.files import read_bytes
from heft.logs.formats.raw_arrays import RawArrays
from heft.logs.log import Log, Origin
from heft.logs.named_columns import from_columns, with_stamps
from heft.reading.guard import reading


class Format(ABC):
    """A kind of file that holds recorded signals.

    Attributes:
        name: what people call it.
        endings: of the names of its files, in lower case, each with its dot.
        settings: the keys of a map's [file] table that concern it, and the type of each value.
        extra: the optional dependencies of heft that it needs; "" if it needs none.
        writes: whether `dump` writes a log.
    """

    name: ClassVar[str]
    endings: ClassVar[tuple[str, ...]]
    settings: ClassVar[Mapping[str, type]] = {}
    extra: ClassVar[str] = ""
    writes: ClassVar[bool] = False

    def can_read(self, path: Path) -> bool:
        """Return whether a path is of this format, by its name or by what kind of folder it is."""
        return path.suffix.lower() in self.endings

    @abstractmethod
    def load(self, path: Path, settings: Mapping[str, Any]) -> RawArrays:
        """Return the numbers in a file, unchanged.

        It may raise anything for a damaged file; `raw` makes a `FormatError` of it.

        Args:
            path: one that it `can_read`.
            settings: values for some of its `settings`.
        """

    def raw(self, path: Path, settings: Mapping[str, Any]) -> RawArrays:
        """Return the numbers in a file, unchanged.

        Args:
            path: one that it `can_read`.
            settings: values for some of its `settings`.

        Raises:
            FileError: the file cannot be read, or expands too far.
            FormatError: the file is damaged.
        """
        with reading(str(path), f"{self.name} file"):
            return self.load(path, settings)

    def columns(self, raw: RawArrays) -> dict[str, Array]:
        """Return what `load` returned as the columns of a log: `t`, `q.<joint>`, `tau.<joint>`, ...

        The only column of dates or durations is that of the time stamps, whatever its name is; beside `t`, dates are
        left out.
        """
        columns = raw.columns
        if "t" in columns:
            return {name: values for name, values in columns.items() if name == "t" or name not in raw.times}
        if len(raw.times) == 1:
            columns = {"t": columns.pop(next(iter(raw.times)))} | columns
        return columns

    def read(
        self,
        path: Path,
        map: Path | None = None,
        settings: Mapping[str, Any] | None = None,
        rate: float | None = None,
    ) -> Log:
        """Read a log.

        Args:
            path: one that it `can_read`.
            map: the map file; None where the file itself says what its columns are.
            settings: values for some of its `settings`, without a map.
            rate: [Hz] of a file without time stamps; None if it has some.

        Raises:
            FileError: the file cannot be read.
            FormatError: it is damaged, or neither it nor the map says what its columns are.
        """
        if map is not None:
            from heft.logs.maps.conversion import read_with_map

            return read_with_map(path, map, rate)
        raw = self.raw(path, settings or {})
        with reading(str(path), f"{self.name} file"):
            columns = self.columns(raw)
            return from_columns(
                columns if rate is None else with_stamps(columns, rate, str(path)),
                joints=raw.facts.get("joints"),
                effort_kind=raw.facts.get("effort_kind"),
                metadata=raw.facts.get("metadata"),
                source=Origin(*next(iter(raw.digests.items()))),
                where=str(path),
            )

    def dump(self, log: Log) -> bytes:
        """Return the content of a file that holds a log, if the format `writes`."""
        raise NotImplementedError


class OneFile(Format):
    """A format in which a log is one file: it only has to parse the bytes."""

    @abstractmethod
    def parse(self, content: bytes, where: str, settings: Mapping[str, Any]) -> RawArrays:
        """Return the numbers in the bytes of a file; as with `load`, anything may be raised for a damaged one.

        Args:
            content: the whole file.
            where: how errors call it.
            settings: values for some of its `settings`.
        """

    def load(self, path: Path, settings: Mapping[str, Any]) -> RawArrays:
        """Return the numbers in a file, with its SHA-256."""
        content = read_bytes(path)
        digest = hashlib.sha256(content).hexdigest()
        return replace(self.parse(content, str(path), settings), digests={str(path): digest})
