"""Log files: read by whatever format fits, with a map where the file does not say what its columns are; and written."""

from __future__ import annotations

from pathlib import Path

from heft.errors import FileError
from heft.files import write_whole
from heft.logs.formats import endings, format_of
from heft.logs.log import Log


def read_log(path: str | Path, map: str | Path | None = None, rate: float | None = None) -> Log:
    """Read a log from a file in any of the formats of `heft.logs.formats`.

    Args:
        path: the file; with a map, it may also be a folder of files that the map names.
        map: the map file that says which column is what, in which unit. None if the file itself says so: its columns
            are called `t`, `q.<joint>`, `tau.<joint>`, ..., or it is a ROS bag of joint states.
        rate: the sampling rate [Hz] of a file without time stamps, of which the map does not speak either. None if the
            file or the map has the time.

    Raises:
        FileError: a file cannot be read.
        FormatError: a file is damaged or its format is unknown, or file and map do not fit each other.

    Example:
        >>> heft.read_log("run.csv").rate
    """
    path = Path(path)
    if map is None:
        return format_of(path).read(path, rate=rate)
    from heft.logs.maps.conversion import read_with_map

    return read_with_map(path, Path(map), rate)


def write_log(log: Log, path: Path) -> None:
    """Write a log to a file, whole or not at all.

    Raises:
        FileError: it cannot be written, no format writes such files, or this is one of the files that the log was
            read from.
    """
    if path.suffix.lower() not in endings(written=True):
        known = " or ".join(endings(written=True))
        raise FileError(
            "Logs are not written to files with this ending.",
            where=str(path),
            remedy=f"Give a name that ends in {known}.",
        )
    for source in _sources(log):
        if path.exists() and source.exists() and path.samefile(source):
            raise FileError(
                "The log was read from this file, and an input is never changed.",
                where=str(path),
                remedy="Write to another file.",
            )
    write_whole(path, format_of(path).dump(log))


def _sources(log: Log) -> list[Path]:
    """Return all files that a log was read from, also the recorded ones that it was once imported from."""
    imported = (log.metadata or {}).get("import", {})
    files = imported.get("files", []) if isinstance(imported, dict) else []
    named = [file.get("path") for file in files if isinstance(file, dict)] if isinstance(files, list) else []
    return [Path(name) for name in [log.source and log.source.path, *named] if isinstance(name, str)]
