"""The same fold on many machines: one information a log file, merged in pairs, with dask.distributed (extra `cluster`).

Every file is a task of its own that depends on nothing else, so a worker that dies costs its unfinished files, which
the scheduler gives to others; nothing is left on a worker beforehand that could die with it. Informations are merged in
the order of the files, whoever finishes first, so that the result is the same every time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from heft.errors import ArgumentError, FileError, HeftError, MissingExtraError
from heft.estimation.base import Base
from heft.estimation.information import NOTHING, Information, information_of
from heft.logs.motion import Motion

if TYPE_CHECKING:
    from distributed import Client

RETRIES = 3
"""How often a file is tried again whose worker died or failed."""


def information_of_file(base: Base, path: str, read: Callable[[str], Motion]) -> Information:
    """Read one log and return what it says about the base parameters: the task of a worker."""
    return information_of(base.model, base.columns, read(path))


def gathered(
    base: Base, paths: Sequence[str], read: Callable[[str], Motion], scheduler: str | Client | None = None
) -> Information:
    """Return the information of many log files.

    Args:
        base: the base parameters.
        paths: of the log files, as the workers see them.
        read: makes a cleaned motion of a path: a function of a module that the workers have, or a `functools.partial`
            of one.
        scheduler: address such as "tcp://host:8786" or a client of dask.distributed; None works in this process.

    Raises:
        FileError: the scheduler cannot be reached.
        HeftError: a file cannot be used, named in the message.
    """
    if not paths:
        raise ArgumentError("There is no log to gather information from.")
    if scheduler is None:
        parts = [information_of_file(base, path, read) for path in paths]
        while len(parts) > 1:
            parts = [_merge(*parts[k : k + 2]) for k in range(0, len(parts), 2)]
        return parts[0]
    client, ours = _connected(scheduler)
    try:
        parts = [client.submit(information_of_file, base, path, read, retries=RETRIES, pure=False) for path in paths]
        while len(parts) > 1:
            parts = [
                client.submit(_merge, *parts[k : k + 2], retries=RETRIES, pure=False) for k in range(0, len(parts), 2)
            ]
        return parts[0].result()
    except HeftError:
        raise
    except Exception as error:
        raise FileError(f"The cluster gave up: {error}.", remedy="Look at the workers' logs.") from error
    finally:
        if ours:
            client.close()


def _merge(first: Information, second: Information = NOTHING) -> Information:
    return first.merge(second)


def _connected(scheduler: str | Client) -> tuple[Client, bool]:
    """Return a client, and whether it is ours to close."""
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError("distributed", "cluster", "Work on a cluster") from None
    if isinstance(scheduler, Client):
        return scheduler, False
    try:
        return Client(scheduler, timeout="10s"), True
    except (OSError, ValueError, TimeoutError) as error:
        raise FileError(f"The scheduler cannot be reached: {error}.", where=scheduler) from None
