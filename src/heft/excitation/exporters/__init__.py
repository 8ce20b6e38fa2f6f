"""Formats in which controllers take a motion, one file each, and the registry by which they are found.

A module of this folder with an object `EXPORTER` is a format. Nothing else lists the formats.
"""

from __future__ import annotations

from heft.excitation.exporters.exporter import Exporter, sampled
from heft.registry import Registry

__all__ = ["Exporter", "exporter", "exporters", "register", "sampled", "unregister"]

_EXPORTERS: Registry[Exporter] = Registry(__name__, "EXPORTER", "format for motions")
register, unregister = _EXPORTERS.register, _EXPORTERS.unregister
exporter, exporters = _EXPORTERS.named, _EXPORTERS.all
