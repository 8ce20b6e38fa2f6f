"""The rule by which friction laws are chosen, itself chosen with each robot left out in turn.

    python benchmarks/friction_rule.py                    print the tables
    python benchmarks/friction_rule.py --store FOLDER     keep the figures of each machine there, and go on from them

A rule has two numbers: how often a law may pass by chance, and which part of a joint's mean square error it must
remove (`heft.estimation.friction_choice.Rule`). Each rule of a grid chooses laws for the runs of
`benchmarks/friction_choice.py`; the errors are those on runs that were not fitted, as there. For each robot, the
rule is chosen that does best on all others: with the smallest error beside that of the fixed laws, the mean of its
logarithm over the cases of a machine and then over machines. Pendulums of one make count as one robot. What this rule
does on the robot that was left out is what a new robot may expect.
"""

from __future__ import annotations

import argparse
import json
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
from friction_choice import ALLOWED, Machine, machines

import heft
from heft.estimation.base import Base
from heft.estimation.columns import Model
from heft.estimation.consistent import consistent
from heft.estimation.counterbalance import apart_from_gravity
from heft.estimation.evidence import Evidence
from heft.estimation.friction_auto import Contest, contest
from heft.estimation.friction_choice import Rule
from heft.estimation.identify import chosen_base, linear_base
from heft.estimation.own_load import with_own_load
from heft.estimation.presliding import distances
from heft.estimation.runs import Runs
from heft.estimation.validate import validated
from heft.identifiability.analysis import identifiability
from heft.logs.motion import Motion
from heft.logs.runs import motions_of

CHANCES, LEASTS = (0.16, 0.05, 0.01, 0.001), (0.01, 0.02, 0.05, 0.1, 0.2)
RULES = tuple(Rule(chance, least) for chance, least in product(CHANCES, LEASTS))
"""0.16 is one standard error, for a single candidate."""


@dataclass(frozen=True)
class Judged:
    """Errors of one case [%].

    Attributes:
        machine: whose runs they are.
        title: which runs.
        fixed: by the default laws.
        auto: by the laws of each rule of `RULES`.
    """

    machine: str
    title: str
    fixed: float
    auto: tuple[float, ...]


def judged(name: str, machine: Machine) -> Iterator[Judged]:
    """Yield the cases of a machine, each with all rules."""
    robot, fits = machine.load(), {}
    for title, fitted, others in machine.cases():
        key = tuple(map(id, fitted))
        if key not in fits:
            fits[key] = _fits(robot, fitted, machine)
        runs, fixed, different, which = fits[key]
        motions = motions_of(robot, others, runs.cleaning, needs_effort=True)
        errors = [_error(each, motions) for each in different]
        yield Judged(name, title, _error(fixed, motions), tuple(errors[k] for k in which))


Fitted = tuple[Model, np.ndarray, dict[str, float]]
"""A model, the values of its parameters, and its presliding distances."""


def _error(fitted: Fitted, motions: Sequence[Motion]) -> float:
    model, values, presliding = fitted
    return validated(model, values, motions, presliding=presliding, all_samples=True).overall.relative_percent


def _fits(
    robot: heft.Robot, logs: Sequence[heft.Log], machine: Machine
) -> tuple[Runs, Fitted, list[Fitted], list[int]]:
    """Return the runs, the fit with the default laws, one of each different choice, and which of them each rule has.

    They are those of `heft.identify`, without intervals and warnings, which take most of its time.
    """
    options = heft.Options(held_out=0, **machine.options)
    runs = Runs.read(robot, logs, options)
    reduction = identifiability(runs.robot).reduction
    base = linear_base(runs.robot, options, reduction)
    found = contest(base, runs.fitted)
    choices = [found.choice(rule) if isinstance(found, Contest) else found for rule in RULES]
    keys = [json.dumps([choice.to_dict()["laws"], choice.to_dict()["numbers"]]) for choice in choices]
    different = {key: choices[keys.index(key)] for key in keys}
    bases = [chosen_base(base, choice, options, reduction) for choice in different.values()]
    fits = [_fit(with_own_load(each, runs.fitted), runs, options) for each in bases]
    return runs, _fit(base, runs, options), fits, [list(different).index(key) for key in keys]


def _fit(base: Base, runs: Runs, options: heft.Options) -> Fitted:
    evidence = Evidence.of(base, runs.fitted)
    fit = options.method.fit(evidence)
    result = apart_from_gravity(
        base, fit, lambda each, near: consistent(base, each, evidence.scales, reference=near, **options.beliefs)
    )
    return base.model, result.values, distances(base.model, result.values, runs.fitted)


def family(machine: str) -> str:
    """Return the robot that a machine is one of: designs of the double pendulum share their drives."""
    return machine.split()[0]


def losses(cases: Sequence[Judged]) -> dict[str, np.ndarray]:
    """Return by robot the mean logarithm of the error beside that of the fixed laws, for each rule."""
    by_machine: dict[str, list[np.ndarray]] = {}
    for case in cases:
        by_machine.setdefault(case.machine, []).append(np.log(np.array(case.auto) / case.fixed))
    by_robot: dict[str, list[np.ndarray]] = {}
    for machine, each in by_machine.items():
        by_robot.setdefault(family(machine), []).append(np.mean(each, axis=0))
    return {robot: np.mean(each, axis=0) for robot, each in by_robot.items()}


def words(rule: Rule) -> str:
    """Return a rule as it is printed."""
    return f"{100 * rule.chance:g} %, {100 * rule.least:g} %"


def report(cases: Sequence[Judged]) -> str:
    """Return both tables as markdown."""
    loss = losses(cases)
    robots = list(loss)
    more = np.array([np.array(case.auto) - case.fixed for case in cases])
    lines = [
        "| chance, least gain | mean change of the error [%] | cases worse by more than 0.1 point | worst [points] |",
        "| --- | ---: | ---: | ---: |",
    ]
    for k, rule in enumerate(RULES):
        mean = 100 * (np.exp(np.mean([loss[robot][k] for robot in robots])) - 1)
        worse, most = int(np.sum(more[:, k] > ALLOWED)), float(np.max(more[:, k]))
        mark = "**" if rule == Rule() else ""
        lines.append(f"| {mark}{words(rule)}{mark} | {mean:+.2f} | {worse} of {len(cases)} | {most:+.2f} |")
    now = RULES.index(Rule())
    lines += [
        "",
        "| robot left out | rule chosen on the others | mean change of the error there [%] | the worst case [points] "
        f"| with {words(Rule())} [%] | its worst case [points] |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for robot in robots:
        best = int(np.argmin(np.mean([loss[other] for other in robots if other != robot], axis=0)))
        mine = [k for k, case in enumerate(cases) if family(case.machine) == robot]
        cells = [
            f"{value:+.2f}"
            for k in (best, now)
            for value in (100 * (np.exp(loss[robot][k]) - 1), np.max(more[mine, k]))
        ]
        lines.append(f"| {robot} | {words(RULES[best])} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Judge every rule on every machine, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=machines(), help="these machines")
    parser.add_argument("--store", type=Path, help="keep the figures of each machine in this folder")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    cases: list[Judged] = []
    for name, machine in machines().items():
        if options.only and name not in options.only:
            continue
        file = options.store / f"{name}.json" if options.store else None
        if file and file.exists():
            cases += [Judged(**row) for row in json.loads(file.read_text())]
            continue
        found = list(judged(name, machine))
        cases += found
        print(f"{name}: {len(found)} cases", flush=True)
        if file:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps([vars(case) for case in found]))
    print(report(cases))


if __name__ == "__main__":
    main()
