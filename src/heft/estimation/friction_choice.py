"""Friction laws that are chosen for each joint by cross-validation, from sums over blocks of time.

The choice begins with the default laws. The joints take turns. At its turn, every law that a joint does not have yet is
tried, beside the laws that the other joints have so far; numbers in which it is not linear are chosen within each fold.
What counts is the error of all joints on the blocks that are left out (`heft.estimation.friction_systems`): a law
that helps its own joint at the cost of others is no better. The law that reduces this error most is added if it reduces
it by more than the standard error over the blocks (and over the runs) times the quantile of Student's t at a chance
divided by the number of laws that were tried, with coefficients of the sign that they must have and numbers inside the
range that is searched. One standard error would do for a single candidate; the best of several needs more. It must
also be worth it; `Rule` has the numbers. This ends when no joint has a law to add. The held-out run takes no part in
it.

A spring or a counterbalance is tried in the same way before (`Selector.sprung`), but of all joints only the best one is
taken, and it must explain more of the joint's error than it leaves: it hides the weight of the joint's link, which a
small part of a residual does not justify. If it does so in every fold by itself, that is enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.special import stdtrit

from heft.arrays import Array, Ints
from heft.estimation.friction_candidates import Sums
from heft.estimation.friction_systems import REPLACED, Reduced, Systems
from heft.estimation.friction_trials import Sprung, Trial
from heft.friction import law_named

LEAST_TRIED = 0.01
"""The part of the square of a residual, noise included, by which a peak of its spectrum must reduce it to be tried."""

MOST_LAWS = 4
"""Laws that are added to a joint at most."""

INSTEAD = {
    "hysteresis": (REPLACED,),
    "transmission": ("load",),
    "spring": ("counterweight",),
    "counterbalance": ("counterweight", "spring"),
}
"""Laws that take the place of others."""


@dataclass(frozen=True)
class Rule:
    """When a law is added.

    Attributes:
        chance: how often the best of all laws that a joint tries may pass by chance where none of them is right.
        least: the part of the mean square error of a joint with the default laws, at least, that a law must remove to
            be worth it. The coarse grid of another law's number leaves less, and no law shall be added for that.
        spring: the same part for a spring or a counterbalance, of the error of its own joint and of that of all.
    """

    chance: float = 0.05
    least: float = 0.1
    spring: float = 0.5


@dataclass(frozen=True)
class JointLaws:
    """The laws of a joint.

    Attributes:
        names: of the laws.
        numbers: for each law that has one, the place of its number on its grid.
    """

    names: tuple[str, ...]
    numbers: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Tried:
    """Laws of one joint, and how they do on blocks that were not fitted.

    Attributes:
        laws: the laws.
        errors: (blocks,) squared errors of all joints, each in units of its residual.
        mine: (blocks,) those of the joint itself.
    """

    laws: JointLaws
    errors: Array
    mine: Array


class Selector:
    """Chooses the laws of all joints."""

    def __init__(
        self,
        systems: Systems,
        sums: Mapping[int, Sums],
        joints: Mapping[int, str],
        candidates: Mapping[str, Sequence[str]],
        start: Mapping[str, Sequence[str]],
        rule: Rule,
    ) -> None:
        self.rule = rule
        self.systems, self.sums, self.joints, self.candidates = systems, sums, joints, candidates
        self.laws = {r: JointLaws(tuple(start[joint])) for r, joint in joints.items()}
        self.first: dict[int, float] = {}
        self.trials: list[Trial] = []

    def choose(self) -> None:
        """Add laws, the joints in turn, as long as they help."""
        for r in self.joints:
            now = self._tried(self._reduced(r), r, [self.laws[r]])
            self.first[r] = float(np.sum(now.mine))
            self._note(r, now, now, chosen=True)
        while [r for r in self.joints if self._added(r, self.candidates[self.joints[r]])]:
            pass  # what another joint lacked may have hidden what a joint has to add

    def sprung(self, springs: Mapping[int, Sequence[str]]) -> Sprung | None:
        """Return the joint at which a spring or a counterbalance helps most, if it explains most of its residual.

        Args:
            springs: those that are tried at each coordinate.
        """
        found: list[tuple[int, Tried, Tried]] = []
        for r, names in springs.items():
            system = self._reduced(r)
            now = self._tried(system, r, [self.laws[r]])
            found += [(r, now, self._tried(system, r, tries)) for name in names if (tries := self._with(r, name))]
        taken = None
        for r, now, tried in sorted(found, key=lambda each: float(np.sum(each[2].errors))):
            left = float(np.sum(tried.mine)) / max(float(np.sum(now.mine)), 1e-300)
            gain, deviation = self._gain(now, tried)
            chance = beyond_chance(len(now.errors), len(found), self.rule.chance) * deviation
            sure = gain > chance or self._everywhere(now, tried)
            good = taken is None and sure and min(gain, 1 - left) > self.rule.spring
            self._note(r, now, tried, chosen=good)
            if good:
                share = 1 - float(np.sum(tried.errors) / np.sum(now.errors))
                taken = Sprung(self.joints[r], tried.laws.names[-1], float(np.sqrt(left)), share)
        return taken

    def _added(self, r: int, names: Sequence[str]) -> bool:
        """Add the law to a joint that helps most; return whether there is one."""
        if sum(name in self.candidates[self.joints[r]] for name in self.laws[r].names) >= MOST_LAWS:
            return False
        system = self._reduced(r)
        now = self._tried(system, r, [self.laws[r]])
        found = [self._tried(system, r, tries) for name in names if (tries := self._with(r, name))]
        taken = None
        for tried in sorted(found, key=lambda each: float(np.sum(each.errors))):
            good = taken is None and self._better(r, now, tried, len(found)) and self._possible(system, r, tried.laws)
            self._note(r, now, tried, chosen=good)
            taken = tried if good else taken
        if taken is not None:
            self.laws[r] = taken.laws
        return taken is not None

    def numbers(self) -> dict[str, dict[str, float]]:
        """Return the numbers of the laws that were chosen, by term and joint."""
        numbers: dict[str, dict[str, float]] = {}
        for r, joint in self.joints.items():
            for name in self.laws[r].names:
                if name in self.sums[r].numbers:
                    number = self.sums[r].numbers[name][_place(name, self.laws[r])]
                    for term in law_named(name).terms if number else ():
                        numbers.setdefault(term.name, {})[joint] = number
        return numbers

    def _reduced(self, r: int) -> Reduced:
        """Return the systems of a joint beside the laws that the others have."""
        others = [s for s in self.joints if s != r]
        chosen = [int(self.systems.candidates[s][c]) for s in others for c in self._columns(s, self.laws[s])]
        absent = [k for s in others if REPLACED not in self.laws[s].names for k in self.systems.replaced(s)]
        return self.systems.reduced(r, chosen, absent)

    def _with(self, r: int, name: str) -> list[JointLaws]:
        """Return the laws of a joint with one more, at each number; none if it is there, or has nothing to stand on."""
        law, now = law_named(name), self.laws[r]
        over = any(name in INSTEAD.get(each, ()) for each in now.names)
        if name in now.names or over or (law.needs and not {*law.needs} & {*now.names}):
            return []
        names = (*(each for each in now.names if each not in INSTEAD.get(name, ())), name)
        shared = law.terms[0].number
        grid = range(1 if shared and shared.source else len(self.sums[r].numbers[name]))
        return [JointLaws(names, {**now.numbers, name: k}) for k in grid]

    def _columns(self, r: int, laws: JointLaws) -> list[int]:
        """Return the places of the columns of laws among the candidates of a coordinate."""
        options = self.sums[r].options
        return [c for name in laws.names if name in options for c in options[name][_place(name, laws)]]

    def _unknowns(self, system: Reduced, r: int, laws: JointLaws) -> list[int]:
        """Return the same in the reduced system, which may begin with `REPLACED`."""
        first = [0] if system.first and REPLACED in laws.names else []
        return [*first, *(system.first + c for c in self._columns(r, laws))]

    def _tried(self, system: Reduced, r: int, tries: Sequence[JointLaws]) -> Tried:
        """Return the squared errors of laws at several numbers: in each fold at those that fit it best."""
        columns = np.array([self._unknowns(system, r, laws) for laws in tries], np.int64)
        x, left = _solved(system, columns)
        which = np.argmin(left, axis=1)
        f = system.fold
        v = np.concatenate([-x[f, which[f]], np.ones((len(f), 1))], axis=1)
        at = np.concatenate([columns[which[f]], np.full((len(f), 1), -1)], axis=1)
        b = np.arange(len(f))[:, None, None]
        errors, mine = (
            np.einsum("bi,bij,bj->b", v, Q[b, at[:, :, None], at[:, None, :]], v) for Q in (system.test, system.mine)
        )
        return Tried(tries[which[-1]], errors, mine)

    def _gain(self, before: Tried, after: Tried) -> tuple[float, float]:
        """Return by how much the error of all joints became less, as a part of the joint's own, and its standard error.

        The blocks of one fold share their fit: where folds are runs, runs scatter too.
        """
        total, less = max(float(np.sum(before.mine)), 1e-300), before.errors - after.errors
        runs = np.bincount(self.systems.fold, less).astype(float)
        return float(np.sum(less)) / total, max(_deviation_of_sum(less), _deviation_of_sum(runs)) / total

    def _everywhere(self, before: Tried, after: Tried) -> bool:
        """Return whether a spring explains most of its joint's error in each fold by itself.

        A large torque that is missing makes errors that differ by far between blocks, and so do gains; there, their
        scatter says little.
        """
        first, then = (np.bincount(self.systems.fold, each.mine) for each in (before, after))
        return bool(np.all(then < (1 - self.rule.spring) * first))

    def _better(self, r: int, before: Tried, after: Tried, tried: int) -> bool:
        """Return whether laws are better than those before them, the best of so many, and worth it."""
        gain, deviation = self._gain(before, after)
        worth = self.rule.least * self.first[r] / max(float(np.sum(before.mine)), 1e-300)
        return gain > max(beyond_chance(len(before.errors), tried, self.rule.chance) * deviation, worth)

    def _possible(self, system: Reduced, r: int, laws: JointLaws) -> bool:
        """Return whether all data give coefficients of the signs that they must have, at numbers that they decide."""
        for name, place in laws.numbers.items():  # a number at a bound of its range is not determined
            grid, number = self.sums[r].numbers[name], law_named(name).terms[0].number
            if name in laws.names and len(grid) > 1 and number and not number.source and place in (0, len(grid) - 1):
                return False
        columns = self._unknowns(system, r, laws)
        x = _solved(system, np.array([columns], np.int64))[0][-1, 0]
        terms = ([law_named(REPLACED)] if REPLACED in laws.names and system.first else []) + [
            term for name in laws.names if name in self.sums[r].options for term in law_named(name).terms
        ]
        values = dict(zip((term.name for term in terms), x * system.unit[columns], strict=True))
        own = system.own[-1][:, -1] - system.own[-1][:, columns] @ x
        return (
            all(value >= 0 for term, value in zip(terms, values.values(), strict=True) if term.nonnegative)
            and bool(np.all(own[system.own_signs] >= 0))
            and all(
                values[term.name] + values[other] >= 0 for term in terms for other in term.adds_to if other in values
            )
        )

    def _note(self, r: int, before: Tried, after: Tried, chosen: bool) -> None:
        gain, deviation = self._gain(before, after)
        error = float(np.sqrt(max(float(np.sum(after.mine)), 0.0) / self.systems.rows[r]) / self.systems.weights[r])
        self.trials.append(Trial(self.joints[r], after.laws.names, error, gain, deviation, chosen))


def _place(name: str, laws: JointLaws) -> int:
    """Return which number of its grid a law has; one that shares another law's has that one's, behind none."""
    number = law_named(name).terms[0].number
    if number is not None and number.source:
        return laws.numbers[number.source] + 1 if number.source in laws.names else 0
    return laws.numbers.get(name, 0)


def _solved(system: Reduced, columns: Ints) -> tuple[Array, Array]:
    """Return the coefficients of candidates in units of their sizes, and the squared residual of what is fitted.

    Args:
        system: the systems.
        columns: (tries, k) which candidates.

    Returns:
        (folds + 1, tries, k), and (folds + 1, tries).
    """
    S = system.train
    y = S[:, columns, -1]
    if not columns.shape[1]:
        return y, np.broadcast_to(S[:, -1:, -1], y.shape[:2])
    x = np.asarray(np.linalg.solve(S[:, columns[:, :, None], columns[:, None, :]], y[..., None])[..., 0], float)
    return x, S[:, -1:, -1] - np.sum(x * y, axis=-1)


def beyond_chance(blocks: int, tried: int, chance: float = Rule.chance) -> float:
    """Return the standard errors that the best of several gains over blocks exceeds with this probability."""
    return float(stdtrit(max(blocks - 1, 1), 1 - chance / max(tried, 1)))


def significant_gain(gain: Array, total: float) -> bool:
    """Return whether the sum of gains over blocks is more than chance and more than a small part of the total."""
    return float(np.sum(gain)) > max(beyond_chance(len(gain), 1) * _deviation_of_sum(gain), LEAST_TRIED * total)


def _deviation_of_sum(parts: Array) -> float:
    return float(np.sqrt(len(parts) * np.var(parts, ddof=1))) if len(parts) > 1 else 0.0
