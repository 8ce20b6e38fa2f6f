"""The errors heft raises: each says what rule broke, where, what was found and what to do.

A person reads one sentence or two; a program reads the same facts as attributes.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from itertools import islice

from heft.text import printable, shortened

LONGEST = {"where": 400, "what": 900, "remedy": 600}
"""The most characters that a part of a message has: together they are a few lines."""

MOST_COMPARED, LONGEST_COMPARED = 2000, 100
"""More words, or longer ones, are not searched for the nearest."""

LONGEST_SHOWN, ROOM = 250, 400
"""Longer names are shortened, and a list of names ends before it has more characters."""


class HeftError(Exception):
    """Base of everything heft raises on purpose.

    Args:
        what: the rule that broke, with what was found and what was expected, as a sentence.
        where: the file, element, body or joint concerned ("" if there is no place to name).
        remedy: what to do about it, as a sentence.
    """

    def __init__(self, what: str, *, where: str = "", remedy: str = "") -> None:
        self.what, self.where, self.remedy = what, where, remedy
        parts = {"where": f"{where}:" if where else "", "what": what, "remedy": remedy}
        lines = (printable(shortened(" ".join(parts[part].split()), most)) for part, most in LONGEST.items())
        super().__init__(" ".join(filter(None, lines)))


class FileError(HeftError):
    """A file cannot be opened, read or written."""


class FormatError(HeftError):
    """A file was read but says something that its format, or a robot, does not allow."""


class PhysicsError(HeftError):
    """An inertia, or a set of them, is not physically consistent or does not suit the task."""


class ArgumentError(HeftError):
    """A call was made with arguments that do not fit: shapes, names, ranges."""


class ShortMemoryError(HeftError, MemoryError):
    """Memory ran out, which says nothing about the file or the call at hand."""


class MissingExtraError(HeftError):
    """An optional dependency is needed and not installed."""

    def __init__(self, package: str, extra: str, purpose: str, remedy: str = "") -> None:
        self.package, self.extra = package, extra
        super().__init__(
            f"{purpose} needs the package '{package}', which is not installed.",
            remedy=remedy or f"Install it with: pip install 'heft-robotics[{extra}]'.",
        )


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return " Did you mean 'x'?" for the nearest known word, else the list of known words."""
    names = [str(name) for name in known]
    by_lower = {name.lower(): name for name in islice(names, MOST_COMPARED) if len(name) <= LONGEST_COMPARED}
    near = difflib.get_close_matches(word.lower(), by_lower, n=1) if len(word) <= LONGEST_COMPARED else []
    if near:
        return f"Did you mean '{by_lower[near[0]]}'?"
    return f"Known: {listed(names, 12)}."


def listed(names: Iterable[str], most: int = 5, separator: str = ", ") -> str:
    """Return the first few names as text, whole ones as far as there is room, and how many more there are."""
    known = [shortened(name, LONGEST_SHOWN) or "(unnamed)" for name in names]
    shown = known[:most]
    while len(shown) > 1 and len(separator.join(shown)) > ROOM:
        shown.pop()
    return separator.join(shown) + (f" and {len(known) - len(shown)} more" if len(known) > len(shown) else "")
