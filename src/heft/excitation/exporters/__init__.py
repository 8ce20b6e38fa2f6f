"""Formats in which controllers take a motion, one file each, and the registry by which they are found.

A module of this folder with an object `EXPORTER` is a format. Nothing else lists the formats.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module

from heft.errors import ArgumentError, did_you_mean
from heft.excitation.exporters.exporter import Exporter, sampled

__all__ = ["Exporter", "exporter", "exporters", "register", "sampled", "unregister"]

_KNOWN: dict[str, Exporter] = {}


def exporters() -> dict[str, Exporter]:
    """Return all formats by name."""
    return {name: _KNOWN[name] for name in sorted(_KNOWN)}


def exporter(name: str) -> Exporter:
    """Return the format of this name.

    Raises:
        ArgumentError: there is none.
    """
    try:
        return _KNOWN[name]
    except KeyError:
        what = f"There is no format '{name}' for motions."
        raise ArgumentError(what, remedy=did_you_mean(name, exporters())) from None


def register(kind: Exporter) -> None:
    """Add a format.

    Raises:
        ArgumentError: its name is taken.
    """
    if kind.name in _KNOWN:
        raise ArgumentError(f"There is a format '{kind.name}' for motions already.", remedy="Choose another name.")
    _KNOWN[kind.name] = kind


def unregister(name: str) -> None:
    """Remove a format."""
    _KNOWN.pop(exporter(name).name)


for _module in pkgutil.iter_modules(__path__, f"{__name__}."):
    if found := getattr(import_module(_module.name), "EXPORTER", None):
        register(found)
