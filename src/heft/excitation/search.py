"""The search for the best motion: many starts, of which the better ones are followed further.

A start is a random motion about a random posture in which the robot can rest, shrunk until it keeps every limit. Local
searches grow it, and after each stage the better third goes on. Where there are no distances to keep, a penalty leads
to a better motion first. Where a stage ends in a better motion than the best so far, it is verified densely; if
distances fall below their margin between samples, the local search goes on with these times among its samples, and if
torques exceed their limits there, with less torque. The best of the motions that keep all limits is the answer, so that
the search can be stopped at any time. The same seed gives the same motion, unless time runs out.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array
from heft.errors import HeftError
from heft.excitation.curves import LinearCurve
from heft.excitation.penalty import approached
from heft.excitation.problem import SPARE, Problem
from heft.excitation.sequential import LocalSearch
from heft.excitation.verification import EASE, dips, keeps_limits, repaired, violations, within_joint_limits

CANDIDATES = 4
"""Random motions for each start, of which the best one is taken."""

POSTURES, WITHIN = 32, (0.5, 0.5, 0.9, 0.9, 0.9)
"""Random start postures, of which the first one is taken in which the robot can rest: so many within each of these
shares of the ranges, as long as there is none."""

SHARES = tuple(0.5**k for k in range(9))
"""Shares to which a random motion is shrunk, one after the other, until it keeps every limit."""

STAGES = (30, 60, 240)
"""Iterations of each local search, stage after stage."""

SHARPENING = 60
"""Iterations after the last stage, with the criterion nearer to the number that people quote."""

ON = 3
"""One search in this many goes on to the next stage."""

TIMES = (0.4, 0.6, 0.9)
"""Where time is limited, the share of it after which a stage ends; the rest is for verifying the last motion."""

STARTS = 6
"""Local searches, by default; where time is limited, there are as many again while time is left."""

REFINEMENTS, REFINING = 4, 12
"""How often times are added at which distances are too small, and the iterations after each time."""

Report = Callable[[int, int, float], None]
"""Called with how many stages of local searches are done, how many there are, and the best value so far."""


class DesignError(HeftError):
    """No motion was found that keeps all limits."""


class _TimeOverError(Exception):
    """The time is over."""


@dataclass(frozen=True, eq=False)
class Found:
    """The best motion of a search.

    Attributes:
        curve: it keeps all limits.
        value: its criterion.
        history: (seconds, best value) whenever it improved.
        stopped: "" if the search ended by itself, else why it did not.
    """

    curve: LinearCurve
    value: float
    history: tuple[tuple[float, float], ...]
    stopped: str = ""


class Search:
    """A search that remembers the best motion."""

    def __init__(self, problem: Problem, seed: int, seconds: float | None, report: Report | None) -> None:
        self.problem, self.rng, self.seconds = problem, np.random.default_rng(seed), seconds
        self.judged = replace(problem, criterion=problem.criterion.sharp)
        self.report = report or (lambda done, total, value: None)
        self.began, self.history = time.perf_counter(), []
        self.best: LinearCurve | None = None
        self.value, self.done, self.total = np.inf, 0, 1
        self.until, self.last = np.inf if seconds is None else TIMES[-1] * seconds, None

    @property
    def elapsed(self) -> float:
        """[s]."""
        return time.perf_counter() - self.began

    def watch(self, search: LocalSearch) -> None:
        """Remember where the search is, and stop it when the time is over."""
        self.last = search
        if self.elapsed > self.until:
            raise _TimeOverError

    def late(self, stage: int, since: float) -> bool:
        """Return whether a stage has had its time, of what there was [s] when its starts were made."""
        return self.seconds is not None and self.elapsed - since > TIMES[stage] * (self.seconds - since)

    def consider(self, search: LocalSearch) -> LocalSearch:
        """Keep the motion of a local search if it is the best that keeps all limits; return where the search is then.

        Where distances are too small between samples, the search goes on with these times too; where torques are too
        large there, with smaller limits of them.
        """
        for _ in range(REFINEMENTS):
            curve = within_joint_limits(self.problem, self.problem.curve(search.x))
            if self.judged.value(curve) >= self.value:
                return search
            broken = violations(self.problem, curve)
            if not broken:
                self.keep(curve)
                return search
            search = search.keeping(broken).looking_at(dips(self.problem, curve)).advanced(REFINING, self.watch)
        curve = within_joint_limits(self.problem, self.problem.curve(search.x))
        if self.judged.value(curve) < self.value:  # shrinking does not make it better
            self.keep(repaired(self.problem, curve))
        return search

    def keep(self, curve: LinearCurve | None) -> None:
        """Keep a motion within all limits if it is the best."""
        if curve is not None and (value := self.judged.value(curve)) < self.value:
            self.best, self.value = curve, value
            self.history.append((self.elapsed, value))

    def finish(self) -> None:
        """Use the time that is left for the motion where the search was stopped."""
        if self.last is not None and self.seconds is not None:
            self.until = self.seconds
            try:
                self.consider(self.last)
            except _TimeOverError:  # shrinking takes a moment only
                curve = within_joint_limits(self.problem, self.problem.curve(self.last.x))
                if self.judged.value(curve) < self.value:
                    self.keep(repaired(self.problem, curve))

    def random(self) -> Array:
        """Return a random motion within the limits of each joint."""
        problem = self.problem
        sizes = problem.sizes
        coefficients = problem.coefficients(np.zeros(problem.sizes[problem.first :].size))
        coefficients[1:, problem.moving] = self.rng.normal(size=sizes[1:].shape) * sizes[1:]
        if not problem.from_posture:
            coefficients[0, problem.moving] = self.posture()
        curve = LinearCurve(problem.family, problem.curve(problem.free(coefficients)).joints, coefficients)
        return problem.free(within_joint_limits(problem, curve).coefficients)

    def posture(self) -> Array:
        """Return a random posture of the moving joints, one in which the robot can rest if there is one among some."""
        problem = self.problem
        middle = (problem.limits.upper + problem.limits.lower)[problem.moving] / 2
        q = np.tile(problem.posture, (POSTURES, 1))
        for share in WITHIN:
            q[:, problem.moving] = middle + self.rng.uniform(-share, share, (POSTURES, len(middle))) * problem.sizes[0]
            rests = keeps_limits(problem, q, EASE, 2 * SPARE)
            if rests.any():
                return q[np.argmax(rests), problem.moving]
        return q[0, problem.moving]

    def start(self) -> LocalSearch:
        """Return a local search from the best of some random motions, each shrunk until it keeps all limits."""
        value, best = min((self.shrunk(self.random()) for _ in range(CANDIDATES)), key=lambda each: each[0])
        if self.best is None:
            self.keep(repaired(self.problem, self.problem.curve(best)))
        first = LocalSearch(self.problem, best, value=value)
        if self.problem.configurations:
            return first
        return replace(first, x=approached(self.problem, best, lambda: self.watch(first)))

    def shrunk(self, x: Array) -> tuple[float, Array]:
        """Return the criterion and the free numbers of a motion that is shrunk until it keeps all limits."""
        curve, found = self.problem.curve(x), (np.inf, x)
        for share in SHARES:
            x = self.problem.free(curve.shrunk(share).coefficients)
            outlook = self.problem.outlook(x)
            found = self.problem.criterion.value_and_gradient(outlook.M)[0], x
            if outlook.worst == 0:
                break
        return found

    def run(self, starts: int | None) -> None:
        """Follow some starts through all stages; where none are asked for and time is limited, until it is over."""
        counts = [max(1, (starts or STARTS) // ON**k) for k in range(len(STAGES))]
        self.total = sum(count for count in counts)
        while True:
            complete = self.batch(counts)
            if self.seconds is None or (starts is not None and complete):
                return
            if starts is not None:
                raise _TimeOverError
            self.total += sum(counts)

    def batch(self, counts: list[int]) -> bool:
        """Follow some starts through all stages; return whether there was time for all of them."""
        since, complete = self.elapsed, True
        searches: list[LocalSearch] = []
        for stage, (count, iterations) in enumerate(zip(counts, STAGES, strict=True)):
            going = sorted(searches, key=lambda each: each.value)[:count] if stage else [None] * count
            searches = []
            for search in going:
                if searches and self.late(stage, since):
                    complete = False
                    break
                search = (search or self.start()).advanced(iterations, self.watch)
                if stage == len(STAGES) - 1:
                    search = search.sharpened().advanced(SHARPENING, self.watch)
                searches.append(self.consider(search))
                self.done += 1
                self.report(self.done, self.total, self.value)
        return complete


def search(
    problem: Problem,
    *,
    starts: int | None = None,
    seed: int = 0,
    seconds: float | None = None,
    report: Report | None = None,
) -> Found:
    """Return the best motion that keeps all limits.

    Args:
        problem: the design problem.
        starts: local searches; None for some, and for more of them while time is left.
        seed: of the random starts.
        seconds: after which the best motion so far is returned; None for no limit.
        report: called after every stage of a local search.

    Raises:
        DesignError: no motion keeps all limits.
        KeyboardInterrupt: the search was interrupted before any motion was found.
    """
    found, stopped = Search(problem, seed, seconds, report), ""
    try:
        found.run(starts)
    except _TimeOverError:
        found.finish()
        stopped = f"The search was stopped after {found.elapsed:.0f} s."
    except KeyboardInterrupt:
        stopped = f"The search was interrupted after {found.elapsed:.0f} s."
        if found.best is None:
            raise
    if found.best is None:
        raise _nothing(problem, found, stopped)
    kept = f"{stopped} The motion is the best that was found until then." if stopped else ""
    return Found(found.best, found.value, tuple(found.history), kept)


def _nothing(problem: Problem, found: Search, stopped: str) -> DesignError:
    """Return the error of a search without a feasible motion; it says what a small motion violates."""
    small = problem.curve(found.random()).shrunk(0.0)
    reasons = violations(problem, small)
    why = f" At a random posture, {reasons[0]}." if reasons else ""
    return DesignError(
        f"No motion was found that keeps every limit. {stopped}{why}",
        remedy="Give the search more time, a smaller margin, or a start posture that is clear of obstacles.",
    )
