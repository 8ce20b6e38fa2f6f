"""Ranks that an exact field decides, handed on to floats."""

from __future__ import annotations

import numpy as np
import pytest

import heft
from heft.identifiability.exact_fields import Rationals
from heft.identifiability.floats import Floats
from heft.identifiability.known_ranks import recorded, replayed
from heft.identifiability.question import ask
from heft.identifiability.rpna import rpna

PUMA = ask(heft.load("zoo:puma560"), None, False, True, 2e-5, None)


def test_every_decision_is_recorded_in_its_order() -> None:
    ranks: list[object] = []
    field = recorded(Rationals(), ranks)
    one = field.identity(3)
    turn = field.array([[0, -1, 0], [1, 0, 0], [0, 0, 0]])
    assert field.ctrb([turn], one[:, :1]).shape[1] == 2
    assert field.basis(one[:, 2:]).shape[1] == 1
    assert field.conditions(field.array([[0], [1], [2]]), field.array([[0], [2], [4]]))[1] == (1,)
    assert ranks == [2, 1, (1,)]


def test_a_recorded_field_is_otherwise_the_field() -> None:
    field = Rationals()
    wrapped = recorded(field, [])
    assert wrapped.name == field.name
    assert wrapped.half == field.half
    assert wrapped.zeros(2, 3).shape == (2, 3)


def test_floats_take_the_ranks_that_they_are_given() -> None:
    """Columns that differ by 1e-12 are one for floats, and two where that is proved."""
    columns = np.array([[1.0, 1.0], [0.0, 1e-12], [0.0, 0.0]])
    assert Floats().basis(columns).shape[1] == 1
    assert replayed(Floats(), [2]).basis(columns).shape[1] == 2
    assert replayed(Floats(), [(0, 1)]).conditions(columns[:2].T)[1] == (0, 1)


def test_rpna_asks_for_the_same_ranks_in_both_fields() -> None:
    ranks: list[object] = []
    exact = rpna(recorded(Rationals(), ranks), PUMA.clusters, PUMA.gravity)
    given = iter(ranks)
    floats = rpna(replayed(Floats(), given), PUMA.clusters, PUMA.gravity)
    with pytest.raises(StopIteration):
        next(given)
    for one, other in zip(exact, floats, strict=True):
        assert one.pivots == other.pivots
        assert [V.shape for V in one.V] == [V.shape for V in other.V]
        np.testing.assert_allclose(other.conditions, np.array(one.conditions, float), atol=1e-9)
