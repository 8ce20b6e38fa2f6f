"""Arrays in NumPy's files, read without pickle and only as large as `heft.sizes` allows.

The header of each array declares its shape and type. It is checked against the bytes that follow before any memory is
taken: NumPy itself would take what the header says.
"""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from heft.arrays import AnyArray
from heft.errors import FormatError
from heft.sizes import check_expanded

NPY = b"\x93NUMPY"
_HEADERS: Mapping[tuple[int, int], Any] = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
}
_LONGEST_HEADER = 2**16
"""[bytes] Of an array; NumPy itself refuses those above 10 000."""


class PickledError(FormatError):
    """An array holds Python objects, which are never unpickled."""


class Npz(Mapping[str, AnyArray]):
    """The arrays of an .npz file by name, each read when it is asked for.

    Args:
        content: the bytes of the file.
        where: the file, for errors.

    Raises:
        FileError: it expands too far.
        Exception: it is damaged; read it inside `heft.reading.guard.reading`.
    """

    def __init__(self, content: bytes, where: str) -> None:
        self.where = where
        self._zip = zipfile.ZipFile(io.BytesIO(content))
        check_expanded(sum(member.file_size for member in self._zip.infolist()), len(content), where)
        self._members = {name.removesuffix(".npy"): name for name in self._zip.namelist()}

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __getitem__(self, name: str) -> AnyArray:
        return one_array(self._zip.read(self._members[name]), f"{self.where}: {name}")


def one_array(content: bytes, where: str) -> AnyArray:
    """Return the array of an .npy file.

    Raises:
        PickledError: it contains pickled objects.
        FormatError: it is shorter than its header says.
        Exception: it is damaged in another way.
    """
    file = io.BytesIO(content[:_LONGEST_HEADER])
    version = np.lib.format.read_magic(file)
    if version not in _HEADERS:
        raise FormatError("It has a header that is not known.", where=where, remedy="Save it with numpy.save.")
    shape, by_columns, dtype = _HEADERS[version](file)
    if dtype.hasobject:
        raise PickledError(
            "It contains pickled objects, which could run code when they are read.",
            where=where,
            remedy="Save arrays of numbers.",
        )
    count, data = math.prod(shape), memoryview(content)[file.tell() :]
    if any(n < 0 for n in shape) or not dtype.itemsize or count * dtype.itemsize > len(data):
        raise FormatError(
            f"Its shape {str(shape)[:60]} does not fit its {len(data)} bytes.", where=where, remedy="Save it again."
        )
    flat = np.frombuffer(data, dtype, count)
    return np.array(flat.reshape(shape[::-1]).T if by_columns else flat.reshape(shape))
