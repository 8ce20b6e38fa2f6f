"""The postures that determine most of what torques at rest depend on, chosen by exchange.

From random postures within all limits, a set is improved one posture at a time: each is replaced by the one that makes
the criterion best, first among all, then among postures near it, at smaller and smaller distances. Candidates are
ranked by the gradient of the criterion, and the best few are tried. The set keeps all limits at any time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from heft.arrays import Array
from heft.dynamics import kernels
from heft.estimation.coordinates import is_rotational
from heft.excitation.problem import SPARE, Problem
from heft.excitation.search import DesignError, Report
from heft.excitation.verification import EASE, keeps_limits

CANDIDATES, NEIGHBOURS = 1500, 100
"""Random postures of the whole range, and around one posture."""

TRIED = 12
"""How many of the candidates that the gradient prefers are tried."""

SWEEPS = 10
"""Over all postures, at most, until none is replaced."""

WITHIN = 1e-4
"""How far postures stay from the ends of ranges, as a part of them: limits are verified between samples, too."""

RADII = (0.3, 0.1, 0.1, 0.03, 0.03, 0.01, 0.01, 0.003)
"""Standard deviations of neighbours, as a part of each joint's range, sweep after sweep."""


def _range(problem: Problem) -> tuple[Array, Array]:
    """Return the least and the largest positions (moving,) of postures, a little within the limits.

    One turn of a joint is enough: gravity is the same after it.
    """
    robot, m = problem.columns.base.model.robot, problem.moving
    lower, upper = problem.limits.lower[m], problem.limits.upper[m]
    turns = np.array([is_rotational(robot, r) for r in m.tolist()]) & (upper - lower > 2 * np.pi)
    middle = np.where(turns, np.clip(problem.posture[m], lower + np.pi, upper - np.pi), (lower + upper) / 2)
    half = np.where(turns, np.pi, (1 - 2 * WITHIN) * (upper - lower) / 2)
    return middle - half, middle + half


class Pool:
    """Postures to choose from, in all of which the robot can rest."""

    def __init__(self, problem: Problem, q: Array) -> None:
        self.q = q[keeps_limits(problem, q, EASE, SPARE)]
        still = np.zeros_like(self.q)
        Y = kernels.torque_regressor(problem.columns.base.model.robot, self.q, still, still)
        self.rows = problem.columns.matrix(Y, still, still)

    @classmethod
    def random(cls, problem: Problem, rng: np.random.Generator, count: int) -> Pool:
        """Return postures of the whole range; some joints of each are at the end of theirs."""
        lower, upper = _range(problem)
        q = np.tile(problem.posture, (count, 1))
        beyond = rng.uniform(-0.1, 1.1, (count, len(lower)))
        q[:, problem.moving] = lower + np.clip(beyond, 0.0, 1.0) * (upper - lower)
        return cls(problem, q)

    @classmethod
    def around(cls, problem: Problem, rng: np.random.Generator, q: Array, radius: float) -> Pool:
        """Return postures near one, within the limits."""
        (lower, upper), m = _range(problem), problem.moving
        some = np.tile(q, (NEIGHBOURS, 1))
        moved = some[:, m] + radius * (upper - lower) * rng.standard_normal((NEIGHBOURS, len(m)))
        some[:, m] = np.clip(moved, lower, upper)
        return cls(problem, some)

    def information(self, k: int) -> Array:
        """Return the information (n_base, n_base) of one sample in posture k."""
        return self.rows[k].T @ self.rows[k]

    def best(self, to_M: Array) -> list[int]:
        """Return the postures that lower a function with this gradient in the information most."""
        scores = np.einsum("nrk,kl,nrl->n", self.rows, to_M, self.rows, optimize=True)
        return np.argsort(scores, kind="stable")[:TRIED].tolist()


class Chosen:
    """A set of postures and their information.

    Attributes:
        q: (n, nv).
        each: (n, n_base, n_base) the information of every posture.
        value: of the criterion.
    """

    def __init__(self, problem: Problem, samples: float, q: Array, each: Array) -> None:
        self.problem, self.samples, self.q, self.each = problem, samples, q, each
        self.value = self._criterion(self.information)[0]

    @property
    def information(self) -> Array:
        """The information of all, and of what came before."""
        return self.samples * self.each.sum(axis=0) + self.problem.earlier

    def _criterion(self, M: Array) -> tuple[float, Array]:
        return self.problem.criterion.value_and_gradient(M)

    def replace(self, j: int, pool: Pool) -> bool:
        """Replace posture j by a better one of a pool, if there is one; return whether there was."""
        without = self.information - self.samples * self.each[j]
        to_M = self._criterion(self.information)[1]
        tried = pool.best(to_M)
        values = [self._criterion(without + self.samples * pool.information(k))[0] for k in tried]
        if not values or min(values) >= self.value - 1e-9 * max(1.0, abs(self.value)):
            return False
        k = tried[int(np.argmin(values))]
        self.q[j], self.each[j], self.value = pool.q[k], pool.information(k), min(values)
        return True


@dataclass(frozen=True, eq=False)
class Selection:
    """The postures of a search.

    Attributes:
        q: (n, nv).
        value: of their criterion.
        history: (seconds, best value) whenever it improved.
        stopped: "" if the search ended by itself, else why it did not.
    """

    q: Array
    value: float
    history: tuple[tuple[float, float], ...]
    stopped: str = ""


def choose(
    problem: Problem,
    count: int,
    samples: float,
    *,
    starts: int = 6,
    seed: int = 0,
    seconds: float | None = None,
    report: Report | None = None,
) -> Selection:
    """Return the postures that determine most.

    Args:
        problem: what is to be determined, within which limits.
        count: how many postures.
        samples: that are recorded in each.
        starts: random sets that are improved; the best of them is improved further.
        seed: of the random postures.
        seconds: after which the best set so far is returned; None: when no exchange helps.
        report: called after every sweep with how many are done, how many there are, and the best value so far.

    Raises:
        DesignError: no posture keeps all limits.
        KeyboardInterrupt: the search was interrupted before any posture was found.
    """
    began, tell = time.perf_counter(), report or (lambda done, total, value: None)
    best: Chosen | None = None
    history, done, stopped = list[tuple[float, float]](), 0, ""
    try:
        for now in _sets(problem, count, samples, starts, np.random.default_rng(seed)):
            best, elapsed = now, time.perf_counter() - began
            if not history or now.value < history[-1][1]:
                history.append((elapsed, now.value))
            done += 1
            tell(done, starts * (1 + SWEEPS) + len(RADII), now.value)
            if seconds is not None and elapsed > seconds:
                stopped = f"The search was stopped after {elapsed:.0f} s."
                break
    except KeyboardInterrupt:
        if best is None:
            raise
        stopped = f"The search was interrupted after {time.perf_counter() - began:.0f} s."
    assert best is not None
    kept = f"{stopped} The postures are the best that were found until then." if stopped else ""
    return Selection(best.q, best.value, tuple(history), kept)


def _sets(problem: Problem, count: int, samples: float, starts: int, rng: np.random.Generator) -> Iterator[Chosen]:
    """Give the best set so far, after every sweep."""
    best: Chosen | None = None
    for _ in range(starts):
        pool = Pool.random(problem, rng, CANDIDATES)
        now = _random_set(problem, pool, count, samples, rng)
        for sweep in range(1 + SWEEPS):
            if best is None or now.value < best.value:
                best = now
            yield best
            if sweep == SWEEPS or not sum(now.replace(j, pool) for j in range(count)):
                break
    assert best is not None
    for radius in RADII:
        for j in range(count):
            best.replace(j, Pool.around(problem, rng, best.q[j], radius))
        yield best


def _random_set(problem: Problem, pool: Pool, count: int, samples: float, rng: np.random.Generator) -> Chosen:
    """Return some postures of a pool, any of them more than once if there are few."""
    if not len(pool.q):
        raise DesignError(
            "No posture was found in which the robot can rest within its torque limits and clear of obstacles.",
            remedy="Give smaller margins, or other limits of positions or torques.",
        )
    chosen = np.resize(rng.permutation(len(pool.q)), count).tolist()
    return Chosen(problem, samples, pool.q[chosen].copy(), np.array([pool.information(k) for k in chosen]))
