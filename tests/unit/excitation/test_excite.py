"""Designed motions: they keep every limit, excite everything that can be excited, and say why not otherwise."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from support.small_arm import small_arm

import heft
from heft.errors import ArgumentError
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.estimate import Estimate
from heft.estimation.information import Information, triangle
from heft.estimation.samples_of_rows import base_rows
from heft.excitation.causes import FEW, STOPPED, WEAK, Causes
from heft.excitation.criteria import criteria
from heft.excitation.design import Design
from heft.excitation.earlier import earlier_information
from heft.excitation.excite import problem_for
from heft.excitation.plan import PeakSizes, Plan
from heft.excitation.search import Search
from heft.excitation.sequential import LocalSearch
from heft.excitation.verification import Violation, keeps_limits, violations, within_joint_limits
from heft.logs.cleaning_options import Cleaning

QUICK = {"duration": 6.0, "harmonics": 4, "starts": 1}


def identified(robot: heft.Robot, plan: Plan, seed: int) -> Estimate:
    """Return what heft makes of a log of the motion with the noise that the plan assumes."""
    log, rng = plan.log(), np.random.default_rng(seed)
    effort = log.effort + plan.noise * rng.standard_normal(log.effort.shape)
    noisy = replace(log, effort=effort, qd=None, qdd=None)
    return heft.identify(
        robot, noisy, held_out=0, friction=("viscous", "coulomb", "offset"), cleaning=Cleaning(trim=False)
    )


@pytest.fixture(scope="module")
def plan() -> Plan:
    return heft.excite(small_arm(), **QUICK)


def test_every_base_parameter_is_excited(plan: Plan):
    assert plan.enough
    assert plan.condition < 100
    assert all(0 < each.half_width < np.inf for each in plan.predictions)


def test_a_plan_says_how_it_was_asked_for(plan: Plan):
    asked = heft.Design(**plan.options)
    assert asked.to_dict() == plan.options
    assert (asked.duration, asked.starts) == (QUICK["duration"], QUICK["starts"])
    assert {kind for peak in plan.peaks() for kind in peak} == {*PeakSizes.__annotations__}


def test_every_limit_holds_at_a_finer_rate_than_was_checked(plan: Plan):
    robot = small_arm()
    t = np.linspace(0, plan.duration, 7919 * 3)
    q, qd, qdd, jerk = plan.curve.sample(t)
    limits = plan.limits
    assert np.all(q >= limits.lower)
    assert np.all(q <= limits.upper)
    for values, limit in ((qd, limits.velocity), (qdd, limits.acceleration), (jerk, limits.jerk)):
        assert np.all(np.abs(values) <= limit * (1 + 1e-6))
    rng = np.random.default_rng(1)
    for _ in range(20):  # torques with every link's inertia wrong by up to 10 %
        wrong = robot.with_parameters(robot.parameters * rng.uniform(0.9, 1.1, (robot.n_bodies, 1)))
        assert np.all(np.abs(heft.inverse_dynamics(wrong, q, qd, qdd)) <= limits.effort)
    assert np.all(limits.effort == 0.8 * 150.0)


def test_a_plan_is_sampled_at_any_times(plan: Plan):
    t = np.array([0.0, 0.1, np.pi, plan.duration])
    q, qd, qdd = plan.sample(t)
    assert q.shape == qd.shape == qdd.shape == (4, 3)
    step = 1e-5
    ahead, behind = plan.sample(t[1:3] + step), plan.sample(t[1:3] - step)
    assert np.allclose((ahead[0] - behind[0]) / (2 * step), qd[1:3], atol=1e-6)
    assert np.allclose((ahead[1] - behind[1]) / (2 * step), qdd[1:3], atol=1e-6)
    assert all(np.allclose(each[[0, -1]], 0, atol=1e-9) for each in (qd, qdd))
    assert all(np.allclose(one, each[2]) for one, each in zip(plan.sample(np.pi), (q, qd, qdd), strict=True))
    assert plan.sample(np.pi)[0].shape == (3,)
    assert plan.sample([])[0].shape == (0, 3)
    for wrong, said in ((-0.1, "a time is -0.1 s"), ([1.0, 6.5], "takes 6 s, and a time is 6.5 s"), ("1", "'t'")):
        with pytest.raises(ArgumentError, match=said):
            plan.sample(wrong)
    with pytest.raises(ArgumentError, match="'t' has shape"):
        plan.sample(np.zeros((2, 2)))


def test_it_is_better_than_random_motions(plan: Plan):
    problem = problem_for(small_arm(), Design(**QUICK))[0]
    search = Search(problem, 5, None, None)
    ours = criteria()["D"].shown(problem.information(plan.curve))
    others = [criteria()["D"].shown(problem.information(problem.curve(search.random()))) for _ in range(20)]
    assert ours > max(others)


def test_the_same_seed_gives_the_same_motion(plan: Plan):
    again, other = heft.excite(small_arm(), **QUICK), heft.excite(small_arm(), **QUICK, seed=1)
    assert np.array_equal(again.curve.coefficients, plan.curve.coefficients)
    assert not np.array_equal(other.curve.coefficients, plan.curve.coefficients)


def test_a_plan_survives_json(plan: Plan):
    again = Plan.from_dict(json.loads(json.dumps(plan.to_dict())))
    assert again.to_dict() == plan.to_dict()


def test_check_takes_the_log(plan: Plan):
    found = heft.check(small_arm(), plan.log(), friction=("viscous", "coulomb", "offset"))
    assert found.structural == len(plan.predictions)
    assert found.enough
    assert found.excited == found.structural


def test_predicted_deviations_are_those_of_least_squares(plan: Plan):
    """The covariance of the stacked regression at the rate of the log, made without any code of the design."""
    robot, log = small_arm(), plan.log()
    base = base_of(model_of(robot))
    speeds = np.abs(log.qd)
    fast = speeds >= 0.01 * speeds.max(axis=0)  # `heft identify` leaves the others out
    A = fast[..., None] * base_rows(base.model, base.columns, log.q, log.qd, log.qdd) / plan.noise[:, None]
    covariance = np.linalg.inv(np.einsum("nrk,nrl->kl", A, A))
    target = problem_for(robot, Design(**QUICK))[1]
    found = np.array([each.deviation for each in plan.predictions]) * target.scales
    assert [each.name for each in plan.predictions] == list(base.names)
    assert np.allclose(found, np.sqrt(np.diag(covariance)), rtol=1e-4)


def test_predicted_intervals_are_those_that_identify_gives(plan: Plan):
    """Its intervals come from blocks of time, and are half as wide again as noise alone would make them here."""
    ratios, held = [], []
    for seed in range(2):
        found = identified(small_arm(), plan, seed)
        told = np.array([each.half_width for each in plan.predictions])
        ratios.append(found.base_half_width / told)
        held.append(np.abs(found.base_values - found.base.reduce(found.base.model.prior)) <= told)
    assert 0.85 < np.median(ratios) < 1.15
    assert np.mean(held) >= 0.9


def test_what_a_held_joint_measures_is_not_promised():
    """`heft identify` leaves out the torques of joints that rest, since dry friction holds a part of them."""
    plan = heft.excite(small_arm(), **QUICK, joints=["joint2", "joint3"])
    found = identified(small_arm(), plan, 0)
    told = {each.name: each.half_width for each in plan.predictions}
    assert [np.isfinite(told[name]) for name in found.base.names] == np.isfinite(found.base_half_width).tolist()
    assert np.isinf(told["joint1.offset"])
    assert np.isfinite(told["joint2.offset"])


def test_weak_directions_are_the_longest_axes_of_the_covariance(plan: Plan):
    """Along the first one, parameters that are all known alone vary by its deviation; no parameter by more."""
    deviations = {each.name: each.deviation for each in plan.predictions}
    sizes = [each.deviation for each in plan.weak]
    assert len(sizes) == 5
    assert sizes == sorted(sizes, reverse=True)
    assert max(deviations.values()) <= sizes[0] <= np.linalg.norm([*deviations.values()])
    for each in plan.weak:
        assert each.terms[0][1] == 1
        assert all(0.25 <= abs(part) <= 1 and name in deviations for name, part in each.terms)


def test_a_joint_at_the_end_of_its_range_leaves_a_start_that_names_other_joints():
    """At the end itself, every random motion of it was shrunk to nothing: nothing of the joint was excited."""
    limits = {"lower": {"joint2": 0.0}}
    plan = heft.excite(small_arm(), **QUICK, limits=limits, q0={"joint1": 0.3})
    assert plan.enough
    q = plan.sample(np.linspace(0, plan.duration, 100))[0]
    assert q[0, 0] == pytest.approx(0.3)
    assert 0 < q[0, 1] < 0.1
    assert np.ptp(q[:, 1]) > 0.5


def test_a_held_joint_stays_and_what_needs_it_is_named():
    plan = heft.excite(small_arm(), **QUICK, joints=["joint1", "joint3"], q0={"joint2": 0.3})
    t = np.linspace(0, plan.duration, 50)
    q, qd, _, _ = plan.curve.sample(t)
    assert np.all(q[:, 1] == 0.3)
    assert not qd[:, 1].any()
    assert np.all(q[0] == [0.0, 0.3, 0.0])
    assert not plan.enough
    named = {each.name: each.why for each in plan.unexcited}
    assert "'joint2', which is held" in named["joint2.viscous"]
    assert {"joint1.viscous", "joint3.viscous"} & {*named} == set()


def test_a_search_starts_where_weak_drives_can_hold_the_arm():
    """They hold it in no posture of the middle half of all ranges, and in some beyond."""
    problem = problem_for(small_arm(effort=20.0), Design(**QUICK))[0]
    search = Search(problem, 0, None, None)
    assert not keeps_limits(problem, np.random.default_rng(0).uniform(-1, 1, (200, 3))).any()
    assert keeps_limits(problem, np.array([search.posture() for _ in range(4)])).all()


def test_a_joint_that_starts_near_its_end_keeps_its_motion():
    """It exceeds its range by a millionth of it, and needs to be shrunk by no more."""
    problem = problem_for(small_arm(), Design(**QUICK))[0]
    search = Search(problem, 0, None, None)
    coefficients = problem.coefficients(search.random())
    away = problem.curve(problem.free(coefficients)).sample(np.linspace(0, 6, 1000))[0][:, 0] - coefficients[0, 0]
    coefficients[1:, 0] *= 3e-6 / away.max()
    coefficients[0, 0] = problem.limits.upper[0] - 1e-6
    curve = problem.curve(problem.free(coefficients))
    found = within_joint_limits(problem, curve)
    assert np.allclose(found.coefficients, curve.coefficients, rtol=1e-4)
    assert not [each for each in violations(problem, found) if each.kind in ("lower", "upper")]


def test_torques_that_are_too_large_between_samples_are_given_less():
    problem = problem_for(small_arm(), Design(**QUICK))[0]
    search = LocalSearch(problem, np.zeros(problem.sizes.size))
    kept = search.keeping([Violation("effort", "joint2", 1.0, 150.0, 120.0)]).problem.torques.limits
    assert kept.tolist() == (problem.torques.limits * [1, 0.8, 1]).tolist()


def test_time_that_runs_out_leaves_a_motion_within_limits():
    plan = heft.excite(small_arm(), duration=6.0, harmonics=4, starts=50, search_seconds=0.6)
    assert any("stopped after" in line for line in plan.warnings)
    q, qd, _, _ = plan.curve.sample(np.linspace(0, 6.0, 5000))
    assert np.all(np.abs(qd) <= plan.limits.velocity)
    assert np.all(np.abs(q) <= plan.limits.upper)


def test_an_interrupt_leaves_the_best_motion():
    def interrupt(done: int, total: int, value: float) -> None:
        if done == 2:
            raise KeyboardInterrupt

    plan = heft.excite(small_arm(), **QUICK, progress=interrupt)
    assert any("interrupted" in line for line in plan.warnings)


def test_noise_that_hides_the_efforts_is_the_cause():
    with pytest.raises(
        heft.HeftError, match=r"no parameter.*assumed noise hides it: 1e.06 N m at 'joint\d', where the"
    ):
        heft.excite(small_arm(), **QUICK, noise=1e6)
    plan = heft.excite(small_arm(), **QUICK, noise={"joint3": 1e6}, sensors="joint3")
    whys = {each.name: each.why for each in plan.predictions}
    assert "1e+06 N m at 'joint3'" in whys["joint3.viscous"]


def test_the_cause_is_what_it_is():
    """Of a motion that hardly moves, the motion; the search if it ended early; the noise if there is too much of it."""
    problem, target, _ = problem_for(small_arm(), Design(**QUICK))
    states = problem.curve(np.full(problem.sizes.size, 1e-4)).sample(problem.times)[:3]
    of = Causes(target, 0 * problem.earlier, states, stopped=False)
    assert {*of.of_all()} == {WEAK}
    assert {*replace(of, stopped=True).of_all()} == {STOPPED}
    assert {*replace(of, target=replace(target, static=True)).of_all()} == {FEW}
    fast = problem.curve(Search(problem, 0, None, None).random()).sample(problem.times)[:3]
    loud = replace(target, noise=1e5 * np.ones(3))
    found = replace(of, target=loud, states=fast, stopped=True).of_all()
    assert {line.partition(":")[0] for line in found} == {"The assumed noise hides it"}
    largest = np.abs(heft.inverse_dynamics(small_arm(), *target.states)).max(axis=0)
    least = int(np.argmin(largest))
    assert f"1e+05 N m at 'joint{least + 1}', where the robot needs {largest[least]:.3g} N m at most" in found[0]


def test_limits_that_no_effort_comes_near_do_not_make_noise(plan: Plan):
    """The limits of all drives are 28 or 2800 times too large in the file."""
    ratios = []
    for effort in (28 * 150.0, 2800 * 150.0):
        found = heft.excite(small_arm(effort=effort), **QUICK)
        assert found.enough
        assert any("No effort comes near its limit" in line for line in found.assumptions)
        ratios.append(found.noise)
    np.testing.assert_allclose(*ratios)
    assert np.all(ratios[0] < 3 * plan.noise)
    assert np.all(ratios[0] > plan.noise / 3)
    target = problem_for(small_arm(effort=28 * 150.0), Design(**QUICK))[1]
    largest = np.abs(heft.inverse_dynamics(small_arm(), *target.states)).max()
    assert ratios[0].max() == pytest.approx(0.04 * largest)  # a drive is made for four times what it needs
    stated = heft.excite(small_arm(effort=28 * 150.0), **QUICK, noise=0.5)
    for each in (stated, plan):
        assert not any("comes near its limit" in line for line in each.assumptions)


@pytest.mark.parametrize(
    ("limits", "changes", "said"),
    [
        ({"velocity": np.inf}, {}, "velocity of 'joint1', 'joint2' and 'joint3' has no limit"),
        ({"lower": -np.inf}, {}, "position of .* has no limit"),
        ({}, {"limits": {"lower": 1.0, "upper": -1.0}}, "contradict each other"),
        ({}, {"limits": {"velocity": {"joint2": 0.0}}}, "velocity limit of joint 'joint2' is 0, so it cannot move"),
        ({}, {"limits": {"lower": {"joint2": 1.0}, "upper": {"joint2": 1.0}}}, "'joint2' cannot move"),
        ({}, {"limits": {"speed": 1.0}}, "no limit 'speed'"),
        ({}, {"limits": {"velocity": {"joint9": 1.0}}}, "no joint 'joint9'"),
        ({}, {"duration": 0.02}, "200 Hz, does not show in a log at 100 Hz"),
        ({}, {"noise": 1e6}, "determines no parameter"),
        ({}, {"duration": -1.0}, "duration is -1"),
        ({}, {"duration": 1e9}, "has more than 2000000 samples"),
        ({}, {"harmonics": 0}, "0 harmonics"),
        ({}, {"family": "spline", "harmonics": 0}, "spline"),
        ({}, {"harmonics": 400}, "66.67 Hz, does not show in a log at 100 Hz"),
        ({}, {"seed": -1}, "seed is -1"),
        ({}, {"q0": {"joint1": 5.0}}, "start of joint 'joint1'"),
        ({"effort": 5.0}, {"q0": {"joint2": 0.0}}, "cannot rest in the start posture"),
        ({}, {"margin": 1.0}, "margin of 1"),
        ({}, {"joints": ["joint7"]}, "no joint 'joint7'"),
        ({}, {"criterion": "F"}, "no criterion 'F'"),
        ({}, {"family": "zigzag"}, "no family of motions 'zigzag'"),
        ({}, {"noise": -1.0}, "noise of a torque is not positive"),
        ({}, {"harmonic": 3}, "no option 'harmonic'"),
        ({}, {"search_seconds": 0.0}, "for the search"),
    ],
)
def test_bad_input_is_a_sentence(limits, changes, said):
    with pytest.raises(heft.HeftError, match=said) as caught:
        heft.excite(small_arm(**limits), **(QUICK | changes))
    assert caught.value.remedy


@dataclass(frozen=True)
class Nowhere:
    """A distance that no posture has."""

    names: tuple[str, ...] = ("hand to wall",)
    lipschitz: np.ndarray = field(default_factory=lambda: np.zeros((1, 3)))

    def values(self, q):
        return np.full((len(q), 1), -0.2)

    def gradients(self, q):
        return np.zeros((len(q), 1, 3))


def test_limits_that_cannot_be_kept_are_reported_as_such():
    with pytest.raises(heft.HeftError, match=r"No motion was found that keeps every limit.*hand to wall comes 0.2 m"):
        heft.excite(small_arm(), **QUICK, configurations=[Nowhere()])


def test_a_start_too_near_to_an_obstacle_is_refused():
    with pytest.raises(heft.HeftError, match=r"cannot rest in the start posture: hand to wall comes 0.2 m closer"):
        heft.excite(small_arm(), **QUICK, configurations=[Nowhere()], q0={})


def test_missing_limits_can_be_assumed():
    plan = heft.excite(small_arm(lower=-np.inf, upper=np.inf, velocity=np.inf), **QUICK, assume=True)
    assert any("assumed ±3.14" in line for line in plan.assumptions)
    assert any("velocity limit" in line and "assumed 1" in line for line in plan.assumptions)


def test_joints_with_several_coordinates_are_refused():
    with pytest.raises(ArgumentError, match="several coordinates"):
        heft.excite(heft.load("zoo:puma560", base="floating"), **QUICK)


def test_what_came_before_counts_and_the_next_motion_differs(plan: Plan):
    first = small_arm()
    second = heft.excite(first, **QUICK, after=[plan])
    alone = {each.name: each.half_width for each in plan.predictions}
    both = {each.name: each.half_width for each in second.predictions}
    assert all(both[name] < alone[name] for name in alone)
    repeated = [half / np.sqrt(2) for half in alone.values()]
    assert np.exp(np.mean(np.log(list(both.values())))) <= np.exp(np.mean(np.log(repeated))) * 1.02


def test_saved_information_of_the_motion_is_the_information_of_its_plan(plan: Plan, tmp_path):
    """Made by heft.identify from the log of the plan, with the noise of the plan as weights."""
    robot, friction = small_arm(), ("viscous", "coulomb", "offset")
    base = base_of(model_of(robot, friction))
    log = plan.log()
    fast = np.abs(log.qd) >= 0.01 * np.abs(log.qd).max(axis=0)  # `heft identify` leaves the others out
    A = fast[..., None] * base_rows(base.model, base.columns, log.q, log.qd, log.qdd)
    columns = tuple(np.arange(len(base.columns)) for _ in range(robot.nv))
    factors = tuple(triangle(np.column_stack([A[:, r], log.effort[:, r]])) for r in range(robot.nv))
    counts = np.full(robot.nv, log.n)
    Information(base.names, tuple(robot.coordinate_names), columns, factors, counts).save(tmp_path / "info.npz")
    target = problem_for(robot, Design(**QUICK))[1]
    saved = earlier_information(target, [tmp_path / "info.npz"])
    planned = earlier_information(target, [plan])
    assert np.allclose(saved, planned, rtol=1e-8, atol=1e-8 * np.abs(planned).max())


def test_only_the_load_on_a_link_is_determined():
    plan = heft.excite(small_arm(), **QUICK, payload="link3")
    assert [each.name for each in plan.predictions] == [f"link3.{name}" for name in heft.parameters.NAMES]
    with pytest.raises(ArgumentError, match="no link 'hand'"):
        heft.excite(small_arm(), **QUICK, payload="hand")


def test_a_torque_that_is_not_measured_is_named():
    plan = heft.excite(small_arm(), **QUICK, sensors="-joint3")
    named = {each.name: each.why for each in plan.unexcited}
    assert "not measured: joint3" in named["joint3.viscous"]


def test_condition_numbers_do_not_count_what_came_before(plan: Plan):
    with pytest.raises(ArgumentError, match="condition number"):
        heft.excite(small_arm(), **QUICK, criterion="condition", after=[plan])


def test_a_file_that_is_neither_result_nor_information_is_refused(tmp_path):
    neither = "neither a result, nor saved information, nor a motion"
    for text, said in (("{}", neither), ("{", "not JSON")):
        (tmp_path / "some.json").write_text(text)
        with pytest.raises(heft.HeftError, match=said):
            heft.excite(small_arm(), **QUICK, after=[tmp_path / "some.json"])
