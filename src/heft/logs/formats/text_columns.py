"""How the columns of a text table are read: numbers, lists of numbers, times of day, words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from heft.arrays import Array
from heft.errors import LONGEST_SHOWN, FormatError
from heft.logs.formats.cells import is_clock, is_time, list_of_numbers, number, past_midnight
from heft.logs.formats.long_table import KEYS, by_time
from heft.text import shortened


@dataclass(eq=False)
class TextColumns:
    """How the cells of a table are read.

    Attributes:
        names: of the columns.
        widths: how many numbers a cell of each column has: one, or those of its list.
        clocks: the columns with times of day.
        times: the columns with times of day, dates or durations.
        words: the rows' words by column, of those without numbers.
    """

    names: list[str]
    widths: list[int]
    clocks: set[int]
    times: set[int]
    words: dict[int, list[str]]

    @classmethod
    def of(cls, lines: list[str], names: list[str], split: Callable[[str], list[str]], decimal: str) -> TextColumns:
        """Look at the first row, and for columns of words at all lines that are given.

        Args:
            lines: below the header.
            names: of the columns.
            split: returns the cells of a line.
            decimal: the decimal mark.
        """
        first = split(lines[0])[: len(names)] if lines else []
        lists = {j: found for j, cell in enumerate(first) if (found := list_of_numbers(cell)) is not None}
        clocks = {j for j, cell in enumerate(first) if is_clock(cell, decimal)}
        times = {j for j, cell in enumerate(first) if is_time(cell, decimal)}
        wordy = {j for j, cell in enumerate(first) if j not in lists and number(cell, decimal) is None}
        for cells in map(split, lines if wordy else []):
            wordy -= {j for j in wordy if len(cells) > j and not _is_word(cells[j], decimal)}
        widths = [len(lists.get(j, [0])) for j in range(len(names))]
        return cls(names, widths, clocks, times, {j: [] for j in sorted(wordy)})

    def row(self, cells: list[str], decimal: str, where: str) -> list[float]:
        """Return the numbers of a row.

        Raises:
            FormatError: a cell is not what the first row has there.
        """
        numbers: list[float] = []
        for j, (cell, width) in enumerate(zip(cells, self.widths, strict=True)):
            if j in self.words:
                self.words[j].append(cell.strip())
                numbers.append(np.nan)
                continue
            value = number(cell, decimal)
            found = list_of_numbers(cell) if value is None else [value]
            if found is None:
                remedy = "Correct the cell, or leave it empty if the number is missing."
                raise FormatError(f"'{shortened(cell, LONGEST_SHOWN)}' is not a number.", where=where, remedy=remedy)
            if len(found) != width:
                raise FormatError(
                    f"Column '{self.names[j]}' has {len(found)} numbers here and {width} in the first row.",
                    where=where,
                    remedy="Lists of one column must be of the same length: leave the row out, or divide the file.",
                )
            numbers += found
        return numbers

    def finished(self, values: Array) -> tuple[Array, list[str]]:
        """Return the table with a row for each time, and the names of its columns, "" for columns of words."""
        names, starts = list[str](), list[int]()
        for j, (name, width) in enumerate(zip(self.names, self.widths, strict=True)):
            starts.append(len(names))
            names += [f"{name}[{k}]" for k in range(width)] if width > 1 else ["" if j in self.words else name]
        for j in self.clocks:
            values[:, starts[j]] = past_midnight(values[:, starts[j]])
        keys = {starts[j]: words for j, words in self.words.items()}
        if not keys:
            numbered = [k for k, name in enumerate(names) if name.lower() in KEYS]
            keys = {k: [f"{x:g}" for x in values[:, k]] for k in numbered}
        found = [table for k, words in keys.items() if (table := by_time(values, names, words, k)) is not None]
        return found[0] if found else (values, names)


def _is_word(cell: str, decimal: str) -> bool:
    return not cell.strip() or (number(cell, decimal) is None and list_of_numbers(cell) is None)
