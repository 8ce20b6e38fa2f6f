"""What heft's own files may hold: pydantic models of their contents, checked as a whole when a file is read.

Numbers are finite, texts can be shown in one line, and lists of numbers have the lengths that the model of the file
declares. A key that the model does not name is left alone, so that a newer heft can add one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from heft.bounds import LARGEST
from heft.errors import FormatError


class Checked(BaseModel):
    """A table of a file: strict types, finite numbers."""

    model_config = ConfigDict(strict=True, allow_inf_nan=False, extra="ignore", frozen=True)


class Noted(Checked):
    """A table whose other keys are kept as they are: they are for people, and nothing is computed from them."""

    model_config = ConfigDict(extra="allow")


def _sensible(value: float) -> float:
    if abs(value) > LARGEST:
        raise ValueError(f"numbers above {LARGEST:g} are not sensible")
    return value


def _shown(text: str) -> str:
    if not text.isprintable():
        raise ValueError("a text of one line without control characters is expected")
    return text


Sensible = Annotated[float, AfterValidator(_sensible)]
"""A finite number of at most 1e100."""


def _sensible_or_infinite(value: float) -> float:
    return _sensible(value) if math.isfinite(value) else value


OrInfinite = Annotated[float, Field(allow_inf_nan=True), AfterValidator(_sensible_or_infinite)] | None
"""A sensible number that may be infinite, which JSON writes as null."""

Line = Annotated[str, AfterValidator(_shown)]
"""A name or another text that can be shown in one line."""

PathText = str
"""The path of a file, which may have any signs; whoever shows it makes it printable."""

Model = TypeVar("Model", bound=BaseModel)

_COMPLAINTS = {
    "tuple_type": "A list is expected",
    "list_type": "A list is expected",
    "dict_type": "A table is expected",
    "model_type": "A table is expected",
    "string_type": "A text is expected",
    "float_type": "A number is expected",
    "int_type": "A whole number is expected",
    "bool_parsing": "true or false is expected",
    "bool_type": "true or false is expected",
    "finite_number": "A finite number is expected",
    "too_short": "There must be at least {min_length}",
    "too_long": "There must be at most {max_length}",
    "missing": "The key is missing",
}
"""Plain words for what pydantic says."""


def complaint(error: Mapping[str, Any]) -> str:
    """Return one of pydantic's errors in plain words, without a full stop."""
    own = _COMPLAINTS.get(error["type"], "").format(**error.get("ctx", {}))
    return own or error["msg"].removeprefix("Value error, ").rstrip(".")


def checked(model: type[Model], data: object, kind: str, where: str, remedy: str) -> Model:
    """Return the contents of a file as entries.

    Args:
        model: what the file may hold.
        data: its contents.
        kind: what errors call such a file, such as "result of an identification".
        where: the file, for errors.
        remedy: what to do about a damaged one.

    Raises:
        FormatError: a key is missing, or a value is of the wrong kind; names the first.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise FormatError(f"This {kind} is damaged. {_first(error)}", where=where, remedy=remedy) from None


def _first(error: ValidationError) -> str:
    first: dict[str, Any] = {**error.errors(include_url=False)[0]}
    place = ".".join(str(part) for part in first["loc"])
    words = complaint(first)
    found = "" if first["type"] == "missing" else f", not {shown(first['input'])}"
    return f"{words[:1].upper()}{words[1:]}{f' at {place[:100]}' if place else ''}{found}."


def shown(value: object, most: int = 40) -> str:
    """Return a value as an error shows it: on one line, and not all of a long one."""
    if isinstance(value, (dict, list)):
        return "a table" if isinstance(value, dict) else "a list"
    text = repr(value[:most] if isinstance(value, str) else value)
    return text if len(text) <= most + 2 else f"{text[:most]}..."
