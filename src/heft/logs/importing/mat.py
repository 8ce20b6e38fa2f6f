"""MATLAB files: scipy reads those up to version 7; a version 7.3 file is HDF5 in another gown."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError
from heft.logs.importing.hdf5 import read_hdf5
from heft.logs.importing.raw import Raw, two_dimensional

HDF5_MAGIC = b"\x89HDF\r\n\x1a\n"


def read_mat(content: bytes, where: str) -> Raw:
    """Read the arrays of numbers in a MATLAB file; a field of a struct is named "struct.field".

    Raises:
        MissingExtraError: it is a version 7.3 file and h5py is not installed.
        FormatError: it is no whole MATLAB file, or has no numbers.
    """
    if HDF5_MAGIC in content[:1024]:
        raw = read_hdf5(content, where, transposed=True)
        return Raw(where, {name.replace("/", "."): array for name, array in raw.arrays.items()})
    from scipy.io import loadmat

    try:
        variables = loadmat(io.BytesIO(content), struct_as_record=False, squeeze_me=False)
    except Exception as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0][:100].rstrip(".")
        raise FormatError(f"This is not a whole MATLAB file: {reason}.", where=where) from None
    found = {name: array for key in variables if not key.startswith("__") for name, array in _flat(key, variables[key])}
    if not found:
        raise FormatError("It has no arrays of numbers.", where=where)
    return Raw(where, found)


def _flat(name: str, value: Any) -> Iterator[tuple[str, Array]]:
    """Yield the arrays in a variable, those in structs with the names of their fields."""
    if isinstance(value, np.ndarray) and value.dtype == object and value.size == 1:
        yield from _flat(name, value.item())
    elif not isinstance(value, np.ndarray) and hasattr(value, "_fieldnames"):
        for field in value._fieldnames:
            yield from _flat(f"{name}.{field}", getattr(value, field))
    elif isinstance(value, np.ndarray) and (array := two_dimensional(value)) is not None:
        yield name, array[0][:, None] if len(array) == 1 else array
