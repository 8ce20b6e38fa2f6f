"""What heft.toml may set: a property of each option whose value is a text or a path, declared where the option is.

Whoever gives you a folder gives you its heft.toml too. An option that writes, that runs something, or that redirects
what a trusted name stands for is therefore taken from the command line only. Numbers, switches and words of a fixed
list can do none of that and need no declaration; a text or a path without one is taken from the command line only.

An example: ``Annotated[Path | None, WRITES, Parameter(help="Write the page to this file.")]``.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass
from enum import Enum
from types import NoneType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cyclopts import Argument

HARMLESS = (bool, int, float, complex, Enum, NoneType)
"""Types of values that cannot name a file, an address or a program."""


@dataclass(frozen=True)
class Settable:
    """Whether heft.toml may set an option.

    Attributes:
        refusal: why it may not; empty if it may.
    """

    refusal: str = ""


PLAIN = Settable()
"""Names, laws, positions and the like, and files that are only read, as data."""
WRITES = Settable("a file must not decide where heft writes")
RUNS_CODE = Settable("whoever chooses it can run any code on this machine")
REDIRECTS = Settable("a file must not decide where heft reads a robot")
UNDECLARED = Settable("it is not declared as one that a file may set")


def declared(argument: Argument) -> Settable | None:
    """Return what is declared of an option; None if nothing is."""
    found = [each for each in _metadata(argument.field_info.annotation) if isinstance(each, Settable)]
    return next((each for each in found if each.refusal), found[0] if found else None)


def settable(argument: Argument) -> Settable:
    """Return whether heft.toml may set an option: as declared, or because its type is harmless."""
    return declared(argument) or (PLAIN if is_harmless(argument.hint) else UNDECLARED)


def is_harmless(hint: Any) -> bool:
    """Return whether no value of a type can name a file, an address or a program."""
    if typing.get_origin(hint) is typing.Literal:
        return True
    parts = [part for part in typing.get_args(hint) if part is not Ellipsis]
    if parts:
        return all(map(is_harmless, parts))
    return isinstance(hint, type) and issubclass(hint, HARMLESS)


def _metadata(annotation: Any) -> tuple[Any, ...]:
    return getattr(annotation, "__metadata__", ())
