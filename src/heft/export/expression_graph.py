"""Expressions as a graph in which no expression occurs twice.

A `Scalar` is a number times a node; a node is the unit, an input, a sine or cosine, a sum or a product. Numbers are
kept outside of the nodes: x and -2 x share a node, a factor can be folded into another one, and zeros and ones vanish
as the expressions are made. Sums and products have a normal form, so that equal ones share a node.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

Kind = Literal["one", "input", "sin", "cos", "sum", "product"]
EPS = 2e-15
"""A relative difference this small is rounding: coefficients that differ by less are taken as equal."""


def snapped(x: float) -> float:
    """Return a number, as an integer where it differs from one only by rounding."""
    if x == 1.0 or x == -1.0 or not -8 < x < 8:
        return x
    near = round(x)
    return float(near) if near and abs(x - near) <= EPS * abs(near) else x


def is_one(x: float) -> bool:
    """Return whether a number is 1 or -1 as `snapped` has it."""
    return abs(abs(x) - 1.0) <= EPS


def multiple(name: str) -> str:
    """Return what a constant multiple of a quantity is called."""
    return f"{name.rstrip('_')}_" if name else ""


@lru_cache(maxsize=100_000)
def _digits(x: float) -> str:
    return f"{x:.14e}"


class Node(NamedTuple):
    """One operation.

    Attributes:
        kind: what it does.
        name: of an input.
        terms: (node, coefficient) of a sum, or of the one argument of a sine.
        factors: nodes of a product, sorted.
    """

    kind: Kind
    name: str = ""
    terms: tuple[tuple[int, float], ...] = ()
    factors: tuple[int, ...] = ()

    @property
    def rounded(self) -> object:
        """What two nodes have in common that differ only by rounding."""
        return (self.kind, *[(i, _digits(c)) for i, c in self.terms])


@dataclass(eq=False)
class Graph:
    """The nodes, each after its arguments.

    Attributes:
        nodes: the nodes.
        arguments: the nodes that each is computed from, as often as they occur.
        labels: what a reader knows a node as, such as w3x, or w3x_ for a multiple of it; of a node that is several such
            quantities, the first.
    """

    nodes: list[Node] = field(default_factory=list)
    arguments: list[tuple[int, ...]] = field(default_factory=list)
    labels: dict[int, str] = field(default_factory=dict)
    _index: dict[Node, int] = field(default_factory=dict)
    _rounded: dict[object, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.intern(Node("one"))

    def intern(self, node: Node) -> int:
        """Return the index of a node, which is added unless there is an equal one."""
        index = self._index.get(node)
        if index is None and node.terms:
            index = self._rounded.setdefault(node.rounded, len(self.nodes))
        if index is None:
            index = len(self.nodes)
        self._index[node] = index
        if index == len(self.nodes):
            self.nodes.append(node)
            self.arguments.append(node.factors or tuple([i for i, _ in node.terms]))
        return index

    def label(self, scalar: Scalar, name: str) -> None:
        """Name the node of a quantity."""
        if self.nodes[scalar.node].kind in ("sum", "product"):
            self.labels.setdefault(scalar.node, name if scalar.factor == 1.0 else multiple(name))

    def constant(self, value: float) -> Scalar:
        """Return a number."""
        return Scalar(self, snapped(float(value)), 0)

    def input(self, name: str) -> Scalar:
        """Return the input of this name."""
        return Scalar(self, 1.0, self.intern(Node("input", name)))

    def linear(self, pairs: Iterable[tuple[int, float]]) -> Scalar:
        """Return the sum of nodes times coefficients: like terms are collected, and the first has coefficient 1."""
        total: dict[int, float] = {}
        size: dict[int, float] = {}
        for node, c in pairs:
            if node in total:
                size[node] = max(size.get(node, abs(total[node])), abs(c))
                total[node] += c
            else:
                total[node] = c
        terms = [(node, c) for node, c in sorted(total.items()) if abs(c) > EPS * size.get(node, 0.0)]
        if not terms:
            return self.constant(0.0)
        if not terms[0][0]:  # The unit comes last, so that a sum is scaled by a variable term.
            terms = [*terms[1:], terms[0]]
        lead = snapped(terms[0][1])
        if len(terms) == 1:
            return Scalar(self, lead, terms[0][0])
        scaled = tuple([(node, snapped(c / lead)) for node, c in terms])
        return Scalar(self, lead, self.intern(Node("sum", terms=scaled)))

    def product(self, factors: Iterable[int]) -> int:
        """Return the node of a product of nodes."""
        kept = tuple(sorted(node for node in factors if node))
        if len(kept) < 2:
            return kept[0] if kept else 0
        return self.intern(Node("product", factors=kept))

    def turn(self, angle: Scalar, offset: float = 0.0) -> tuple[Scalar, Scalar]:
        """Return cosine and sine of angle + offset [rad]; quarter turns cost nothing."""
        quarters = round(offset / (math.pi / 2))
        rest = offset - quarters * math.pi / 2
        if abs(rest) > 4 * EPS:
            angle = angle + self.constant(rest)
        if not angle.node or not angle.factor:
            value = angle.factor if not angle.node else 0.0
            cosine, sine = self.constant(math.cos(value)), self.constant(math.sin(value))
        else:
            argument = ((angle.node, abs(angle.factor)),)
            cosine = Scalar(self, 1.0, self.intern(Node("cos", terms=argument)))
            sine = Scalar(self, math.copysign(1.0, angle.factor), self.intern(Node("sin", terms=argument)))
        for _ in range(quarters % 4):
            cosine, sine = -sine, cosine
        return cosine, sine


@dataclass(frozen=True, slots=True, eq=False)
class Scalar:
    """A number times a node of a graph."""

    graph: Graph
    factor: float
    node: int

    @property
    def is_zero(self) -> bool:
        """True if it is zero."""
        return self.factor == 0.0

    def __add__(self, other: Scalar) -> Scalar:
        return total(self.graph, (self, other))

    def __sub__(self, other: Scalar) -> Scalar:
        return total(self.graph, (self, -other))

    def __neg__(self) -> Scalar:
        return Scalar(self.graph, -self.factor if self.factor else 0.0, self.node)

    def __mul__(self, other: Scalar | float) -> Scalar:
        if not isinstance(other, Scalar):
            other = self.graph.constant(other)
        factor = snapped(self.factor * other.factor)
        if factor == 0.0:
            return Scalar(self.graph, 0.0, 0)
        return Scalar(self.graph, factor, self.graph.product((self.node, other.node)))

    __rmul__ = __mul__


def total(graph: Graph, scalars: Iterable[Scalar]) -> Scalar:
    """Return the sum of any number of scalars."""
    return graph.linear((s.node, s.factor) for s in scalars if not s.is_zero)
