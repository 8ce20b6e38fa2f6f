"""Criteria: values of a known matrix, and gradients against differences."""

from __future__ import annotations

import numpy as np
import pytest

from heft.errors import ArgumentError
from heft.excitation.criteria import Criterion, criteria, criterion_named

KNOWN = np.diag([1.0, 4.0, 9.0])


def random_information(seed: int = 3) -> np.ndarray:
    A = np.random.default_rng(seed).standard_normal((40, 6)) * np.array([1.0, 2.0, 0.5, 3.0, 1.0, 0.2])
    return A.T @ A


@pytest.mark.parametrize("sharp", [False, True], ids=["", "sharp"])
@pytest.mark.parametrize("criterion", criteria().values(), ids=lambda each: each.name)
def test_the_gradient_is_the_slope(criterion: Criterion, sharp: bool):
    criterion = criterion.sharp if sharp else criterion
    M, step = random_information(), 1e-5
    _, G = criterion.value_and_gradient(M)
    direction = random_information(4)
    up, down = (criterion.value_and_gradient(M + sign * step * direction)[0] for sign in (1, -1))
    assert (up - down) / (2 * step) == pytest.approx(float(np.sum(G * direction)), rel=1e-6)
    assert np.allclose(G, G.T)


def test_what_people_quote():
    quoted = {name: criterion.shown(KNOWN) for name, criterion in criteria().items()}
    assert quoted["D"] == pytest.approx(np.log(36.0))
    assert quoted["A"] == pytest.approx(np.sqrt((1 + 1 / 4 + 1 / 9) / 3))
    assert quoted["E"] == pytest.approx(1.0)
    assert quoted["condition"] == pytest.approx(3.0)
    assert quoted["scaled-condition"] == pytest.approx(1.0)


def test_condition_numbers_are_those_of_the_rows():
    A = np.random.default_rng(5).standard_normal((30, 4)) * np.array([1.0, 10.0, 0.1, 1.0])
    quoted = {name: criterion.shown(A.T @ A) for name, criterion in criteria().items()}
    assert quoted["condition"] == pytest.approx(np.linalg.cond(A))
    assert quoted["scaled-condition"] == pytest.approx(np.linalg.cond(A / np.linalg.norm(A, axis=0)))


@pytest.mark.parametrize("name", ["E", "condition", "scaled-condition"])
def test_the_sharp_criterion_is_nearer_to_what_is_quoted(name: str):
    A, criterion = np.random.default_rng(6).standard_normal((400, 12)), criteria()[name]
    M = A.T @ A  # whose eigenvalues are near to each other
    smooth, sharp = (np.exp(each.value_and_gradient(M)[0] / 2) for each in (criterion, criterion.sharp))
    assert criterion.shown(M) < sharp < smooth
    assert sharp < 1.05 * criterion.shown(M)


def test_columns_that_depend_on_each_other_have_no_condition_number():
    A = np.ones((5, 2))
    assert criteria()["condition"].shown(A.T @ A) == np.inf


def test_an_unknown_criterion_is_refused_with_a_suggestion():
    with pytest.raises(ArgumentError, match=r"no criterion 'conditon'.*'condition'"):
        criterion_named("conditon")
