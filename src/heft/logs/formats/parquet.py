"""Parquet: a column for each signal; logs that heft writes carry their metadata, JSON under the key `heft.log`."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError
from heft.logs.formats import OneFile, RawArrays, register
from heft.logs.log import Log

METADATA = b"heft.log"
"""The key of the metadata in a Parquet file; its value is JSON."""


class Parquet(OneFile):
    """Tables with named columns of numbers."""

    name = "Parquet"
    endings = (".parquet",)
    writes = True

    def parse(self, content: bytes, where: str, settings: Mapping[str, Any]) -> RawArrays:
        """Return each column as an array of its own; the facts are heft's metadata."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            table = pq.read_table(io.BytesIO(content))
            columns = {name: _as_floats(table.column(name), name, where) for name in table.column_names}
            facts = json.loads((table.schema.metadata or {}).get(METADATA, b"{}"))
        except (pa.ArrowException, OSError, ValueError) as error:
            raise self.damaged(error, where) from None
        if not isinstance(facts, dict):
            remedy = f"Remove the metadata key '{METADATA.decode()}', or write the file with heft."
            raise FormatError("Its metadata are not those of a log.", where=where, remedy=remedy)
        return RawArrays(where, {name: values[:, None] for name, values in columns.items()}, facts=facts)

    def dump(self, log: Log) -> bytes:
        """Return a log with its metadata."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        table = pa.table({name: np.ascontiguousarray(values) for name, values in log.columns.items()})
        facts = log.facts()
        facts["rate"] = None if np.isnan(log.rate) else log.rate
        table = table.replace_schema_metadata({METADATA: json.dumps({"format": "heft-log/1"} | facts).encode()})
        sink = io.BytesIO()
        pq.write_table(table, sink, compression="zstd")
        return sink.getvalue()


def _as_floats(column: Any, name: str, where: str) -> Array:
    try:
        return np.array(column.cast("float64").to_numpy(), float)
    except Exception:
        raise FormatError(
            f"The column '{name}' has the data type {column.type}, which is not a type of number.",
            where=where,
            remedy="Convert the column to numbers, or remove it.",
        ) from None


register(Parquet())
