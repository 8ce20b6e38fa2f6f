"""The sections of pages, one file each, and the registry by which they are found.

A module of this folder with an object `SECTION` is a section. Nothing else lists them but the kinds of pages that have
them.
"""

from __future__ import annotations

from heft.registry import Registry
from heft.report.section import Section

_SECTIONS: Registry[Section] = Registry(__name__, "SECTION", "section")
register, unregister = _SECTIONS.register, _SECTIONS.unregister
section, sections = _SECTIONS.named, _SECTIONS.all
