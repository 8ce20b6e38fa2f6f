"""Parquet: a column for each signal; logs that heft writes carry their metadata, JSON under the key `heft.log`.

heft's own files are plain (`heft.logs.formats.plain_parquet`). Those of other programs need pyarrow (extra `parquet`),
which reads all files where it is installed. pandas writes the index of a table as a column, which may be the time
stamps or only count the rows.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError
from heft.logs.formats import OneFile, RawArrays
from heft.logs.formats.arrow_times import is_time, read_times, seconds, written_times
from heft.logs.formats.plain_parquet import read_plain, written
from heft.logs.log import Log
from heft.logs.log_facts import log_facts
from heft.sizes import check_expanded

METADATA = "heft.log"
"""The key of the metadata in a Parquet file; its value is JSON."""

UNNAMED_INDEX = re.compile(r"__index_level_\d+__")
"""How pandas calls the column of an index without a name."""


class Parquet(OneFile):
    """Tables with named columns of numbers, or of lists that have a number for each joint."""

    name = "Parquet"
    endings = (".parquet",)
    writes = True

    def parse(self, content: bytes, where: str, settings: Mapping[str, Any]) -> RawArrays:
        """Return each column as an array of its own; the facts are heft's metadata.

        Times are in seconds, those in words too. Columns of other texts and of structures are left out, unless there
        is nothing else.
        """
        if find_spec("pyarrow") is None:
            columns, texts = read_plain(content, where)
            facts = log_facts(texts[METADATA], where) if METADATA in texts else {}
            return RawArrays(where, {name: values[:, None] for name, values in columns.items()}, facts=facts)
        import pyarrow.parquet as pq

        file = pq.ParquetFile(io.BytesIO(content))
        check_expanded(8 * file.metadata.num_rows * file.metadata.num_columns, len(content), where)
        groups = [file.metadata.row_group(k) for k in range(file.num_row_groups)]
        check_expanded(sum(max(group.total_byte_size, 0) for group in groups), len(content), where)
        kinds = dict(zip(file.schema_arrow.names, file.schema_arrow.types, strict=True))
        in_words = written_times(file)
        times = [name for name, kind in kinds.items() if is_time(kind) or name in in_words]
        kept = [name for name, kind in kinds.items() if name in times or _is_number(_member(kind))]
        if kinds and not kept:
            name, kind = next(iter(kinds.items()))
            raise FormatError(
                f"No column has numbers; the first, '{name}', has the data type {kind}.",
                where=where,
                remedy="Convert the columns to numbers.",
            )
        metadata = file.schema_arrow.metadata or {}
        key = METADATA.encode()
        facts = log_facts(metadata[key], where) if key in metadata else {}
        table = file.read(columns=kept, use_threads=False)

        def values(name: str) -> Array:
            column = table.column(name)
            if name in in_words:
                return read_times(column, name, where)[:, None]
            return seconds(column)[:, None] if name in times else _array(name, column, where)

        arrays = {name: values(name) for name in kept}
        return RawArrays(where, arrays, times=times, facts=facts)

    def columns(self, raw: RawArrays) -> dict[str, Array]:
        """Return the columns of a log, without those in which pandas keeps the numbers of rows."""
        return {name: values for name, values in super().columns(raw).items() if not UNNAMED_INDEX.fullmatch(name)}

    def dump(self, log: Log) -> bytes:
        """Return a log with its metadata."""
        facts = log.facts()
        facts["rate"] = None if np.isnan(log.rate) else log.rate
        return written(log.columns, {METADATA: json.dumps({"format": "heft-log/1"} | facts).encode()})


def _member(kind: Any) -> Any:
    """Return the data type of the numbers in a column: of a list, that of its members."""
    from pyarrow import types

    lists = (types.is_list, types.is_large_list, types.is_fixed_size_list)
    inner = kind.value_type if any(test(kind) for test in lists) else kind
    return inner.value_type if types.is_dictionary(inner) else inner


def _is_number(kind: Any) -> bool:
    from pyarrow import types

    numbers = (types.is_integer, types.is_floating, types.is_boolean, types.is_decimal, types.is_null)
    return any(test(kind) for test in numbers)


def _array(name: str, column: Any, where: str) -> Array:
    """Return a column as (n, 1), or one of lists as (n, k).

    Raises:
        FormatError: its lists have different lengths.
    """
    from pyarrow import compute

    lists: Any = compute
    if _member(column.type) is column.type or not hasattr(column.type, "value_field"):
        return np.array(column.cast("float64").to_numpy(), float)[:, None]
    lengths = lists.list_value_length(column).to_numpy()
    if not len(lengths):
        return np.empty((0, 1))
    odd = np.flatnonzero(lengths != lengths[0])  # a missing list has the length NaN, which equals nothing
    if len(odd) or not np.isfinite(lengths[0]):
        row = odd[0] if len(odd) else 0
        raise FormatError(
            f"The lists of '{name}' have {lengths[0]:g} numbers at first, and {lengths[row]:g} in row {row}.",
            where=where,
            remedy="Keep rows that have a number for every joint.",
        )
    return np.array(lists.list_flatten(column).cast("float64").to_numpy(), float).reshape(len(lengths), -1)


FORMAT = Parquet()
