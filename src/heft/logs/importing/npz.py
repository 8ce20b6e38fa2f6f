"""NumPy files: .npz with arrays by name, .npy with one."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from typing import Any

import numpy as np

from heft.errors import FormatError
from heft.logs.importing.raw import Raw, two_dimensional


def read_npz(content: bytes, where: str) -> Raw:
    """Read the arrays of numbers in an .npz file; others are passed over."""
    file = _load(content, where)
    arrays = {name: _array(lambda name=name: file[name]) for name in file.files}
    found = {name: array for name, array in arrays.items() if array is not None}
    if not found:
        raise FormatError("It has no arrays of numbers.", where=where)
    return Raw(where, found)


def read_npy(content: bytes, where: str) -> Raw:
    """Read the one array of an .npy file."""
    array = two_dimensional(_load(content, where))
    if array is None:
        raise FormatError("It holds no table of numbers.", where=where)
    return Raw(where, {"": array})


def _load(content: bytes, where: str) -> Any:
    try:
        return np.load(io.BytesIO(content), allow_pickle=False)
    except (ValueError, OSError, EOFError, zipfile.BadZipFile) as error:
        reason = str(error).splitlines()[0][:100].rstrip(".")
        raise FormatError(f"This is not a whole NumPy file: {reason}.", where=where) from None


def _array(read: Callable[[], Any]) -> Any:
    """Return an array of numbers, None for what is pickled, damaged or of another kind."""
    try:
        return two_dimensional(read())
    except (ValueError, zipfile.BadZipFile, OSError, EOFError):
        return None
