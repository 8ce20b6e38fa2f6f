"""Every place of a file of JSON, damaged in its turn."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

GONE = object()
"""Stands for a place that is missing."""

WRONG: tuple[Any, ...] = (
    *(GONE, None, True, "word", "", -1, 0, 1e99, 10**25, float("nan"), float("inf"), 0.5),
    *([], {}, [[1.0]], [None], ["a", "b"], {"a": 1}, [[[]]], [-3, 2.5], "\x1b[31m\n"),
)
"""What stands in place of something else."""

Place = tuple[Any, ...]


def places(data: Any, here: Place = ()) -> Iterator[Place]:
    """Yield every place of JSON, of lists the first and the last entry."""
    if here:
        yield here
    if isinstance(data, dict):
        for key, value in data.items():
            yield from places(value, (*here, key))
    elif isinstance(data, list):
        for k in sorted({0, len(data) - 1} if data else ()):
            yield from places(data[k], (*here, k))


def damaged(data: Any, at: Place, wrong: Any) -> Any:
    """Return a copy of JSON with something else at a place."""
    made, (key, *rest) = copy.copy(data), at
    if rest:
        made[key] = damaged(data[key], tuple(rest), wrong)
    elif wrong is GONE:
        del made[key]
    else:
        made[key] = copy.deepcopy(wrong)
    return made


def every_damage(data: Any, each: int) -> Iterator[tuple[Place, Any, Any]]:
    """Yield places, what is there instead, and the whole; at each place some of `WRONG`, all of them in turn."""
    count = 0
    for at in places(data):
        for _ in range(each):
            wrong = WRONG[count % len(WRONG)]
            count += 1
            yield at, wrong, damaged(data, at, wrong)
