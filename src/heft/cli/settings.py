"""Options from heft.toml in the current folder: a table for each verb; options on the command line override it.

Whoever gives you a folder gives you its heft.toml too. What could harm you is taken from the command line only, as
`heft.cli.settable` declares it.

An example: ``[simulate]`` with ``dt = 0.0005`` and ``q0 = "shoulder=1.0,elbow=2.0"``.
Such pairs can also be written as a table of their own, ``[simulate.q0]``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cyclopts.config import Dict

from heft.cli.settable import settable
from heft.errors import FormatError, did_you_mean
from heft.files import read_bytes
from heft.reading.text import toml_table

if TYPE_CHECKING:
    from cyclopts import App, ArgumentCollection

FILE = "heft.toml"

RIVALS = (("gravity", "no-gravity"),)
"""Options that contradict each other: one of them on the command line overrides both in the file."""


def heft_toml(app: App, commands: Sequence[str], arguments: ArgumentCollection) -> None:
    """Set the options of a verb that are not on the command line to their values in heft.toml.

    Raises:
        FileError: the file cannot be read.
        FormatError: it is not TOML, or has a table that does not name a verb, or an option that the verb does not have,
            or one that is taken from the command line only.
    """
    if not commands:
        return
    settings = _read(Path(FILE)).get(commands[0], {})
    if not isinstance(settings, dict):
        remedy = f"Write [{commands[0]}] above its options."
        raise FormatError(f"'{commands[0]}' is not a table.", where=FILE, remedy=remedy)
    known = {name[2:]: argument for argument in arguments for name in argument.names if name.startswith("--")}
    for name in settings:
        if name not in known:
            what = f"heft {commands[0]} has no option '{name}'."
            raise FormatError(what, where=f"{FILE}: [{commands[0]}]", remedy=did_you_mean(name, known))
        if refusal := settable(known[name]).refusal:
            what = f"--{name} is taken from the command line only: {refusal}."
            remedy = f"Remove '{name}' from the file, and give --{name} on the command line if you want it."
            raise FormatError(what, where=f"{FILE}: [{commands[0]}]", remedy=remedy)
    given = {name for name, argument in known.items() if argument.tokens}
    overridden = {name for rivals in RIVALS if given.intersection(rivals) for name in rivals}
    kept = {name: _flat(value) for name, value in settings.items() if name not in overridden}
    Dict({commands[0]: kept}, source=FILE)(app, tuple(commands[:1]), arguments)


def _flat(value: Any) -> Any:
    """Return a value as a flag would give it: a table is a list of name=value."""
    return [f"{name}={item}" for name, item in _pairs(value)] if isinstance(value, dict) else value


def _pairs(table: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from ((f"{name}.{inner}", item) for inner, item in _pairs(value))
        else:
            yield name, value


def _read(path: Path) -> dict[str, Any]:
    """Return the tables of the file; none if there is no file."""
    from heft.cli import VERBS

    if not os.path.lexists(path):
        return {}
    content = toml_table(read_bytes(path), FILE, "Correct it, or remove it.")
    for name in content:
        if name not in VERBS:
            what = f"heft has no verb '{name}'."
            raise FormatError(what, where=FILE, remedy=f"Name the table after a verb. {did_you_mean(name, VERBS)}")
    return content
