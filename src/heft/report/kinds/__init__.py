"""The kinds of pages, one file each, and the registry by which they are found.

A module of this folder with an object `KIND` is a kind of page. `heft report` asks each whether it can read a saved
result.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Any

from heft.errors import ArgumentError
from heft.report.kind import PageKind

_KNOWN: dict[str, PageKind] = {}


def kinds() -> dict[str, PageKind]:
    """Return all kinds of pages by name."""
    return {name: _KNOWN[name] for name in sorted(_KNOWN)}


def kind_of(subject: Any) -> PageKind:
    """Return the kind of page that shows this.

    Raises:
        ArgumentError: there is none.
    """
    for kind in _KNOWN.values():
        if isinstance(subject, kind.about):
            return kind
    raise ArgumentError(f"There is no page of a {type(subject).__name__}.", remedy=f"Pages show: {', '.join(kinds())}.")


def register(kind: PageKind) -> None:
    """Add a kind of page.

    Raises:
        ArgumentError: its name is taken.
    """
    if kind.name in _KNOWN:
        raise ArgumentError(f"There is a page of '{kind.name}' already.", remedy="Choose another name.")
    _KNOWN[kind.name] = kind


def unregister(name: str) -> None:
    """Remove a kind of page."""
    _KNOWN.pop(name)


for _module in pkgutil.iter_modules(__path__, f"{__name__}."):
    if found := getattr(import_module(_module.name), "KIND", None):
        register(found)
