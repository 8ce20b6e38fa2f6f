"""Exact numbers: what is read, what is refused, and that nothing is lost on the way."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heft.bounds import LARGEST
from heft.errors import FormatError
from heft.robot.exact import ONE, ZERO, Number, vector


@pytest.mark.parametrize(
    ("text", "rational", "pi_multiple"),
    [
        ("1/3", Fraction(1, 3), 0),
        ("-981/100", Fraction(-981, 100), 0),
        (" 2 / 4 ", Fraction(1, 2), 0),
        ("0.333", Fraction(333, 1000), 0),
        (".5", Fraction(1, 2), 0),
        ("5.", 5, 0),
        ("+7", 7, 0),
        ("1e-3", Fraction(1, 1000), 0),
        ("-2.5E+2", -250, 0),
        ("1.5/2", Fraction(3, 4), 0),
        ("2/3*pi", 0, Fraction(2, 3)),
        ("-pi/2", 0, Fraction(-1, 2)),
        ("pi", 0, 1),
        ("+pi", 0, 1),
        ("2*pi/3", 0, Fraction(2, 3)),
        ("-1/2 * pi", 0, Fraction(-1, 2)),
        ("0.5*pi", 0, Fraction(1, 2)),
        (3, 3, 0),
        (Fraction(2, 7), Fraction(2, 7), 0),
        (1e-3, Fraction(1, 1000), 0),
        (0.1, Fraction(1, 10), 0),
        (np.float64(0.1), Fraction(1, 10), 0),
        (-0.0, 0, 0),
    ],
)
def test_what_is_read(text, rational, pi_multiple):
    number = Number.parse(text)
    assert (number.rational, number.pi_multiple) == (rational, pi_multiple)
    assert float(number) == pytest.approx(float(rational) + float(pi_multiple) * math.pi, rel=1e-16)
    assert Number.parse(number) is number


@pytest.mark.parametrize(
    "value",
    [
        *("", " ", "nan", "inf", "-inf", "1/0", "pi/0", "0/0", "1/3/4", "1//3", "1/-3", "--1", "- 1", "1 2", "1,5"),
        *("2pi", "pi*2", "pi2", "tau", "0x10", "1_000", "e5", "one", "1e"),
        *(math.nan, math.inf, -math.inf, True, False),
    ],
)
def test_what_is_refused(value):
    with pytest.raises(FormatError, match="is not a finite number") as caught:
        Number.parse(value, "body 'arm', mass")
    assert caught.value.where == "body 'arm', mass"
    assert '"2/3*pi"' in caught.value.remedy
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("text", ["1e999999999", "1e-1000000", "1e401*pi"])
def test_absurd_exponents_are_refused_before_they_are_computed(text: str):
    with pytest.raises(FormatError, match="too large or too small"):
        Number.parse(text)


@given(st.floats(-LARGEST, LARGEST))
def test_a_float_stands_for_its_shortest_decimal_and_comes_back(x: float):
    assert float(Number.parse(x)) == x
    assert Number.parse(x) == Number.parse(repr(x))


@given(st.fractions(), st.booleans())
def test_what_is_written_is_read_back(fraction: Fraction, turned: bool):
    number = Number(pi_multiple=fraction) if turned else Number(fraction)
    assert Number.parse(str(number)) == number
    assert Number.parse(number.to_json()) == number
    opposite = -number
    assert (opposite.rational, opposite.pi_multiple) == (-number.rational, -number.pi_multiple)


def test_json_has_whole_numbers_and_exact_strings():
    assert Number.parse(-4).to_json() == -4
    assert Number.parse("8/4").to_json() == 2
    assert Number.parse(0.25).to_json() == "0.25"
    assert Number.parse("1/4").to_json() == "1/4"
    assert Number.parse("pi").to_json() == "1*pi"
    assert isinstance(Number.parse("2").to_json(), int)


@pytest.mark.parametrize("value", [0.25, "1.5708", "1e-12", 6e-17, "3.14159265358979323846", "-2.50", 1e22, 0.1 + 0.2])
def test_a_decimal_stays_one(value: object):
    number = Number.parse(value)
    assert number.decimal
    assert (-number).decimal
    again = Number.parse(number.to_json())
    assert again == number
    assert again.decimal or again.rational.denominator == 1


@pytest.mark.parametrize("value", [3, "3", "1/3", "1.5/2", "pi/2", "0.5*pi", Fraction(1, 8), "7854/5000"])
def test_other_numbers_are_literal(value: object):
    number = Number.parse(value)
    assert not number.decimal
    assert not Number.parse(number.to_json()).decimal


def test_a_sum_has_no_spelling():
    with pytest.raises(FormatError, match="cannot be written"):
        str(Number(Fraction(1), Fraction(1)))


def test_constants():
    assert float(ZERO) == 0.0
    assert float(ONE) == 1.0
    assert Number.parse("0") == ZERO


def test_vectors():
    assert vector("1 2/3 -pi", 3) == (Number.parse(1), Number.parse("2/3"), Number.parse("-pi"))
    assert vector([0, 0.5], 2) == (ZERO, Number.parse("1/2"))


@pytest.mark.parametrize("values", ["1 2", [1, 2, 3, 4], 7, None, {"x": 1}])
def test_vectors_of_another_length_are_refused(values):
    with pytest.raises(FormatError, match="3 numbers are expected here"):
        vector(values, 3, "origin")


def test_numpy_numbers_are_numbers() -> None:
    assert Number.parse(np.int64(3)) == Number(Fraction(3))
    assert Number.parse(np.float64(0.1)) == Number(Fraction(1, 10))
    with pytest.raises(FormatError, match="None is not a finite number"):
        Number.parse(None)


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ("1e400", "'1e400' is larger than 1e+100"),
        ("-1e101", "'-1e101' is larger than 1e+100"),
        ("1e100*pi", "'1e100*pi' is larger than 1e+100"),
        ("1e-400", "'1e-400' is too small for a float"),
        (10**400, "about 1e400 is larger than 1e+100"),
        (Fraction(-(10**5000)), "about -1e5000 is larger than 1e+100"),
        (Fraction(10**400), "about 1e400 is larger than 1e+100"),
        (1e101, "1e+101 is larger than 1e+100"),
        (Fraction(1, 10**400), "about 1e-400 is too small for a float"),
        (Fraction(3**2200, 10**1050), "has more than 1000 digits as a fraction"),
        ("1" * 8000, "has 8000 characters, more than the 1000 that a number may have"),
        ("1" * 8000 + "x", "has 8001 characters, more than the 1000 that a number may have"),
    ],
)
def test_what_is_out_of_bounds_is_refused_with_its_place(value, complaint: str) -> None:
    with pytest.raises(FormatError, match=re.escape(complaint)) as caught:
        Number.parse(value, "body 'arm', mass")
    assert caught.value.where == "body 'arm', mass"
    assert len(str(caught.value)) < 250
