"""The files of a ROS bag, checked before rosbags opens them: ordinary files, plain tables, chunks of bounded size.

rosbags expands a compressed chunk whatever its size. While a bag is read inside `bounded`, its decompressors stop at
the size that `heft.sizes` allows.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from heft.errors import FileError, FormatError
from heft.files import sha256_of
from heft.sizes import check_expanded, most_expanded

BLOCK = 2**20
"""[bytes] Expanded at a time."""


def digests_of(path: Path) -> dict[str, str]:
    """Return the SHA-256 of each file of a bag.

    Raises:
        FileError: one cannot be read, or is not an ordinary file.
    """
    files = sorted(p for p in path.iterdir() if not p.is_dir()) if path.is_dir() else [path]
    digests = {str(file): sha256_of(file) for file in files}
    for file in files:
        if file.suffix == ".db3":
            _check_tables(file)
    return digests


def _check_tables(path: Path) -> None:
    """Refuse a database whose columns are computed: reading them would run expressions of the file.

    Raises:
        FormatError: naming the table.
    """
    import sqlite3

    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as database:
        database.execute("PRAGMA trusted_schema = OFF")
        tables = database.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')").fetchall()
        for (table,) in tables:
            if any(row[6] for row in database.execute("SELECT * FROM pragma_table_xinfo(?)", (table,))):
                what = f"The table '{table}' has columns that are computed, which a ROS bag does not have."
                raise FormatError(what, where=str(path), remedy="Record it again, or convert it with ros2 bag.")


@contextmanager
def bounded(path: Path, size: int) -> Iterator[None]:
    """Let rosbags expand no more than a bag of this size [bytes] may.

    Raises:
        FileError: a chunk or a message expands too far.
    """
    import bz2
    from unittest.mock import patch

    from rosbags.rosbag1 import reader as rosbag1
    from rosbags.rosbag2 import reader as rosbag2
    from rosbags.rosbag2 import storage_mcap

    library: Any = rosbag2
    lz4, zstd = _bounded(_lz4(), path, size), _bounded(library.zstd.ZstdDecompressor, path, size)
    with ExitStack() as stack:
        mcap = {"lz4": lambda data, _: lz4(data), "zstd": lambda data, _: zstd(data)}
        stack.enter_context(patch.dict(storage_mcap.DECOMPRESSORS, mcap))
        ros1 = {"bz2": _bounded(bz2.BZ2Decompressor, path, size), "lz4": lz4}
        stack.enter_context(patch.dict(rosbag1.decompressors, ros1))

        def opened(file: Any, _: str) -> io.BytesIO:
            return io.BytesIO(zstd(file.read()))

        stack.enter_context(patch.object(rosbag2, "zstd", SimpleNamespace(decompress=zstd, open=opened)))
        yield


def _lz4() -> Callable[[], Any]:
    from lz4.frame import LZ4FrameDecompressor  # type: ignore[import-untyped]

    return LZ4FrameDecompressor


def _bounded(make: Callable[[], Any], path: Path, size: int) -> Callable[[bytes], bytes]:
    """Return a function that expands bytes by a stream decompressor, up to what a bag of this size may expand to."""

    def expand(data: bytes) -> bytes:
        found, total, engine = [], 0, make()
        while True:
            block = engine.decompress(data, BLOCK)
            data, total = b"", total + len(block)
            found.append(block)
            if total > most_expanded(size):
                check_expanded(total, size, str(path))
            if engine.eof:
                break
            if engine.needs_input:
                raise FileError("It breaks off.", where=str(path), remedy="Copy or record it again.")
        return b"".join(found)

    return expand
