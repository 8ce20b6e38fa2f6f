"""Text tables: any delimiter and decimal mark; with or without a header, a line of units, comments, missing cells.

What stands above the table is passed over: comments, and lines that have another number of cells. The last comment is
the header if it has a name for each column, as `numpy.savetxt` and `rostopic echo -p` write it. A cell may have a list
of numbers, which becomes a column for each, and a column of words is passed over, or says which joint a row is of. Text
in which every value has a label in front of it is a table as well (`heft.logs.formats.labelled_lines`).
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain, islice
from typing import Any, ClassVar

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError
from heft.logs.formats import OneFile, RawArrays
from heft.logs.formats.cells import number
from heft.logs.formats.labelled_lines import is_labelled
from heft.logs.formats.labelled_lines import table as labelled
from heft.logs.formats.text_columns import TextColumns
from heft.logs.log import BROKEN_OFF

COMMENTS = ("#", "%", "//")
DELIMITERS = (",", ";", "\t", "|")
BLOCK = 20_000
"""Lines that are made numbers of at a time."""

ABOVE = 100
"""Among so many lines at most the table begins."""


class Text(OneFile):
    """Tables of numbers as text; lines that begin with #, % or // and empty lines are passed over."""

    name = "text"
    endings = (".txt", ".tsv", ".dat", ".asc", ".log")
    settings: ClassVar = {"delimiter": str, "header": bool, "decimal": str}

    def parse(self, content: bytes, where: str, settings: Mapping[str, Any]) -> RawArrays:
        """Return the table as one array.

        Args:
            content: UTF-8 text.
            where: named in errors.
            settings: `delimiter` between cells (found if omitted: comma, semicolon, tab, bar, or white space);
                `header`, whether the first line holds names (if omitted: whether one of its cells is not a number; else
                the last comment may hold them);
                `decimal`, the decimal mark (found if omitted: a comma, if cells are not divided by commas and are
                numbers only with it).

        Raises:
            FormatError: this is not such a table; names the line.
        """
        header, decimal = settings.get("header"), settings.get("decimal")
        if decimal not in (".", ",", None):
            raise FormatError(
                f"'{decimal}' is not a decimal mark.", where=f"{where}: [file] decimal", remedy='Use "." or ",".'
            )
        above: list[str] = []
        try:
            return _table(_lines(content, above), above, settings.get("delimiter"), header, decimal, where)
        except UnicodeDecodeError:
            remedy = "Save it as UTF-8, or rename it if it is a file of another kind."
            raise FormatError("This is not text in UTF-8.", where=where, remedy=remedy) from None


def _lines(content: bytes, above: list[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines with something in them that are not comments, with their numbers; note the comment above them."""
    text = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8-sig")
    begun = False
    for k, line in enumerate(text, start=1):
        if not line.strip():
            continue
        if not _is_comment(line):
            begun = True
            yield k, line
        elif not begun:
            above[:] = [line]


def _table(
    numbered: Iterator[tuple[int, str]],
    above: list[str],
    sign: str | None,
    header: bool | None,
    decimal: str | None,
    where: str,
) -> RawArrays:
    """Return a table as one array; its lines are read in blocks, since as Python's texts they take many times more."""
    looked_at = list(islice(numbered, ABOVE))
    if header is None and sign is None and is_labelled([line for _, line in looked_at]):
        values, names = labelled(chain(looked_at, numbered), where)
        return RawArrays(where, {"": values}, {name: ("", k) for k, name in enumerate(names)})
    if header is None:
        looked_at = looked_at[_start(looked_at, sign, decimal) :]
    openings = looked_at[:3]
    if not openings:
        raise FormatError("It has no lines with numbers.", where=where, remedy="Record it again.")
    opening, numbered = openings[0], chain(looked_at[1:], numbered)
    sign = _find_delimiter(opening[1], decimal) if sign is None else sign
    sign = None if not sign or sign == " " else sign
    first, *others = (_cells(line, sign) for _, line in openings)
    decimal = decimal or _find_decimal([first, *others], sign)
    settled = header
    if header is None:
        header = any(number(cell, decimal) is None for cell in first)
    commented = _commented(above, sign, len(first)) if settled is None and not header else []
    names = [cell.strip() for cell in first] if header else commented
    if names.count("") == 1:  # as that of an index
        names[names.index("")] = f"[{names.index('')}]"
    if header and _are_units(others, len(first), decimal):
        names = [
            f"{name} [{unit.strip()}]" if unit.strip() else name for name, unit in zip(names, others[0], strict=True)
        ]
        next(numbered)
    for name, count in Counter(names).items():
        if count > 1:
            place = f"{where}:{opening[0]}"
            raise FormatError(f"It has two columns '{name}'.", where=place, remedy="Rename or remove one of them.")
    rows = numbered if header else chain([opening], numbered)
    blocks, block = [], list(islice(rows, BLOCK))
    columns = TextColumns.of(
        [line for _, line in block], names or [""] * len(first), partial(_cells, delimiter=sign), decimal
    )
    last = ""
    while block:
        last = block[-1][1]
        following = list(islice(rows, BLOCK))
        may_break = not following and len(block) + len(blocks) > 1
        blocks.append(_numbers(block, columns, sign, decimal, where, may_break))
        block = following
    values = np.concatenate([np.empty((0, sum(columns.widths))), *blocks])
    times = {names[j] for j in columns.times} if names else set()
    if names:
        values, names = columns.finished(values)
    facts = {"metadata": {**BROKEN_OFF}} if _is_broken_off(last, columns, sign) else {}
    places = {name: ("", k) for k, name in enumerate(names) if name}
    return RawArrays(where, {"": values}, places, facts=facts, times=times & {*names})


def _start(lines: list[tuple[int, str]], sign: str | None, decimal: str | None) -> int:
    """Return where the line of names stands: the first of those above the numbers that have as many cells; else 0."""
    for k, (_, line) in enumerate(lines):
        delimiter = _find_delimiter(line, decimal) if sign is None else sign or None
        cells = _cells(line, delimiter if delimiter != " " else None)
        mark = decimal or _find_decimal([cells], delimiter)
        if len(cells) > 1 and all(number(cell, mark) is not None for cell in cells):
            alike = [
                len(_cells(above, delimiter if delimiter != " " else None)) == len(cells) for _, above in lines[:k]
            ]
            start = k - alike[::-1].index(False) if False in alike else 0
            return start if start < k else 0
    return 0


def _commented(above: list[str], delimiter: str | None, width: int) -> list[str]:
    """Return the names in a comment above the numbers; none if it does not have one for each column."""
    names = [cell.strip() for line in above for cell in _cells(line.strip().lstrip("#%/ \t"), delimiter)]
    words = [name for name in names if number(name, ".") is None]
    return names if len(names) == len({*names}) == width and words == names else []


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith(COMMENTS)


def _find_delimiter(line: str, decimal: str | None) -> str | None:
    counts = {sign: line.count(sign) for sign in DELIMITERS if sign != decimal}
    best = max(counts, key=lambda sign: counts[sign])
    others = [sign for sign in counts if sign != "," and counts[sign]]
    if best == "," and decimal is None:  # 0,5;1,5 has as many commas as numbers
        best = next((sign for sign in others if all(number(c, ",") is not None for c in _cells(line, sign))), best)
    return best if counts[best] else None


def _find_decimal(rows: list[list[str]], delimiter: str | None) -> str:
    """Return the decimal mark: a comma, if some cells are numbers with it alone and commas do not divide cells."""
    if delimiter in (None, ","):
        return "."
    commas = any(number(cell, ".") is None and number(cell, ",") is not None for row in rows for cell in row)
    return "," if commas else "."


def _are_units(rows: list[list[str]], width: int, decimal: str) -> bool:
    """Return whether the first of two rows has a word for each column, and the second one numbers."""
    if len(rows) < 2 or [len(row) for row in rows] != [width, width]:
        return False
    words, numbers = ([number(cell, decimal) is None for cell in row] for row in rows)
    blank = [not cell.strip() for cell in rows[0]]
    return any(words) and all(w or b for w, b in zip(words, blank, strict=True)) and not any(numbers)


def _cells(line: str, delimiter: str | None) -> list[str]:
    return line.split() if delimiter is None else next(csv.reader([line], delimiter=delimiter))


def _is_broken_off(line: str, columns: TextColumns, delimiter: str | None) -> bool:
    """Return whether the last line ends before its last cell, or with nothing in it."""
    cells = _cells(line, delimiter)
    return len(cells) < len(columns.widths) or not (line.endswith("\n") or cells[-1].strip())


def _broken_off(line: str, columns: TextColumns, delimiter: str | None, decimal: str) -> Array | None:
    """Return the row of a line that breaks off, NaN from its last cell on; None if the line is whole."""
    cells = _cells(line, delimiter)
    if len(cells) >= len(columns.widths) or columns.words or max(columns.widths) > 1:
        return None
    found = [number(cell, decimal) for cell in cells[:-1]]
    if any(value is None for value in found):
        return None
    return np.array([*found, *[np.nan] * (len(columns.widths) - len(found))], float)


def _numbers(
    body: list[tuple[int, str]],
    columns: TextColumns,
    delimiter: str | None,
    decimal: str,
    where: str,
    may_break: bool,
) -> Array:
    """Return the rows as numbers: all at once if every cell is plain, else cell by cell.

    If it `may_break`, a last line that breaks off, as of a recorder that was stopped, keeps the numbers in front of its
    last cell.
    """
    width = len(columns.widths)
    if may_break and (last := _broken_off(body[-1][1], columns, delimiter, decimal)) is not None:
        rest = _numbers(body[:-1], columns, delimiter, decimal, where, False) if body[1:] else np.empty((0, width))
        return np.concatenate([rest, last[None]])
    if decimal != "." and decimal != delimiter:
        body, decimal = [(k, line.replace(decimal, ".")) for k, line in body], "."
    if decimal == ".":
        try:
            fast = np.loadtxt([line for _, line in body], delimiter=delimiter, comments=None, ndmin=2)
            if fast.shape == (len(body), width):
                return fast
        except ValueError:
            pass
    rows = np.empty((len(body), sum(columns.widths)))
    for k, (line_number, line) in enumerate(body):
        cells = _cells(line, delimiter)
        if len(cells) == width + 1 and not cells[-1].strip():
            cells.pop()
        if len(cells) != width:
            what = f"It has {len(cells)} cells where the first line has {width}."
            raise FormatError(
                what, where=f"{where}:{line_number}", remedy="The file may be truncated: copy or record it again."
            )
        rows[k] = columns.row(cells, decimal, f"{where}:{line_number}")
    return rows


FORMAT = Text()
