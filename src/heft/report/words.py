"""Numbers, vectors, axes and names as short text."""

from __future__ import annotations

import math
from collections.abc import Iterable

from rich.console import Console, RenderableType

from heft.robot.joint import Joint
from heft.robot.joints import joint_kind
from heft.text import NOTHING, counted, printable, short

__all__ = ["NOTHING", "counted", "printable", "short"]

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
