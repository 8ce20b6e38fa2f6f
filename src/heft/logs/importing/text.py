"""Text tables: any delimiter, with or without a header, comments, missing cells."""

from __future__ import annotations

import csv
from dataclasses import dataclass

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError
from heft.logs.importing.raw import Raw

COMMENTS = ("#", "%", "//")
DELIMITERS = (",", ";", "\t", "|")
MISSING = {"", "nan", "na", "n/a", "null", "none", "-nan", "?"}


@dataclass(frozen=True, eq=False)
class Table:
    """Names (empty without header) and numbers (n, k); missing is NaN."""

    names: list[str]
    values: Array


def read(content: bytes, where: str, delimiter: str | None, header: bool | None, decimal: str) -> Raw:
    """Read a text table; see `read_table`."""
    table = read_table(content, where, delimiter, header, decimal)
    return Raw(where, {"": table.values}, {name: ("", k) for k, name in enumerate(table.names)})


def read_table(
    content: bytes, where: str, delimiter: str | None = None, header: bool | None = None, decimal: str = "."
) -> Table:
    """Read a text table of numbers.

    Args:
        content: UTF-8 text; lines that begin with #, % or // and empty lines are passed over.
        where: named in errors.
        delimiter: between cells; None finds it: comma, semicolon, tab, bar, or white space.
        header: whether the first line holds names; None: it does if any of its cells is no number.
        decimal: the sign before decimals.

    Raises:
        FormatError: it is no such table; says the line.
    """
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise FormatError("This is not text in UTF-8.", where=where) from None
    numbered = [(k, line) for k, line in enumerate(lines, start=1) if line.strip() and not _is_comment(line)]
    if not numbered:
        raise FormatError("It has no lines with numbers.", where=where)
    sign = delimiter if delimiter is not None else _find_delimiter(numbered[0][1], decimal)
    sign = None if not sign or sign == " " else sign
    first = _cells(numbered[0][1], sign)
    if header is None:
        header = any(_number(cell, decimal) is None for cell in first)
    names = [cell.strip() for cell in first] if header else []
    for name in names:
        if names.count(name) > 1:
            raise FormatError(f"It has two columns '{name}'.", where=f"{where}:{numbered[0][0]}")
    body = numbered[1:] if header else numbered
    return Table(names, _numbers(body, len(first), sign, decimal, where))


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith(COMMENTS)


def _find_delimiter(line: str, decimal: str) -> str | None:
    counts = {sign: line.count(sign) for sign in DELIMITERS if sign != decimal}
    best = max(counts, key=lambda sign: counts[sign])
    return best if counts[best] else None


def _cells(line: str, delimiter: str | None) -> list[str]:
    return line.split() if delimiter is None else next(csv.reader([line], delimiter=delimiter))


def _number(cell: str, decimal: str) -> float | None:
    word = cell.strip().strip('"').replace(decimal, ".")
    if word.lower() in MISSING:
        return float("nan")
    try:
        return float(word)
    except ValueError:
        return None


def _numbers(body: list[tuple[int, str]], width: int, delimiter: str | None, decimal: str, where: str) -> Array:
    """Return the rows as numbers: all at once if every cell is plain, else cell by cell."""
    if not body:
        return np.empty((0, width))
    if decimal == ".":
        try:
            fast = np.loadtxt([line for _, line in body], delimiter=delimiter, comments=None, ndmin=2)
            if fast.shape == (len(body), width):
                return fast
        except ValueError:
            pass
    rows = np.empty((len(body), width))
    for k, (number, line) in enumerate(body):
        cells = _cells(line, delimiter)
        if len(cells) == width + 1 and not cells[-1].strip():
            cells.pop()
        if len(cells) != width:
            what = f"It has {len(cells)} cells where the first line has {width}."
            raise FormatError(what, where=f"{where}:{number}", remedy="The file may be truncated.")
        for j, cell in enumerate(cells):
            value = _number(cell, decimal)
            if value is None:
                raise FormatError(f"'{cell:.40}' is not a number.", where=f"{where}:{number}")
            rows[k, j] = value
    return rows
