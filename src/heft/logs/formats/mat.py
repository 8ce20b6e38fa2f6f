"""MATLAB files: up to version 7 read here; a file of version 7.3 is an HDF5 file and needs the extra `hdf5`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from heft.arrays import Array
from heft.logs.formats import OneFile, RawArrays
from heft.logs.formats.hdf5 import data_sets
from heft.logs.formats.mat4 import variables as version_4
from heft.logs.formats.mat5 import variables as version_5

HDF5_MAGIC = b"\x89HDF\r\n\x1a\n"


class Mat(OneFile):
    """Variables by name; a field of a struct is named "struct.field"."""

    name = "MATLAB"
    endings = (".mat",)

    def parse(self, content: bytes, where: str, settings: Mapping[str, Any]) -> RawArrays:
        """Return the arrays of numbers.

        Raises:
            MissingExtraError: it is a file of version 7.3 and h5py is not installed.
            FormatError: this is not a MATLAB file, or it has no numbers.
            FileError: it expands too far.
        """
        return RawArrays(where, {name: _upright(array) for name, array in _variables(content, where).items()})


def _variables(content: bytes, where: str) -> dict[str, Array]:
    if HDF5_MAGIC in content[:1024]:
        found = data_sets(content, where, transposed=True)
        return {name.replace("/", "."): array for name, array in found.items()}
    # the first four bytes of version 4 are a number below 10 000, those of later versions are text
    return version_4(content, where) if 0 in content[:4] else version_5(content, where)


def _upright(array: Array) -> Array:
    """Return a row as a column: MATLAB has no arrays of one dimension."""
    return array[0][:, None] if len(array) == 1 else array


FORMAT = Mat()
