"""Curves in one or two lines of text, for the cells of a table."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from heft.arrays import Array, Ints

BLOCKS = "▁▂▃▄▅▆▇█"
BRAILLE = 0x2800
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a braille sign's dots: four rows from the top, two columns."""


def sparkline(values: ArrayLike, width: int = 24) -> str:
    """Return a curve as a row of blocks of eight heights, from the smallest value to the largest."""
    heights = _levels(np.asarray(values, float), width, len(BLOCKS))
    return "".join(BLOCKS[height] for height in heights)


def curve(values: ArrayLike, width: int = 24, rows: int = 2) -> str:
    """Return a curve drawn with braille dots, `rows` lines of `width` signs, its smallest value at the bottom."""
    heights = _levels(np.asarray(values, float), 2 * width, 4 * rows)
    cells = np.zeros((rows, width), dtype=int)
    previous = int(heights[0])
    for x, height in enumerate(int(h) for h in heights):
        for y in range(min(height, previous + (height > previous)), max(height, previous - (height < previous)) + 1):
            row, dot = divmod(4 * rows - 1 - y, 4)
            cells[row, x // 2] |= _DOTS[dot][x % 2]
        previous = height
    return "\n".join("".join(chr(BRAILLE + int(cell)) for cell in row) for row in cells)


def _levels(values: Array, count: int, levels: int) -> Ints:
    """Return the curve at `count` places as heights from 0 to levels - 1; a flat curve is in the middle."""
    places = np.linspace(0, len(values) - 1, count)
    sampled = np.interp(places, np.arange(len(values)), values)
    low, high = float(values.min()), float(values.max())
    if high - low <= 1e-9 * max(abs(low), abs(high)):
        return np.full(count, (levels - 1) // 2)
    return np.rint((sampled - low) / (high - low) * (levels - 1)).astype(int)
