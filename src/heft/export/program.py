"""The last steps before printing: the coefficients of terms, and the statements in order.

Every node may be stored multiplied by a constant. `_Scaling` chooses these constants so that as many coefficients as
possible are one: a constant is then multiplied in where it costs nothing. Before that, terms with equal coefficients
are collected, and the product of a coefficient with a factor that occurs in several places is computed once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from heft.export.expression_graph import Graph, Node, Scalar, is_one, multiple, snapped
from heft.export.simplify import Outputs, Rewriting, live, uses
from heft.text import counted


@dataclass(frozen=True)
class Counts:
    """The operations of the code; changes of sign are free."""

    multiplications: int
    additions: int
    trigonometric: int

    def __str__(self) -> str:
        """Return the three numbers in words."""
        return ", ".join(
            [
                counted(self.multiplications, "multiplication"),
                counted(self.additions, "addition"),
                counted(self.trigonometric, "sine or cosine", "sines and cosines"),
            ]
        )

    def to_dict(self) -> dict[str, int]:
        """Return the three numbers by name."""
        return {
            "multiplications": self.multiplications,
            "additions": self.additions,
            "sines_and_cosines": self.trigonometric,
        }


@dataclass(frozen=True)
class Statement:
    """One assignment: the sum of coefficient times factors.

    Attributes:
        target: the node that is assigned; -1 - k for output k.
        kind: "sum", "product", "sin" or "cos".
        terms: of a sum or the argument of a sine: (node, coefficient).
        factors: of a product.
        label: what a reader knows the value as; "" for nothing.
    """

    target: int
    kind: str
    terms: tuple[tuple[int, float], ...] = ()
    factors: tuple[int, ...] = ()
    label: str = ""


@dataclass(frozen=True, eq=False)
class Program:
    """Straight-line code: inputs by node, statements in order, and the outputs."""

    inputs: dict[int, str]
    statements: list[Statement]
    outputs: list[tuple[int, float]]

    @property
    def counts(self) -> Counts:
        """Its operations."""
        M = sum(1 for node, c in self.outputs if node and abs(c) not in (0.0, 1.0))
        A = T = 0
        for s in self.statements:
            M += max(len(s.factors) - 1, 0) + sum(1 for node, c in s.terms if node and abs(c) != 1.0)
            A += max(len(s.terms) - 1, 0)
            T += s.kind in ("sin", "cos")
        return Counts(M, A, T)


def group_equal(graph: Graph, outputs: Outputs) -> tuple[Graph, Outputs]:
    """Collect terms of a sum that have the same coefficient up to sign."""
    rewriting = Rewriting.of(graph, outputs)

    def rewrite(i: int, node: Node) -> Scalar:
        if node.kind == "product":
            return rewriting.product(node, [rewriting.value[j].node for j in node.factors])
        classes: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for j, c in rewriting.terms(node):
            classes[f"{abs(c):.14e}" if j else "unit"].append((j, c))
        if len(classes) == 1:
            return rewriting.new.linear(rewriting.terms(node))
        sums = [rewriting.new.linear(members) for members in classes.values()]
        return rewriting.new.linear((s.node, s.factor) for s in sums)

    return rewriting.run(rewrite)


def share_multiples(graph: Graph, outputs: Outputs) -> tuple[Graph, Outputs]:
    """Compute the product of a number and a factor once if several terms have it: 2 x y and 2 x z share 2 x."""
    count = uses(graph, outputs)
    found: Counter[tuple[str, int]] = Counter()

    def candidates(j: int, c: float) -> list[tuple[str, int]]:
        if not j or abs(c) == 1.0:
            return []
        opened = graph.nodes[j].kind == "product" and count[j] == 1
        return [(f"{abs(c):.14e}", x) for x in sorted(set(graph.nodes[j].factors if opened else (j,)))]

    nodes = [graph.nodes[i] for i in live(graph, outputs)]
    for node in nodes:
        if node.kind == "sum":
            for j, c in node.terms:
                found.update(candidates(j, c))
    rewriting = Rewriting.of(graph, outputs)
    new = rewriting.new

    def rewrite(i: int, node: Node) -> Scalar:
        if node.kind == "product":
            return rewriting.product(node, [rewriting.value[j].node for j in node.factors])
        terms = []
        for (j, c), (k, d) in zip(node.terms, rewriting.terms(node), strict=True):
            best = max(candidates(j, c), key=lambda key: (found[key], -key[1]), default=None)
            if best is None or found[best] < 2:
                terms.append((k, d))
                continue
            x = rewriting.value[best[1]].node
            multiple = new.intern(Node("sum", terms=((x, abs(d)),)))
            rest = list(new.nodes[k].factors) if x != k else []
            if x != k:
                rest.remove(x)
            terms.append((new.product([multiple, *rest]), -1.0 if d < 0 else 1.0))
        return new.linear(terms)

    return rewriting.run(rewrite)


def share_outputs(graph: Graph, outputs: Outputs) -> tuple[Graph, Outputs]:
    """Multiply once where several outputs are the same multiple of a node."""
    found = Counter((s.node, abs(s.factor)) for s in outputs)

    def shared(s: Scalar) -> Scalar:
        if not s.node or abs(s.factor) in (0.0, 1.0) or found[s.node, abs(s.factor)] < 2:
            return s
        return Scalar(graph, -1.0 if s.factor < 0 else 1.0, graph.intern(Node("sum", terms=((s.node, abs(s.factor)),))))

    return graph, [shared(s) for s in outputs]


@dataclass(eq=False)
class _Scaling:
    """The choice of a constant for each stored node."""

    graph: Graph
    outputs: Outputs

    def __post_init__(self) -> None:
        self.order = live(self.graph, self.outputs)
        self.scale: dict[int, float] = dict.fromkeys(self.order, 1.0) | {0: 1.0}
        self.users: dict[int, list[int]] = defaultdict(list)
        for i in self.order:
            for j in set(self.graph.arguments[i]):
                self.users[j].append(i)
        self.out: dict[int, list[float]] = defaultdict(list)
        for s in self.outputs:
            if not s.is_zero:
                self.out[s.node].append(s.factor)

    def coefficient(self, i: int, j: int, c: float) -> float:
        own = self.scale[i] if self.graph.nodes[i].kind == "sum" else 1.0
        return snapped(c * own / self.scale[j])

    def label(self, i: int) -> str:
        """Return what a reader knows node i as; "" for nothing."""
        name = self.graph.labels.get(i, "")
        return name if self.scale[i] == 1.0 else multiple(name)

    def reached(self, i: int) -> tuple[list[int], list[int]]:
        """Return the products whose scale changes with node i, and the nodes whose coefficients do."""
        products, touched, todo = [], [i], [i]
        while todo:
            for u in self.users[todo.pop()]:
                if u not in touched:
                    touched.append(u)
                    if self.graph.nodes[u].kind == "product":
                        products.append(u)
                        todo.append(u)
        return sorted(products), touched

    def set(self, i: int, scale: float, products: list[int]) -> None:
        self.scale[i] = scale
        for p in products:
            self.scale[p] = 1.0
            for j in self.graph.nodes[p].factors:
                self.scale[p] *= self.scale[j]

    def improve(self) -> bool:
        """Try other constants for every sum; return whether one saved operations."""
        helped = False
        for i in self.order:
            node = self.graph.nodes[i]
            if node.kind != "sum":
                continue
            products, touched = self.reached(i)
            varying = self.varying(i, products, touched)
            before, start = varying.cost(self.scale), self.scale[i]
            best = (before, start)
            for candidate in self.candidates(i, varying):
                self.set(i, candidate, products)
                best = min(best, (varying.cost(self.scale), candidate), key=lambda b: b[0])
            self.set(i, best[1], products)
            helped = helped or best[0] < before
        return helped

    def varying(self, i: int, products: list[int], touched: list[int]) -> _Varying:
        """Return the coefficients that change with the constant of sum i."""
        nodes, changing = self.graph.nodes, {i, *products}
        above = [(u, j, c) for u in touched for j, c in nodes[u].terms if j in changing]
        return _Varying(
            within=[(j, c) for j, c in nodes[i].terms if j],
            above=[(u, j, c, self.scale[u] if nodes[u].kind == "sum" else 1.0) for u, j, c in above],
            outputs=[(u, f) for u in changing for f in self.out.get(u, ())],
            of=i,
        )

    def candidates(self, i: int, varying: _Varying) -> list[float]:
        """Return constants for sum i that make one coefficient, its own or a user's, equal to one."""
        found = [1.0] + [abs(self.scale[j] / c) for j, c in varying.within]
        found += [abs(self.coefficient(u, j, c)) * self.scale[i] for u, j, c, _ in varying.above]
        found += [abs(f) * self.scale[i] / self.scale[u] for u, f in varying.outputs]
        unique = {f"{x:.13e}": x for x in found}
        return list(unique.values())


@dataclass(frozen=True, slots=True)
class _Varying:
    """The coefficients that change with the constant of a sum.

    Attributes:
        within: the terms of the sum itself: node and coefficient.
        above: terms that contain it, or a product with it: where, node, coefficient and the constant of where it is.
        outputs: outputs that are multiples of it, or of a product with it: node and factor.
        of: the sum.
    """

    within: list[tuple[int, float]]
    above: list[tuple[int, int, float, float]]
    outputs: list[tuple[int, float]]
    of: int

    def cost(self, scale: dict[int, float]) -> int:
        """Return how many of them are multiplications."""
        own = scale[self.of]
        free = sum([is_one(c * own / scale[j]) for j, c in self.within])
        free += sum([is_one(c * outer / scale[j]) for _, j, c, outer in self.above])
        free += sum([is_one(f / scale[u]) for u, f in self.outputs])
        return len(self.within) + len(self.above) + len(self.outputs) - free


def program_of(graph: Graph, outputs: Outputs) -> Program:
    """Return statements for a simplified graph."""
    graph, outputs = share_outputs(*share_multiples(*group_equal(graph, outputs)))
    scaling = _Scaling(graph, outputs)
    while scaling.improve():
        pass
    inputs: dict[int, str] = {}
    statements = []
    for i in scaling.order:
        node = graph.nodes[i]
        if node.kind == "input":
            inputs[i] = node.name
        elif node.kind == "product":
            statements.append(Statement(i, "product", factors=node.factors, label=scaling.label(i)))
        elif node.kind != "one":
            terms = tuple((j, scaling.coefficient(i, j, c)) for j, c in node.terms)
            statements.append(Statement(i, node.kind, terms=terms, label=scaling.label(i)))
    finished = [(0, 0.0) if s.is_zero else (s.node, snapped(s.factor / scaling.scale[s.node])) for s in outputs]
    return Program(inputs, statements, finished)
