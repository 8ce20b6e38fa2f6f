"""MATLAB files: scipy reads those up to version 7; a file of version 7.3 is an HDF5 file and needs the extra `hdf5`."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import HeftError
from heft.logs.formats import OneFile, RawArrays, register, two_dimensional
from heft.logs.formats.hdf5 import data_sets

HDF5_MAGIC = b"\x89HDF\r\n\x1a\n"


class Mat(OneFile):
    """Variables by name; a field of a struct is named "struct.field"."""

    name = "MATLAB"
    endings = (".mat",)

    def parse(self, content: bytes, where: str, settings: Mapping[str, Any]) -> RawArrays:
        """Return the arrays of numbers.

        Raises:
            MissingExtraError: it is a file of version 7.3 and h5py is not installed.
            FormatError: this is not a whole MATLAB file, or it has no numbers.
        """
        try:
            read = _version_7_3 if HDF5_MAGIC in content[:1024] else _up_to_version_7
            return RawArrays(where, read(content))
        except HeftError:
            raise
        except Exception as error:  # scipy raises many kinds
            raise self.damaged(error, where) from None


def _version_7_3(content: bytes) -> dict[str, Array]:
    return {name.replace("/", "."): array for name, array in data_sets(content, transposed=True).items()}


def _up_to_version_7(content: bytes) -> dict[str, Array]:
    from scipy.io import loadmat

    variables = loadmat(io.BytesIO(content), struct_as_record=False, squeeze_me=False)
    return {name: array for key in variables if not key.startswith("__") for name, array in _flat(key, variables[key])}


def _flat(name: str, value: Any) -> Iterator[tuple[str, Array]]:
    """Yield the arrays in a variable, those in structs with the names of their fields."""
    if isinstance(value, np.ndarray) and value.dtype == object and value.size == 1:
        yield from _flat(name, value.item())
    elif not isinstance(value, np.ndarray) and hasattr(value, "_fieldnames"):
        for field in value._fieldnames:
            yield from _flat(f"{name}.{field}", getattr(value, field))
    elif isinstance(value, np.ndarray) and (array := two_dimensional(value)) is not None:
        yield name, array[0][:, None] if len(array) == 1 else array


register(Mat())
