"""Numbers and names as short text."""

from __future__ import annotations

import math

import pytest

from heft.report import words
from heft.robot.exact import Number
from heft.robot.joint import Joint


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.0, 4, "0"),
        (-0.0, 4, "0"),
        (1.0, 4, "1"),
        (-9.81, 4, "-9.81"),
        (123456.0, 4, "1.235e5"),
        (1.5e12, 4, "1.5e12"),
        (0.00012345, 3, "1.23e-4"),
        (2e-5, 3, "2e-5"),
        (-3e-300, 2, "-3e-300"),
        (math.inf, 4, "∞"),
        (-math.inf, 4, "-∞"),
        (0.001, 4, "0.001"),
    ],
)
def test_number(value, digits, text):
    assert words.short(value, digits) == text


@pytest.mark.parametrize("value", [0.0, 1.0, -0.25, 1e-4, 9.999e-4, 12345.6, 7e-9, -3.25e20])
def test_number_reads_back(value):
    assert float(words.short(value, 6)) == pytest.approx(value, rel=1e-5)


@pytest.mark.parametrize(
    ("value", "text"), [(0.0, "0"), (0.25, "0.25"), (-0.04552, "-0.0455"), (10.0, "10"), (2.4e-5, "2e-5")]
)
def test_place(value, text):
    assert words.coordinate(value) == text


def test_nothing_given_is_a_dash():
    assert words.bound(math.inf) == words.bound(-math.inf) == words.amount(0.0) == words.NOTHING
    assert words.bound(0.0) == "0"
    assert words.amount(0.5) == "0.5"


@pytest.mark.parametrize(
    ("kind", "axis", "text"),
    [
        ("revolute", (0, 0, 1), "z"),
        ("prismatic", (0, -2, 0), "-y"),
        ("revolute", ("1/2", 0, 1), "(0.5, 0, 1)"),
        ("floating", (0, 0, 1), ""),
    ],
)
def test_axis(kind, axis, text):
    assert words.axis_name(Joint("j", kind, tuple(Number.parse(x) for x in axis))) == text


def test_counted():
    assert words.counted(1, "body", "bodies") == "1 body"
    assert words.counted(2, "body", "bodies") == "2 bodies"
    assert words.counted(0, "rotor") == "0 rotors"


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.0012, "0.12"), (0.9949, "99"), (0.995, "100"), (1.0, "100"), (9.94, "990"), (123.4, "12000"), (math.inf, "∞")],
)
def test_percentages_have_two_digits_and_no_exponent(share: float, text: str) -> None:
    assert words.percentage(share) == text


def test_a_long_sum_is_split_between_its_terms() -> None:
    text = "a.m + 2 b.m - c.m + 1/2 d.mcx"
    assert words.split_sum(text, 2) == ("a.m + 2 b.m", "- c.m + 1/2 d.mcx", 2)
    assert words.split_sum(text, 3) == (text, "", 0)
    assert words.split_sum("a-1.m") == ("a-1.m", "", 0)
