import json
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import stdtrit
from support.motions import DRIVES, motion_of, noisy_run

import heft
from heft import check, identify, validate
from heft.errors import ArgumentError, FormatError
from heft.estimation.estimate import Estimate
from heft.estimation.information import information_of
from heft.estimation.options import Options

ROBOT = heft.load("zoo:ur10e")


@pytest.fixture(scope="module")
def wrong():
    """The robot with wrong masses, as its file might have it."""
    rng = np.random.default_rng(0)
    return ROBOT.with_parameters(ROBOT.parameters * rng.uniform(0.8, 1.25, (6, 1)))


@pytest.fixture(scope="module")
def estimate(wrong):
    return identify(wrong, noisy_run(ROBOT))


def test_default_path(estimate):
    assert estimate.rank == 58
    assert estimate.warnings == ()
    assert estimate.held_out is not None
    assert estimate.held_out.filtered.overall.relative_percent < 2
    assert estimate.held_out.filtered.joints[0].n == 800
    truth = np.concatenate([ROBOT.parameter_vector, [DRIVES[c.kind] for c in estimate.model.extra]])
    error = (estimate.base_values - estimate.base.reduce(truth)) / estimate.base_deviation
    assert np.mean(np.abs(error) < 1.96) > 0.85
    low, high = estimate.interval("elbow.viscous")
    assert low < 0.5 < high
    assert estimate.interval("shoulder.m") == (-np.inf, np.inf)


def test_robot_of_the_estimate_predicts(estimate):
    run = noisy_run(ROBOT, seed=9, n=500, noise=0.0)
    tau = heft.inverse_dynamics(estimate.robot, run.q, run.qd, run.qdd, friction=True)
    assert_allclose(tau, estimate.predict(run.q, run.qd, run.qdd), atol=1e-8)
    error = np.linalg.norm(tau - run.effort, axis=0) / np.linalg.norm(run.effort, axis=0)
    assert np.all(error < 0.03)
    judged = validate(estimate, run)
    assert_allclose([joint.relative_percent for joint in judged.joints], 100 * error, rtol=1e-6)
    assert_allclose([j.rmse for j in validate(estimate.robot, run).joints], [j.rmse for j in judged.joints], rtol=1e-6)


def test_json_round_trip(estimate):
    data = json.loads(json.dumps(estimate.to_dict(), allow_nan=False))
    again = Estimate.from_dict(data)
    assert again.to_dict() == data
    assert_allclose(again.robot.parameters, estimate.robot.parameters, rtol=0, atol=0)
    row = next(p for p in data["parameters"] if p["name"] == "shoulder.m")
    assert row["deviation"] is None
    assert row["source"] == "prior"
    assert data["provenance"]["versions"]["heft"]
    with pytest.raises(FormatError, match="not a result"):
        Estimate.from_dict({"format": "other"})
    with pytest.raises(FormatError, match="damaged"):
        Estimate.from_dict({key: value for key, value in data.items() if key != "covariance"})


def test_last_of_several_runs_is_held_out(wrong):
    runs = [noisy_run(ROBOT, seed, n=1500) for seed in range(2)]
    found = identify(wrong, runs)
    assert found.held_out.filtered.joints[0].n == 1500
    assert found.fitted.joints[0].n == 1500


def test_new_log_is_added_to_old_information(wrong):
    runs = [noisy_run(ROBOT, seed, n=1500) for seed in range(2)]
    plain = Options(held_out=0)
    both = identify(wrong, runs, plain)
    before = information_of(both.model, both.base.columns, runs[0])
    added = identify(wrong, [runs[1]], plain, information=before)
    assert_allclose(added.base_values, both.base_values, atol=1e-8)


@pytest.mark.parametrize(
    "options", [Options(estimator="ordinary"), Options(prior="entropic"), Options(estimator="huber")]
)
def test_options(wrong, options):
    found = identify(wrong, noisy_run(ROBOT, n=1500), options)
    assert found.held_out.filtered.overall.relative_percent < 2
    assert found.options == options


def test_stribeck_friction_is_searched_and_found():
    robot = heft.load("zoo:double_pendulum")
    run = noisy_run(robot, 2, n=5000, noise=0.01)
    effort = run.effort + 0.5 * np.sign(run.qd) * np.exp(-((run.qd / 0.1) ** 2))
    run = motion_of(robot, run.q, run.qd, run.qdd, effort)
    found = identify(robot, run, Options(friction=("viscous", "coulomb", "offset", "stribeck")))
    value = found.values[found.names.index("elbow.stribeck")]
    assert value == pytest.approx(0.5, abs=0.05)
    assert found.friction_numbers["elbow.stribeck"] == pytest.approx(0.1, rel=0.1)


def fault(change):
    run = noisy_run(ROBOT, 3, n=2000)
    q, qd, qdd, tau = (np.array(x) for x in (run.q, run.qd, run.qdd, run.effort))
    return motion_of(ROBOT, *change(q, qd, qdd, tau))


def flip(*arrays, joint):
    for x in arrays:
        x[:, joint] *= -1


def only_doubted(run):
    """Return the first reason not to rely on an estimate, which has no other warning."""
    found = identify(ROBOT, run)
    assert found.warnings == ()
    return found.doubts[0]


def test_flipped_effort_is_named():
    def change(q, qd, qdd, tau):
        flip(tau, joint=2)
        return q, qd, qdd, tau

    sentence = only_doubted(fault(change))
    assert "effort of joint 'elbow' seems to have its sign flipped" in sentence


def test_flipped_position_is_named():
    def change(q, qd, qdd, tau):
        flip(q, qd, qdd, joint=3)
        return q, qd, qdd, tau

    sentence = only_doubted(fault(change))
    assert "position of joint 'wrist1' seems to have its sign flipped" in sentence


def test_swapped_joints_are_named():
    def change(*arrays):
        return tuple(x[:, [0, 2, 1, 3, 4, 5]] for x in arrays)

    sentence = only_doubted(fault(change))
    assert "Joints 'shoulder_lift' and 'elbow' seem to be swapped" in sentence


def test_swapped_efforts_are_named():
    def change(q, qd, qdd, tau):
        return q, qd, qdd, tau[:, [0, 1, 2, 4, 3, 5]]

    sentence = only_doubted(fault(change))
    assert "efforts of joints 'wrist1' and 'wrist2' seem to be swapped" in sentence


@pytest.mark.parametrize("pair", [(1, 2), (3, 4)])
def test_swapped_positions_are_named(pair):
    order = np.arange(6)
    order[list(pair)] = pair[::-1]

    def change(q, qd, qdd, tau):
        return q[:, order], qd[:, order], qdd[:, order], tau

    one, other = (ROBOT.joint_names[k] for k in pair)
    assert only_doubted(fault(change)).startswith(f"The positions of joints '{one}' and '{other}' seem to be swapped:")


@pytest.mark.parametrize(("factor", "words"), [(1000.0, "N mm"), (-1.0, "opposite sign")])
def test_other_units_are_named(factor, words):
    doubts = identify(ROBOT, fault(lambda q, qd, qdd, tau: (q, qd, qdd, factor * tau))).doubts
    assert words in doubts[0]


def test_dead_channel_is_left_out():
    warnings = identify(ROBOT, fault(lambda q, qd, qdd, tau: (q, qd, qdd, tau * [1, 1, 1, 0, 1, 1]))).warnings
    assert "effort of 'wrist1' is zero throughout" in warnings[0]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda q, qd, qdd, tau: (np.degrees(q), np.degrees(qd), np.degrees(qdd), tau), "degrees"),
        (lambda q, qd, qdd, tau: (q, qd, qdd, 0 * tau), "zero throughout"),
        (lambda *arrays: tuple(x[:3] for x in arrays), "only 3 samples"),
    ],
)
def test_hopeless_logs_are_refused(change, words):
    with pytest.raises(ArgumentError, match=words):
        identify(ROBOT, fault(change))


def test_currents_and_nothing_are_refused():
    with pytest.raises(ArgumentError, match="drive gain"):
        identify(ROBOT, replace(noisy_run(ROBOT, n=500), effort_kind="motor_current"))
    with pytest.raises(ArgumentError, match="no motion"):
        identify(ROBOT, [])
    with pytest.raises(ArgumentError, match="There is no estimator"):
        identify(ROBOT, noisy_run(ROBOT, n=500), Options(estimator="best"))


def test_intervals_are_about_least_squares_where_consistency_moves_the_value(wrong):
    """A tenth of the usual motion, and a light hand: least squares gives it moments that no body can have."""
    run = noisy_run(ROBOT, n=250, noise=0.5)
    found = identify(wrong, run, Options(held_out=0))
    moved = np.flatnonzero(
        np.isfinite(found.deviation) & (np.abs(found.values - found.least_squares) > found.deviation)
    )
    assert len(moved)
    assert all(heft.parameters.is_physical(ten) for ten in found.robot.parameters)
    for k in moved:
        low, high = found.interval(found.names[k])
        assert (low + high) / 2 == pytest.approx(found.least_squares[k])
        assert high - low == pytest.approx(2 * stdtrit(found.freedom[k], 0.975) * found.deviation[k])
    # a parameter that is a base parameter by itself has the interval of that base parameter
    single = [row for row in range(len(found.base_values)) if np.count_nonzero(found.base.matrix[row]) == 1]
    assert len(single) > 10
    for row in single:
        centre, half = found.base_values[row], stdtrit(19, 0.975) * found.base_deviation[row]
        assert_allclose(found.interval(found.base.names[row]), (centre - half, centre + half), rtol=1e-7)


def test_an_interval_of_nothing_is_refused(estimate):
    with pytest.raises(ArgumentError, match="viscous"):
        estimate.interval("elbow.viscos")


def test_every_weak_base_parameter_has_a_remedy():
    """More motion of a joint or, where an effort was not measured, that effort."""
    robot = heft.load("zoo:double_pendulum")
    run = noisy_run(robot, n=1000, noise=200.0)
    rest = noisy_run(robot, n=1000)
    rest = replace(rest, qd=rest.qd * [1, 0], qdd=rest.qdd * [1, 0])
    for motion in (run, rest):
        found = check(robot, motion)
        assert found.weak
        assert all(weak.joints and not weak.unmeasured for weak in found.weak)
    deaf = replace(run, measured=np.array([True, False]))
    helped = {weak.name: weak for weak in check(robot, deaf).weak}
    for kind in ("viscous", "coulomb", "offset"):
        assert helped[f"elbow.{kind}"].joints == ()
        assert helped[f"elbow.{kind}"].unmeasured == ("elbow",)
