"""HDF5 files: every data set of numbers, by its path. Needs h5py (extra `hdf5`).

A data set can keep its numbers in other files, and a link can lead to them: such a file could show any file of the
machine as a log. Both are refused.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping
from typing import Any

from heft.arrays import Array
from heft.errors import FormatError, MissingExtraError
from heft.logs.formats import OneFile, RawArrays, two_dimensional
from heft.sizes import check_expanded

MOST_OBJECTS = 100_000
"""Groups and data sets in a file."""


class Hdf5(OneFile):
    """Data sets by path, named like "group/data"."""

    name = "HDF5"
    endings = (".h5", ".hdf5")
    extra = "hdf5"

    def parse(self, content: bytes, where: str, settings: Mapping[str, Any]) -> RawArrays:
        """Return the data sets of numbers.

        Raises:
            MissingExtraError: h5py is not installed.
            FormatError: it has no numbers, or takes them from other files.
            FileError: it expands too far.
        """
        return RawArrays(where, data_sets(content, where))


def data_sets(content: bytes, where: str, transposed: bool = False) -> dict[str, Array]:
    """Return the data sets of numbers in an HDF5 file by their paths.

    Args:
        content: the bytes of the file.
        where: named in errors.
        transposed: arrays are stored with their axes reversed, as MATLAB does.

    Raises:
        MissingExtraError: h5py is not installed.
        FormatError: it takes numbers from other files.
        FileError: it expands too far.
    """
    try:
        import h5py
    except ImportError:
        raise MissingExtraError("h5py", "hdf5", "Reading HDF5 files") from None
    with h5py.File(io.BytesIO(content), "r") as file:
        chosen = {name: item for name, item in _own_data_sets(file, where) if item.ndim and item.dtype.kind in "fiub"}
        # a chunk is expanded as a whole, even if the data set uses only a part of it
        check_expanded(sum(item.size * 8 for item in chosen.values()), len(content), where)
        for item in chosen.values():
            check_expanded(math.prod(item.chunks or ()) * item.dtype.itemsize, len(content), where)
        found: dict[str, Array] = {}
        for name, item in chosen.items():
            array = two_dimensional(item[()].T if transposed else item[()])
            if array is not None:
                found[name] = array[0][:, None] if transposed and len(array) == 1 else array
    return found


def _own_data_sets(file: Any, where: str) -> Iterator[tuple[str, Any]]:
    """Yield the data sets in a file by their paths; each object once, as the library's own visit does.

    Raises:
        FormatError: one of them, or a link, leads out of the file.
    """
    import h5py

    library: Any = h5py
    waiting, seen = [("", file)], set()
    while waiting:
        path, group = waiting.pop()
        for key in group:
            name = f"{path}/{key}" if path else key
            link = group.get(key, getlink=True)
            if isinstance(link, h5py.ExternalLink):
                raise _leads_out(f"The link '{name}' leads to another file.", where)
            if not isinstance(link, h5py.HardLink) or name.startswith("#"):
                continue
            item = group[key]
            address = library.h5o.get_info(item.id).addr
            if address in seen:
                continue
            seen.add(address)
            if len(seen) > MOST_OBJECTS:
                raise FormatError(f"It has more than {MOST_OBJECTS} objects.", where=where, remedy="Is this a log?")
            if isinstance(item, h5py.Group):
                waiting.append((name, item))
            elif isinstance(item, h5py.Dataset):
                if item.external or item.is_virtual:
                    raise _leads_out(f"The data set '{name}' keeps its numbers in other files.", where)
                yield name, item


def _leads_out(what: str, where: str) -> FormatError:
    return FormatError(what, where=where, remedy="Copy the numbers into one file: h5repack, or h5py.")


FORMAT = Hdf5()
