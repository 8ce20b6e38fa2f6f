"""Columns of times in Arrow's tables, as seconds: dates since 1970, times of day, and durations."""

from __future__ import annotations

from typing import Any

import numpy as np

from heft.arrays import Array
from heft.logs.formats.cells import past_midnight

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
