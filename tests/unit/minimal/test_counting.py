"""The rules of counting, one by one."""

from __future__ import annotations

import pytest

from heft.minimal.counting import Counted, Operations, Tally


@pytest.fixture
def tally() -> Tally:
    return Tally()


def cost(tally: Tally, *results: Counted) -> Operations:
    return tally.count(tally.behind(list(results))).of()


def test_a_product_and_a_sum_cost_one(tally):
    x, y = tally.variable(), tally.variable()
    assert cost(tally, x * y + 2.5 * x) == (2, 1)
    assert cost(tally, x - y) == (0, 1)


@pytest.mark.parametrize("constant", [0.0, 1.0, -1.0])
def test_products_by_zero_and_one_are_free(tally, constant):
    x = tally.variable()
    assert cost(tally, constant * x, x * constant) == (0, 0)


def test_zero_takes_its_product_along(tally):
    x, y = tally.variable(), tally.variable()
    assert (0 * x).value == 0
    assert cost(tally, 0 * x + y, y + 0, -y) == (0, 0)


def test_constants_are_worked_out_beforehand(tally):
    a, b = Counted(tally, 2.0), Counted(tally, 3.0)
    assert (a * b + a - 1).value == 7.0
    assert cost(tally, (a * b + a) * tally.variable()) == (1, 0)


def test_the_same_is_made_once_whatever_the_signs(tally):
    x, y = tally.variable(), tally.variable()
    assert cost(tally, x * y, y * x, -x * y, x * -y) == (1, 0)
    assert cost(tally, x + y, y + x, -x - y, -(x + y)) == (0, 1)
    assert cost(tally, x - y, y - x) == (0, 1)
    assert cost(tally, x + y, x - y) == (0, 2)
    assert cost(tally, 2 * x, x * 2.0, -2 * x, 3 * x) == (2, 0)


def test_what_nobody_needs_is_not_counted(tally):
    x, y = tally.variable(), tally.variable()
    x * y
    assert cost(tally, x + y) == (0, 1)
    assert tally.count(range(len(tally.nodes))).of() == (1, 1)
    assert str(Operations(3, 4)) == "3M 4A"
