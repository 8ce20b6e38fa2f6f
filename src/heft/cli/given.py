"""Which options were given, on the command line or in heft.toml: those that have no effect there are refused by name.

A value that is given counts even if it equals the default.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING

from heft.cli.settings import FILE
from heft.errors import ArgumentError

if TYPE_CHECKING:
    from cyclopts import App, ArgumentCollection

    from heft.report.section import Making

LEAVE_OUT = "Leave it out."

_command: ContextVar[str] = ContextVar("command", default="")
_given: ContextVar[dict[str, str]] = ContextVar("given", default={})  # noqa: B039 - it is replaced, never changed


def remember(app: App, commands: Sequence[str], arguments: ArgumentCollection) -> None:
    """Note which options of the command have a value, and where it is from; the last of the configurations."""
    found = {}
    for argument in arguments:
        sources = {token.source for token in argument.tokens}
        found |= {name: FILE if FILE in sources else "" for name in argument.names if sources}
    _given.set(found)


def remember_command(arguments: Sequence[str]) -> None:
    """Note the command as it was typed, for what says how a result was made."""
    _command.set(join(["heft", *arguments]))


def making() -> Making:
    """Return the command, and the time in UTC; where SOURCE_DATE_EPOCH is set, that time."""
    from heft.report.section import Making

    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(epoch), UTC) if epoch.isdecimal() else datetime.now(UTC)
    return Making(_command.get(), f"{now:%Y-%m-%d %H:%M} UTC")


def is_given(option: str) -> bool:
    """Return whether an option such as "held_out" was given."""
    return _flag(option) in _given.get()


def refuse_given(options: str | Iterable[str], why: str, remedy: str = LEAVE_OUT) -> None:
    """Refuse options that were given though they have no effect.

    Args:
        options: their names, as in Python or as flags.
        why: the end of the sentence "--option has no effect ...".
        remedy: what to do.

    Raises:
        ArgumentError: names the option.
    """
    for option in [options] if isinstance(options, str) else options:
        if is_given(option):
            flag = _flag(option)
            raise ArgumentError(f"{flag} has no effect {why}.", where=_given.get()[flag], remedy=remedy)


def refuse_other_options(used: Iterable[str], why: str) -> None:
    """Refuse every option that was given and is not among those that have an effect.

    Raises:
        ArgumentError: names the option.
    """
    flags = {_flag(option) for option in used}
    refuse_given(
        [flag for flag in _given.get() if flag.startswith("--") and flag.replace("--no-", "--") not in flags], why
    )


def refuse_idle_sharing(logs: Sequence[Path], held_out: float) -> None:
    """Refuse a share to hold out, and a cluster, where the number of logs decides otherwise.

    Raises:
        ArgumentError: names the option.
    """
    if len(logs) > 1 and held_out:
        what = "the last log is held out whole. Leave it out, or hold nothing out with --held-out 0"
        refuse_given("held_out", "on several logs", f"Of several logs {what}.")
    if len(logs) <= (2 if held_out else 1):
        what = "where a single log is fitted: the workers of a cluster share the logs that are fitted"
        refuse_given("scheduler", what, "Leave it out, or give more logs.")


def _flag(option: str) -> str:
    return f"--{option.lstrip('-').replace('_', '-')}"
