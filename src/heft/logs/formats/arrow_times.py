"""Columns of times in Arrow's tables, as seconds: dates since 1970, times of day, and durations; texts of them, too."""

from __future__ import annotations

from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import LONGEST_SHOWN, FormatError
from heft.logs.formats.cells import is_clock, number, past_midnight
from heft.logs.formats.cells import is_time as is_written_time
from heft.text import shortened

PARTS = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
"""How many of each unit are a second."""


def is_time(kind: Any) -> bool:
    """Return whether a data type is that of dates with a time, of times of day, or of durations."""
    from pyarrow import types

    return types.is_timestamp(kind) or types.is_duration(kind) or types.is_time(kind)


def seconds(column: Any) -> Array:
    """Return a column of times as seconds (n,), NaN where one is missing; times of day go on past midnight.

    Dates count from 1970 in UTC, in which those without a time zone are taken to be.
    """
    import pyarrow as pa
    from pyarrow import types

    count, kind = PARTS[column.type.unit], column.type
    whole = column.cast(pa.int32() if types.is_time32(kind) else pa.int64()).combine_chunks()
    parts = np.asarray(whole.fill_null(0).to_numpy(zero_copy_only=False), np.int64)
    found = parts // count + (parts % count) / count  # nanoseconds since 1970 have more digits than a float
    found[whole.is_null().to_numpy(zero_copy_only=False)] = np.nan
    return past_midnight(found) if types.is_time(kind) else found


def written_times(file: Any) -> list[str]:
    """Return the columns of texts of a Parquet file of which the first row has a date, a time of day or a duration."""
    from pyarrow import types

    words = [
        field.name for field in file.schema_arrow if types.is_string(field.type) or types.is_large_string(field.type)
    ]
    first = next(file.iter_batches(1, columns=words, use_threads=False), None) if words else None
    cells = {name: first.column(name)[0].as_py() for name in words} if first is not None and len(first) else {}
    return [name for name, cell in cells.items() if cell and is_written_time(cell, ".")]


def read_times(column: Any, name: str, where: str) -> Array:
    """Return a column of texts as seconds (n,), NaN where one is missing.

    Raises:
        FormatError: a text is not a time.
    """
    cells = [cell or "" for cell in column.to_pylist()]
    found = [number(cell, ".") for cell in cells]
    if None in found:
        row = found.index(None)
        what = f"'{shortened(cells[row], LONGEST_SHOWN)}' is not a time, in row {row} of '{name}'."
        raise FormatError(what, where=where, remedy="Correct the cell, or leave it empty if the time is missing.")
    values = np.array(found, float)
    return past_midnight(values) if is_clock(cells[0], ".") else values
