"""What is known of a file beside its columns: by its robot, and by what a person says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from heft.errors import listed

Choose = Callable[[str, Sequence[str]], int | None]
"""Asked which of several names is meant, by a question and the names; answers with a place, or None."""

BY_HAND = "A map can say what the columns are: heft import FILE --map map.toml. The manual's page on logs shows one."


@dataclass(frozen=True)
class Told:
    """What is known of a file beside its columns.

    Attributes:
        joints: of the robot, in order; None keeps the file's own names.
        needed: how many of the joints, at least, numbered columns are for: the others may be those of a gripper, which
            is seldom recorded. None for all.
        order: the joints whose positions the columns are, in the order of the columns; None if their names say it.
        rate: [Hz] of a file without time stamps; None if it has some.
        choose: asked where readings are equally plausible; None refuses.
    """

    joints: Sequence[str] | None = None
    needed: int | None = None
    order: Sequence[str] | None = None
    rate: float | None = None
    choose: Choose | None = None


NOTHING = Told()


def few(names: Iterable[str]) -> str:
    """Return the first of some names in quotes, and how many more there are."""
    return listed((f"'{name}'" for name in names), 4)
