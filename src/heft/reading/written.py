"""JSON as heft writes it: for people and for programs, without numbers that JSON does not have."""

from __future__ import annotations

import json
import math
from typing import Any


def to_json(facts: dict[str, Any], ascii_only: bool = False) -> str:
    """Return facts as JSON text, an innermost list on one line; numbers that are not finite become null.

    Args:
        facts: what to write.
        ascii_only: escape all letters that ASCII lacks; otherwise only texts that are not printable are escaped.
    """
    return _json(facts, "\n", ascii_only) + "\n"


_AS_IT_IS = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def _json(value: Any, newline: str, ascii_only: bool) -> str:
    inner = newline + "  "
    if isinstance(value, dict) and value:
        items = (
            f"{_json(str(key), inner, ascii_only)}: {_json(item, inner, ascii_only)}" for key, item in value.items()
        )
        return "{" + inner + f",{inner}".join(items) + newline + "}"
    if isinstance(value, list) and any(isinstance(item, (dict, list)) for item in value):
        return "[" + inner + f",{inner}".join(_json(item, inner, ascii_only) for item in value) + newline + "]"
    if isinstance(value, list):
        return "[" + ", ".join(_json(item, inner, ascii_only) for item in value) + "]"
    if isinstance(value, float) and not math.isfinite(value):
        return "null"
    if type(value) is float:
        return repr(value)  # as JSON has it
    text = _AS_IT_IS.encode(value)
    return json.dumps(value) if ascii_only or not text.isprintable() else text
