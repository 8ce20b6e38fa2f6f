"""How many bodies MuJoCo would make of an MJCF file, counted before it does: a short file can ask for millions."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from heft.robot.crowds import refuse_crowd
from heft.robot.formats.xml import XmlElement

REPEATED = ("replicate", "composite", "flexcomp")
"""Elements that stand for several bodies, as many as the product of the numbers in their `count`."""


def refuse_crowded(roots: Iterable[XmlElement], where: str) -> None:
    """Refuse a file for which MuJoCo would make more bodies than a robot may have.

    Args:
        roots: the outermost elements of the file and of those that it includes.
        where: the file.

    Raises:
        FormatError: it has too many.
    """
    refuse_crowd(sum(map(_bodies, roots)), "bodies", where)


def _bodies(root: XmlElement) -> int:
    total, waiting = 0, [(root, 1)]
    while waiting:
        element, times = waiting.pop()
        if element.tag in REPEATED:
            times *= _count(element)
        if element.tag == "body" or element.tag in REPEATED[1:]:
            total += times
        waiting += [(child, times) for child in element.children]
    return total


def _count(element: XmlElement) -> int:
    words = element.attributes.get("count", "").split()
    return prod(max(int(word), 1) for word in words if len(word) <= 9 and word.isdecimal())
