"""Local searches: from a motion that keeps every limit to a better one that does, past an obstacle that curves."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

import heft
from heft.excitation.excite import Design, problem_for
from heft.excitation.search import Search
from heft.excitation.sequential import LocalSearch
from heft.excitation.verification import violations
from heft.robot.joint import Limits

REACHED = 1e-3
"""Excesses that a search leaves where limits curve, as parts of the limits; 5 cm is one for distances."""


@dataclass(frozen=True)
class Ball:
    """A ball in the space of the first two joints that the motion must stay out of."""

    radius: float = 0.8
    names: list[str] = field(default_factory=lambda: ["ball"])
    lipschitz: np.ndarray = field(default_factory=lambda: np.array([[1.0, 1.0, 0.0]]))

    def values(self, q: np.ndarray) -> np.ndarray:
        return np.linalg.norm(q[:, :2], axis=1)[:, None] - self.radius

    def gradients(self, q: np.ndarray) -> np.ndarray:
        found = np.zeros((len(q), 1, 3))
        found[:, 0, :2] = q[:, :2] / np.linalg.norm(q[:, :2], axis=1)[:, None]
        return found


@pytest.fixture(scope="module")
def search() -> Search:
    robot = heft.load("zoo:puma560")
    limits = Limits(lower=-2.0, upper=2.0, velocity=2.0, effort=150.0)
    bodies = tuple(replace(body, joint=replace(body.joint, limits=limits), rotor=None) for body in robot.bodies[:3])
    design = Design(duration=6.0, harmonics=4, criterion="condition")
    problem = problem_for(replace(robot, bodies=bodies, source=None), design, (Ball(),))[0]
    return Search(problem, 3, None, None)


@pytest.fixture(scope="module")
def start(search: Search) -> LocalSearch:
    return search.start()


def test_a_start_keeps_every_limit(search: Search, start: LocalSearch):
    assert search.problem.outlook(start.x).worst == 0


def test_a_search_gains_and_stays_within_the_limits(search: Search, start: LocalSearch):
    seen = list[LocalSearch]()
    end = start.advanced(40, seen.append)
    assert end.value < start.value - 1
    assert end.worst < REACHED
    reached = [search.problem.outlook(each.x).worst for each in seen]
    assert np.mean(np.array(reached) < REACHED) > 0.9


def test_an_interrupted_search_goes_on_as_if_it_had_not_been(start: LocalSearch):
    whole = start.advanced(12, lambda _: None)
    parts = start.advanced(5, lambda _: None).advanced(7, lambda _: None)
    np.testing.assert_array_equal(whole.x, parts.x)


def test_distances_between_samples_are_kept_in_the_end(search: Search, start: LocalSearch):
    search.consider(start.advanced(40, lambda _: None))
    assert search.best is not None
    assert violations(search.problem, search.best) == []
    q = search.best.sample(np.linspace(0, 6.0, 60001))[0]
    assert Ball().values(q).min() >= -1e-6


def test_a_search_that_starts_beyond_the_limits_comes_back(search: Search, start: LocalSearch):
    curve = search.problem.curve(start.x)
    beyond = search.problem.free(curve.shrunk(6.0).coefficients)
    assert search.problem.outlook(beyond).worst > 0.5
    assert LocalSearch(search.problem, beyond).advanced(60, lambda _: None).worst < REACHED
