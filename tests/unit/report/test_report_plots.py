"""Curves in text: their size, their extremes, and that they neither lose nor invent a dot."""

from __future__ import annotations

import numpy as np
import pytest

from heft.report.plots import BLOCKS, BRAILLE, curve, sparkline


def dots(text: str) -> np.ndarray:
    """Return the dots of a braille drawing, top row first."""
    rows = text.split("\n")
    picture = np.zeros((4 * len(rows), 2 * len(rows[0])), bool)
    places = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 0), (3, 1)]
    for i, row in enumerate(rows):
        for j, sign in enumerate(row):
            for bit, (y, x) in enumerate(places):
                picture[4 * i + y, 2 * j + x] = (ord(sign) - BRAILLE) >> bit & 1
    return picture


def test_sparkline_goes_from_the_lowest_to_the_highest_block():
    assert sparkline(np.arange(8), 8) == BLOCKS
    assert sparkline([3, 1], 2) == "█▁"


@pytest.mark.parametrize("values", [[1.0], [2.0, 2.0, 2.0], [0.0, 0.0], [1e9, 1e9 + 1e-3]])
def test_a_flat_curve_is_a_level_line(values):
    assert len(set(sparkline(values, 5))) == 1
    assert dots(curve(values, 5)).sum() == 10


@pytest.mark.parametrize("rows", [1, 2, 3])
@pytest.mark.parametrize("count", [2, 7, 1000])
def test_a_curve_is_one_line_without_gaps(rows, count):
    rng = np.random.default_rng(count)
    picture = dots(curve(rng.standard_normal(count).cumsum(), 20, rows))
    assert picture.shape == (4 * rows, 40)
    assert picture.any(axis=0).all()
    assert picture[0].any()
    assert picture[-1].any()
    for left, right in zip(picture.T[:-1], picture.T[1:], strict=True):
        reach = left | np.roll(left, 1) | np.roll(left, -1)
        assert (reach & right).any()


def test_a_rising_curve_rises():
    heights = dots(curve(np.arange(100), 20)).argmax(axis=0)
    assert (np.diff(heights) <= 0).all()
