"""Estimates in the words of controllers and simulators, one file each, and the registry by which they are found.

A module of this folder with an object `WORDS` is a format. Nothing else lists the formats.
"""

from __future__ import annotations

from typing import TypeVar

from heft.estimation.controllers.words import DriveWords, LoadInFrame, PayloadWords, Words
from heft.registry import Registry, among

__all__ = ["DriveWords", "LoadInFrame", "PayloadWords", "drive_words", "payload_words", "words_named"]

Kind = TypeVar("Kind")

_WORDS: Registry[Words] = Registry(__name__, "WORDS", "format for controllers")


def payload_words() -> dict[str, PayloadWords]:
    """Return the formats of payloads by name."""
    return _of(PayloadWords)


def drive_words() -> dict[str, DriveWords]:
    """Return the formats of drives by name."""
    return _of(DriveWords)


def _of(kind: type[Kind]) -> dict[str, Kind]:
    return {name: each for name, each in _WORDS.all().items() if isinstance(each, kind)}


def words_named(names: list[str], known: dict[str, Kind]) -> dict[str, Kind]:
    """Return the formats of these names.

    Raises:
        ArgumentError: there is no such format.
    """
    return {name: among(known, name, "format for controllers", where="--to") for name in names}
