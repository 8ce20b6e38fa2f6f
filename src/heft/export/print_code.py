"""A program as text in C or Python: local variables only, every operation written once."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from heft.export.program import Program, Statement

LINE = 100
"""Expressions longer than this get a name of their own."""


@dataclass(frozen=True)
class Language:
    """How a language spells an assignment."""

    assign: str
    sine: str = "sin"
    cosine: str = "cos"
    suffix: str = ""
    sign: str = "(({x} > 0) - ({x} < 0))"

    def literal(self, x: float) -> str:
        """Return a number as text."""
        return f"{float(x)!r}{self.suffix}"


C = Language("const double {name} = {value};")
C_FLOAT = Language("const float {name} = {value};", "sinf", "cosf", "f")
PYTHON = Language("{name} = {value}", sign="(({x} > 0) * 1.0 - ({x} < 0) * 1.0)")


@dataclass(eq=False)
class Writer:
    """Statements being written: an expression that is used once is written in place, as long as the line is short."""

    program: Program
    language: Language

    def __post_init__(self) -> None:
        self.count: Counter[int] = Counter(node for node, _ in self.program.outputs)
        for s in self.program.statements:
            self.count.update(s.factors or [node for node, _ in s.terms])
        self.text: dict[int, tuple[str, int]] = {}
        self.lines: list[str] = []
        self.serial = 0
        self.used: set[str] = set()

    def named(self, name: str, value: str) -> None:
        """Write an assignment."""
        self.lines.append(self.language.assign.format(name=name, value=value))

    def write(self) -> tuple[list[str], list[str]]:
        """Return the lines of the body and the expressions of the outputs."""
        for node, name in self.program.inputs.items():
            self.text[node] = (local(name), 2)
            self.named(local(name), name)
        for s in self.program.statements:
            expression, strength = self.expression(s)
            trigonometric = s.kind in ("sin", "cos")
            if trigonometric or self.count[s.target] > 1 or len(expression) > LINE:
                name = self.angle_name(s) if trigonometric else self.next_name(s.label)
                self.named(name, expression)
                expression, strength = name, 2
            self.text[s.target] = (expression, strength)
        return self.lines, [self.output(node, c) for node, c in self.program.outputs]

    def next_name(self, label: str = "") -> str:
        """Return a fresh name: what a reader knows the value as, or a number."""
        if label and label not in self.used:
            self.used.add(label)
            return label
        self.serial += 1
        return f"t{self.serial}"

    def angle_name(self, s: Statement) -> str:
        """Return a name such as s3 for the sine of a plain coordinate, else a fresh one."""
        node, c = s.terms[0]
        match = re.fullmatch(r"q(\d+)", self.text[node][0])
        return f"{s.kind[0]}{match[1]}" if match and c == 1.0 else self.next_name()

    def output(self, node: int, c: float) -> str:
        """Return the expression of an output."""
        if c == 0.0 or node == 0:
            return self.language.literal(c)
        return self.term(node, c, first=True)

    def expression(self, s: Statement) -> tuple[str, int]:
        """Return the text of a statement and how strongly it binds: 0 a sum, 1 a product, 2 a name."""
        if s.kind == "product":
            return "*".join(self.operand(node) for node in s.factors), 1
        sum_ = "".join(self.term(node, c, first=k == 0) for k, (node, c) in enumerate(self.ordered(s)))
        if s.kind == "sum":
            return sum_, 0
        return f"{self.language.sine if s.kind == 'sin' else self.language.cosine}({sum_})", 2

    def ordered(self, s: Statement) -> list[tuple[int, float]]:
        """Put a positive term first, so that the line does not begin with a sign."""
        terms = list(s.terms)
        first = next((k for k, (_, c) in enumerate(terms) if c > 0), 0)
        return [terms[first], *terms[:first], *terms[first + 1 :]]

    def operand(self, node: int) -> str:
        """Return a factor, in brackets if it is not a name."""
        text, strength = self.text[node]
        return text if strength == 2 else f"({text})"

    def term(self, node: int, c: float, first: bool) -> str:
        """Return a term with its sign."""
        sign = ("-" if c < 0 else "") if first else (" - " if c < 0 else " + ")
        if node == 0:
            return sign + self.language.literal(abs(c))
        text, strength = self.text[node]
        if abs(c) != 1.0:
            body = f"{self.language.literal(abs(c))}*{self.operand(node)}"
        else:
            body = text if strength > 0 or sign in ("", " + ") else f"({text})"
        return sign + body


def local(name: str) -> str:
    """Return the local name of an input: q[0] is q0."""
    match = re.fullmatch(r"(\w+)\[(\d+)\]", name)
    assert match, name
    return f"{match[1]}{match[2]}"
