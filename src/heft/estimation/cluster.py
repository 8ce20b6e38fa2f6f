"""Logs on the workers of a cluster, with dask.distributed (extra `cluster`).

Workers read the logs and do with each what one process does; the answers come here in the order of the logs, whoever
finishes first. What was made of a log stays with its worker for the next question. If that worker dies, dask lets
another one make it again from the file, since every step says what it is made from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from heft.errors import FileError, HeftError
from heft.estimation.workers import awaited, checked, connected, own_heft
from heft.logs.held import Held, Item

if TYPE_CHECKING:
    from distributed import Client, Future

RETRIES = 3
"""How often a job is tried again whose worker died or failed."""

Made = TypeVar("Made")


@dataclass(frozen=True, eq=False)
class There(Held[Item]):
    """Items on the workers of a cluster.

    Attributes:
        client: of the cluster.
        futures: what dask knows of each item.
    """

    client: Client
    futures: Sequence[Future]

    def __len__(self) -> int:
        return len(self.futures)

    def fetched(self) -> list[Item]:
        """Return them.

        Raises:
            FileError: the cluster does not answer, or gave up.
            HeftError: what a worker refused.
        """
        try:
            return [awaited(self.client, future) for future in self.futures]
        except HeftError:
            raise
        except Exception as error:
            raise FileError(f"The cluster gave up: {error}.", remedy="Look at the workers' logs.") from error

    def made(self, job: Callable[..., Made], *arguments: Any, own: Sequence[Any] | None = None) -> There[Made]:
        """Return what workers make of each."""
        mine = [()] * len(self) if own is None else [(each,) for each in own]
        return There(
            self.client,
            [
                self.client.submit(checked, own_heft(), job, item, *one, *arguments, retries=RETRIES, pure=False)
                for item, one in zip(self.futures, mine, strict=True)
            ],
        )


@contextmanager
def on_cluster(scheduler: str | Client | None) -> Iterator[Client | None]:
    """Connect to a cluster until the end of the context.

    Args:
        scheduler: address such as "tcp://host:8786" or a client of dask.distributed; None for no cluster.

    Raises:
        FileError: the scheduler cannot be reached, or a worker has another heft.
    """
    if scheduler is None:
        yield None
        return
    client, ours = connected(scheduler)
    try:
        yield client
    finally:
        if ours:
            client.close()


def given_to(client: Client, items: Sequence[Item]) -> There[Item]:
    """Return items that workers are to have, such as the paths of logs."""
    return There(client, [client.submit(_itself, item, retries=RETRIES, pure=False) for item in items])


def _itself(item: Item) -> Item:
    return item
