"""A fit on disk, so that it can be continued: numbers in one NPZ file, no pickle, written whole or not at all."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np

from heft.errors import FileError, FormatError
from heft.learning import adam, levenberg
from heft.learning.fit import Course
from heft.robot.source import read_bytes, write_whole

FORMAT = "heft-checkpoint/1"


def fingerprint(**facts: Any) -> dict[str, str]:
    """Return a short sum of each fact (anything for JSON, or arrays): what must be the same when a fit is resumed."""

    def digest(value: Any) -> str:
        data = value.tobytes() if isinstance(value, np.ndarray) else json.dumps(value, sort_keys=True).encode()
        return hashlib.sha256(data).hexdigest()[:16]

    return {name: digest(value) for name, value in facts.items()}


def save(path: Path, course: Course, marks: dict[str, str]) -> None:
    """Write a course and what it belongs to.

    Raises:
        FileError: it cannot be written; what was there is untouched.
    """
    table: dict[str, Any] = {}
    named = [
        *((f"run{k}", run) for k, run in enumerate(course.runs)),
        ("networks", course.networks),
        ("polish", course.polish),
    ]
    for name, state in named:
        if state is not None:
            table |= {f"{name}.{key}": np.asarray(value) for key, value in asdict(state).items()}
    header = json.dumps({"format": FORMAT, "runs": len(course.runs), "marks": marks})
    buffer = io.BytesIO()
    np.savez(buffer, header=np.asarray(header), **table)
    write_whole(path, buffer.getvalue())


def load(path: Path, marks: dict[str, str]) -> Course:
    """Read a course back.

    Raises:
        FileError: there is none.
        FormatError: it is no checkpoint, or belongs to another robot, other logs or other options.
    """
    content = read_bytes(path)
    try:
        table = np.load(io.BytesIO(content), allow_pickle=False)
        header = json.loads(str(table["header"]))
        if header["format"] != FORMAT:
            raise KeyError
    except (ValueError, KeyError, OSError, zipfile.BadZipFile):
        raise FormatError("This is no checkpoint of heft.", where=str(path), remedy="Learn without --resume.") from None
    words = {"robot": "another robot", "logs": "other logs", "options": "other options"}
    for name, value in marks.items():
        if header["marks"].get(name) != value:
            raise FormatError(
                f"This checkpoint belongs to {words.get(name, name)}.",
                where=str(path),
                remedy="Resume with the call that made it, or learn without --resume into another folder.",
            )

    def state(name: str, kind: Any) -> Any:
        if f"{name}.x" not in table:
            return None
        values = {f.name: table[f"{name}.{f.name}"] for f in fields(kind)}
        return kind(**{key: value if value.ndim else value.item() for key, value in values.items()})

    runs = [state(f"run{k}", levenberg.State) for k in range(header["runs"])]
    return Course(runs, state("networks", adam.State), state("polish", levenberg.State))


def discard(path: Path) -> None:
    """Remove a checkpoint that is no longer needed.

    Raises:
        FileError: it cannot be removed.
    """
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise FileError(f"It cannot be removed: {error.strerror}.", where=str(path)) from None
