"""Numbers, of the command line or of heft.toml, that no option can mean: not finite, or beyond anything of a robot.

They are refused here, by the name of the option, whatever the verb; so a new option need not think of them. Numbers
inside texts count too: those after an equals sign, as in --q0 elbow=1e300, and all those of the options in `TEXTS`.
"""

from __future__ import annotations

import math
import re
import typing
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from heft.errors import ArgumentError
from heft.text import shortened

if TYPE_CHECKING:
    from cyclopts import App, Argument, ArgumentCollection

LARGEST = 1e12
"""No length, mass, time, frequency or effort of a robot is larger, in any unit."""

TEXTS = {
    *("--lower", "--upper", "--velocity", "--acceleration", "--jerk", "--effort", "--noise"),
    *("--to", "--samples", "--actuator"),
}
"""Options whose texts can be numbers without an equals sign."""

_BETWEEN = re.compile(r"[,:()+]")
"""What stands between the numbers of a text."""

TINIEST = 1e-100
"""A number that is smaller and not zero has a square that vanishes."""


def refuse_nonsense(app: App, commands: Sequence[str], arguments: ArgumentCollection) -> None:
    """Refuse numbers that are not finite or absurd, of any option; one of the configurations of the app.

    Raises:
        ArgumentError: names the option and the number.
    """
    for argument in arguments:
        for token in argument.tokens:
            option = token.keyword or argument.name
            for word in token.value.split(",") if takes_numbers(argument) else _inside(option, token.value):
                _check(option, word.strip())


def takes_numbers(argument: Argument) -> bool:
    """Return whether the values of an option are numbers."""
    return bool({float, int} & set(_plain(argument.hint)))


def _inside(option: str, text: str) -> list[str]:
    """Return the words in a text that may be numbers."""
    if not option.startswith("-") or not (option in TEXTS or "=" in text):
        return []
    values = text if option in TEXTS else text.partition("=")[2]
    return [part.rpartition("=")[2] for part in _BETWEEN.split(values)]


def _plain(hint: Any) -> list[Any]:
    """Return the types without parts in a type hint."""
    parts = typing.get_args(hint)
    return [each for part in parts for each in _plain(part)] if parts else [hint]


def _check(option: str, word: str) -> None:
    try:
        number = float(word)
    except ValueError:
        return  # the parser, or the verb, has better words for it
    word = shortened(word, 40)
    if not math.isfinite(number):
        raise ArgumentError(f"{option} is {word}.", remedy="Give a finite number.")
    if abs(number) > LARGEST or 0 < abs(number) < TINIEST:
        size = "larger" if abs(number) > 1 else "smaller"
        raise ArgumentError(f"{option} is {word}, {size} than any quantity of a robot.", remedy="Check the number.")
