"""What a format makes of a file: arrays by name, samples first, and the names of single columns where they have one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from heft.arrays import Array
from heft.errors import FormatError, did_you_mean


@dataclass(frozen=True, eq=False)
class RawArrays:
    """The numbers of one recorded file, unchanged.

    Attributes:
        where: the file, for errors.
        arrays: by name, each (n, k); a table has one, named "".
        names: which array, and which of its columns, a column's name stands for.
        times: the names of columns of dates, times of day or durations, which are in seconds here.
        facts: the metadata of a log that heft wrote: "joints", "effort_kind", "metadata"; {} for other files.
        digests: the SHA-256 of each file that was read, in hexadecimal digits.
    """

    where: str
    arrays: Mapping[str, Array]
    names: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    times: Collection[str] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.arrays:
            remedy = "Save the signals as arrays of numbers with one or two dimensions."
            raise FormatError("It has no arrays of numbers.", where=self.where, remedy=remedy)

    @property
    def columns(self) -> dict[str, Array]:
        """All columns by name, (n,) each; a column without a name is named after its array: q[0], q[1], ..."""
        named = {place: name for name, place in self.names.items()}
        found = {}
        for name, values in self.arrays.items():
            for k in range(values.shape[1]):
                own = name if name and values.shape[1] == 1 else f"{name}[{k}]"
                found[named.get((name, k), own)] = values[:, k]
        return found

    def column(self, array: str | None, column: int | str | None, transpose: bool = False) -> Array:
        """Return one column, (n,).

        Args:
            array: its array; None where the column has a name of its own or the file has one array only.
            column: its name or its number from 0; None takes the only one.
            transpose: the array has samples along its second axis.

        Raises:
            FormatError: there is no such column; says which there are.
        """
        if array is None and isinstance(column, str):
            if column in self.names:
                array, column = self.names[column]
            elif column in self.arrays:
                array, column = column, None
            else:
                known = [*self.names, *(name for name in self.arrays if name)]
                remedy = did_you_mean(column, known) if known else "It has no header: give columns by number, from 0."
                raise FormatError(f"It has no column '{column}'.", where=self.where, remedy=remedy)
        values = self._array(array)
        values = values.T if transpose else values
        if isinstance(column, str):
            remedy = "Give the number of the column, counted from 0."
            raise FormatError(f"The array '{array}' has no column '{column}'.", where=self.where, remedy=remedy)
        if column is None and values.shape[1] != 1:
            what = f"The array '{array or ''}' has {values.shape[1]} columns, and the map does not say which."
            raise FormatError(what, where=self.where, remedy="Give 'column' or 'columns', counted from 0.")
        index = column or 0
        if not 0 <= index < values.shape[1]:
            what = f"There is no column {index}: " + (f"array '{array}'" if array else "the table")
            remedy = f"Give a number from 0 to {values.shape[1] - 1}."
            raise FormatError(f"{what} has {values.shape[1]}, counted from 0.", where=self.where, remedy=remedy)
        return values[:, index]

    def _array(self, name: str | None) -> Array:
        if name is None and len(self.arrays) == 1:
            return next(iter(self.arrays.values()))
        if name is None:
            remedy = f"Give 'array'. {did_you_mean('', self.arrays)}"
            raise FormatError("It has several arrays, and the map does not say which.", where=self.where, remedy=remedy)
        if name not in self.arrays:
            raise FormatError(f"It has no array '{name}'.", where=self.where, remedy=did_you_mean(name, self.arrays))
        return self.arrays[name]


def two_dimensional(values: ArrayLike) -> Array | None:
    """Return numbers as (n, k), one dimension as (n, 1); None if this is not an array of at most two dimensions."""
    array = np.squeeze(np.asarray(values)) if np.ndim(values) > 2 else np.asarray(values)
    if array.dtype.kind not in "fiub" or array.ndim not in (1, 2):
        return None
    return np.asarray(array, float).reshape(len(array), -1)
