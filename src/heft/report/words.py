"""Numbers, vectors, axes and names as short text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from rich.console import Console, RenderableType

from heft.robot.joint import Joint
from heft.robot.joints import joint_kind
from heft.text import NOTHING, counted, printable, short

__all__ = ["NOTHING", "counted", "printable", "short"]

MOST_TERMS = 6
"""Terms of a sum that are shown at once."""

TERM = re.compile(r" (?=[+-] )")

WIDTH = 100
"""Columns of text if there is no terminal."""


def coordinate(value: float) -> str:
    """Return a coordinate of a point [m] to a tenth of a millimetre; a smaller one with one digit."""
    if not value or abs(value) >= 5e-5:
        return f"{value + 0.0:.4f}".rstrip("0").rstrip(".")
    return short(value, 1)


def bound(value: float) -> str:
    """Return a limit; an infinite one counts as none."""
    return NOTHING if math.isinf(value) else short(value)


def amount(value: float) -> str:
    """Return a coefficient; zero counts as none."""
    return short(value) if value else NOTHING


def in_parentheses(values: Iterable[float], digits: int = 4) -> str:
    """Return numbers in parentheses."""
    return f"({', '.join(short(value, digits) for value in values)})"


def percentage(share: float) -> str:
    """Return a share as a percentage of two digits without its sign, such as 0.12 or 990."""
    value = 100 * share
    if not 99.5 <= value < math.inf:
        return short(value, 2)
    return f"{round(value, 1 - math.floor(math.log10(value))):.0f}"


def split_sum(text: str, most: int = MOST_TERMS) -> tuple[str, str, int]:
    """Return the first terms of a sum such as "a.m + 2 b.m", the others, and how many those are.

    A sum is split only if it is worth it: a single term is never left for the rest.
    """
    terms = TERM.split(text)
    if len(terms) <= most + 1:
        return text, "", 0
    return " ".join(terms[:most]), " ".join(terms[most:]), len(terms) - most


def axis_name(joint: Joint) -> str:
    """Return a joint's axis: x, -y, or three numbers; "" if its kind has none."""
    if not joint_kind(joint.kind).has_axis:
        return ""
    values = [float(x) for x in joint.axis]
    along = [k for k, value in enumerate(values) if value]
    if len(along) == 1:
        return ("-" if values[along[0]] < 0 else "") + "xyz"[along[0]]
    return in_parentheses(values, 3)


def visible(value: object) -> object:
    """Return what a page shows of a value: text with what a browser would act on or hide escaped, but for line ends."""
    if isinstance(value, str) and not value.isprintable():
        return type(value)(printable(value, keep="\n"))  # of the same type: HTML that is not text stays so
    return value


def render(*renderables: RenderableType, width: int = WIDTH) -> str:
    """Return what a terminal of that many columns would show, without colours."""
    console = Console(width=width, color_system=None, force_terminal=False, legacy_windows=False)
    with console.capture() as capture:
        console.print(*renderables, sep="\n")
    return capture.get()
