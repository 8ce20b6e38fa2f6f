"""Folding rows into a triangular factor, beside LAPACK's."""

import numpy as np
import pytest

from heft.estimation import householder
from heft.estimation.householder import PIECE, fold


@pytest.fixture(autouse=True, params=["compiled", "fresh"])
def way(request, monkeypatch):
    """As always, and as where nothing is compiled."""
    cold = request.param == "fresh"
    monkeypatch.setattr(householder._cold, "takes", lambda work: cold)


def folded(rows: np.ndarray) -> np.ndarray:
    """Return the factor of rows (m, k), which are folded in two calls."""
    block, cut = np.ascontiguousarray(rows.T), len(rows) // 3
    R = np.zeros((len(block), len(block)))
    fold(R, block, 0, cut)
    fold(R, block, cut, len(rows))
    return R


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 7, 8, 9, 37])
@pytest.mark.parametrize("m", [40, PIECE, 3 * PIECE + 5])
def test_the_factor_is_that_of_lapack(k, m):
    rows = np.random.default_rng(k * m).standard_normal((m, k)) * np.logspace(0, 6, k)
    R, expected = folded(rows), np.linalg.qr(rows, mode="r")
    assert np.array_equal(R, np.triu(R))
    signs = np.sign(np.diag(R)) * np.sign(np.diag(expected))
    assert np.allclose(signs[:, None] * R, expected, rtol=1e-12, atol=1e-12 * np.abs(expected).max())


@pytest.mark.parametrize("zero", [[0], [2, 3], [5], [0, 1, 2, 3, 4, 5]])
def test_columns_of_zeros_stay_zeros(zero):
    rows = np.random.default_rng(0).standard_normal((500, 6))
    rows[:, zero] = 0.0
    R = folded(rows)
    assert np.all(R[:, zero] == 0.0)
    assert np.allclose(R.T @ R, rows.T @ rows, rtol=1e-12, atol=1e-11)


def test_fewer_rows_than_columns():
    rows = np.random.default_rng(0).standard_normal((3, 11))
    R = folded(rows)
    assert np.allclose(R.T @ R, rows.T @ rows, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize(("a", "b"), [(1, 5), (0, 1), (1, 3), (6, 7)])  # of two panels, of one, and at the end
def test_nearly_equal_columns_lose_no_digits(a, b):
    rows = np.random.default_rng(0).standard_normal((2000, 8))
    rows[:, b] = rows[:, a] + 1e-9 * rows[:, b]  # the normal equations would square this
    assert np.isclose(abs(folded(rows)[b, b]), abs(np.linalg.qr(rows, mode="r")[b, b]), rtol=1e-5)


@pytest.mark.parametrize(("size", "told"), [(1e-160, [0, 1, 3, 4, 5]), (1e-120, range(6)), (1e120, range(6))])
def test_very_small_and_very_large_numbers(size, told):
    """In units of its size every column has its products; one whose squares vanish disturbs no other."""
    rows, scale = np.random.default_rng(0).standard_normal((100, 6)), np.array([1, 1, size, 1, 1, 1])
    R = (folded(rows * scale) / scale)[:, told]
    assert np.allclose(R.T @ R, rows[:, told].T @ rows[:, told], rtol=1e-12, atol=1e-11)
