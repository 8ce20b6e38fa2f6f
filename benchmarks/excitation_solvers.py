"""Which method finds the best motion? Four of them from the same starts, for the same processor time.

    python benchmarks/excitation_solvers.py [--seconds N] [--starts N] [--table docs/excitation_solvers_table.md]

A Puma 560 beside a wall and above a table: 10 s, five harmonics, criterion D. Every start is a small random motion that
keeps all limits. SciPy's methods get the largest excess of each limit over time as constraints, with analytic gradients
like all others; the augmented Lagrangian gets the excesses themselves and is minimised by L-BFGS. When the time is
over, the last motion is shrunk until it is verified to keep every limit.

For each method: the criterion of those motions (log det of the information by the number of parameters, larger is
better: one more makes intervals narrower by a factor of 1.6; the median and the worst of all starts), how many of the
last motions kept the limits but for 1 % before they were shrunk, and how often the criterion and the limits were
evaluated.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.optimize import NonlinearConstraint, minimize

import heft
from heft.excitation.design import Design
from heft.excitation.excite import problem_for
from heft.excitation.problem import Outlook, Problem
from heft.excitation.scene import scene_of
from heft.excitation.search import Search
from heft.excitation.sequential import LocalSearch
from heft.excitation.surroundings import surroundings
from heft.excitation.verification import repaired
from heft.one_thread import one_thread

LIMITS = {"lower": -2.0, "upper": 2.0, "velocity": 2.0, "effort": 150.0}
SCENE = {
    "format": "heft-scene/1",
    "plane": [
        {"name": "table", "point": [0, 0, -0.3]},
        {"name": "wall", "point": [0.6, 0, 0], "normal": [-1, 0, 0]},
    ],
}
KEPT = 0.01
"""The excess over a limit, as a part of it, below which a motion counts as one that keeps it."""

FIRST_PENALTY, GROWTH, ROUNDS = 10.0, 5.0, 50
"""Of the augmented Lagrangian."""


class TimeOverError(Exception):
    """The time is over."""


@dataclass
class Evaluations:
    """The criterion and the limits of a motion, counted, until the time is over; the last motion is remembered."""

    problem: Problem
    x: np.ndarray
    seconds: float
    count: int = 0
    began: float = 0.0
    outlook: Outlook | None = None

    def at(self, x: np.ndarray) -> Outlook:
        """What a motion excites and how it stands to its limits."""
        if self.outlook is None or not np.array_equal(x, self.x):
            if time.process_time() - self.began > self.seconds:
                raise TimeOverError
            self.outlook, self.x, self.count = self.problem.outlook(x), x.copy(), self.count + 1
        return self.outlook

    def cost(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        """The criterion, to be minimised, and its gradient."""
        outlook = self.at(x)
        value, to_M = self.problem.criterion.value_and_gradient(outlook.M)
        return value, self.problem.gradient(outlook, to_M)

    def largest(self, x: np.ndarray) -> np.ndarray:
        """The largest excess over each kind of limit."""
        return np.array([h.max() for h in self.at(x).excess.values()])

    def slopes(self, x: np.ndarray) -> np.ndarray:
        """Their derivatives, one row for each kind."""
        outlook, rows = self.at(x), []
        for kind, h in outlook.excess.items():
            pull = {name: np.zeros_like(each) for name, each in outlook.excess.items()}
            pull[kind].flat[np.argmax(h)] = 1.0
            rows.append(self.problem.limit_gradient(outlook, pull))
        return np.array(rows)


def sequential(of: Evaluations) -> None:
    """The search of heft."""

    def watch(search: LocalSearch) -> None:
        of.x, of.count = search.x, of.count + 1
        if time.process_time() - of.began > of.seconds:
            raise TimeOverError

    of.x = LocalSearch(of.problem, of.x).advanced(100_000, watch).x


def trust_constr(of: Evaluations) -> None:
    """SciPy's trust-constr."""
    limits = NonlinearConstraint(of.largest, -np.inf, 0.0, jac=of.slopes)
    of.x = minimize(of.cost, of.x, jac=True, method="trust-constr", constraints=[limits], options={"maxiter": 10**5}).x


def slsqp(of: Evaluations) -> None:
    """SciPy's SLSQP."""
    limits = {"type": "ineq", "fun": lambda x: -of.largest(x), "jac": lambda x: -of.slopes(x)}
    of.x = minimize(of.cost, of.x, jac=True, method="SLSQP", constraints=[limits], options={"maxiter": 10**5}).x


def augmented(of: Evaluations) -> None:
    """An augmented Lagrangian, minimised by L-BFGS, with a multiplier for each excess."""
    multipliers = {kind: np.zeros_like(h) for kind, h in of.at(of.x).excess.items()}
    penalty, before = FIRST_PENALTY, np.inf

    def cost(x: np.ndarray, penalty: float) -> tuple[float, np.ndarray]:
        value, gradient = of.cost(x)
        outlook = of.at(x)
        pull = {kind: np.maximum(0.0, multipliers[kind] + penalty * h) for kind, h in outlook.excess.items()}
        value += sum(float(np.sum(each**2)) for each in pull.values()) / (2 * penalty)
        return value, gradient + of.problem.limit_gradient(outlook, pull)

    for _ in range(ROUNDS):
        x = minimize(cost, of.x, (penalty,), jac=True, method="L-BFGS-B", options={"maxiter": 60, "maxcor": 30}).x
        outlook = of.at(x)
        multipliers = {kind: np.maximum(0.0, multipliers[kind] + penalty * h) for kind, h in outlook.excess.items()}
        penalty *= GROWTH if outlook.worst > 0.25 * before else 1.0
        before = outlook.worst


METHODS: dict[str, Callable[[Evaluations], None]] = {
    "heft: sequential quadratic programs": sequential,
    "SciPy, trust-constr": trust_constr,
    "SciPy, SLSQP": slsqp,
    "augmented Lagrangian, L-BFGS": augmented,
}


def problem_of() -> Problem:
    """The Puma beside the wall and above the table."""
    robot = heft.load("zoo:puma560")
    design = Design(duration=10.0, harmonics=5, limits=LIMITS)
    return problem_for(robot, design, surroundings(robot, scene_of(SCENE))[0])[0]


def row(name: str, problem: Problem, starts: list[np.ndarray], seconds: float) -> str:
    """One row of the table."""
    values, kept, counts = [], 0, []
    for x in starts:
        of = Evaluations(problem, x, seconds, began=time.process_time())
        with suppress(TimeOverError):
            METHODS[name](of)
        kept += problem.outlook(of.x).worst < KEPT
        counts.append(of.count)
        curve = repaired(problem, problem.curve(of.x))
        values.append(-np.inf if curve is None else -problem.value(curve))
    told = [f"{value:.1f}" if np.isfinite(value) else "none" for value in (np.median(values), min(values))]
    return f"| {name} | {told[0]} | {told[1]} | {kept} of {len(starts)} | {np.median(counts):.0f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--starts", type=int, default=3)
    parser.add_argument("--table", type=Path)
    given = parser.parse_args()
    lines = [
        "| method | log det per parameter, median | worst | within limits before shrinking | evaluations |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    print(*lines, sep="\n", flush=True)
    problem = problem_of()
    search = Search(problem, 0, None, None)
    starts = [search.shrunk(search.random())[1] for _ in range(given.starts)]
    with one_thread():
        for name in METHODS:
            lines.append(row(name, problem, starts, given.seconds))
            print(lines[-1], flush=True)
    if given.table:
        given.table.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
