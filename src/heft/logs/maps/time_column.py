"""The column of time stamps: which it is, and in which unit.

A column is one by what it is called, or because its cells are dates, times of day or durations. An index without a
name, as pandas writes it, is one if it increases and does not only count the rows.

The unit is that of its name; else that of a clock since 1970, by the size of the stamps; else that in which robots are
recorded at such a rate, where nobody records at the rate that seconds would mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError
from heft.logs.formats import RawArrays
from heft.logs.maps.column_names import Reading
from heft.logs.maps.told import BY_HAND, few
from heft.logs.named_columns import check_rate
from heft.logs.time_units import RATES, USUAL

CLOCKS = ((1e17, "ns"), (1e14, "us"), (1e11, "ms"))
"""Stamps of a clock since 1970, above such a number, are in this unit."""

PARTS = {1e3: "ms", 1e6: "us", 1e9: "ns"}
"""Units by how many of them are a second."""

SECONDS, NANOSECONDS = r"(?<![a-z])secs?(?:onds?)?$", ("nanosec", "nanosecs", "nanoseconds", "nsec", "nsecs", "nanos")
"""How the two columns of a ROS stamp end."""


UNNAMED = ("__index_level_0__", "[0]")
"""How the index of a table is called that has no name."""


def clocks(readings: Iterable[Reading], raw: RawArrays) -> list[Reading]:
    """Return the columns that may be time stamps: those with the best reason to be, which are the first of these.

    Dates and durations with a telling name, if they tell samples apart; other columns with one; a column of dates; an
    index without a name.

    Args:
        readings: what the names of columns say.
        raw: the numbers of the file.
    """
    telling = {each.name: each for each in readings if each.signal == "time"}
    dates = [name for name in raw.columns if name in raw.times]
    index = [name for name in UNNAMED if name in raw.names or name in raw.arrays]
    return (
        [_stamps(name) for name in dates if name in telling and _is_fine(raw.columns[name])]
        or [each for name, each in telling.items() if name not in dates]
        or [_stamps(name) for name in telling]
        or [_stamps(name) for name in dates[:1] or index if name in dates or _is_time_like(raw.columns[name])]
    )


def _stamps(name: str) -> Reading:
    return Reading(name, "time", role="", label="", number=None, unit="s")


def _is_fine(dates: Array) -> bool:
    """Return whether dates tell most samples apart, as those to the second of a fast recorder do not."""
    steps = np.diff(dates[np.isfinite(dates)])
    return bool(2 * np.count_nonzero(steps) >= len(steps))


def _is_time_like(index: Array) -> bool:
    steps = np.diff(index)
    return bool(len(steps) and np.all(steps > 0) and np.any(index != np.round(index)))


def time_table(
    readings: Sequence[Reading], raw: RawArrays, rate: float | None = None
) -> tuple[dict[str, Any], list[str]]:
    """Return the table [time] of a map, and a note where its unit is a guess.

    Args:
        readings: what the names of columns say.
        raw: the numbers of the file.
        rate: [Hz] of a file that has no time stamps.

    Raises:
        FormatError: it has none and no rate is given, or it has some and a rate is given.
    """
    found, columns = clocks(readings, raw), raw.columns
    if rate is not None:
        check_rate(rate, [each.name for each in found], raw.where)
        return {"rate": rate}, []
    if not found:
        raise FormatError(
            f"No column has a name of time stamps; the file has {few(columns)}.",
            where=raw.where,
            remedy=f"If the file has none, give the sampling rate: heft import FILE --rate HZ. {BY_HAND}",
        )
    best = min(found, key=lambda each: (bool(each.label), len(each.name)))
    if (parts := _two_columns(found, columns)) is not None:
        return {"column": parts[0], "nanoseconds": parts[1]}, []
    stamps = columns[best.name][np.isfinite(columns[best.name])]
    largest = float(np.max(np.abs(stamps), initial=0.0))
    unit = best.unit or next((unit for limit, unit in CLOCKS if largest > limit), "")
    if unit:
        return {"column": best.name} | ({"unit": unit} if unit != "s" else {}), []
    steps = np.diff(stamps)
    step = float(np.median(steps[steps > 0])) if np.any(steps > 0) else 0.0
    likely = [part for count, part in PARTS.items() if USUAL[0] <= count / step <= USUAL[1]] if step else []
    if not likely or 1 / step > RATES[0]:
        return {"column": best.name}, []
    note = (
        f"The time stamps '{best.name}' are read as {likely[0]}, because in seconds the rate would be {1 / step:.3g} "
        "Hz. If this is wrong, correct 'unit' in [time] of the map."
    )
    return {"column": best.name, "unit": likely[0]}, [note]


def _two_columns(found: Sequence[Reading], columns: Mapping[str, Array]) -> tuple[str, str] | None:
    """Return the columns of seconds and of nanoseconds of a ROS stamp, `stamp.sec` and `stamp.nanosec`."""
    for name in sorted((each.name for each in found), key=len):
        stem = re.sub(SECONDS, "", name, flags=re.IGNORECASE)
        if stem == name:
            continue
        rest = next((other for other in columns if other != name and other.lower() in _ends(stem)), None)
        if rest is not None:
            return name, rest
    return None


def _ends(stem: str) -> set[str]:
    return {stem.lower() + end for end in NANOSECONDS}
