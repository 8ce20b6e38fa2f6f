"""Ranks of floats."""

from __future__ import annotations

import flint
import numpy as np
import pytest

from heft.linalg import ROUNDING, TOLERANCE, column_space, nonzero, reduced_echelon, significant


def test_significant_singular_values_are_compared_with_the_largest() -> None:
    s = np.array([2.0, 1.0, 3 * ROUNDING, ROUNDING, 0.0])
    assert significant(s).tolist() == [True, True, True, False, False]
    assert significant(s, 10.0).tolist() == [True, True, False, False, False]
    assert significant(np.zeros(2)).tolist() == [False, False]
    assert significant(np.zeros(0)).tolist() == []


def test_entries_and_ranks_have_absolute_tolerances() -> None:
    assert nonzero(np.array([[TOLERANCE, 0.01 * TOLERANCE]])).tolist() == [[True, False]]
    M = np.array([[1.0, 1.0, 0.0], [1.0, 1.0 + 0.1 * TOLERANCE, 1.0]])
    assert column_space(M).shape == (2, 2)
    assert column_space(M[:, :2]).shape == (2, 1)
    assert column_space(M[:, :2], rank=2).shape == (2, 2)


def test_the_echelon_form_has_the_leftmost_pivots() -> None:
    rows, pivots = reduced_echelon(np.array([[0.0, 2.0, 1.0], [0.0, 4.0, 2.0], [0.0, 0.0, 0.5]]))
    assert pivots == (1, 2)
    np.testing.assert_allclose(rows, [[0, 1, 0], [0, 0, 1]], atol=1e-12)


@pytest.mark.parametrize("rank", range(7))
def test_leftmost_pivots_at_any_rank(rank: int) -> None:
    """Few pivots are looked for among the rows, many through the null space: the same answer as in fractions."""
    rng = np.random.default_rng(rank)
    for shape in ((9, 6), (4, 6), (30, 6)):
        whole = rng.integers(-2, 3, (shape[0], rank)) @ rng.integers(-2, 3, (rank, shape[1]))
        whole[:, rng.integers(6)] = 0
        form, exact_rank = flint.fmpq_mat(*shape, whole.ravel().tolist()).rref()
        exact = np.array([[float(x.p) / float(x.q) for x in row] for row in form.tolist()])[:exact_rank]
        rows, pivots = reduced_echelon(whole / 10)
        assert list(pivots) == [int(np.argmax(row != 0)) for row in exact]
        np.testing.assert_allclose(rows, exact, atol=1e-9)
        known, same = reduced_echelon(whole / 10, pivots)
        assert same == pivots
        np.testing.assert_allclose(known, exact, atol=1e-9)
