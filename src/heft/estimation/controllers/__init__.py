"""Estimates in the words of controllers and simulators, one file each, and the registry by which they are found.

A module of this folder with an object `WORDS` is a format. Nothing else lists the formats.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import TypeVar

from heft.errors import ArgumentError, did_you_mean
from heft.estimation.controllers.words import DriveWords, LoadInFrame, PayloadWords

__all__ = ["DriveWords", "LoadInFrame", "PayloadWords", "drive_words", "payload_words", "words_named"]

Words = TypeVar("Words")

_KNOWN: dict[str, PayloadWords | DriveWords] = {}


def payload_words() -> dict[str, PayloadWords]:
    """Return the formats of payloads by name."""
    return {name: each for name, each in sorted(_KNOWN.items()) if isinstance(each, PayloadWords)}


def drive_words() -> dict[str, DriveWords]:
    """Return the formats of drives by name."""
    return {name: each for name, each in sorted(_KNOWN.items()) if isinstance(each, DriveWords)}


def words_named(names: list[str], known: dict[str, Words]) -> dict[str, Words]:
    """Return the formats of these names.

    Raises:
        ArgumentError: there is no such format.
    """
    for name in names:
        if name not in known:
            what = f"There is no format '{name}' for controllers here."
            raise ArgumentError(what, where="--to", remedy=did_you_mean(name, known))
    return {name: known[name] for name in names}


for _module in pkgutil.iter_modules(__path__, f"{__name__}."):
    if (found := getattr(import_module(_module.name), "WORDS", None)) is not None:
        _KNOWN[found.name] = found
