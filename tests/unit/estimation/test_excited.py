"""Excited and determined: two words, each with one meaning wherever it is used."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
from numpy.testing import assert_array_equal

import heft
from heft.estimation.excitation import Weak
from heft.estimation.information import Information
from heft.estimation.least_squares import solve
from heft.excitation.plan import PredictedInterval

SOURCE = Path(heft.__file__).parent
HAVE = {"Excitation", "PredictedInterval", "Weak"}
"""Classes that say what is excited: determined better than a guess. Others say what is determined at all."""


def three_columns(rows: np.ndarray) -> Information:
    factor = np.column_stack([rows, rows @ np.ones(3)])
    return Information(
        ("a", "b", "c"), ("joint",), (np.arange(3),), (np.vstack([factor, np.zeros(4)]),), np.array([100])
    )


def test_excited_is_better_than_a_guess_and_determined_is_anything() -> None:
    """The rows say a to a tenth of its size, b to twice its size, and nothing of c."""
    fit = solve(three_columns(np.diag([10.0, 0.5, 0.0])), np.ones(1), np.ones(3), np.zeros(3))
    assert_array_equal(fit.determined, [True, True, False])
    assert_array_equal(fit.wholly_excited, [True, False, False])
    assert (fit.rank, fit.undetermined.shape[1], fit.weak.shape[1]) == (1, 1, 2)


def test_the_bound_is_the_same_before_and_after_a_motion_is_run() -> None:
    for deviation, excited in ((0.9, True), (1.0, True), (1.1, False), (np.inf, False)):
        assert Weak("a", "a", deviation, ()).excited == excited
        assert PredictedInterval("a", "a", "kg", 0.0, 2 * deviation, deviation).excited == excited


def test_a_regression_says_what_its_rows_determine() -> None:
    """One parameter in rows of noise alone is determined, however badly; one in no row is not."""
    rng = np.random.default_rng(0)
    A = np.column_stack([np.full(200, 1e-3), np.zeros(200)])
    found = heft.fit(A, rng.standard_normal(200), scales=[1.0, 1.0])
    assert_array_equal(found.determined, [True, False])
    assert_array_equal(np.isfinite(found.deviation), found.determined)
    assert found.rank == 1 < found.deviation[0]


def test_no_other_class_calls_something_excited() -> None:
    """A new one must mean the same, or use another word."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                names = {
                    each.target.id
                    for each in node.body
                    if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
                }
                names |= {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
                found |= {node.name} if "excited" in names else set()
    assert found == HAVE
