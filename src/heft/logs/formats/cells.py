"""What stands in a cell of a text table: a number, a date, a time of day, a list of numbers, or a word."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import numpy as np

from heft.arrays import Array

MISSING = {"", "nan", "na", "n/a", "null", "none", "-nan", "?"}
DAY = 86400.0
"""Seconds of a day."""

_CLOCK = re.compile(r"(\d{1,2}):(\d{2}):(\d{2}(?:\.\d*)?)")
_LIST = re.compile(r"(?:array\()?(?:'[a-z]',\s*)?[\[(]([^\[\]()]*)[\])]\)?")


def number(cell: str, decimal: str) -> float | None:
    """Return the number in a cell, NaN if it is missing: seconds of a date or of a time of day; None of other cells."""
    word = cell.strip().strip('"').replace(decimal, ".")
    if word.lower() in MISSING:
        return float("nan")
    try:
        return float(word)
    except ValueError:
        return _since_midnight(word) if ":" in word and "-" not in word else _since_1970(word)


def is_clock(cell: str, decimal: str) -> bool:
    """Return whether a cell has a time of day, as 12:30:01.250."""
    return _CLOCK.fullmatch(cell.strip().replace(decimal, ".")) is not None


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


def _since_midnight(word: str) -> float | None:
    found = _CLOCK.fullmatch(word)
    if found is None:
        return None
    hours, minutes, seconds = map(float, found.groups())
    return 3600 * hours + 60 * minutes + seconds


def _since_1970(word: str) -> float | None:
    """Return the seconds since 1970 of a date and time by ISO 8601, in UTC unless it says otherwise; None of others."""
    try:
        date = datetime.fromisoformat(word) if ":" in word and "-" in word else None
    except ValueError:
        return None
    return date and date.replace(tzinfo=date.tzinfo or UTC).timestamp()
