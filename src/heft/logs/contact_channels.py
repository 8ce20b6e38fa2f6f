"""Channels of a log that say when a link touches something: `contact.<link>`, 0 where it does not.

Filters smear what happens at an impact over as long as their period, so a link counts as touching for that much longer
on either side.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from heft.arrays import Array, Bools
from heft.logs.stamps import in_order

PREFIX = "contact."


def is_contact(name: str) -> bool:
    """Return whether a column says when a link touches something."""
    return name.startswith(PREFIX) and len(name) > len(PREFIX)


def contacts_in(columns: Mapping[str, Array]) -> dict[str, Array]:
    """Return the channels (n,) by link."""
    return {name.removeprefix(PREFIX): values for name, values in columns.items() if is_contact(name)}


def columns_of_contacts(contacts: Mapping[str, Array]) -> dict[str, Array]:
    """Return the channels as named columns."""
    return {f"{PREFIX}{link}": values for link, values in contacts.items()}


def touching(t: Array, contacts: Mapping[str, Array], at: Array, around: float) -> dict[str, Bools]:
    """Return (n,) when each link touches something; where it is unknown, it does.

    Args:
        t: (m,) the stamps of the channels [s].
        contacts: (m,) by link.
        at: (n,) stamps [s].
        around: for how much longer on either side [s].
    """
    found: dict[str, Bools] = {}
    for link, values in contacts.items():
        order = in_order(t)
        stamps, touch = t[order], np.nan_to_num(values[order], nan=1.0) != 0
        count = np.concatenate([[0], np.cumsum(touch)])
        first, last = np.searchsorted(stamps, at - around), np.searchsorted(stamps, at + around, side="right")
        found[link] = (count[last] > count[first]) | (last == first)
    return found
