"""The sections of pages, one file each, and the registry by which they are found.

A module of this folder with an object `SECTION` is a section. Nothing else lists them but the kinds of pages that have
them.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module

from heft.errors import ArgumentError, did_you_mean
from heft.report.section import Section

_KNOWN: dict[str, Section] = {}


def sections() -> dict[str, Section]:
    """Return all sections by name."""
    return {name: _KNOWN[name] for name in sorted(_KNOWN)}


def section(name: str) -> Section:
    """Return the section of this name.

    Raises:
        ArgumentError: there is none.
    """
    if name not in _KNOWN:
        raise ArgumentError(f"There is no section '{name}'.", remedy=did_you_mean(name, sections()))
    return _KNOWN[name]


def register(made: Section) -> None:
    """Add a section.

    Raises:
        ArgumentError: its name is taken.
    """
    if made.name in _KNOWN:
        raise ArgumentError(f"There is a section '{made.name}' already.", remedy="Choose another name.")
    _KNOWN[made.name] = made


def unregister(name: str) -> None:
    """Remove a section."""
    _KNOWN.pop(section(name).name)


for _module in pkgutil.iter_modules(__path__, f"{__name__}."):
    if found := getattr(import_module(_module.name), "SECTION", None):
        register(found)
