"""HDF5 files: every data set of numbers, by its path. Needs h5py (extra `hdf5`)."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

from heft.arrays import Array
from heft.errors import MissingExtraError
from heft.logs.formats import OneFile, RawArrays, register, two_dimensional


class Hdf5(OneFile):
    """Data sets by path, named like "group/data"."""

    name = "HDF5"
    endings = (".h5", ".hdf5")
    extra = "hdf5"

    def parse(self, content: bytes, where: str, settings: Mapping[str, Any]) -> RawArrays:
        """Return the data sets of numbers.

        Raises:
            MissingExtraError: h5py is not installed.
            FormatError: this is not a whole HDF5 file, or it has no numbers.
        """
        try:
            return RawArrays(where, data_sets(content))
        except (OSError, RuntimeError, KeyError) as error:
            raise self.damaged(error, where) from None


def data_sets(content: bytes, transposed: bool = False) -> dict[str, Array]:
    """Return the data sets of numbers in an HDF5 file by their paths.

    Args:
        content: the bytes of the file.
        transposed: arrays are stored with their axes reversed, as MATLAB does.

    Raises:
        MissingExtraError: h5py is not installed.
        OSError, RuntimeError, KeyError: this is not a whole HDF5 file.
    """
    try:
        import h5py
    except ImportError:
        raise MissingExtraError("h5py", "hdf5", "Reading HDF5 files") from None
    found: dict[str, Array] = {}

    def visit(name: str, item: Any) -> None:
        if isinstance(item, h5py.Dataset) and not name.startswith("#") and item.ndim and item.dtype.kind in "fiub":
            array = two_dimensional(item[()].T if transposed else item[()])
            if array is not None:
                found[name] = array[0][:, None] if transposed and len(array) == 1 else array

    with h5py.File(io.BytesIO(content), "r") as file:
        file.visititems(visit)
    return found


register(Hdf5())
