"""Postures in place of a motion: the best of their kind, within all limits, in a short order on clear ways."""

from __future__ import annotations

import json
from itertools import pairwise, permutations

import numpy as np
import pytest
from support.small_arm import small_arm

import heft
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.samples_of_rows import base_rows
from heft.excitation.criteria import criteria
from heft.excitation.design import Design
from heft.excitation.earlier import earlier_information
from heft.excitation.excite import problem_for
from heft.excitation.families.stops import FASTEST, ROUGHEST, STEP, STRONGEST, Stops
from heft.excitation.plan import Plan
from heft.excitation.postures import Pool
from heft.excitation.ways import shortest_order


@pytest.fixture(scope="module")
def plan() -> Plan:
    return heft.excite(small_arm(), static=8, starts=2)


def test_postures_determine_exactly_what_is_identifiable_at_rest(plan: Plan):
    robot = small_arm()
    verdict = heft.identifiability(robot, static=True)
    links = [each.name for each in plan.predictions if not each.name.endswith(".offset")]
    assert len(links) == verdict.n_base
    assert {each.name for each in plan.predictions} - {*links} == {f"joint{k}.offset" for k in (1, 2, 3)}
    assert plan.enough


def test_each_posture_is_held_and_the_robot_rests_there(plan: Plan):
    assert len(plan.stops) == 8
    for start, end, q in plan.stops:
        t = np.linspace(start, end, 20)
        found, qd, qdd, jerk = plan.curve.sample(t)
        assert end - start == pytest.approx(1.0)
        assert np.allclose(found, q, atol=1e-12)
        assert np.allclose([qd, qdd], 0, atol=1e-9)
        assert np.allclose(jerk, 0, atol=1e-5)


def test_every_limit_holds_on_the_ways(plan: Plan):
    robot, limits = small_arm(), plan.limits
    q, qd, qdd, jerk = plan.curve.sample(np.linspace(0, plan.duration, 30011))
    assert np.all((q >= limits.lower) & (q <= limits.upper))
    for values, limit in ((qd, limits.velocity), (qdd, limits.acceleration), (jerk, limits.jerk)):
        assert np.all(np.abs(values) <= limit * (1 + 1e-6))
    rng = np.random.default_rng(1)
    for _ in range(10):  # torques with every link's inertia wrong by up to 10 %
        wrong = robot.with_parameters(robot.parameters * rng.uniform(0.9, 1.1, (robot.n_bodies, 1)))
        assert np.all(np.abs(heft.inverse_dynamics(wrong, q, qd, qdd)) <= limits.effort)


def test_predicted_intervals_are_those_of_least_squares_on_the_rests(plan: Plan):
    robot, log = small_arm(), plan.log()
    base = base_of(model_of(robot, ("offset",), armature=False), static=True)
    rest = ~np.any(log.qd, axis=1)
    assert 8 * 99 <= rest.sum() <= 8 * 102
    A = base_rows(base.model, base.columns, log.q, log.qd, log.qdd)[rest] / plan.noise[:, None]
    covariance = np.linalg.inv(np.einsum("nrk,nrl->kl", A, A))
    assert [each.name for each in plan.predictions] == list(base.names)
    expected = 1.959964 * np.sqrt(np.diag(covariance))
    assert np.allclose([each.half_width for each in plan.predictions], expected, rtol=1e-4)


def test_no_set_of_random_postures_is_as_good(plan: Plan):
    problem = problem_for(small_arm(), Design(static=8))[0]
    rng, d = np.random.default_rng(7), criteria()["D"]
    pool = Pool.random(problem, rng, 1000)
    ours = sum(Pool(problem, q[None]).information(0) for _, _, q in plan.stops)
    others = [sum(pool.information(k) for k in rng.integers(len(pool.q), size=8)) for _ in range(300)]
    assert d.shown(np.asarray(ours)) > max(d.shown(np.asarray(M)) for M in others)


def test_no_single_exchange_improves_the_set_by_much(plan: Plan):
    """The theorem of equivalence, for sets: no posture of a fine pool is worth much more than the one it replaces."""
    problem = problem_for(small_arm(), Design(static=8))[0]
    pool, d = Pool.random(problem, np.random.default_rng(3), 3000), criteria()["D"]
    each = np.array([Pool(problem, q[None]).information(0) for _, _, q in plan.stops])
    now = d.shown(each.sum(axis=0))
    gains = [
        d.shown(each.sum(axis=0) - each[j] + pool.information(k)) - now
        for j in range(8)
        for k in range(0, len(pool.q), 7)
    ]
    assert max(gains) < 0.02


def test_the_order_is_the_shortest_one():
    rng = np.random.default_rng(0)
    for _ in range(5):
        points = rng.uniform(size=(7, 2))
        times = np.linalg.norm(points[:, None] - points, axis=-1)

        def length(order, times=times):
            return sum(times[a, b] for a, b in pairwise(order))

        found = shortest_order(times)
        assert sorted(found) == list(range(7))
        assert length(found) <= 1.02 * min(length(order) for order in permutations(range(7)))
        first = shortest_order(times, from_first=True)
        assert first[0] == 0
        assert length(first) <= 1.02 * min(length((0, *order)) for order in permutations(range(1, 7)))


def test_the_largest_rates_of_a_way_are_those_by_which_its_time_is_chosen():
    u = np.linspace(0, 1, 100001)
    for order, largest in ((1, FASTEST), (2, STRONGEST), (3, ROUGHEST)):
        assert np.abs(STEP.deriv(order)(u)).max() == pytest.approx(largest, rel=1e-8)


def test_the_same_seed_gives_the_same_postures_and_they_survive_json(plan: Plan):
    again = heft.excite(small_arm(), static=8, starts=2)
    assert np.array_equal(again.curve.coefficients, plan.curve.coefficients)
    read = Plan.from_dict(json.loads(json.dumps(plan.to_dict())))
    assert read.to_dict() == plan.to_dict()


def test_a_given_start_comes_first_and_held_joints_stay():
    plan = heft.excite(small_arm(), static=4, starts=1, q0={"joint1": 0.4, "joint2": 0.2}, joints=["joint1", "joint3"])
    assert np.allclose(plan.curve.start, [0.4, 0.2, 0.0])
    assert np.all(plan.curve.sample(np.linspace(0, plan.duration, 99))[0][:, 1] == 0.2)
    assert len(plan.stops) == 4


def test_a_load_has_four_parameters_at_rest_and_earlier_postures_count():
    plan = heft.excite(small_arm(), static=4, starts=1, payload="link3")
    assert [each.name for each in plan.predictions] == [f"link3.{name}" for name in ("m", "mcx", "mcy", "mcz")]
    target = problem_for(small_arm(), Design(static=4, payload="link3"))[1]
    assert np.trace(earlier_information(target, [plan])) > 0


def test_what_came_before_counts(plan: Plan):
    second = heft.excite(small_arm(), static=8, starts=1, after=[plan])
    alone = {each.name: each.half_width for each in plan.predictions}
    assert all(each.half_width < alone[each.name] for each in second.predictions)


class Wall:
    """A wall that the first joint must not pass within 0.2 rad, unless the third one is bent by more than one."""

    names = ("hand - wall",)
    lipschitz = np.array([[1.0, 0.0, 1.0]])

    def values(self, q):
        return np.maximum(np.abs(q[:, 0]) - 0.2, q[:, 2] - 1.0)[:, None]

    def gradients(self, q):
        raise NotImplementedError


def test_ways_lead_around_what_stands_between_postures():
    plan = heft.excite(small_arm(), static=8, starts=1, configurations=[Wall()])
    q = plan.curve.sample(np.linspace(0, plan.duration, 20011))[0]
    assert Wall().values(q).min() >= 0
    held = np.array([posture for _, _, posture in plan.stops])
    assert {*np.sign(held[:, 0])} == {-1.0, 1.0}
    assert len(plan.stops) == 8


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"static": 0}, "0 postures"),
        ({"static": 3, "hold": 0.0}, "3 postures of 0 s"),
        ({"static": 3, "limits": {"effort": 1e-3}}, "No posture was found"),
    ],
)
def test_bad_input_is_a_sentence(changes, said):
    with pytest.raises(heft.HeftError, match=said) as caught:
        heft.excite(small_arm(), starts=1, **changes)
    assert caught.value.remedy


def test_a_robot_without_gravity_has_nothing_to_show_at_rest():
    with pytest.raises(heft.HeftError, match="Without gravity"):
        heft.excite(small_arm().with_gravity((0, 0, 0)), static=3)


def test_too_few_postures_are_named_as_the_reason():
    plan = heft.excite(small_arm(), static=1, starts=1)
    assert not plan.enough
    assert {each.why for each in plan.unexcited} == {"More postures, longer holds or wider limits are needed."}


def test_times_of_stops_must_fit():
    with pytest.raises(heft.HeftError, match="2 postures and 2 ways"):
        Stops((1.0, 1.0), (1.0, 1.0))
