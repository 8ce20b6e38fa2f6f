"""The kinds of pages, one file each, and the registry by which they are found.

A module of this folder with an object `KIND` is a kind of page. `heft report` asks each whether it can read a saved
result.
"""

from __future__ import annotations

from typing import Any

from heft.errors import ArgumentError
from heft.registry import Registry
from heft.report.kind import PageKind

_KINDS: Registry[PageKind] = Registry(__name__, "KIND", "kind of page")
register, unregister, kinds = _KINDS.register, _KINDS.unregister, _KINDS.all


def kind_of(subject: Any) -> PageKind:
    """Return the kind of page that shows this.

    Raises:
        ArgumentError: there is none.
    """
    for kind in kinds().values():
        if isinstance(subject, kind.about):
            return kind
    raise ArgumentError(f"There is no page of a {type(subject).__name__}.", remedy=f"Pages show: {', '.join(kinds())}.")
