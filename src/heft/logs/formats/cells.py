"""What stands in a cell of a text table: a number, a date, a time of day, a duration, a list of numbers, or a word."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import numpy as np

from heft.arrays import Array

MISSING = {"", "nan", "na", "n/a", "null", "none", "-nan", "?"}
DAY = 86400.0
"""Seconds of a day."""

_CLOCK = re.compile(r"(\d{1,2}):(\d{2}):(\d{2}(?:\.\d*)?)")
_DURATION = re.compile(rf"(-?\d+) days?,? ?\+?(?:{_CLOCK.pattern})?")
_LIST = re.compile(r"(?:array\()?(?:'[a-z]',\s*)?[\[(]([^\[\]()]*)[\])]\)?")


def number(cell: str, decimal: str) -> float | None:
    """Return the number in a cell, NaN if it is missing, the seconds of a date or a duration; None of others."""
    word = cell.strip().strip('"').replace(decimal, ".")
    if word.lower() in MISSING:
        return float("nan")
    try:
        return float(word)
    except ValueError:
        return _seconds(word)


def is_clock(cell: str, decimal: str) -> bool:
    """Return whether a cell has a time of day, as 12:30:01.250."""
    return _CLOCK.fullmatch(cell.strip().replace(decimal, ".")) is not None


def is_time(cell: str, decimal: str) -> bool:
    """Return whether a cell has a date with a time, a time of day, or a duration, as 0 days 00:00:01.250."""
    return _seconds(cell.strip().strip('"').replace(decimal, ".")) is not None


def list_of_numbers(cell: str) -> list[float] | None:
    """Return the numbers of a list, as in [0.1, 0.2] or [0.1 0.2]; None of other cells."""
    found = _LIST.fullmatch(cell.strip())
    if found is None:
        return None
    numbers = [number(word, ".") for word in found[1].replace(",", " ").split()]
    return None if None in numbers else [x for x in numbers if x is not None]


def past_midnight(seconds: Array) -> Array:
    """Return times of day that go on where a new day begins."""
    falls = np.diff(seconds, prepend=seconds[:1]) < -DAY / 2
    return seconds + DAY * np.cumsum(falls)


def _seconds(word: str) -> float | None:
    """Return the seconds of a date since 1970, of a time of day since midnight, or of a duration; None of others."""
    if (found := _DURATION.fullmatch(word)) is not None:  # as pandas writes one
        days, *clock = (float(part or 0) for part in found.groups())
        return DAY * days + _since_midnight(*clock)
    if (found := _CLOCK.fullmatch(word)) is not None:
        return _since_midnight(*map(float, found.groups()))
    return _since_1970(word) if ":" in word and "-" in word else None


def _since_midnight(hours: float, minutes: float, seconds: float) -> float:
    return 3600 * hours + 60 * minutes + seconds


def _since_1970(word: str) -> float | None:
    """Return the seconds since 1970 of a date and time by ISO 8601, in UTC unless it says otherwise; None of others."""
    try:
        date = datetime.fromisoformat(word)
    except ValueError:
        return None
    return date.replace(tzinfo=date.tzinfo or UTC).timestamp()
