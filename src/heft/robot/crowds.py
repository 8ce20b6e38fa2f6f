"""How many bodies a robot may have; they are counted before anything is made of them."""

from __future__ import annotations

from heft.bounds import MOST_BODIES
from heft.errors import FormatError


def refuse_crowd(count: int, what: str, where: str) -> None:
    """Refuse a robot with more bodies than any machine has.

    Args:
        count: how many there are.
        what: what is counted, in the plural.
        where: the file or the robot.

    Raises:
        FormatError: there are more than `MOST_BODIES`.
    """
    if count > MOST_BODIES:
        raise FormatError(
            f"It has {count} {what}; a robot with more than {MOST_BODIES} is not read.",
            where=where,
            remedy="Is this a robot description? Leave out what is not a part of the robot.",
        )
