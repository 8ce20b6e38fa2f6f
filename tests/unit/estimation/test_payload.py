from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.motions import noisy_run

import heft
from heft.errors import ArgumentError
from heft.estimation.base import base_of
from heft.estimation.base_fit import BaseFit
from heft.estimation.columns import model_of
from heft.estimation.drive_gains import DriveGains, drive_gains
from heft.estimation.estimators import estimator, estimators
from heft.estimation.evidence import Evidence
from heft.estimation.excitation import base_rows
from heft.estimation.payload import Payload
from heft.estimation.weighing import payload_of
from heft.parameters import from_com

ROBOT = heft.load("zoo:ur10e")
BASE = base_of(model_of(ROBOT))
MASS, COM, INERTIA = 2.8, np.array([0.02, -0.03, 0.09]), np.diag([0.03, 0.035, 0.02])
HEAVY = ROBOT.with_parameters(ROBOT.parameters + np.eye(6)[:, [5]] * from_com(MASS, COM, INERTIA))
UNLOADED, LOADED = noisy_run(ROBOT, 1), noisy_run(HEAVY, 2)
GAINS = np.array([10.0, 10.7, 8.5, 9.0, 9.5, 10.1])
PLAIN = ("viscous", "coulomb", "offset")


def weigh(unloaded, loaded, estimator_name="weighted", base=BASE, **more):
    """Return the payload by the stages of an identification."""
    how = estimator(estimator_name)
    same = base is BASE and unloaded == [UNLOADED]
    bare = fit_of_unloaded(estimator_name) if same else BaseFit.by(how, Evidence.of(base, unloaded))
    return payload_of(base, bare, loaded, how, values=bare.values, **more)


@cache
def fit_of_unloaded(estimator_name):
    """Return the fit of the usual run without a payload."""
    return BaseFit.by(estimator(estimator_name), Evidence.of(BASE, [UNLOADED]))


@pytest.mark.parametrize("name", sorted({*estimators()} - {"output-error"}))  # which simulates for minutes
def test_payload_with_its_uncertainty_by_every_estimator(name):
    found = weigh([UNLOADED], [LOADED], name)
    assert found.body == "wrist3"
    assert abs(found.mass - MASS) < 4 * found.mass_deviation < 0.02
    assert np.all(np.abs(found.com - COM) < 4 * found.com_deviation)
    assert np.all(np.abs(found.inertia - INERTIA) < 4 * found.inertia_deviation)
    assert heft.parameters.is_physical(found.parameters)
    assert found.residuals.overall.rmse == pytest.approx(0.1, rel=0.03)  # the noise of the torques
    again = Payload.from_dict(found.to_dict())
    assert again.mass == found.mass
    assert_allclose(again.covariance, found.covariance)
    assert again.residuals == found.residuals


def test_payload_is_that_of_one_regression_over_all_runs():
    # the same ten unknowns as columns of the loaded run, by plain least squares without weights
    from heft.dynamics.api import torque_regressor

    found, blocks, right = weigh([UNLOADED], [LOADED], "ordinary"), [], []
    for motion, loaded in ((UNLOADED, 0.0), (LOADED, 1.0)):
        part = replace(motion, effort=np.zeros_like(motion.effort))
        rows = np.concatenate([base_rows(BASE.model, BASE.columns, part.q, part.qd, part.qdd)])
        load = loaded * torque_regressor(ROBOT, motion.q, motion.qd, motion.qdd)[..., 50:60]
        blocks.append(np.concatenate([rows, load], axis=2).reshape(-1, rows.shape[2] + 10))
        right.append(motion.effort.ravel())
    A, b = np.vstack(blocks), np.concatenate(right)
    scale = np.linalg.norm(A, axis=0)
    expected = (np.linalg.lstsq(A / scale, b, rcond=None)[0] / scale)[-10:]
    # each kind of runs has its own deviation of the noise, equal here but for chance: weights differ by a percent
    assert_allclose(found.least_squares, expected, atol=0.05 * np.sqrt(np.diag(found.covariance)).max())
    assert abs(found.least_squares[0] - expected[0]) < 0.1 * found.mass_deviation


def test_payload_needs_a_body_that_exists():
    with pytest.raises(ArgumentError, match="no body 'hand'"):
        weigh([UNLOADED], [LOADED], body="hand")


def rubbing(robot, seed, law="load", share=0.1):
    """Return a run whose friction is a share of what the gears carry: gravity torques, or all that moves the links."""
    motion = noisy_run(robot, seed)
    moving = heft.inverse_dynamics(robot, motion.q, motion.qd, motion.qdd)
    carried = {"load": heft.gravity_forces(robot, motion.q), "transmission": moving}[law]
    return replace(motion, effort=motion.effort + share * np.sign(motion.qd) * np.abs(carried))


def test_friction_of_a_payload_grows_with_it():
    # the gears of the loaded run carry the payload as well: friction of the bare robot's gravity would leave a tenth
    # of the payload's weight times the sign of the speed in the residuals
    names = ("viscous", "coulomb", "offset", "hysteresis", "load")
    numbers = {kind: dict.fromkeys(ROBOT.joint_names, 1e-9) for kind in ("hysteresis", "load")}
    base = base_of(model_of(ROBOT, [n for n in names if n != "coulomb"], None, (), numbers))
    found = weigh([rubbing(ROBOT, 1)], [rubbing(HEAVY, 2)], base=base)
    assert found.residuals.overall.rmse == pytest.approx(0.1, rel=0.05)
    assert abs(found.mass - MASS) < 4 * found.mass_deviation < 0.05


def test_friction_of_a_payload_grows_with_all_that_moves_it():
    # the last gear carries next to nothing without the payload, and its own share of that cannot be known
    names = ("viscous", "offset", "hysteresis")
    numbers = {kind: dict.fromkeys(ROBOT.joint_names, 1e-9) for kind in ("hysteresis", "transmission")}
    laws = dict.fromkeys(ROBOT.joint_names[:-1], (*names, "transmission")) | {ROBOT.joint_names[-1]: names}
    base = base_of(model_of(ROBOT, laws, None, (), numbers))
    found = weigh([rubbing(ROBOT, 1, "transmission")], [rubbing(HEAVY, 2, "transmission")], base=base)
    assert [joint.rmse for joint in found.residuals.joints[:-1]] == pytest.approx([0.1] * 5, rel=0.05)
    assert abs(found.mass - MASS) < 4 * found.mass_deviation < 0.05


def test_change_of_friction_between_the_runs_is_named():
    quick = replace(LOADED, effort=LOADED.effort + 0.5 * np.sign(LOADED.qd))
    found = weigh([UNLOADED], [quick])
    assert "coulomb" in found.warnings[0]
    assert "widened" in found.warnings[0]
    assert found.mass_deviation > 5 * weigh([UNLOADED], [LOADED]).mass_deviation


def test_known_mass_stays():
    found = weigh([UNLOADED], [LOADED], mass=2.9)
    assert found.mass == pytest.approx(2.9)
    assert found.mass_deviation == 0.0
    assert found.mass_known


def in_amperes(motion):
    return replace(motion, effort=motion.effort / GAINS, effort_kind="motor_current")


def test_drive_gains_from_the_mass_alone():
    gains = drive_gains(BASE, [in_amperes(UNLOADED)], [in_amperes(LOADED)], {"m": MASS})
    assert np.all(np.abs(gains.values - GAINS) < 4 * gains.deviation)
    assert np.all(gains.deviation < 0.02 * GAINS)
    weighed = weigh([gains.torques(in_amperes(UNLOADED))], [gains.torques(in_amperes(LOADED))])
    assert weighed.mass == pytest.approx(MASS, rel=2e-3)
    again = DriveGains.from_dict(gains.to_dict())
    assert_allclose(again.values, gains.values)
    assert_allclose(again.covariance, gains.covariance)
    old = {name: {key: row[key] for key in ("gain", "deviation")} for name, row in gains.to_dict().items()}
    assert_allclose(DriveGains.from_dict(old).deviation, gains.deviation)


@pytest.mark.parametrize("law", ["load", "transmission"])
def test_gains_with_friction_that_grows_with_the_load(law):
    laws = dict.fromkeys(ROBOT.joint_names[:-1], (*PLAIN, law)) | {ROBOT.joint_names[-1]: PLAIN}
    light, heavy = (in_amperes(rubbing(robot, seed, law)) for robot, seed in ((ROBOT, 1), (HEAVY, 2)))
    found = heft.identify(ROBOT, light, loaded=heavy, payload_mass=MASS, friction=laws, held_out=0)
    assert found.drive_gains.values[:-1] == pytest.approx(GAINS[:-1], rel=0.01)
    assert found.payload.com == pytest.approx(COM, abs=3e-3)


def test_gains_scale_with_what_is_known():
    # twice the mass with the same currents: every torque and every gain is twice as large
    runs = [in_amperes(UNLOADED)], [in_amperes(LOADED)]
    one, two = (drive_gains(BASE, *runs, {"m": mass}) for mass in (MASS, 2 * MASS))
    assert_allclose(two.values, 2 * one.values, rtol=1e-5)


def test_gains_refuse_what_makes_no_sense():
    runs = [in_amperes(UNLOADED)], [in_amperes(LOADED)]
    with pytest.raises(ArgumentError, match="not a property"):
        drive_gains(BASE, *runs, {"weight": 2.0})
    with pytest.raises(ArgumentError, match="efforts of one kind"):
        drive_gains(BASE, runs[0], [LOADED], {"m": MASS})
    with pytest.raises(ArgumentError, match="not zero"):
        drive_gains(BASE, *runs, {})


def test_held_out_samples_have_no_part_in_gains_and_payload():
    # noise in the held-out run changes neither
    other = replace(in_amperes(noisy_run(ROBOT, 5)), effort=np.random.default_rng(1).standard_normal((4000, 6)))
    found = [
        heft.identify(ROBOT, [in_amperes(UNLOADED), last], loaded=in_amperes(LOADED), payload_mass=MASS, friction=PLAIN)
        for last in (in_amperes(noisy_run(ROBOT, 6)), other)
    ]
    assert_allclose(found[0].drive_gains.values, found[1].drive_gains.values, rtol=1e-12)
    assert_allclose(found[0].payload.parameters, found[1].payload.parameters, rtol=1e-9)


@pytest.mark.parametrize("change", [{"friction": ("viscous", "hysteresis", "offset")}, {"estimator": "huber"}])
def test_payload_uses_the_friction_and_the_estimator_that_were_chosen(change):
    # shocks in the loaded run for the estimator; dry friction by hysteresis alone for the friction
    rng = np.random.default_rng(3)
    shocks = np.where(rng.random((4000, 6)) < 0.02, 30.0 * np.abs(rng.standard_normal((4000, 6))), 0.0)
    hit = replace(LOADED, effort=LOADED.effort + shocks) if "estimator" in change else LOADED
    found = heft.identify(ROBOT, UNLOADED, loaded=hit, **{"friction": PLAIN} | change).payload
    if "estimator" in change:
        usual = heft.identify(ROBOT, UNLOADED, loaded=hit, friction=PLAIN).payload
        assert found.mass_deviation < 0.5 * usual.mass_deviation
    else:
        # without any dry friction the loaded run would have a residual of Coulomb's 0.4 N m
        assert found.residuals.overall.rmse < 0.12
    assert abs(found.mass - MASS) < 4 * found.mass_deviation


def test_gains_widen_the_intervals_of_masses():
    runs = in_amperes(UNLOADED), in_amperes(LOADED)
    estimate = heft.identify(ROBOT, runs[0], loaded=runs[1], payload_mass=MASS, friction=PLAIN)
    torques = replace(UNLOADED, effort=runs[0].effort * estimate.drive_gains.values)
    sure = heft.identify(ROBOT, torques, friction=PLAIN)
    gains = estimate.drive_gains
    carried = gains.moves @ gains.covariance @ gains.moves.T
    assert_allclose(estimate.covariance, sure.covariance + carried, rtol=1e-3, atol=1e-9)
    # all base parameters grow by a percent if all gains do
    assert_allclose(gains.moves @ gains.values, estimate.base_values, rtol=1e-6, atol=1e-6)


def test_intervals_of_gains_hold_where_the_model_lacks_something():
    # a ripple of the gear that no friction law has, slow beside the samples: runs of the same robot must agree
    def rippled(robot, seed):
        motion = noisy_run(robot, seed, n=2000, noise=0.02)
        ripple = np.sin(3 * motion.q) * np.array([0.3, 0.3, 0.2, 0.1, 0.1, 0.05])
        return in_amperes(replace(motion, effort=motion.effort + ripple))

    found = [drive_gains(BASE, [rippled(ROBOT, k)], [rippled(HEAVY, k + 50)], {"m": MASS}) for k in range(10, 20)]
    z = [(gains.values - GAINS) / gains.deviation for gains in found]
    # 60 of them: about three beyond 1.96, and no more than chance makes of that with one in a thousand
    assert np.sum(np.abs(z) > 1.96) <= 9


def test_gains_and_payload_without_the_effort_of_a_joint():
    def deaf(motion):
        return replace(in_amperes(motion), measured=np.arange(6) != 3)

    found = heft.identify(ROBOT, deaf(UNLOADED), loaded=deaf(LOADED), payload_mass=MASS, friction=PLAIN)
    assert np.isnan(found.drive_gains.values[3])
    assert_allclose(np.delete(found.drive_gains.values, 3), np.delete(GAINS, 3), rtol=0.02)
    again = heft.Estimate.from_dict(found.to_dict())
    other = heft.payload(again, deaf(noisy_run(HEAVY, 9)))
    assert abs(other.mass - MASS) < 4 * other.mass_deviation < 0.1
