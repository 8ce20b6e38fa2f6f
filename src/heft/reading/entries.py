"""Files that people write: pydantic models name their keys, and what breaks a rule is said with its place in the file.

A model forbids all keys that it does not name. Its field `format` has the one value by which such a file is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from heft.errors import FormatError, did_you_mean
from heft.reading.schema import complaint
from heft.text import shown

Whole = TypeVar("Whole", bound=BaseModel)


def entries(model: type[Whole], data: object, kind: str, where: str, remedy: str) -> Whole:
    """Return the contents of a file as entries.

    Args:
        model: what the file may hold.
        data: its contents.
        kind: what errors call such a file, such as "map file".
        where: the file, for errors.
        remedy: what to do about a value of the wrong kind.

    Raises:
        FormatError: it is another kind of file, a key is unknown or missing, or a value is of the wrong kind.
    """
    (name,) = get_args(model.model_fields["format"].annotation)
    if not isinstance(data, Mapping) or data.get("format") != name:
        table = isinstance(data, Mapping)
        found = f"'format' is {shown(data.get('format'))}" if table else f"it holds a {type(data).__name__}"
        how = f'A {kind} has format = "{name}" at its top; in JSON, "format": "{name}".'
        raise FormatError(f"This is not a {kind}: {found}.", where=where, remedy=how)
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise _in_words(error, model, data, where, remedy) from None


def _in_words(error: ValidationError, model: type[BaseModel], data: object, where: str, remedy: str) -> FormatError:
    """Return pydantic's first error in plain words; among the choices of a union, of the one that got furthest."""
    first = max(error.errors(), key=lambda each: (each["type"] == "extra_forbidden", len(each["loc"])))
    missing = first["type"] == "missing"
    *outer, key = path = _path(first["loc"], data) + ([first["loc"][-1]] if missing else [])
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")
    where = f"{where}: {place}"
    if first["type"] == "extra_forbidden":
        return FormatError(f"Unknown key '{key}'.", where=where, remedy=did_you_mean(str(key), _keys(model, outer)))
    if missing:
        return FormatError(f"The key '{key}' is missing.", where=where, remedy="Add it.")
    return FormatError(f"{complaint({**first})}; found {shown(first['input'])}.", where=where, remedy=remedy)


def _path(parts: Sequence[int | str], data: Any) -> list[int | str]:
    """Return the keys and numbers of pydantic's path, without its names for the choices of a union."""
    path = []
    for part in parts:
        if isinstance(data, Mapping) and part in data:
            path.append(part)
            data = data[part]
        elif isinstance(part, int):
            path.append(part)
            data = data[part] if isinstance(data, list) and part < len(data) else data
    return path


def _keys(model: type[BaseModel], path: Sequence[int | str]) -> list[str]:
    """Return the keys that a file may have at a place."""
    models = [model]
    for part in path:
        fields = [each.model_fields[str(part)].annotation for each in models if part in each.model_fields]
        models = [inner for annotation in fields for inner in _models(annotation)] or models
    return [key for each in models for key in each.model_fields]


def _models(annotation: Any) -> list[type[BaseModel]]:
    """Return the models within a type, such as those of a list or of a union."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for inner in get_args(annotation) for model in _models(inner)]
