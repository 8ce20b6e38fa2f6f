"""Texts of the command line with numbers by joint: `shoulder=1.0,elbow=pi/2`, one number, or a list of them."""

from __future__ import annotations

from collections.abc import Iterable

from heft.errors import ArgumentError
from heft.robot.exact import Number


def names_of(text: str | None) -> tuple[str, ...]:
    """Return names that are separated by commas."""
    return tuple(word.strip() for word in (text or "").split(",") if word.strip())


def pairs_of(texts: str | Iterable[str], option: str) -> dict[str, float]:
    """Return the numbers of `joint=number,...`, of one text or of several.

    Raises:
        ArgumentError: this is not what is written there, or a joint is named twice.
        FormatError: a number is not one.
    """
    found = dict[str, float]()
    for pair in names_of(texts if isinstance(texts, str) else ",".join(texts)):
        name, sign, value = (word.strip() for word in pair.rpartition("="))
        if not sign:
            remedy = "Write joint=value, separated by commas."
            raise ArgumentError(f"'{pair}' is not joint=value.", where=option, remedy=remedy)
        if name in found:
            raise ArgumentError(f"'{name}' is given twice.", where=option, remedy="Keep one of them.")
        found[name] = float(Number.parse(value, f"{option}, {name}"))
    return found


def numbers_of(text: str, option: str) -> float | list[float] | dict[str, float]:
    """Return one number, a list of numbers, or the numbers of `joint=number,...`.

    Raises:
        ArgumentError, FormatError: as for `pairs_of`.
    """
    if "=" in text:
        return pairs_of(text, option)
    numbers = [float(Number.parse(word, option)) for word in names_of(text) or (text,)]
    return numbers if len(numbers) > 1 else numbers[0]
