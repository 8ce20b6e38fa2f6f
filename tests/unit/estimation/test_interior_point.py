"""The interior-point method, on problems whose answers are known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from numpy.testing import assert_allclose

from heft.estimation.affine_matrices import AffineMatrices
from heft.estimation.constraints import matrices_of_rows, svec_rows
from heft.estimation.interior_point import ConvexProblem, Inequalities, QuadraticCost, minimise

ENTRIES = [(i, j) for j in range(4) for i in range(j + 1)]


def units() -> np.ndarray:
    """(4, 4, 10): symmetric matrices of unit size, one for each entry."""
    return matrices_of_rows(np.eye(10))


def none(n: int) -> Inequalities:
    return Inequalities(np.zeros((0, n)), np.zeros(0))


def symmetric(seed: int) -> np.ndarray:
    M = np.random.default_rng(seed).standard_normal((4, 4))
    return M + M.T


@dataclass(frozen=True, eq=False)
class Nearest:
    """Half the squared distance from a place."""

    place: np.ndarray

    def at(self, x):
        return float(np.sum((x - self.place) ** 2)) / 2, x - self.place, np.eye(len(x))

    def is_defined(self, x):
        return True


def test_rows_of_symmetric_matrices_and_back() -> None:
    M = np.stack([symmetric(0), symmetric(1)], axis=-1)
    assert_allclose(matrices_of_rows(svec_rows(M)), M, atol=1e-14)
    assert_allclose(matrices_of_rows(svec_rows(M)[:, 0]), M[:, :, 0], atol=1e-14)


def test_the_nearest_positive_semidefinite_matrix_has_the_negative_eigenvalues_removed() -> None:
    """Two matrices on variables of their own."""
    constants = [symmetric(2), symmetric(3)]
    slopes = [np.zeros((4, 4, 20)), np.zeros((4, 4, 20))]
    slopes[0][:, :, :10], slopes[1][:, :, 10:] = units(), units()
    matrices = AffineMatrices.of(constants, slopes)
    assert matrices.columns.shape == (2, 10)
    found = minimise(ConvexProblem(QuadraticCost(np.eye(20)), matrices, none(20)), np.zeros(20))
    assert found.status == "Solved"
    for C, S in zip(constants, matrices.at(found.x), strict=True):
        values, vectors = np.linalg.eigh(C)
        assert_allclose(S, vectors * np.maximum(values, 0) @ vectors.T, atol=1e-4)
        assert np.linalg.eigvalsh(S).min() > -1e-8


def test_matrices_of_fewer_variables_than_others() -> None:
    wide, narrow = np.zeros((4, 4, 12)), np.zeros((4, 4, 12))
    wide[:, :, :10], narrow[:, :, 11] = units(), np.eye(4)
    matrices = AffineMatrices.of([np.eye(4), 2 * np.eye(4)], [wide, narrow])
    x = np.arange(12.0)
    assert_allclose(matrices.at(x)[0], np.eye(4) + wide @ x)
    assert_allclose(matrices.at(x)[1], 13 * np.eye(4))
    Z = np.stack([symmetric(4), symmetric(5)])
    expected = [np.sum(Z[0] * wide[:, :, c]) + np.sum(Z[1] * narrow[:, :, c]) for c in range(12)]
    assert_allclose(matrices.gradient(Z, 12), expected)
    H = np.zeros((12, 12))
    matrices.add_curvature(H, Z)
    step = np.random.default_rng(6).standard_normal(12)
    scaled = Z @ matrices.change(step)
    assert step @ H @ step == pytest.approx(np.einsum("mij,mji->", scaled, scaled))


def test_the_nearest_place_in_a_ball_and_above_lines() -> None:
    """The place is outside of the ball and below a line: both touch."""
    far = AffineMatrices.of([np.eye(4)], [np.zeros((4, 4, 3))])
    place = np.array([3.0, -4.0, 0.0])
    round_one = Inequalities(np.zeros((0, 3)), np.zeros(0), np.eye(3))
    assert_allclose(minimise(ConvexProblem(Nearest(place), far, round_one), np.zeros(3)).x, place / 5, atol=1e-6)
    above = Inequalities(np.array([[0.0, 1.0, 0.0]]), np.zeros(1), np.eye(3))
    assert_allclose(minimise(ConvexProblem(Nearest(place), far, above), np.zeros(3)).x, [1.0, 0.0, 0.0], atol=1e-4)


def test_a_contradiction_is_not_called_solved() -> None:
    opposite = Inequalities(np.array([[1.0], [-1.0]]), np.array([-1.0, -1.0]))  # x >= 1 and x <= -1
    far = AffineMatrices.of([np.eye(4)], [np.zeros((4, 4, 1))])
    assert not minimise(ConvexProblem(QuadraticCost(np.eye(1)), far, opposite), np.zeros(1)).solved
