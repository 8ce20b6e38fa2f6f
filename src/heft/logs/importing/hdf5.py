"""HDF5 files: every data set of numbers, by its path. Needs h5py (extra `hdf5`)."""

from __future__ import annotations

import io
from typing import Any

from heft.errors import FormatError, MissingExtraError
from heft.logs.importing.raw import Raw, two_dimensional


def read_hdf5(content: bytes, where: str, transposed: bool = False) -> Raw:
    """Read the data sets of numbers in an HDF5 file, named like "group/data".

    Args:
        content: the bytes of the file.
        where: named in errors.
        transposed: arrays are stored the other way round, as MATLAB does.

    Raises:
        MissingExtraError: h5py is not installed.
        FormatError: it is no whole HDF5 file, or has no numbers.
    """
    try:
        import h5py
    except ImportError:
        raise MissingExtraError("h5py", "hdf5", "Reading HDF5 files") from None
    found = {}

    def visit(name: str, item: Any) -> None:
        if isinstance(item, h5py.Dataset) and not name.startswith("#") and item.ndim and item.dtype.kind in "fiub":
            array = two_dimensional(item[()].T if transposed else item[()])
            if array is not None:
                found[name] = array[0][:, None] if transposed and len(array) == 1 else array

    try:
        with h5py.File(io.BytesIO(content), "r") as file:
            file.visititems(visit)
    except (OSError, RuntimeError, KeyError) as error:
        reason = str(error).splitlines()[0][:100].rstrip(".")
        raise FormatError(f"This is not a whole HDF5 file: {reason}.", where=where) from None
    if not found:
        raise FormatError("It has no arrays of numbers.", where=where)
    return Raw(where, found)
