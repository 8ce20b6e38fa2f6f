"""NumPy files: .npz with arrays by name, .npy with one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from heft.arrays import Array
from heft.logs.formats import OneFile, RawArrays, two_dimensional
from heft.reading.npz import NPY, Npz, PickledError, one_array


class Numpy(OneFile):
    """Arrays of numbers by name."""

    name = "NumPy"
    endings = (".npz", ".npy")

    def parse(self, content: bytes, where: str, settings: Mapping[str, Any]) -> RawArrays:
        """Return the arrays of numbers in an .npz file, or the one of an .npy file; other arrays are passed over."""
        if content.startswith(NPY):
            arrays = {"": two_dimensional(one_array(content, where))}
        else:
            file = Npz(content, where)
            arrays = {name: _numbers(file, name) for name in file}
        return RawArrays(where, {name: array for name, array in arrays.items() if array is not None})


def _numbers(file: Npz, name: str) -> Array | None:
    """Return an array of numbers, None for what is pickled or of another kind."""
    try:
        return two_dimensional(file[name])
    except PickledError:
        return None


FORMAT = Numpy()
