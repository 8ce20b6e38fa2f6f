"""Text for people: numbers with few digits, and text from files and callers, made safe to show and never long.

Names of robots, links, columns and files come from outside. In messages and tables, control characters, marks that
change the direction of writing, and halves of surrogate pairs are shown as escapes. LaTeX and Markdown have signs of
their own, which are escaped here too.
"""

from __future__ import annotations

import math
import re

NOTHING = "-"
"""Shown where there is no value."""

LONGEST_NAME = 1000
"""A name has no more characters than this."""

_LATEX = {
    **{sign: f"\\{sign}" for sign in "#$%&_{}"},
    **{"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"},
    **{"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"},
    **{"[": "{[}", "]": "{]}", "*": "{*}"},  # which a line end would take as its argument
}
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~&$]|:(?=//))")


def printable(text: str, keep: str = "") -> str:
    """Return text with every sign that is not printable as an escape, as repr has it; those to keep stay."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in keep else repr(sign)[1:-1] for sign in text)


def is_name(text: object) -> bool:
    """Return whether a text can be a name: printable, not empty and not endless."""
    return isinstance(text, str) and 0 < len(text) <= LONGEST_NAME and text.isprintable()


def shortened(text: str, most: int) -> str:
    """Return text of at most so many characters: of a longer one, the beginning and the end.

    Words are kept whole where they are words, and not a path or another long name that has a space.
    """
    if len(text) <= most:
        return text
    end = most // 3
    first, last = text[: most - end - 3], text[len(text) - end :]
    whole = f"{first.rpartition(' ')[0]} ", f" {last.partition(' ')[2]}"
    if all(2 * len(part) > len(cut) for part, cut in zip(whole, (first, last), strict=True)):
        first, last = whole
    return f"{first}...{last}"


def shown(value: object, most: int = 60) -> str:
    """Return a value as a message quotes it: its repr, shortened and printable."""
    try:
        return printable(shortened(repr(value), most))
    except ValueError:  # Python refuses to print whole numbers of many digits
        return f"a {type(value).__name__} of many digits"


def short(value: float, digits: int = 4) -> str:
    """Return a number with few digits, as short as possible: 0.25, 1.07e-4, ∞; zero has no sign."""
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if value and abs(value) < 1e-3:
        mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
        if "." in mantissa:
            mantissa = mantissa.rstrip("0").rstrip(".")
        return f"{mantissa}e{int(exponent)}"
    return f"{value + 0.0:.{digits}g}".replace("e+0", "e").replace("e+", "e")


def measured(value: float, half_width: float) -> str:
    """Return a value with its interval, to the one digit of the latter that means something: 95 ± 30, 1.24 ± 0.03."""
    if not (math.isfinite(half_width) and half_width > 0):
        return f"{short(value, 3)} ± {short(half_width, 1)}"
    digits = -math.floor(math.log10(half_width))
    decimals = max(digits, 0)
    return f"{value:.{decimals}f} ± {round(half_width, digits):.{decimals}f}"


def in_unit(number: str, unit: str) -> str:
    """Return a number with its unit; that of a pure number, "1", is left out."""
    return number if unit in ("", "1") else f"{number} {unit}"


def fall(before: float, after: float) -> str:
    """Return how far a part of a whole falls, in percent: from 4.21 to 3.87 %."""
    return f"from {short(100 * before, 3)} to {short(100 * after, 3)} %"


def counted(count: int, word: str, plural: str = "") -> str:
    """Return "1 body", "2 bodies"."""
    return f"{count} {word if count == 1 else plural or word + 's'}"


def latex(text: str) -> str:
    """Return text that LaTeX prints as it is: nothing in it is a command."""
    return "".join(_LATEX.get(sign, sign) for sign in printable(text))


def markdown(text: str) -> str:
    """Return text that Markdown prints as it is, in a cell of a table too: no link, no HTML, no code."""
    return _MARKDOWN.sub(r"\\\1", printable(text))
