"""A kind of page: which sections it has, how they are gathered, and how a saved result of it is read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

from pydantic import BaseModel

from heft.report.section import Sheet


class PageKind:
    """One kind of page.

    Attributes:
        name: what it is a report of.
        about: the type of what it shows.
        files: what a saved result is called in a folder; "" if it is always named by itself.
        made_by: the command that saves such a result.
        entry: what a saved result may hold; None: `read` says it.
    """

    name: ClassVar[str]
    about: ClassVar[type]
    files: ClassVar[str] = ""
    made_by: ClassVar[str]
    entry: ClassVar[type[BaseModel] | None] = None

    def sheet(self, subject: Any) -> Sheet:
        """Return what the page is made from."""
        raise NotImplementedError

    def tables(self, subject: Any) -> dict[str, dict[str, str]]:
        """Return what stands beside other results: texts by table and row."""
        raise NotImplementedError

    def reads(self, data: Mapping[str, Any]) -> bool:
        """Return whether a JSON object is a saved result of this kind."""
        raise NotImplementedError

    def read(self, data: Mapping[str, Any], file: Path, notes: list[str]) -> Any:
        """Return what a saved result shows, with what is still there of its files.

        Args:
            data: the object.
            file: that it was read from.
            notes: takes sentences about what was not found.
        """
        raise NotImplementedError


def options_made(options: Mapping[str, Any], usual: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield which options are not the usual ones, in words."""
    changed = [
        f"{name.replace('_', ' ')} {plain(value)}" for name, value in options.items() if value != usual.get(name)
    ]
    yield "options", "; ".join(changed) if changed else "all at their defaults"


def plain(value: Any) -> str:
    """Return a value of JSON as a person would write it."""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
        return ", ".join(value)
    return {True: "yes", False: "no", None: "none"}.get(value) or _text(value) if _hashable(value) else _text(value)


def _hashable(value: Any) -> bool:
    return isinstance(value, bool) or value is None


def _text(value: Any) -> str:
    return json.dumps(value)


def versions_made(versions: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield which versions made it."""
    if versions:
        yield "versions", ", ".join(f"{name} {version}" for name, version in versions.items())


def file_made(path: str | None, digest: str | None) -> str:
    """Return a file and its hash in words."""
    return f"{path or 'made in Python'}{f' (sha256 {digest})' if digest else ''}"
