"""What is taken as an array, a number or a switch, and that nothing else passes for one."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from heft.arguments import array, finite, number, switch, whole
from heft.errors import ArgumentError


@pytest.mark.parametrize(
    "value",
    [[1, 2], (1.0, 2.0), np.array([1, 2], np.int8), np.array([1, 2], np.float32), [Fraction(1), Decimal(2)]],
)
def test_numbers_of_all_kinds_become_floats(value):
    found = array("'x'", value)
    assert found.dtype == np.float64
    assert found.tolist() == [1.0, 2.0]


def test_floats_are_not_copied():
    x = np.arange(3.0)
    assert array("'x'", x) is x


@pytest.mark.parametrize(
    "value",
    [
        *("1", ["1", "2"], [1, "2"], [Fraction(1), "2"], b"1", [[1, 2], [3]], 1j, [1j], {"a": 1}, object(), [10**400]),
        np.array(["2020-01-01"], "datetime64[D]"),
        np.array([(1, 2)], [("a", int), ("b", int)]),
    ],
)
def test_what_is_no_array_of_numbers(value):
    with pytest.raises(ArgumentError, match="'x' is not an array of numbers") as caught:
        array("'x'", value)
    assert caught.value.remedy


@pytest.mark.parametrize("mask", [False, True, [False, True]])
def test_masked_arrays_are_refused_whatever_they_mask(mask):
    masked = np.ma.masked_array([1.0, 2.0], mask)
    for value in (masked, [masked, masked], (1.0, np.ma.masked)):
        with pytest.raises(ArgumentError, match="'x' is a masked array") as caught:
            array("'x'", value)
        assert "plain array" in caught.value.remedy


def test_the_remedy_for_masked_arrays_works():
    x = np.ma.masked_invalid([[1.0, 2.0], [np.nan, 3.0], [4.0, 5.0]])
    assert finite("'x'", x[~x.mask.any(axis=1)].data).tolist() == [[1.0, 2.0], [4.0, 5.0]]


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_finite_refuses_what_array_lets_pass(value):
    assert array("'x'", [0.0, value]).shape == (2,)
    with pytest.raises(ArgumentError, match="'x' contains a number that is not finite"):
        finite("'x'", [0.0, value])


def test_scalars():
    for value in (2, 2.0, Fraction(2), np.float32(2), np.int64(2), np.array(2.0)):
        assert number("'x'", value) == 2.0
    for value in (2, np.uint8(2), np.array(2)):
        assert whole("'x'", value, 2) == 2
    for value in (True, np.True_, np.array(True)):
        assert switch("'x'", value) is True


@pytest.mark.parametrize(
    ("take", "wrong", "expected"),
    [
        (number, ("1", b"1", None, True, 1j, [1.0], np.array([1.0]), np.ma.masked, np.str_("1")), "a number such as"),
        (whole, ("1", None, True, 1.0, -1, [1], np.float64(1), np.ma.masked), "a whole number and at least 0"),
        (switch, ("no", "", None, 0, 1, [], np.ma.masked), "True or False"),
    ],
)
def test_other_things_are_no_scalars(take, wrong, expected):
    for value in wrong:
        with pytest.raises(ArgumentError, match=rf"'x' is .*It must be {expected}") as caught:
            take("'x'", value)
        assert repr(value) in caught.value.what


def test_a_long_value_is_cut():
    with pytest.raises(ArgumentError) as caught:
        number("'x'", "1" * 1000)
    assert len(str(caught.value)) < 120
