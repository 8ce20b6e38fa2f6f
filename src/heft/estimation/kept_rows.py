"""Rows of logs that are kept while a robot is identified.

The stages of an identification pass over the same rows: the information, pushes, scatter and findings each need them.
So rows are kept by what they are made from until the identification ends, the oldest giving way. Logs whose rows would
take more memory than `LIMIT` are streamed anew in every pass.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

LIMIT = 64_000_000
"""[byte] of rows that are kept."""

Rows = TypeVar("Rows")

_kept: ContextVar[dict[Hashable, tuple[int, list[Any]]] | None] = ContextVar("kept rows", default=None)
"""The size and the rows of each key, the oldest first; None where nothing is kept."""


@contextmanager
def keeping_rows() -> Iterator[None]:
    """Keep rows until the end of the context."""
    before = _kept.set({})
    try:
        yield
    finally:
        _kept.reset(before)


def kept(
    key: Hashable, size: int, made: Callable[[], Iterable[Rows]], copied: Callable[[Rows], Rows]
) -> Iterable[Rows]:
    """Return the rows of a key.

    Args:
        key: all that the rows depend on.
        size: how much memory they take [byte].
        made: streams them, each of which may be overwritten by the next.
        copied: returns a copy of some of them.
    """
    known = _kept.get()
    if known is None or size > LIMIT:
        return made()
    if key not in known:
        known[key] = size, [copied(each) for each in made()]
        while sum(each for each, _ in known.values()) > LIMIT:
            known.pop(next(iter(known)))
    return known[key][1]
