"""Plain Parquet files: columns of doubles without missing values, pages compressed by gzip. No library is needed.

They are what heft writes, and every reader of Parquet reads them. Files of other programs are encoded in many more
ways, for which pyarrow is needed (extra `parquet`).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping

import numpy as np

from heft.arrays import Array
from heft.errors import MissingExtraError
from heft.logs.formats.thrift import I32, I64, Reader, Struct, encoded
from heft.sizes import check_expanded

MAGIC = b"PAR1"
DOUBLE, REQUIRED, PLAIN, RLE, UNCOMPRESSED, GZIP, DATA_PAGE = 5, 0, 0, 3, 0, 2, 0
"""Numbers of Parquet's enumerations."""

PAGE = 2**17
"""Values in a page."""


def written(columns: Mapping[str, Array], metadata: Mapping[str, bytes]) -> bytes:
    """Return a Parquet file.

    Args:
        columns: numbers, (n,) each, by name.
        metadata: texts by key.
    """
    out = bytearray(MAGIC)
    n = len(next(iter(columns.values()), ()))
    chunks: list[Struct] = []
    for name, values in columns.items():
        start, raw = len(out), 0
        for page in _pages(np.ascontiguousarray(values, "<f8")):
            content = _gzip(page.tobytes())
            inner = {1: I32(len(page)), 2: I32(PLAIN), 3: I32(RLE), 4: I32(RLE)}
            head = encoded({1: I32(DATA_PAGE), 2: I32(page.nbytes), 3: I32(len(content)), 5: inner})
            out += head + content
            raw += len(head) + page.nbytes
        sizes = {5: I64(n), 6: I64(raw), 7: I64(len(out) - start), 9: I64(start)}
        about = {1: I32(DOUBLE), 2: [I32(PLAIN)], 3: [name.encode()], 4: I32(GZIP)}
        chunks.append({2: I64(start), 3: about | sizes})
    schema = [{4: b"schema", 5: I32(len(columns))}]
    schema += [{1: I32(DOUBLE), 3: I32(REQUIRED), 4: name.encode()} for name in columns]
    footer: Struct = {1: I32(1), 2: schema, 3: I64(n), 6: b"heft"}
    total = sum(chunk[3][6] for chunk in chunks)
    footer[4] = [{1: chunks, 2: I64(total), 3: I64(n)}]
    if metadata:
        footer[5] = [{1: key.encode(), 2: value} for key, value in metadata.items()]
    end = encoded(footer)
    return bytes(out) + end + len(end).to_bytes(4, "little") + MAGIC


def _pages(values: Array) -> Iterator[Array]:
    for start in range(0, max(len(values), 1), PAGE):
        yield values[start : start + PAGE]


def _gzip(content: bytes) -> bytes:
    packer = zlib.compressobj(1, wbits=31)
    return packer.compress(content) + packer.flush()


def read_plain(content: bytes, where: str) -> tuple[dict[str, Array], dict[str, bytes]]:
    """Return the columns and the metadata of a plain Parquet file.

    Raises:
        MissingExtraError: the file is Parquet, but not plain.
        ValueError: it is damaged, as are whatever other errors it makes Python raise.
    """
    if len(content) < 12 or content[:4] != MAGIC or content[-4:] != MAGIC:
        raise ValueError("it does not begin and end with PAR1")
    length = int.from_bytes(content[-8:-4], "little")
    if length > len(content) - 12:
        raise ValueError("its metadata are longer than the file")
    footer = Reader(content, len(content) - 8 - length).struct()
    root, *leaves = footer[2]
    if root[5] != len(leaves) or any(leaf.get(1) != DOUBLE or leaf.get(3, REQUIRED) != REQUIRED for leaf in leaves):
        raise _not_plain()
    names = [leaf[4].decode() for leaf in leaves]
    check_expanded(8 * footer[3] * len(names), len(content), where)
    parts: dict[str, list[Array]] = {name: [] for name in names}
    for group in footer[4]:
        for name, chunk in zip(names, group[1], strict=True):
            parts[name].append(_column(content, chunk[3]))
    columns = {name: np.concatenate(arrays or [np.empty(0)]) for name, arrays in parts.items()}
    if any(len(values) != footer[3] for values in columns.values()):
        raise ValueError("a column is not as long as the table")
    return columns, {pair[1].decode(): pair.get(2, b"") for pair in footer.get(5, [])}


def _column(content: bytes, about: Struct) -> Array:
    """Return the values of a column in a group of rows."""
    if about[4] not in (UNCOMPRESSED, GZIP) or about.get(11):  # 11: where a dictionary is
        raise _not_plain()
    pages, found, at = list[Array](), 0, about[9]
    while found < about[5]:
        reader = Reader(content, at)
        head = reader.struct()
        if head[1] != DATA_PAGE or head[5][2] != PLAIN:
            raise _not_plain()
        at = reader.at + head[3]
        packed = content[reader.at : at]
        raw = (
            packed if about[4] == UNCOMPRESSED else zlib.decompressobj(wbits=31).decompress(packed, 8 * head[5][1] + 1)
        )
        page = np.frombuffer(raw, "<f8")
        if len(page) != head[5][1] or not len(page):
            raise ValueError("a page does not have the values that it should")
        pages.append(page)
        found += len(page)
    return np.concatenate(pages or [np.empty(0)])


def _not_plain() -> MissingExtraError:
    return MissingExtraError("pyarrow", "parquet", "Reading Parquet files of other programs")
