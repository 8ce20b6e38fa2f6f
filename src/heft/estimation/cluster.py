"""The same fold on many machines: one information a log file, merged in pairs, with dask.distributed (extra `cluster`).

Every file is a task of its own that depends on nothing else, so a worker that dies costs its unfinished files, which
the scheduler gives to others; nothing is left on a worker beforehand that could die with it. Informations are merged in
the order of the files, whoever finishes first, so that the result is the same every time. When the parameters are
estimated, a second round over the files brings the stretches of time from which intervals come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from heft.arrays import Array
from heft.errors import ArgumentError, FileError, HeftError
from heft.estimation.base import Base
from heft.estimation.information import NOTHING, Information, information_of
from heft.estimation.residuals import Pass
from heft.estimation.uncertainty import Stretch, stretches
from heft.estimation.workers import awaited, checked, connected, own_heft
from heft.logs.motion import Motion

if TYPE_CHECKING:
    from distributed import Client


RETRIES = 3
"""How often a file is tried again whose worker died or failed."""


@dataclass(frozen=True, eq=False)
class Distant:
    """Logs that the workers of a cluster read.

    Attributes:
        base: the base parameters.
        paths: of the log files, as the workers see them.
        read: makes a cleaned motion of a path; see `gathered`.
        scheduler: address or client; None works in this process.
    """

    base: Base
    paths: Sequence[str]
    read: Callable[[str], Motion]
    scheduler: str | Client | None

    @cached_property
    def information(self) -> Information:
        """What they say of the base parameters."""
        return gathered(self.base, self.paths, self.read, self.scheduler)

    @property
    def rows(self) -> int:
        """How many rows of the regression they have."""
        return sum(source["rows"] for source in self.information.sources)

    def stretches(self, values: Array, weights: Array, length: int, first: int = 0) -> list[Stretch]:
        """Return their stretches of time, runs counted from `first`; see `heft.estimation.uncertainty.stretches`."""
        jobs = [(stretches_of_file, self.base, path, self.read, values, weights, length) for path in self.paths]
        found = enumerate(_done(jobs, self.scheduler), start=first)
        return [replace(part, run=run) for run, parts in found for part in parts]


def information_of_file(base: Base, path: str, read: Callable[[str], Motion]) -> Information:
    """Read one log and return what it says about the base parameters: the first task of a worker."""
    return information_of(base.model, base.columns, read(path))


def stretches_of_file(
    base: Base, path: str, read: Callable[[str], Motion], values: Array, weights: Array, length: int
) -> list[Stretch]:
    """Read one log and return its stretches of time: the second task of a worker."""
    return [*stretches(Pass(base.model, base.columns, [read(path)]), values, weights, length, neighbours=True)]


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
        raise ArgumentError("There is no log to gather information from.", remedy="Give at least one log file.")
    return _done([(information_of_file, base, path, read) for path in paths], scheduler, _merge)[0]


def _done(
    jobs: Sequence[tuple[Any, ...]], scheduler: str | Client | None, merge: Callable[..., Any] | None = None
) -> list[Any]:
    """Return what jobs (a function and its arguments each) give, in order; merged in pairs to one if there is a way."""
    if scheduler is None:
        return _in_pairs([job(*arguments) for job, *arguments in jobs], merge)
    client, ours = connected(scheduler)
    try:

        def submit(job: Callable[..., Any], *arguments: Any) -> Any:
            return client.submit(checked, own_heft(), job, *arguments, retries=RETRIES, pure=False)

        pair = None if merge is None else lambda *two: submit(merge, *two)
        return [awaited(client, part) for part in _in_pairs([submit(*job) for job in jobs], pair)]
    except HeftError:
        raise
    except Exception as error:
        raise FileError(f"The cluster gave up: {error}.", remedy="Look at the workers' logs.") from error
    finally:
        if ours:
            client.close()


def _in_pairs(parts: list[Any], merge: Callable[..., Any] | None) -> list[Any]:
    """Return parts merged in pairs, and pairs of pairs, until one is left; as they are if there is no merge."""
    while merge is not None and len(parts) > 1:
        parts = [merge(*parts[k : k + 2]) for k in range(0, len(parts), 2)]
    return parts


def _merge(first: Information, second: Information = NOTHING) -> Information:
    return first.merge(second)
