"""JSON and TOML texts: in UTF-8, of bounded depth, without a key twice and without numbers that are not finite.

Whoever names the place of a number that is too large by itself, as mechanism files do, reads with `finite=False`.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from typing import Any

from heft.errors import FormatError
from heft.reading.guard import reading, reason_of

DEEPEST = 64
"""How many lists and tables may be nested in each other."""

_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
_DEEP_KEY = re.compile(rf"(?<![\w-])(?:{_PART}){{{DEEPEST}}}")
"""A dotted key of TOML, which takes its parser time in the square of its length."""


def json_value(
    content: bytes, where: str, remedy: str = "Is this a JSON file, and all of it?", finite: bool = True
) -> Any:
    """Return what a JSON file holds.

    Args:
        content: the bytes of the file.
        where: the file, for errors.
        remedy: what to do about a file that is not JSON.
        finite: refuse numbers that are not finite.

    Raises:
        FormatError: it is not JSON, is nested too deeply, has a key twice or a number that is not finite.
    """
    numbers: dict[str, Any] = {"parse_float": _float, "parse_int": _int, "parse_constant": _refused} if finite else {}
    with reading(where, "JSON file", remedy):
        try:
            data = json.loads(content.decode("utf-8-sig"), object_pairs_hook=_table, **numbers)
        except ValueError as error:
            raise FormatError(f"This is not JSON: {_reason(error)}.", where=where, remedy=remedy) from None
        _check_depth(data, where, remedy)
        return data


def toml_table(content: bytes, where: str, remedy: str, finite: bool = True) -> dict[str, Any]:
    """Return what a TOML file holds.

    Args:
        content: the bytes of the file.
        where: the file, for errors.
        remedy: what to do about a file that is not TOML.
        finite: refuse numbers that are not finite.

    Raises:
        FormatError: it is not TOML, is nested too deeply, or has a number that is not finite.
    """
    with reading(where, "TOML file", remedy):
        try:
            text = content.decode("utf-8-sig")
            if _DEEP_KEY.search(text):
                raise ValueError(f"a key has more than {DEEPEST} parts")
            data = tomllib.loads(text, parse_float=_float if finite else float)
        except ValueError as error:
            raise FormatError(f"This is not TOML: {_reason(error)}.", where=where, remedy=remedy) from None
        _check_depth(data, where, remedy)
        return data


def _reason(error: ValueError) -> str:
    many = "integer string conversion" in str(error)  # Python's limit, in words about Python
    return "a number in it has too many digits" if many else reason_of(error)


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for name, value in pairs:
        if name in table:
            raise ValueError(f"the key '{name}' stands twice in one object")
        table[name] = value
    return table


def _float(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _refused(text)


def _int(text: str) -> int:
    _float(text)
    return int(text)


def _refused(text: str) -> Any:
    raise ValueError(f"'{text[:40]}' is not a finite number")


def _check_depth(data: Any, where: str, remedy: str) -> None:
    level, depth = [data] if isinstance(data, (dict, list)) else [], 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise FormatError(f"It is nested more than {DEEPEST} levels deep.", where=where, remedy=remedy)
        inner = (item for part in level for item in (part.values() if isinstance(part, dict) else part))
        level = [item for item in inner if isinstance(item, (dict, list))]
