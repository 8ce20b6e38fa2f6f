"""NumPy files: .npz with arrays by name, .npy with one."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.logs.formats import OneFile, RawArrays, register, two_dimensional

DAMAGED = (ValueError, OSError, EOFError, zipfile.BadZipFile)
"""What NumPy raises for a file that is not whole, or whose arrays are pickled."""


class Npz(OneFile):
    """Arrays of numbers by name."""

    name = "NumPy"
    endings = (".npz", ".npy")

    def parse(self, content: bytes, where: str, settings: Mapping[str, Any]) -> RawArrays:
        """Return the arrays of numbers in an .npz file, or the one of an .npy file; other arrays are passed over."""
        try:
            file = np.load(io.BytesIO(content), allow_pickle=False)
        except DAMAGED as error:
            raise self.damaged(error, where) from None
        if isinstance(file, np.ndarray):
            arrays = {"": two_dimensional(file)}
        else:
            arrays = {name: _numbers(file, name) for name in file.files}
        return RawArrays(where, {name: array for name, array in arrays.items() if array is not None})


def _numbers(file: Any, name: str) -> Array | None:
    """Return an array of numbers, None for what is pickled, damaged or of another kind."""
    try:
        return two_dimensional(file[name])
    except DAMAGED:
        return None


register(Npz())
