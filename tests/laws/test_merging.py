"""Information is a monoid: merging is associative, does not care for order, and has a neutral element."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from support.trees import SEEDS

from heft.estimation.information import NOTHING, Information, triangle


def informations(seed: int, count: int) -> list[Information]:
    """Informations over some of five columns each, of two coordinates, from random rows."""
    rng = np.random.default_rng(seed)
    found = []
    for k in range(count):
        names = tuple(f"x{c}" for c in np.sort(rng.permutation(5)[: rng.integers(1, 6)]))
        columns = [np.sort(rng.permutation(len(names))[: rng.integers(0, len(names) + 1)]) for _ in range(2)]
        sizes = rng.integers(1, 30, 2)
        rows = [rng.standard_normal((m, len(c) + 1)) for m, c in zip(sizes, columns, strict=True)]
        factors = tuple(triangle(r) for r in rows)
        found.append(Information(names, ("a", "b"), tuple(columns), factors, sizes.astype(np.int64), ({"log": k},)))
    return found


def squares(information: Information, values: dict[str, float]) -> np.ndarray:
    return information.squares(np.array([values[name] for name in information.names]))


def same(one: Information, other: Information) -> None:
    assert set(one.names) == set(other.names)
    assert one.counts.tolist() == other.counts.tolist()
    assert one.sources == other.sources
    rng = np.random.default_rng(0)
    for _ in range(3):
        values = {
            name: float(x) for name, x in zip(sorted(one.names), rng.standard_normal(len(one.names)), strict=True)
        }
        np.testing.assert_allclose(squares(one, values), squares(other, values), rtol=1e-12)


@given(SEEDS)
def test_merge_is_associative(seed):
    a, b, c = informations(seed, 3)
    same(a.merge(b).merge(c), a.merge(b.merge(c)))


@given(SEEDS)
def test_merge_does_not_care_for_order(seed):
    a, b, _ = informations(seed, 3)
    same(a.merge(b), b.merge(a))


@given(SEEDS)
def test_nothing_is_neutral(seed):
    (a,) = informations(seed, 1)
    same(a.merge(NOTHING), a)
    same(NOTHING.merge(a), a)


@settings(max_examples=50)
@given(SEEDS, st.integers(1, 6))
def test_merge_adds_sums_of_squares(seed, count):
    parts = informations(seed, count)
    whole = NOTHING
    for part in parts:
        whole = whole.merge(part)
    values = {name: float(k) - 1.5 for k, name in enumerate(sorted(whole.names))}
    np.testing.assert_allclose(squares(whole, values), sum(squares(part, values) for part in parts), rtol=1e-11)
