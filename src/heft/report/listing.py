"""A table for the terminal that never breaks a word: if it is too wide, first its header wraps, and then its texts.

A table that still does not fit is shown in parts, one below the other, each with the names of the rows. Only a word
that is wider than half of the terminal is broken.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from heft.showing.table import that_matter

GAP = 2
"""Spaces between columns."""


@dataclass(eq=False)
class Listing:
    """Rows of names and numbers.

    Attributes:
        columns: their titles.
        left: whether each is text, which is on the left and may wrap; numbers are on the right.
        rows: of cells, as many as columns.
    """

    columns: tuple[str, ...]
    left: tuple[bool, ...]
    rows: list[tuple[Text, ...]] = field(default_factory=list)

    def add_row(self, *cells: str | Text) -> None:
        """Add a row; there is a cell for every column."""
        if len(cells) != len(self.columns):
            raise ValueError(f"a row of {len(cells)} cells in a table of {len(self.columns)} columns")
        self.rows.append(tuple(cell if isinstance(cell, Text) else Text(cell) for cell in cells))

    def folded(self, weights: Sequence[float] = ()) -> tuple[Listing, int]:
        """Return the rows that matter most, see `heft.showing.table`, and how many are left out."""
        kept = that_matter(weights or (0.0,) * len(self.rows))
        return Listing(self.columns, self.left, [self.rows[k] for k in kept]), len(self.rows) - len(kept)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        natural = _total([self._natural(k) for k in range(len(self.columns))])
        least = max(self._least(k) for k in range(len(self.columns)))
        return Measurement(min(least, options.max_width), min(natural, options.max_width))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for number, widths in enumerate(self._parts(options.max_width)):
            if number:
                yield ""
            yield self._part(widths)

    def _parts(self, room: int) -> list[dict[int, int]]:
        """Return the width of each column, by its number, for every part of the table."""
        every = range(len(self.columns))
        natural = {k: self._natural(k) for k in every}
        if _total(natural.values()) <= room:
            return [natural]
        least = {k: self._least(k) for k in every}
        least[0] = min(least[0], max(room // 2, 1))
        parts, current = [], [0]
        for k in every[1:]:
            if len(current) > 1 and _total([*(least[c] for c in current), least[k]]) > room:
                parts.append(current)
                current = [0]
            current.append(k)
        return [self._shrunk(part, least, room) for part in [*parts, current]]

    def _shrunk(self, part: Sequence[int], least: dict[int, int], room: int) -> dict[int, int]:
        """Return widths of a part that fits: numbers as they are, and texts in the room beside them."""
        widths = {k: min(least[k], room) for k in part}
        for wanted in (self._body, self._natural):  # texts first, then titles
            most = {k: wanted(k) for k in part}
            for _ in range(room - _total(widths.values())):
                narrow = [k for k in part if widths[k] < most[k]]
                if narrow:
                    widths[min(narrow, key=lambda k: widths[k])] += 1
        return widths

    def _part(self, widths: dict[int, int]) -> Table:
        made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
        for k, width in widths.items():
            side = "left" if self.left[k] else "right"
            made.add_column(self.columns[k], justify=side, width=width, overflow="fold")
        for row in self.rows:
            made.add_row(*(row[k] for k in widths))
        return made

    def _natural(self, k: int) -> int:
        return max(cell_len(self.columns[k]), self._body(k))

    def _body(self, k: int) -> int:
        return max((cell_len(line) for row in self.rows for line in row[k].plain.split("\n")), default=0)

    def _least(self, k: int) -> int:
        """Return the width below which a word would break; the words of numbers stay together."""
        words = [cell_len(word) for word in self.columns[k].split()]
        if not self.left[k]:
            return max([self._body(k), *words], default=0)
        return max([*words, *(cell_len(word) for row in self.rows for word in row[k].plain.split())], default=0)


def _total(widths: Collection[int]) -> int:
    return sum(widths) + GAP * (len(widths) - 1)


@dataclass(frozen=True)
class Items:
    """Texts beside each other, three spaces apart, as many in a line as fit; none of them is broken."""

    texts: Sequence[str]
    style: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the lines."""
        line = ""
        for text in self.texts:
            longer = f"{line}   {text}" if line else text
            if line and cell_len(longer) > options.max_width:
                yield Text(line, style=self.style)
                longer = text
            line = longer
        yield Text(line, style=self.style)
