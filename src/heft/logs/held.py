"""Logs, or what was made of them, wherever they are: in this process, or on the workers of a cluster.

What concerns several logs is decided here, from small answers that each of them gives to the same question. Where a log
is makes no difference to that, so that a cluster decides as one process does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Made = TypeVar("Made")


class Held(ABC, Generic[Item]):
    """Items in their order, one for each log."""

    @abstractmethod
    def __len__(self) -> int:
        """Return how many there are."""

    @abstractmethod
    def fetched(self) -> list[Item]:
        """Return the items themselves: here, wherever they were."""

    @abstractmethod
    def made(self, job: Callable[..., Made], *arguments: Any, own: Sequence[Any] | None = None) -> Held[Made]:
        """Return what a job makes of each item, held where the item is.

        Args:
            job: called with an item, then with its own argument if there are such, then with the common ones; a
                function of a module, since a worker may have to do it.
            arguments: the same for all items.
            own: one for each item.
        """

    def each(self, job: Callable[..., Made], *arguments: Any, own: Sequence[Any] | None = None) -> list[Made]:
        """Return what a job answers for each item; see `made`."""
        return self.made(job, *arguments, own=own).fetched()


@dataclass(frozen=True, eq=False)
class Here(Held[Item]):
    """Items in this process."""

    items: Sequence[Item]

    def __len__(self) -> int:
        return len(self.items)

    def fetched(self) -> list[Item]:
        """Return them."""
        return list(self.items)

    def made(self, job: Callable[..., Made], *arguments: Any, own: Sequence[Any] | None = None) -> Here[Made]:
        """Return what a job makes of each, in this process."""
        if own is None:
            return Here([job(item, *arguments) for item in self.items])
        return Here([job(item, each, *arguments) for item, each in zip(self.items, own, strict=True)])


@dataclass(frozen=True, eq=False)
class Several(Held[Item]):
    """Items of several places, one after the other."""

    parts: Sequence[Held[Item]]

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def fetched(self) -> list[Item]:
        """Return those of all places."""
        return [item for part in self.parts for item in part.fetched()]

    def made(self, job: Callable[..., Made], *arguments: Any, own: Sequence[Any] | None = None) -> Several[Made]:
        """Return what a job makes of each, where it is."""
        rest = None if own is None else list(own)
        made = []
        for part in self.parts:
            mine, rest = (None, None) if rest is None else (rest[: len(part)], rest[len(part) :])
            made.append(part.made(job, *arguments, own=mine))
        return Several(made)
