"""A fit on disk, so that it can be resumed: numbers in one NPZ file, without pickle, written whole or not at all."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from heft.arrays import AnyArray
from heft.bounds import within
from heft.errors import FileError, FormatError
from heft.files import read_bytes, write_whole
from heft.learning import adam, levenberg
from heft.learning.course import Course
from heft.reading.guard import reading
from heft.reading.npz import Npz
from heft.reading.schema import Checked, checked
from heft.reading.text import json_value

FORMAT = "heft-checkpoint/2"
KIND, REMEDY = "checkpoint of heft", "Learn without --resume."


class CheckpointHead(Checked):
    """How many runs each stage has, and the fingerprint of the inputs."""

    format: Literal["heft-checkpoint/2"]
    runs: list[Annotated[int, Field(ge=0, le=10_000)]]
    marks: dict[str, str]


def fingerprint(**facts: Any) -> dict[str, str]:
    """Return a short hash of each fact (JSON values, or a list of arrays); a resumed fit must have the same hashes."""

    def digest(value: Any) -> str:
        found = hashlib.sha256()
        if isinstance(value, list) and all(isinstance(part, np.ndarray) for part in value):
            for part in value:
                found.update(f"{part.shape}{part.dtype}".encode() + part.tobytes())
        else:
            found.update(json.dumps(value, sort_keys=True).encode())
        return found.hexdigest()[:16]

    return {name: digest(value) for name, value in facts.items()}


def save(path: Path, stages: list[Course], marks: dict[str, str]) -> None:
    """Write the courses of a fit's stages and the fingerprint of its inputs; the folder is made if it does not exist.

    Raises:
        FileError: it cannot be written; what was there before is unchanged.
    """
    table: dict[str, Any] = {}
    for stage, course in enumerate(stages):
        named = [*((f"run{k}", run) for k, run in enumerate(course.runs))]
        for name, state in [*named, ("networks", course.networks), ("polish", course.polish)]:
            if state is not None:
                table |= {f"{stage}.{name}.{key}": np.asarray(value) for key, value in asdict(state).items()}
    header = json.dumps({"format": FORMAT, "runs": [len(course.runs) for course in stages], "marks": marks})
    make_folder(path.parent)
    buffer = io.BytesIO()
    np.savez(buffer, header=np.asarray(header), **table)
    write_whole(path, buffer.getvalue())


def load(path: Path, marks: dict[str, str]) -> list[Course]:
    """Read the courses of the stages back.

    Raises:
        FileError: there is none.
        FormatError: it is not a checkpoint, or it belongs to another robot, other logs or other options.
    """
    content = read_bytes(path, ours=True)
    with reading(str(path), KIND, REMEDY):
        table = Npz(content, str(path))
        header = checked(CheckpointHead, json_value(str(table["header"]).encode(), str(path)), KIND, str(path), REMEDY)
    words = {"robot": "another robot", "logs": "other logs", "options": "other options", "model": "another model"}
    for name, value in marks.items():
        if header.marks.get(name) != value:
            raise FormatError(
                f"This checkpoint belongs to {words.get(name, name)}.",
                where=str(path),
                remedy="Resume with the call that made it, or learn without --resume into another folder.",
            )

    with reading(str(path), KIND, REMEDY):
        return [
            Course(
                [_state(table, f"{stage}.run{k}", levenberg.LevenbergState) for k in range(runs)],
                _state(table, f"{stage}.networks", adam.AdamState),
                _state(table, f"{stage}.polish", levenberg.LevenbergState),
            )
            for stage, runs in enumerate(header.runs)
        ]


def _state(table: Npz, name: str, kind: Any) -> Any:
    """Return the state of an iteration: every field of the type that it has, None if there need not be one."""
    if f"{name}.x" not in table and ".run" not in name:
        return None
    values, size = {}, table[f"{name}.x"].shape
    for field in fields(kind):
        value = table[f"{name}.{field.name}"]
        if not _FITS[str(field.type)](value) or (str(field.type) == "Array" and value.shape != size):
            raise FormatError(f"Its '{field.name}' is damaged.", where=name, remedy=REMEDY)
        values[field.name] = value if value.ndim else value.item()
    return kind(**values)


_FITS: dict[str, Callable[[AnyArray], bool]] = {
    "Array": lambda value: value.ndim == 1 and value.dtype == np.float64 and within(value),
    "float": lambda value: value.ndim == 0 and value.dtype == np.float64 and value.item() >= 0,
    "int": lambda value: value.ndim == 0 and value.dtype.kind == "i" and value.item() >= 0,
    "str": lambda value: value.ndim == 0 and value.dtype.kind == "U" and value.item().isprintable(),
}
"""Whether an array is what a field of that type was saved as; a loss and a damping can be infinite, but not NaN."""


def make_folder(path: Path) -> None:
    """Make a folder for what is written; its parent must exist.

    Raises:
        FileError: it cannot be made.
    """
    with _file_errors(path, "made"):
        path.mkdir(exist_ok=True)


def discard(path: Path) -> None:
    """Remove a checkpoint that is no longer needed.

    Raises:
        FileError: it cannot be removed.
    """
    with _file_errors(path, "removed"):
        path.unlink(missing_ok=True)


@contextmanager
def _file_errors(path: Path, done: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        remedy = "Choose another place, or change the permissions of its folder."
        raise FileError(f"It cannot be {done}: {error.strerror}.", where=str(path), remedy=remedy) from None
