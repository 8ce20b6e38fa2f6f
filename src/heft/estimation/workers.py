"""A cluster that can be relied on: it answers in time, and every worker has the same heft as this process.

A port that accepts connections and says nothing, a web server, and a worker that was stopped would be waited for
without end, since dask waits for the answer to its greeting. A worker with other sources would compute other numbers
from the same logs, and nobody would see it. All of it is asked before the first log is read.
"""

from __future__ import annotations

import asyncio
import hashlib
import platform
import time
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, Any

from heft.errors import FileError, MissingExtraError

if TYPE_CHECKING:
    from distributed import Client, Future

CONNECT = 15.0
"""[s] How long a scheduler has to answer, and how long a worker may be silent before it has said which heft it has."""

SILENCE = 60.0
"""[s] A worker that has given no sign of life for so long at work is not waited for. It sends one every second or so,
but not while a kernel compiles, which takes a while on a busy machine."""

POLL, SOON = 1.0, 0.05
"""[s] Between checks that workers are alive while they work, and while they say which heft they have."""


WORDS = {"version": "another version", "sources": "other sources"}


@cache
def own_heft() -> dict[str, str]:
    """Return the version of heft in this process, and a hash of its sources."""
    root, total = Path(__file__).parents[1], hashlib.sha256()
    for path in sorted(root.rglob("*.py"), key=lambda path: path.relative_to(root).as_posix()):
        total.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return {"version": version("heft-robotics"), "sources": total.hexdigest()[:12]}


def connected(scheduler: str | Client) -> tuple[Client, bool]:
    """Return a client whose workers all have this heft, and whether it is ours to close.

    Args:
        scheduler: address or client of dask.distributed.

    Raises:
        FileError: the scheduler or a worker does not answer in time, or a worker has another heft.
        MissingExtraError: dask.distributed is not installed.
    """
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError("distributed", "cluster", "Work on a cluster") from None
    if isinstance(scheduler, Client):
        check_workers(scheduler)
        return scheduler, False
    _greet(scheduler)
    try:
        client = Client(scheduler, timeout=CONNECT)
    except (OSError, ValueError, TimeoutError) as error:
        raise _unreachable(scheduler, str(error)) from None
    try:
        check_workers(client)
    except BaseException:
        client.close(timeout=CONNECT)
        raise
    return client, True


def check_workers(client: Client) -> None:
    """Ask every worker which heft it has; those that end meanwhile do not matter.

    Raises:
        FileError: there is no worker, one does not answer, or has another heft; it is named.
    """
    asked: dict[str, Future] = {}
    pulse = Pulse(client, CONNECT)
    while True:
        alive = pulse.felt()
        for worker in alive:
            if worker not in asked:
                asked[worker] = client.submit(own_heft, workers=[worker], allow_other_workers=False, pure=False)
        if alive and all(asked[worker].done() for worker in alive):
            for worker in alive:
                _refuse_other(worker, _told(worker, asked[worker]))
            return
        time.sleep(SOON)


def checked(expected: dict[str, str], job: Callable[..., Any], *arguments: Any) -> Any:
    """Do a job on a worker, if it has the heft that is expected: the worker may have come after all were asked.

    Raises:
        FileError: it has another one.
    """
    _refuse_other(f"on {platform.node()}", own_heft(), expected)
    return job(*arguments)


def _refuse_other(worker: str, theirs: dict[str, str], ours: dict[str, str] | None = None) -> None:
    for name, here in (own_heft() if ours is None else ours).items():
        if theirs.get(name) != here:
            raise FileError(
                f"The worker {worker} has {WORDS[name]} of heft than this process: {theirs.get(name)} there, {here} "
                "here. Its numbers could differ.",
                remedy="Install the same version everywhere, and start the workers again.",
            )


def awaited(client: Client, future: Future) -> Any:
    """Return the result of a job; wait as long as the workers give signs of life.

    Raises:
        FileError: the cluster has no worker, or one does not answer any more.
    """
    pulse = Pulse(client, SILENCE)
    while True:
        try:
            return future.result(timeout=POLL)
        except TimeoutError:
            pulse.felt()


class Pulse:
    """The signs of life of the workers of a cluster, and since when each has given no new one.

    Args:
        client: of the cluster.
        patience: [s] how long a worker may be silent.
    """

    def __init__(self, client: Client, patience: float) -> None:
        self.client, self.patience = client, patience
        self.last: dict[str, tuple[float, float]] = {}
        self.peopled = time.monotonic()

    def felt(self) -> list[str]:
        """Return the workers that there are now.

        Raises:
            FileError: the scheduler does not answer, there has been no worker for a while, or one is silent.
        """
        signs, now = self._signs(), time.monotonic()
        self.last = {
            worker: self.last[worker] if self.last.get(worker, (None,))[0] == sign else (sign, now)
            for worker, sign in signs.items()
        }
        self.peopled = now if signs else self.peopled
        if now - self.peopled > CONNECT:
            raise FileError(
                "The cluster has no worker.",
                remedy="Start some, with the same heft as here, and look at the logs of those that ended.",
            )
        for worker, (_, since) in self.last.items():
            if now - since > self.patience:
                raise FileError(
                    f"The worker {worker} has given no sign of life for {now - since:.0f} s.",
                    remedy="Look at that machine, or end the worker: others then take its logs.",
                )
        return [*signs]

    def _signs(self) -> dict[str, float]:
        """Return when each worker was seen last, by the clock of the scheduler."""
        try:
            cluster = _within(CONNECT, lambda: self.client.scheduler_info(n_workers=-1))
        except TimeoutError:
            raise FileError(
                f"The scheduler has not answered for {CONNECT:g} s.", remedy="Look at its machine and its log."
            ) from None
        return {address: float(facts["last_seen"]) for address, facts in cluster["workers"].items()}


def _told(worker: str, future: Future) -> dict[str, str]:
    """Return which heft a worker says that it has."""
    try:
        return future.result(timeout=CONNECT)
    except Exception as error:
        raise FileError(
            f"The worker {worker} cannot say which heft it has: {type(error).__name__}: {error}.",
            remedy="Install this version of heft there, and start the worker again.",
        ) from None


def _greet(address: str) -> None:
    """Connect and exchange greetings with a scheduler, within a deadline.

    Raises:
        FileError: nobody answers, or not as a scheduler does.
    """
    from distributed.comm.core import connect
    from distributed.security import Security

    async def greet() -> None:
        arguments = Security().get_connection_args("client")
        comm = await asyncio.wait_for(connect(address, timeout=CONNECT, **arguments), CONNECT)
        comm.abort()

    try:
        _within(CONNECT + POLL, lambda: asyncio.run(greet()))
    except TimeoutError:
        raise _unreachable(address, f"it does not answer as a scheduler of dask within {CONNECT:g} s") from None
    except Exception as error:
        raise _unreachable(address, str(error) or type(error).__name__) from None


def _within(seconds: float, job: Callable[[], Any]) -> Any:
    """Return what a job returns, in a thread of its own; what does not end in time is left alone.

    Raises:
        TimeoutError: the time is over.
    """
    answers: Queue[tuple[bool, Any]] = Queue(1)

    def run() -> None:
        try:
            answers.put((True, job()))
        except BaseException as error:
            answers.put((False, error))

    Thread(target=run, daemon=True).start()
    try:
        done, answer = answers.get(timeout=seconds)
    except Empty:
        raise TimeoutError from None
    if not done:
        raise answer
    return answer


def _unreachable(address: str, why: str) -> FileError:
    return FileError(
        f"The scheduler cannot be reached: {why}.", where=address, remedy="Start it, or correct its address."
    )
