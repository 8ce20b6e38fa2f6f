"""Counting numbers: the recursion runs on them, and every multiplication and addition is recorded.

A number is a constant, known before the robot moves, or a variable. The rules:

* a product or a sum of constants is free, because it is computed beforehand;
* a product by 0, 1 or -1 is free, and so are a sum with 0 and a change of sign;
* every other product is one multiplication M, every other sum or difference one addition A (2 x is x + x);
* the same product or sum of the same two numbers is computed once, whatever their signs;
* sines and cosines are not counted, nor are the products in R that depend on one joint alone (P1 omits the same: up
  to four M per joint).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from heft.minimal import composite_recursion, steps
from heft.minimal.chain_constants import ChainConstants, JointConstants

ROWS = {
    "omega": ("omega", "omega_along", "omega_across"),
    "omega_dot": ("omega_dot", "omega_rate_along", "omega_rate_across"),
    "Omega": ("Omega", "Omega_plane"),
    "Psi": ("Psi",),
    "h": ("lift",),
    "a": ("accelerate_first", "accelerate_still", "accelerate_revolute", "accelerate_prismatic", "slide"),
    "rho": ("rho_still", "rho_along", "rho"),
    "rho_bar": ("rho_bar_revolute", "rho_bar_prismatic"),
    "D": ("inertia",),
    "zeta_bar": ("zeta_bar_along", "zeta_bar_across", "zeta_bar_revolute", "zeta_bar_prismatic"),
    "p": ("force", "force_sum"),
    "zeta": ("moment", "moment_along", "moment_at_s", "moment_at_tip", "moment_of_tip_along", "tip_moment"),
    "tau": ("tau",),
}
"""The rows of P1's Table II, and D, which the table omits: each with its steps."""

_ROW_OF = {step: row for row, group in ROWS.items() for step in group}


Operand = tuple[float, int, int]
"""An operand: a constant (its value), or a node of the tally (0, its index) with a sign."""


class Operations(NamedTuple):
    """A number of multiplications and of additions."""

    multiplications: int
    additions: int

    def __str__(self) -> str:
        return f"{self.multiplications}M {self.additions}A"


@dataclass(frozen=True, eq=False)
class Counted:
    """A constant, if it has a value; otherwise plus or minus a node of a `Tally`."""

    tally: Tally
    value: float | None = None
    node: int = -1
    sign: int = 1

    def __add__(self, other: Any) -> Counted:
        other = self._number(other)
        if self.value is not None and other.value is not None:
            return Counted(self.tally, self.value + other.value)
        if self.value == 0:
            return other
        if other.value == 0:
            return self
        plus, minus = (sorted([self._key(sign), other._key(sign)]) for sign in (1, -1))
        return self.tally.made("A", *((plus, 1) if plus <= minus else (minus, -1)))

    def __mul__(self, other: Any) -> Counted:
        other = self._number(other)
        if self.value is not None and other.value is not None:
            return Counted(self.tally, self.value * other.value)
        for one, two in ((self, other), (other, self)):
            if one.value in (0.0, 1.0, -1.0):
                return one if one.value == 0 else two if one.value == 1 else -two
        factors = sorted((abs(x.value or 0.0), x.node, 1) for x in (self, other))
        return self.tally.made("M", factors, self._direction() * other._direction())

    def __neg__(self) -> Counted:
        return replace(self, sign=-self.sign) if self.value is None else Counted(self.tally, -self.value)

    def __sub__(self, other: Any) -> Counted:
        return self + -self._number(other)

    def __rsub__(self, other: Any) -> Counted:
        return -self + other

    __radd__, __rmul__ = __add__, __mul__

    def _number(self, other: Any) -> Counted:
        return other if isinstance(other, Counted) else Counted(self.tally, float(other))

    def _direction(self) -> int:
        return self.sign if self.value is None or self.value > 0 else -1

    def _key(self, sign: int) -> Operand:
        return ((self.value or 0.0) * sign, self.node, self.sign * sign)


class Tally:
    """Every operation, once: its kind, the joint and row it belongs to, and its operands."""

    def __init__(self) -> None:
        self.nodes: list[tuple[str, tuple[int, str], tuple[Operand, ...]]] = []
        self.place: tuple[int, str] = (-1, "")
        self._known: dict[tuple[str, tuple[Operand, ...]], int] = {}

    def variable(self) -> Counted:
        """Return a number that is known only when the robot moves."""
        self.nodes.append(("", self.place, ()))
        return Counted(self, node=len(self.nodes) - 1)

    def made(self, operation: str, operands: list[Operand], sign: int) -> Counted:
        """Return the result of an operation, recorded now or before."""
        key = (operation, tuple(operands))
        if key not in self._known:
            self._known[key] = len(self.nodes)
            self.nodes.append((operation, self.place, key[1]))
        return Counted(self, node=self._known[key], sign=sign)

    def behind(self, results: list[Any]) -> set[int]:
        """Return the nodes that results depend on."""
        waiting = [result.node for result in results if isinstance(result, Counted)]
        seen: set[int] = set()
        while waiting:
            node = waiting.pop()
            if node >= 0 and node not in seen:
                seen.add(node)
                waiting += [operand[1] for operand in self.nodes[node][2]]
        return seen

    def count(self, nodes: Iterable[int]) -> Count:
        """Return how many operations there are among some nodes."""
        return Count(Counter((*self.nodes[k][1], self.nodes[k][0]) for k in nodes if self.nodes[k][0]))


@dataclass(frozen=True)
class Count:
    """Operations by joint and row of Table II."""

    by_place: Mapping[tuple[int, str, str], int]

    def of(self, joint: int | None = None, row: str | None = None) -> Operations:
        """Return the operations of a joint, of a row, or of all."""

        def total(operation: str) -> int:
            return sum(
                count
                for (j, r, o), count in self.by_place.items()
                if o == operation and joint in (None, j) and row in (None, r)
            )

        return Operations(total("M"), total("A"))

    def rows(self, joint: int) -> dict[str, Operations]:
        """Return the rows of Table II for one joint."""
        return {row: self.of(joint, row) for row in ROWS}


class _Labelled:
    """The steps, each recording the joint and the row that it belongs to."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    def __getattr__(self, name: str) -> Any:
        step = getattr(steps, name)

        def labelled(joint: JointConstants, *arguments: Any) -> Any:
            self._tally.place = (joint.index, _ROW_OF[name])
            return step(joint, *arguments)

        return labelled


def count(constants: ChainConstants, *, tip: bool = False, general: bool = False) -> Count:
    """Run the recursion on counting numbers.

    Args:
        constants: the robot's constants; those that are 0, 1 or -1 up to rounding save operations.
        tip: whether a wrench acts on the tip.
        general: treat every constant as a number that is known only at run time and is neither 0 nor 1,
            and count also what no torque depends on, as a program for all manipulators needs: this is P1's Table II.
    """
    tally = Tally()

    def made(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(made(item) for item in value)
        if isinstance(value, float):
            return tally.variable() if general else Counted(tally, _exact(value))
        return value

    def on_numbers(joint: JointConstants) -> JointConstants:
        upright = ("u",) if joint.revolute else ()
        return replace(joint, **{f.name: made(getattr(joint, f.name)) for f in fields(joint) if f.name not in upright})

    joints = tuple(on_numbers(joint) for joint in constants.joints)
    counted = ChainConstants(joints, constants.r, constants.s, made(constants.gravity), made(constants.tip))
    turns = [_turn(joint, tally) for joint in joints]
    qd, qdd = ([tally.variable() for _ in joints] for _ in range(2))
    wrench = tuple(tuple(tally.variable() for _ in range(3)) for _ in range(2)) if tip else None
    labelled = _Labelled(tally)
    motions = composite_recursion.forward(counted, turns, qd, qdd, labelled)
    torques = composite_recursion.backward(counted, motions, wrench, labelled)
    return tally.count(range(len(tally.nodes)) if general else tally.behind(torques))


def _exact(value: float) -> float:
    """Return a constant with rounding removed from 0 and from 1 and -1."""
    nearest = float(round(value))
    return nearest if abs(value - nearest) < 1e-12 and abs(nearest) <= 1 else value


def _turn(joint: JointConstants, tally: Tally) -> steps.Turn:
    """Return a joint's position and the products in R that depend on it alone, which are not counted."""
    if not joint.revolute:
        return steps.Turn(joint.ct, joint.st, tally.variable(), joint.r31, joint.r32)
    ct, st = tally.variable(), tally.variable()
    if joint.sb.value in (0.0, 1.0, -1.0):
        return steps.Turn(ct, st, joint.d, joint.sb * st, joint.sb * ct)
    return steps.Turn(ct, st, joint.d, tally.variable(), tally.variable())
