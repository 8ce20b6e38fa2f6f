"""Expressions: what vanishes, what meets, and that passes change nothing but the count."""

from __future__ import annotations

import math

import numpy as np
import pytest

from heft.export.expression_graph import Graph, Scalar, total
from heft.export.program import program_of
from heft.export.simplify import cost, factor, flatten, live, share_products, share_sums, simplify

PASSES = [flatten, factor, share_products, share_sums, simplify]


@pytest.fixture
def graph():
    return Graph()


def evaluate(graph: Graph, outputs: list[Scalar], inputs: dict[str, float]) -> list[float]:
    value = {0: 1.0}
    for i in live(graph, outputs):
        node = graph.nodes[i]
        if node.kind == "input":
            value[i] = inputs[node.name]
        elif node.kind == "product":
            value[i] = math.prod(value[j] for j in node.factors)
        elif node.kind != "one":
            x = sum(c * value[j] for j, c in node.terms)
            value[i] = {"sum": lambda x: x, "sin": math.sin, "cos": math.cos}[node.kind](x)
    return [s.factor * value[s.node] if s.factor else 0.0 for s in outputs]


def random_expressions(graph: Graph, seed: int) -> list[Scalar]:
    rng = np.random.default_rng(seed)
    pool = [graph.input(f"x[{k}]") for k in range(4)]
    pool += graph.turn(pool[0]) + graph.turn(pool[1], math.pi / 2)
    for _ in range(60):
        a, b = (pool[int(k)] for k in rng.integers(max(0, len(pool) - 25), len(pool), 2))
        pool.append((a * b, a + b, a - b, a * float(rng.integers(-2, 3)))[int(rng.integers(4))])
    return pool[-6:]


def test_zeros_and_ones_vanish(graph):
    x, y = graph.input("x"), graph.input("y")
    zero, one = graph.constant(0), graph.constant(1)
    assert (x * zero).is_zero
    assert (x - x).is_zero
    assert (x * one).node == x.node
    assert (x + zero).node == x.node
    assert cost(graph, [x * one + y * zero]) == 0


def test_equal_expressions_meet(graph):
    x, y, z = (graph.input(name) for name in "xyz")
    assert (x * y).node == (y * x).node
    assert (x + y).node == (y + x).node
    assert (x - y).node == (y - x).node
    assert (x * 2.0 + y * 2.0).node == (x + y).node
    assert total(graph, [x, y, z]).node == total(graph, [z, x, y]).node


def test_like_terms_are_collected(graph):
    x = graph.input("x")
    s = x * 2.5 + x * 0.5
    assert (s.factor, s.node) == (3.0, x.node)


def test_quarter_turns_are_free(graph):
    x = graph.input("x")
    c, s = graph.turn(x)
    for k in range(-4, 5):
        ck, sk = graph.turn(x, k * math.pi / 2)
        assert {ck.node, sk.node} == {c.node, s.node}
        found = evaluate(graph, [ck, sk], {"x": 0.7})
        assert np.allclose(found, [math.cos(0.7 + k * math.pi / 2), math.sin(0.7 + k * math.pi / 2)], atol=1e-15)


def test_the_sine_of_the_opposite_angle_is_shared(graph):
    x = graph.input("x")
    assert graph.turn(-x)[1].node == graph.turn(x)[1].node
    assert graph.turn(-x)[1].factor == -1.0


def test_a_common_factor_is_taken_out(graph):
    a, b, x = (graph.input(name) for name in "abx")
    assert cost(*factor(graph, [a * x + b * x])) == 2


def test_a_shared_pair_is_computed_once(graph):
    a, b, c, d = (graph.input(name) for name in "abcd")
    sums = [total(graph, [a, b, c]), total(graph, [a, b, d])]
    assert cost(graph, sums) == 4
    assert cost(*share_sums(graph, sums)) == 3
    products = [a * b * c, d * (b * a)]
    assert cost(*simplify(graph, products)) == 3


@pytest.mark.parametrize("step", PASSES)
@pytest.mark.parametrize("seed", range(10))
def test_passes_keep_the_values(graph, step, seed):
    outputs = random_expressions(graph, seed)
    inputs = {f"x[{k}]": x for k, x in enumerate(np.random.default_rng(seed).uniform(-1, 1, 4))}
    before = evaluate(graph, outputs, inputs)
    after = evaluate(*step(graph, outputs), inputs)
    assert np.allclose(after, before, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_simplify_never_adds_operations(graph, seed):
    outputs = random_expressions(graph, seed)
    simplified = simplify(graph, outputs)
    assert cost(*simplified) <= cost(graph, outputs)
    c = program_of(*simplified).counts
    assert c.multiplications + c.additions <= cost(*simplified) + 1


def test_what_nobody_needs_is_not_computed(graph):
    x, y = graph.input("x"), graph.input("y")
    _ = x * y + y * y
    assert program_of(graph, [x * x]).counts.multiplications == 1
