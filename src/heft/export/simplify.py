"""Fewer operations for the same values: each pass rewrites a graph.

`flatten` expands sums within sums and products within products that are used once, `factor` takes out common factors,
`share_sums` and `share_products` compute once what occurs in several places. `simplify` repeats them while the number
of operations falls.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations

from heft.export.expression_graph import Graph, Node, Scalar, snapped

Outputs = list[Scalar]
Terms = list[tuple[int, float]]


def live(graph: Graph, outputs: Outputs) -> list[int]:
    """Return the nodes that the outputs need, arguments first."""
    needed = {s.node for s in outputs if not s.is_zero}
    for i in range(len(graph.nodes) - 1, -1, -1):
        if i in needed:
            needed.update(graph.arguments[i])
    return sorted(needed)


def uses(graph: Graph, outputs: Outputs) -> Counter[int]:
    """Return how often each live node is used."""
    count: Counter[int] = Counter(s.node for s in outputs if not s.is_zero)
    for i in live(graph, outputs):
        for j in graph.arguments[i]:
            count[j] += 1
    return count


def cost(graph: Graph, outputs: Outputs) -> int:
    """Return how many multiplications and additions a straightforward evaluation takes."""
    operations = sum(1 for s in outputs if not s.is_zero and s.node and abs(s.factor) != 1.0)
    for i in live(graph, outputs):
        node = graph.nodes[i]
        if node.kind == "product":
            operations += len(node.factors) - 1
        elif node.terms:
            operations += len(node.terms) - 1 + sum(1 for j, c in node.terms if j and abs(c) != 1.0)
    return operations


@dataclass(eq=False)
class Rewriting:
    """A graph being rewritten into a new one, arguments first."""

    old: Graph
    outputs: Outputs
    new: Graph
    value: dict[int, Scalar]

    @classmethod
    def of(cls, graph: Graph, outputs: Outputs) -> Rewriting:
        """Begin with an empty new graph."""
        new = Graph()
        return cls(graph, outputs, new, {0: new.constant(1.0)})

    def run(self, rewrite: Callable[[int, Node], Scalar]) -> tuple[Graph, Outputs]:
        """Rewrite sums and products by a function, and copy the rest."""
        for i in live(self.old, self.outputs):
            node = self.old.nodes[i]
            if node.kind == "input":
                self.value[i] = self.new.input(node.name)
            elif node.kind in ("sin", "cos"):
                (j, c) = node.terms[0]
                argument = self.value[j]
                terms = ((argument.node, abs(c * argument.factor)),)
                sign = -1.0 if node.kind == "sin" and c * argument.factor < 0 else 1.0
                self.value[i] = Scalar(self.new, sign, self.new.intern(Node(node.kind, terms=terms)))
            elif node.kind != "one":
                self.value[i] = rewrite(i, node)
                if i in self.old.labels:
                    self.new.label(self.value[i], self.old.labels[i])
        finished = [
            self.new.constant(0.0) if s.is_zero else Scalar(self.new, s.factor, 0) * self.value[s.node]
            for s in self.outputs
        ]
        return self.new, finished

    def terms(self, node: Node) -> Terms:
        """Return the terms of an old sum in new nodes."""
        value = self.value
        return [(value[i].node, c * value[i].factor) for i, c in node.terms]

    def product(self, node: Node, factors: Iterable[int]) -> Scalar:
        """Return the product of new nodes with the numbers in front of the old factors."""
        number = 1.0
        for i in node.factors:
            number *= self.value[i].factor
        return Scalar(self.new, snapped(number), self.new.product(factors))


def flatten(graph: Graph, outputs: Outputs) -> tuple[Graph, Outputs]:
    """Expand sums in sums and products in products that are used once."""
    rewriting, count = Rewriting.of(graph, outputs), uses(graph, outputs)

    def cheap(inner: Node, c: float) -> bool:
        return abs(c) == 1.0 or sum(1 for _, d in inner.terms if abs(d) == 1.0) <= 1

    def rewrite(i: int, node: Node) -> Scalar:
        if node.kind == "product":
            factors: list[int] = []
            for j in node.factors:
                new = rewriting.value[j].node
                inner = rewriting.new.nodes[new]
                opened = inner.kind == "product" and count[j] == 1
                factors += inner.factors if opened else [new]
            return rewriting.product(node, factors)
        terms: Terms = []
        met: set[int] = set()
        for (j, _), (new, c) in zip(node.terms, rewriting.terms(node), strict=True):
            inner = rewriting.new.nodes[new]
            if inner.kind == "sum" and count[j] == 1 and cheap(inner, c) and met.isdisjoint(k for k, _ in inner.terms):
                added = [(k, c * d) for k, d in inner.terms]
            else:
                added = [(new, c)]
            terms += added
            met.update(k for k, _ in added)
        return rewriting.new.linear(terms)

    return rewriting.run(rewrite)


def factor(graph: Graph, outputs: Outputs) -> tuple[Graph, Outputs]:
    """Take common factors out of sums: a x + b x becomes (a + b) x."""
    rewriting, count = Rewriting.of(graph, outputs), uses(graph, outputs)
    new = rewriting.new

    def factored(terms: list[tuple[int, float, bool]]) -> Scalar:
        while True:
            found: Counter[int] = Counter()
            for i, _, single in terms:
                if single and new.nodes[i].kind == "product":
                    found.update(set(new.nodes[i].factors))
            best = max(found.items(), key=lambda item: (item[1], -item[0]), default=(0, 0))
            if best[1] < 2:
                return new.linear((i, c) for i, c, _ in terms)
            x = best[0]
            inside, outside = [], []
            for i, c, single in terms:
                if single and x in new.nodes[i].factors:
                    rest = list(new.nodes[i].factors)
                    rest.remove(x)
                    inside.append((new.product(rest), c, True))
                else:
                    outside.append((i, c, single))
            sum_ = factored(inside)
            terms = [*outside, (new.product(_opened(new, sum_.node, x)), sum_.factor, True)]

    def rewrite(i: int, node: Node) -> Scalar:
        if node.kind == "product":
            return rewriting.product(node, [rewriting.value[j].node for j in node.factors])
        single = [count[j] == 1 for j, _ in node.terms]
        return factored([(j, c, s) for (j, c), s in zip(rewriting.terms(node), single, strict=True)])

    return rewriting.run(rewrite)


def _opened(graph: Graph, node: int, x: int) -> list[int]:
    """Return the factors of x times a node."""
    return [x, *(graph.nodes[node].factors or (node,))]


def share_sums(graph: Graph, outputs: Outputs) -> tuple[Graph, Outputs]:
    """Compute pairs of terms once that occur in several sums, up to a common factor."""
    sums = {i: dict(graph.nodes[i].terms) for i in live(graph, outputs) if graph.nodes[i].kind == "sum"}
    met = Counter(pair for terms in sums.values() for pair in combinations(sorted(terms), 2))
    where: dict[tuple[int, int, str], list[tuple[int, float, float]]] = defaultdict(list)
    for i, terms in sums.items():
        for a, b in combinations(sorted(terms), 2):
            if met[a, b] > 1:
                where[a, b, f"{terms[b] / terms[a]:.13e}"].append((i, terms[a], terms[b]))
    several = [(key, places) for key, places in where.items() if len(places) > 1]
    pairs: dict[int, list[tuple[int, int, float, float]]] = defaultdict(list)
    for (a, b, _), places in sorted(several, key=lambda item: (-_gain(item), item[0])):
        open_ = [(i, ca, cb) for i, ca, cb in places if a in sums[i] and b in sums[i]]
        if len(open_) < 2:
            continue
        for i, ca, cb in open_:
            del sums[i][a], sums[i][b]
            pairs[i].append((a, b, ca, cb))
    rewriting = Rewriting.of(graph, outputs)

    def rewrite(i: int, node: Node) -> Scalar:
        value = rewriting.value
        if node.kind == "product":
            return rewriting.product(node, [value[j].node for j in node.factors])
        terms = [(value[j].node, c * value[j].factor) for j, c in sums[i].items()]
        for a, b, ca, cb in pairs[i]:
            # The ratio is taken from the pair itself, so that all places refer to the same node.
            pair = rewriting.new.linear([(value[a].node, value[a].factor), (value[b].node, cb / ca * value[b].factor)])
            terms.append((pair.node, ca * pair.factor))
        return rewriting.new.linear(terms)

    return rewriting.run(rewrite)


def _gain(item: tuple[tuple[int, int, str], list[tuple[int, float, float]]]) -> int:
    (_, _, ratio), places = item
    extra = 0 if abs(abs(float(ratio)) - 1.0) < 1e-13 else 1
    return (len(places) - 1) * (1 + extra)


def share_products(graph: Graph, outputs: Outputs) -> tuple[Graph, Outputs]:
    """Compute pairs of factors once that occur in several products."""
    products = {i: list(graph.nodes[i].factors) for i in live(graph, outputs) if graph.nodes[i].kind == "product"}
    where: dict[tuple[int, int], list[int]] = defaultdict(list)
    for i, factors in products.items():
        for pair in {(a, b) for a, b in combinations(factors, 2)}:
            where[pair].append(i)
    pairs: dict[int, list[tuple[int, int]]] = defaultdict(list)
    several = [(pair, places) for pair, places in where.items() if len(places) > 1]
    for (a, b), places in sorted(several, key=lambda item: (-len(item[1]), item[0])):
        open_ = [i for i in places if _holds(products[i], a, b)]
        if len(open_) < 2:
            continue
        for i in open_:
            products[i].remove(a)
            products[i].remove(b)
            pairs[i].append((a, b))
    rewriting = Rewriting.of(graph, outputs)

    def rewrite(i: int, node: Node) -> Scalar:
        if node.kind == "sum":
            return rewriting.new.linear(rewriting.terms(node))
        value, new = rewriting.value, rewriting.new
        factors = [value[j].node for j in products[i]]
        factors += [new.product((value[a].node, value[b].node)) for a, b in pairs[i]]
        return rewriting.product(node, factors)

    return rewriting.run(rewrite)


def _holds(factors: list[int], a: int, b: int) -> bool:
    return factors.count(a) >= 2 if a == b else a in factors and b in factors


PASSES = (flatten, factor, share_products, share_sums)


def simplify(graph: Graph, outputs: Outputs) -> tuple[Graph, Outputs]:
    """Return a graph with the same outputs and fewer operations."""
    best, best_cost = (graph, outputs), cost(graph, outputs)
    current = best
    while True:
        for step in PASSES:
            current = step(*current)
        now = cost(*current)
        if now >= best_cost:
            return best
        best, best_cost = current, now
